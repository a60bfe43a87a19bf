"""Lines of code as they are shown: without the numbers beside them, each a line of its own."""

import re

import numpy as np
import numpy.typing as npt

from sitesieve.page.columns import Strings
from sitesieve.page.tags import TAG_ID
from sitesieve.page.tree import PageTree
from sitesieve.page.writing.markup_things import Code

_VERBATIM = [TAG_ID["pre"], TAG_ID["code"], TAG_ID["xmp"]]
_CELLS = (TAG_ID["td"], TAG_ID["th"])
_NUMBERS = re.compile(
    rb"(?<=[=,_-])(?:line-?num(?:ber)?s?(?:-rows)?|line-?no(?:s|div)?|lnos?|lnt?|gutter|blob-num"
    rb"|hljs-ln-n(?:umbers)?|crayon-nums?|LineNr)(?=[, ]|$)",
    re.IGNORECASE,
)
_CRAYON = re.compile(rb"^div class=(?:[^ ]*,)?crayon-pre(?=[, ]|$)")
_LINE = re.compile(
    rb"^(?:span|code) class=(?:[^ ]*,)?"
    rb"(?:(?:code|token|view|ec|c|cl|hljs-ln|CodeMirror)-line|line|codeline)(?=[, ]|$)"
)
_COUNTING = re.compile(r"[\s.:|]*\d[\s\d.:|]*")
_IS_LINE = np.zeros(256, np.bool_)
_IS_LINE[[TAG_ID[name] for name in ("div", "p", "li", "br")]] = True
_LEAST = 2  # lines; a number alone beside code may be anything


def line_numbers(tree: PageTree, keep: npt.NDArray[np.bool_], texts: Strings) -> dict[int, str]:
    """The leaves that are numbers of the lines of code to keep beside them, and what is left of
    each: the ends of lines that are empty but for their numbers."""
    if not _keeps_code(tree, keep):
        return {}
    numbers: set[int] = set()
    in_code = tree.below(*_VERBATIM)
    code = np.searchsorted(tree.tagged(*_VERBATIM), np.arange(len(tree) + 1))  # before each node
    kept = np.concatenate([[0], np.cumsum(keep)])[tree.leaf_start]
    around = np.flatnonzero(kept[tree.end] > kept[:-1]).astype(np.int32)
    for node in tree.looking_like(_NUMBERS, around).tolist():
        leaves = range(*_leaves(tree, node))
        beside = leaves and (in_code[node] or _is_beside_code(tree, node, code))
        if beside and all(_COUNTING.fullmatch(texts[leaf]) for leaf in leaves):
            numbers |= set(leaves)
    numbers |= _unnamed(tree, texts)
    if not numbers:
        return {}
    blocks = tree.innermost(tree.tagged(*_VERBATIM).tolist())
    with_code = {blocks[leaf] for leaf in range(len(blocks)) if leaf not in numbers}
    return {leaf: _line_ends(texts[leaf]) if blocks[leaf] in with_code else "" for leaf in numbers}


def _keeps_code(tree: PageTree, keep: npt.NDArray[np.bool_]) -> bool:
    return any(_some(tree, keep, node) for node in tree.tagged(TAG_ID["pre"]).tolist())


def _line_ends(text: str) -> str:
    return "\n" * text[len(text.rstrip()) :].count("\n")


def _leaves(tree: PageTree, node: int) -> tuple[int, int]:
    return int(tree.leaf_start[node]), int(tree.leaf_start[tree.end[node]])


def _is_beside_code(tree: PageTree, node: int, code: npt.NDArray[np.int64]) -> bool:
    """Whether an element has code inside or right after it, or is in a cell that has; `code` is
    how much of it there is before each node."""
    place = node
    while place > 0 and tree.tag[place] not in _CELLS:
        place = int(tree.parent[place])
    place = place or node
    after = int(tree.end[place])
    end = int(tree.end[after]) if after < tree.end[tree.parent[place]] else after
    return bool(code[end] > code[node])


def _unnamed(tree: PageTree, texts: Strings) -> set[int]:
    """Numbers in a cell of their own before one with code: 1, 2, 3 and so on."""
    numbers: set[int] = set()
    cells = tree.tagged(*_CELLS)
    cells = cells[tree.end[cells] < tree.end[tree.parent[cells]]]  # there is one after it
    code = np.concatenate([[0], np.cumsum(tree.tag == TAG_ID["pre"])])
    cells = cells[code[tree.end[tree.end[cells]]] > code[tree.end[cells]]]
    for node in cells.tolist():
        counted = " ".join(texts[leaf] for leaf in range(*_leaves(tree, node))).split()
        if len(counted) >= _LEAST and all(number.isdecimal() for number in counted):
            values = [int(number[:9]) for number in counted]
            if values == list(range(values[0], values[0] + len(values))):
                numbers |= set(range(*_leaves(tree, node)))
    return numbers


def ends_of_lines(tree: PageTree, keep: npt.NDArray[np.bool_], texts: Strings) -> list[int]:
    """The leaves of code after which a new line starts that no character says."""
    if not _keeps_code(tree, keep):
        return []
    ends = []
    in_code = tree.below(TAG_ID["pre"], TAG_ID["xmp"])
    for node in tree.looking_like(_LINE, np.flatnonzero(in_code).astype(np.int32)).tolist():
        first, last = _leaves(tree, node)
        more = last < len(texts) and in_code[tree.leaves[last]]
        if first < last and more and not _line_ends(texts[last - 1]):
            ends.append(last - 1)
    return ends


def code_in_tables(tree: PageTree, keep: npt.NDArray[np.bool_]) -> dict[int, Code]:
    """The tables that are code, a row a line with its number in a cell, and other code that has
    lines and is not in a `pre`; those of which something is kept."""
    code = {}
    numbered = tree.attributes("data-line-number")
    rows = {int(tree.parent[node]) for node in numbered if tree.tag[node] in _CELLS}
    tables = tree.tagged(TAG_ID["table"]).tolist() if rows else []
    all_rows = tree.tagged(TAG_ID["tr"])
    for table in tables:
        lines = all_rows[slice(*np.searchsorted(all_rows, (table, tree.end[table])))]
        numbered_lines = np.isin(lines, list(rows)).sum()
        if 2 * numbered_lines > len(lines) and _some(tree, keep, table):
            code[table] = Code()
    in_blocks = tree.looking_like(_CRAYON, words=(b"crayon-pre",)).tolist()
    code |= {node: Code() for node in tree.outermost(in_blocks) if _some(tree, keep, node)}
    elements = tree.tagged(TAG_ID["code"])
    if not len(elements):
        return code
    before = np.concatenate([[0], np.cumsum(_IS_LINE[tree.tag])])
    elements = elements[before[tree.end[elements]] - before[elements] > 1]
    in_code = tree.below(TAG_ID["pre"], TAG_ID["xmp"])
    for node in elements[~in_code[elements]].tolist():
        if _some(tree, keep, node):
            code[node] = Code()
    return code


def _some(tree: PageTree, keep: npt.NDArray[np.bool_], node: int) -> bool:
    return bool(keep[slice(*_leaves(tree, node))].any())
