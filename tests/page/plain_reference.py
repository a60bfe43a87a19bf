"""Plain text written leaf by leaf with strings: slow, and what the compiled writer must equal."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import accumulate

import numpy as np
import numpy.typing as npt

from sitesieve.page.columns import Strings
from sitesieve.page.tables import leaves_in_tables
from sitesieve.page.tags import BLOCK_LEVEL, TAG_ID
from sitesieve.page.tree import PageTree
from sitesieve.page.writing.ornaments import SEPARATORS
from sitesieve.page.writing.plain import plain_leaves

_IS_BLOCK = np.isin(np.arange(256), [TAG_ID[name] for name in BLOCK_LEVEL])
_LISTS = [TAG_ID[name] for name in ("ul", "ol", "menu", "dir", "dl", "select")]
_VERBATIM = [TAG_ID[name] for name in ("pre", "xmp", "textarea")]
_SEPARATOR = re.compile(rf"[\s{re.escape(SEPARATORS)}]*")
_PERMALINK = frozenset("¶ § # 🔗 ⚓ \uf0c1 \ue157 \ue9cb".split())
_MARK = re.compile(rf"{_SEPARATOR.pattern}|{'|'.join(sorted(_PERMALINK))}")
_HEADINGS = [TAG_ID[t] for t in "h1 h2 h3 h4 h5 h6 dt caption figcaption".split()]
_SIGNS_SAID = [TAG_ID[t] for t in "pre xmp textarea code kbd samp tt var".split()]
_CELLS = [TAG_ID["td"], TAG_ID["th"]]
_BARS = " |¦·•»›/"  # what is left at the ends of a line when its links went
_BARS_IN_A_ROW = re.compile(r"([|¦·•»›])(?: [|¦·•»›])+")
_DEEPEST = 20  # items and quotes are not moved in further


@dataclass(slots=True)
class _Line:
    number: int
    first: int  # leaf
    last: int
    pieces: list[str] = field(default_factory=list)
    gaps: bool = False  # whether something between the pieces was dropped


def reference_text(
    tree: PageTree, keep: npt.NDArray[np.bool_] | None = None, texts: Sequence[str] | None = None
) -> str:
    """The leaves to `keep`, or all, as text; `texts` replaces the leaves' own."""
    keep = np.ones(len(tree.leaves), np.bool_) if keep is None else keep
    texts = tree.texts if texts is None else texts
    keep = without_ornaments(tree, keep, texts)
    keep, shown = plain_leaves(tree, keep, Strings.of(texts))
    texts = shown.all()
    surroundings = _Surroundings(tree, keep)
    written: list[str] = []
    before: _Line | None = None
    for line in _lines(tree, keep, texts):
        verbatim = surroundings.code[line.first] >= 0
        text = _joined(line, verbatim)
        if not text:
            continue
        gap = "" if before is None else surroundings.between(before, line)
        empty = "| " * surroundings.empty_cells(before, line)
        if gap == " | " or (gap == " " and not verbatim):
            written[-1] += gap + empty + text
        else:
            written += (gap, empty, surroundings.moved_in(text, line, before))
        before = line
    return "".join(written)


def _lines(tree: PageTree, keep: npt.NDArray[np.bool_], texts: Sequence[str]) -> list[_Line]:
    lines: list[_Line] = []
    numbers, kept = tree.line.tolist(), keep.tolist()
    for i, number in enumerate(numbers):
        if not kept[i]:
            if lines and lines[-1].number == number:
                lines[-1].pieces.append(" ")  # what stood on both sides stays apart
                lines[-1].gaps = True
            continue
        if not lines or lines[-1].number != number:
            dropped_before = i > 0 and numbers[i - 1] == number
            lines.append(_Line(number, i, i, gaps=dropped_before))
        lines[-1].pieces.append(texts[i])
        lines[-1].last = i
    return lines


def _joined(line: _Line, verbatim: bool) -> str:
    joined = "".join(line.pieces)
    if verbatim:
        return joined.strip("\r\n").rstrip()
    text = " ".join(joined.split())
    return _BARS_IN_A_ROW.sub(r"\1", text).strip(_BARS) if line.gaps else text


