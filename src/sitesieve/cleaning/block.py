"""Block: a piece of a page, as `Document.blocks` shows it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from sitesieve.cleaning.kinds import Kind


class BlockSource(Protocol):
    """What is known of the blocks of a page, by their number."""

    def address(self, number: int) -> str:
        """Where a block is: an XPath in the document a browser builds."""

    def text(self, number: int) -> str:
        """Its text, white space collapsed."""

    def keep(self, number: int) -> bool:
        """Whether it stays."""

    def reason(self, number: int) -> str:
        """Why."""

    def kind(self, number: int) -> Kind | None:
        """What it is; nothing for what has no text and no kind."""

    def confidence(self, number: int) -> float | None:
        """That it is of this kind, from 0 to 1."""

    def importance(self, number: int) -> float | None:
        """How much it is worth, where the method measures that."""

    def evidence(self, number: int) -> Mapping[str, Any]:
        """What the decision was made by."""


class Block:
    """A piece of a page: where it is, its text, whether it stays, the reason, and its kind.

    A page has hundreds of blocks, and of most only one thing is asked, so each is found when
    somebody asks for it.
    """

    __slots__ = ("_number", "_source")

    def __init__(self, source: BlockSource, number: int = 0) -> None:
        self._source = source
        self._number = number

    @property
    def address(self) -> str:
        """XPath in the document a browser builds."""
        return self._source.address(self._number)

    @property
    def text(self) -> str:
        """Its text, white space collapsed."""
        return self._source.text(self._number)

    @property
    def keep(self) -> bool:
        """Whether it stays."""
        return self._source.keep(self._number)

    @property
    def reason(self) -> str:
        """Why it stays or goes."""
        return self._source.reason(self._number)

    @property
    def kind(self) -> Kind | None:
        """What it is, whether it stays or not; nothing for what has no text and no kind."""
        return self._source.kind(self._number)

    @property
    def confidence(self) -> float | None:
        """That it is of this kind, from 0 to 1."""
        return self._source.confidence(self._number)

    @property
    def importance(self) -> float | None:
        """How much it is worth, where the method measures that."""
        return self._source.importance(self._number)

    @property
    def evidence(self) -> Mapping[str, Any]:
        """What the decision was made by."""
        return self._source.evidence(self._number)

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

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Block) and self.to_dict() == other.to_dict()

    def __repr__(self) -> str:
        verdict = "stays" if self.keep else "goes"
        return f"Block({self.address!r}, {self.text!r}, {verdict}: {self.reason!r})"

    def __reduce__(self) -> tuple[type["Block"], tuple["_Record"]]:
        # What travels between processes takes along what is known, not the page it is found by.
        return Block, (_Record(self.to_dict()),)


@dataclass(frozen=True, slots=True)
class _Record:
    """The source of a single block that has been put down as data."""

    data: dict[str, Any]

    def address(self, _: int) -> str:
        return str(self.data["address"])

    def text(self, _: int) -> str:
        return str(self.data["text"])

    def keep(self, _: int) -> bool:
        return bool(self.data["keep"])

    def reason(self, _: int) -> str:
        return str(self.data["reason"])

    def kind(self, _: int) -> Kind | None:
        kind: Kind | None = self.data["kind"]
        return kind

    def confidence(self, _: int) -> float | None:
        confidence: float | None = self.data["confidence"]
        return confidence

    def importance(self, _: int) -> float | None:
        importance: float | None = self.data["importance"]
        return importance

    def evidence(self, _: int) -> Mapping[str, Any]:
        evidence: Mapping[str, Any] = self.data["evidence"]
        return evidence
