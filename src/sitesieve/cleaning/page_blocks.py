"""What the blocks of a cleaned page are: its texts, and the images and links without any."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sitesieve.cleaning.kinds import Kind
from sitesieve.cleaning.noise.page_kinds import PageKinds
from sitesieve.cleaning.selection import Selection
from sitesieve.cleaning.verdicts import Evidence, ItemVerdict, Verdicts
from sitesieve.page.tree import PageTree


@dataclass(frozen=True, eq=False, slots=True)
class TextBlocks:
    """The texts of a page, by leaf."""

    tree: PageTree
    verdicts: Verdicts
    selection: Selection
    kinds: PageKinds

    def address(self, number: int) -> str:
        return self.tree.xpath(int(self.tree.leaves[number]))

    def text(self, number: int) -> str:
        return " ".join(self.tree.texts[number].split())

    def keep(self, number: int) -> bool:
        return bool(self.selection.keep[number])

    def reason(self, number: int) -> str:
        return self.selection.reason(number)

    def kind(self, number: int) -> Kind:
        return self.kinds.kind_of(number)

    def confidence(self, number: int) -> float:
        return round(float(self.kinds.confidence[number]), 3)

    def importance(self, number: int) -> float | None:
        return self.verdicts[number].importance

    def evidence(self, number: int) -> Mapping[str, Any]:
        """What the decision was made by, and why the kind is what it is."""
        decision = self.verdicts[number].evidence
        return Evidence(lambda: {**decision, "kind": self.kinds.evidence(number)})


@dataclass(frozen=True, eq=False, slots=True)
class ItemBlocks:
    """Images and links that were judged and have no text."""

    tree: PageTree
    items: Sequence[ItemVerdict]
    selection: Selection

    def address(self, number: int) -> str:
        return self.tree.xpath(self.items[number].node)

    def text(self, _: int) -> str:
        return ""

    def keep(self, number: int) -> bool:
        return self.selection.on_item(self.items[number])[0]

    def reason(self, number: int) -> str:
        return self.selection.on_item(self.items[number])[1]

    def kind(self, number: int) -> Kind | None:
        return self.items[number].kind

    def confidence(self, number: int) -> float | None:
        return self.items[number].confidence

    def importance(self, _: int) -> None:
        return None

    def evidence(self, number: int) -> Mapping[str, Any]:
        return self.items[number].verdict.evidence