class _Surroundings:
    """For each leaf, the list, item, row and the like that it stands in; -1 for none."""

    def __init__(self, tree: PageTree, keep: npt.NDArray[np.bool_]) -> None:
        self._tree = tree
        self.code = tree.innermost(_nodes(tree, *_VERBATIM))
        self._list = tree.innermost(tree.outermost(_nodes(tree, *_LISTS)))
        items = tree.items_with_text(keep)
        self._item = tree.innermost(items)
        self._depth = self._counted(items)
        self._quotes = self._counted(_nodes(tree, TAG_ID["blockquote"]))
        tables = list(tree.data_tables)
        self._table = tree.innermost(tables)
        self._row = tree.innermost(_nodes(tree, TAG_ID["tr"]) if tables else [])
        self._cell = tree.innermost(_nodes(tree, TAG_ID["td"], TAG_ID["th"]) if tables else [])
        leaves = tree.leaves
        self._blocks_before = np.cumsum(_IS_BLOCK[tree.tag])[leaves].tolist()
        self._breaks_before = np.cumsum(tree.tag == TAG_ID["br"])[leaves].tolist()

    def between(self, one: _Line, other: _Line) -> str:
        """What parts two lines that follow each other."""
        a, b = one.last, other.first
        if self._table[a] >= 0 and self._table[a] == self._table[b]:
            if self._row[a] != self._row[b]:
                return "\n"
            return " " if self._cell[a] == self._cell[b] else " | "
        if self._list[a] >= 0 and self._list[a] == self._list[b]:
            return "\n"
        if self.code[a] >= 0 and self.code[a] == self.code[b]:
            return "\n"
        return "\n" if self._is_single_break(a, b) else "\n\n"

    def empty_cells(self, one: _Line | None, other: _Line) -> int:
        """How many cells without text stand before a line in its row."""
        tree, b = self._tree, other.first
        row, cell = self._row[b], self._cell[b]
        if self._table[b] < 0:
            return 0
        after = -1
        if one is not None and self._row[one.last] == row:
            after = self._cell[one.last]
            if self._table[one.last] != self._table[b] or after in (-1, cell):
                return 0
            first = int(tree.end[after])
        elif row < self._table[b] or self._item[b] >= 0 or self._quotes[b]:
            return 0
        else:
            first = row + 1
        around = set(tree.tagged(*_CELLS).tolist())
        count = 0
        while first < cell and tree.end[first] <= cell:
            count += first in around
            first = int(tree.end[first])
        return count

    def moved_in(self, text: str, line: _Line, before: _Line | None) -> str:
        """The text with the mark of its item, as deep as it is nested."""
        i = line.first
        item = self._item[i]
        if item < 0 and not self._quotes[i]:
            return text
        depth = min(self._depth[i], _DEEPEST)
        start = "  " * depth
        if item >= 0 and self.code[i] < 0 and not (before and self._is_in(before.last, item)):
            start = start[:-2] + "- "
        start = "> " * min(self._quotes[i], _DEEPEST) + start
        rest = start.replace("-", " ")
        return start + text.replace("\n", "\n" + rest)

    def _is_in(self, leaf: int, node: int) -> bool:
        return bool(node < self._tree.leaves[leaf] < self._tree.end[node])

    def _is_single_break(self, a: int, b: int) -> bool:
        """Whether only a `br` parts two leaves, and not two, nor a block-level element."""
        if self._blocks_before[b] > self._blocks_before[a]:
            return False
        if self._breaks_before[b] - self._breaks_before[a] > 1:
            return False
        tree = self._tree
        up = int(tree.parent[tree.leaves[a]])
        while up > 0 and not _IS_BLOCK[tree.tag[up]]:
            up = int(tree.parent[up])
        return bool(tree.end[up] > tree.leaves[b])

    def _counted(self, nodes: list[int]) -> list[int]:
        """For each leaf, in how many of some nodes it stands."""
        tree, at = self._tree, np.array(nodes, np.int32)
        edges = [0] * (len(tree.leaves) + 1)
        for first in tree.leaf_start[at].tolist():
            edges[first] += 1
        for last in tree.leaf_start[tree.end[at]].tolist():
            edges[last] -= 1
        return list(accumulate(edges))


def _nodes(tree: PageTree, *tags: int) -> list[int]:
    nodes: list[int] = np.flatnonzero(np.isin(tree.tag, tags)).tolist()
    return nodes


def without_ornaments(
    tree: PageTree, keep: npt.NDArray[np.bool_], texts: Sequence[str]
) -> npt.NDArray[np.bool_]:
    """The leaves to keep, without links of headings to themselves and lines of bars only."""
    wordless = np.flatnonzero(keep & (tree.leaf_words == 0)).tolist()
    marks = {i: mark for i in wordless if _MARK.fullmatch(mark := texts[i].strip())}
    if not marks:
        return keep
    keep = keep.copy()
    in_heading = tree.below(*_HEADINGS)[tree.leaves] & tree.in_link[tree.leaves]
    verbatim = tree.below(*_SIGNS_SAID)[tree.leaves]
    verbatim |= tree.below(*_CELLS)[tree.leaves] & leaves_in_tables(tree)
    lines: dict[int, bool] = {}
    for i, mark in marks.items():
        if in_heading[i] and mark in _PERMALINK:
            keep[i] = False
        elif not verbatim[i] and _SEPARATOR.fullmatch(mark):
            line = int(tree.line[i])
            if line not in lines:
                first, last = np.searchsorted(tree.line, (line, line + 1))
                lines[line] = not tree.leaf_words[first:last][keep[first:last]].any()
            if lines[line]:
                keep[i] = False
    return keep
