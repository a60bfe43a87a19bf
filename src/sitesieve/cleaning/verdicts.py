"""What a method decides: for each text of a page whether it stays, and why."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, overload

import numpy as np
import numpy.typing as npt

from sitesieve.cleaning.kinds import Kind

Leaves = npt.NDArray[np.bool_]  # for each text of a page, yes or no


class Evidence(Mapping[str, Any]):
    """Evidence that is put together when somebody looks at it."""

    def __init__(self, make: Callable[[], dict[str, Any]]) -> None:
        self._make = make

    @cached_property
    def _made(self) -> dict[str, Any]:
        return self._make()

    def __getitem__(self, name: str) -> Any:
        return self._made[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._made)

    def __len__(self) -> int:
        return len(self._made)

    def __repr__(self) -> str:
        return repr(self._made)

    def __reduce__(self) -> tuple[type[dict[str, Any]], tuple[dict[str, Any]]]:
        return dict, (self._made,)  # copies and what travels between processes are plain data


@dataclass(frozen=True, slots=True)
class Part:
    """What is left of a text of which some words go."""

    text: str
    words: Sequence[str]


@dataclass(frozen=True, slots=True)
class Verdict:
    """A method's decision on one text."""

    keep: bool
    reason: str
    evidence: Mapping[str, Any] = field(default_factory=dict)
    part: Part | None = None  # what stays, where it is not the whole text
    importance: float | None = None


@dataclass(frozen=True, slots=True)
class ItemVerdict:
    """A method's decision on an image or a link, which need not have any text."""

    node: int
    block: int  # the element that stays or goes with it
    verdict: Verdict
    kind: Kind | None = None  # what the item is, if the method knows
    confidence: float | None = None  # that it is of this kind


class Verdicts(Sequence[Verdict]):
    """The verdicts on all texts of a page.

    Whether each text stays is known at once, and so are the `parts`, by the number of the
    text; a verdict with its reason is made by `verdict_on` when somebody looks at it.
    """

    def __init__(
        self,
        keep: Leaves,
        verdict_on: Callable[[int], Verdict],
        parts: Mapping[int, Part] | None = None,
    ) -> None:
        self.keep = keep
        self.parts = parts or {}
        self._verdict_on = verdict_on

    @classmethod
    def of(cls, verdicts: Sequence[Verdict]) -> "Verdicts":
        """Verdicts that have been made already."""
        if isinstance(verdicts, Verdicts):
            return verdicts
        made = list(verdicts)
        keep = np.fromiter((verdict.keep for verdict in made), np.bool_, len(made))
        parts = {i: verdict.part for i, verdict in enumerate(made) if verdict.part is not None}
        return cls(keep, made.__getitem__, parts)

    def __len__(self) -> int:
        return len(self.keep)

    @overload
    def __getitem__(self, leaf: int) -> Verdict: ...
    @overload
    def __getitem__(self, leaf: slice) -> list[Verdict]: ...
    def __getitem__(self, leaf: int | slice) -> Verdict | list[Verdict]:
        if isinstance(leaf, slice):
            return [self._verdict_on(i) for i in range(*leaf.indices(len(self)))]
        return self._verdict_on(leaf)
