"""Block: a piece of a page, as `Document.blocks` shows it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import Any, NamedTuple

from sitesieve.cleaning.kinds import Kind


class BlockKind(NamedTuple):
    """What a block is, whether it stays or not; nothing for what has no text and no kind."""

    kind: Kind | None = None
    confidence: float | None = None  # that it is of this kind, from 0 to 1


@dataclass(frozen=True)
class Block:
    """A piece of a page: where it is, its text, whether it stays, the reason, and its kind."""

    address: str  # XPath in the document a browser builds
    text: str
    keep: bool
    reason: str
    importance: float | None = None
    evidence: Mapping[str, Any] = field(default_factory=dict)
    # Naming kinds takes longer than cleaning, so it waits until somebody asks for them.
    name_kind: Callable[[], BlockKind] = field(default=BlockKind, repr=False, compare=False)

    @cached_property
    def _named(self) -> BlockKind:
        return self.name_kind()

    @property
    def kind(self) -> Kind | None:
        """What it is, whether it stays or not."""
        return self._named.kind

    @property
    def confidence(self) -> float | None:
        """That it is of this kind, from 0 to 1."""
        return self._named.confidence

    def __getstate__(self) -> dict[str, Any]:
        # What travels between processes takes the kind along, not the page it is found by.
        return vars(self) | {"name_kind": partial(BlockKind, *self._named)}

    def to_dict(self) -> dict[str, Any]:
        """The block as plain data, with its evidence."""
        return {
            "address": self.address,
            "text": self.text,
            "keep": self.keep,
            "reason": self.reason,
            "kind": self.kind,
            "confidence": self.confidence,
            "importance": self.importance,
            "evidence": dict(self.evidence),
        }
