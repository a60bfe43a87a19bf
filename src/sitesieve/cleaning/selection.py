"""What stays of a page: what a method decided, then the kinds chosen, then what is shown at all."""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property

import numpy as np
import numpy.typing as npt

from sitesieve.cleaning.kind_selection import KindSelection
from sitesieve.cleaning.noise.page_kinds import PageKinds
from sitesieve.cleaning.output import OutputOptions
from sitesieve.cleaning.verdicts import ItemVerdict, Leaves, Part, Verdicts
from sitesieve.page import PageTree
from sitesieve.page.tables import leaves_in_tables

HIDDEN = "hidden from readers"
IN_TABLE = "in a table, and tables are not wanted"


class Selection:
    """The texts and nodes of a page that stay, given a method's verdicts and the output wanted.

    Kinds are looked at only where the output is chosen by them.
    """

    def __init__(
        self, tree: PageTree, verdicts: Verdicts, kinds: PageKinds, output: OutputOptions
    ) -> None:
        self._tree = tree
        self._verdicts = verdicts
        self._hidden_too = output.hidden
        self._tables_too = output.tables
        self._by_kind = KindSelection(kinds, output, verdicts.keep) if output.by_kind else None

    @cached_property
    def keep(self) -> Leaves:
        """For each text, whether it stays."""
        keep = self._verdicts.keep if self._by_kind is None else self._by_kind.keep
        return self.wanted(keep)

    def wanted(self, leaves: Leaves) -> Leaves:
        """Some texts, without those that go whatever was decided of them."""
        for unwanted, _ in self._unwanted:
            leaves = leaves & ~unwanted
        return leaves

    @cached_property
    def _unwanted(self) -> list[tuple[Leaves, str]]:
        """Texts that go whatever was decided of them, and why: the last reason counts."""
        unwanted = []
        if not self._hidden_too:
            unwanted.append((self._tree.hidden_leaves, HIDDEN))
        if not self._tables_too:
            unwanted.append((leaves_in_tables(self._tree), IN_TABLE))
        return unwanted

    def reason(self, leaf: int) -> str:
        """Why a text stays or goes."""
        for unwanted, reason in reversed(self._unwanted):
            if unwanted[leaf]:
                return reason
        if self._by_kind is not None and self._by_kind.decides(leaf):
            return self._by_kind.reason(leaf)
        return self._verdicts[leaf].reason

    @cached_property
    def _parts(self) -> Mapping[int, Part]:
        """What is left of texts that lose words; what stays because of its kind stays whole."""
        if self._by_kind is None:
            return self._verdicts.parts
        whole = self._by_kind.whole
        return {leaf: part for leaf, part in self._verdicts.parts.items() if not whole[leaf]}

    @cached_property
    def texts(self) -> list[str] | None:
        """The text of each leaf, where some are changed."""
        if not self._parts:
            return None
        texts = list(self._tree.texts)
        for leaf, part in self._parts.items():
            texts[leaf] = part.text
        return texts

    def words(self) -> Counter[str]:
        """The words that stay."""
        tree, bag = self._tree, Counter[str]()
        for leaf in np.flatnonzero(self.keep).tolist():
            part = self._parts.get(leaf)
            bag.update(tree.words_of(int(tree.leaves[leaf])) if part is None else part.words)
        return bag

    def leaf_words(self) -> npt.NDArray[np.float64]:
        """For each text, how many of its words stay."""
        words = np.where(self.keep, self._tree.leaf_words, 0).astype(np.float64)
        for leaf, part in self._parts.items():
            if self.keep[leaf]:
                words[leaf] = len(part.words)
        return words

    def on_item(self, item: ItemVerdict) -> tuple[bool, str]:
        """Whether an image or a link stays, and why."""
        verdict = item.verdict
        by_kind = self._by_kind and self._by_kind.on_item(verdict.keep, item.kind)
        return by_kind or (verdict.keep, verdict.reason)

    def cut(self, items: Sequence[ItemVerdict]) -> list[int]:
        """The nodes that go though they may have no text: hidden ones, and items that go,
        unless a text in their block stays because of its kind."""
        nodes = [item.block for item in items if self._goes(item)]
        return nodes if self._hidden_too else [*nodes, *self._tree.hidden_nodes]

    def _goes(self, item: ItemVerdict) -> bool:
        if item.verdict.keep or self.on_item(item)[0]:
            return False
        start, end = self._tree.leaf_start, self._tree.end[item.block]
        return self._by_kind is None or not self.keep[start[item.block] : start[end]].any()
