"""The headlines of a page and the short lines around, where bylines and dates stand."""

import itertools
import re
from collections.abc import Iterator

from sitesieve.page.tags import TAG_ID
from sitesieve.page.tree import PageTree

_BEFORE, _AFTER = 3, 12  # lines looked at
_LONGEST = 120  # characters: a longer line is text
_MOST_HEADINGS = 20
_MOST_LINES, _MOST_SHORT = 300, 100
_LONGEST_DATE = 34  # characters: a day of the week, a date and a time
_OTHER_DATE = re.compile(  # of a change, a release, a deadline
    r"updat|modif|edit|releas|since|before|until|through|member|joined|by\b", re.IGNORECASE
)
_BYLINE = re.compile(
    r"^(?i:(?:written|posted|published|story|words|article|reported)\s+)?"
    r"(?i:by|von|par|por|di|door|av|af)\s*:?\s+"
    r"(?=[^\W\d_a-z])"  # a capital, or a letter of a script without them
)


def headlines(tree: PageTree) -> list[str]:
    """The texts of the h1 elements."""
    nodes = (tree.tag == TAG_ID["h1"]).nonzero()[0][:_MOST_HEADINGS].tolist()
    spans = (range(tree.leaf_start[n], tree.leaf_start[tree.end[n]]) for n in nodes)
    return [text for span in spans if (text := " ".join(_lines(tree, span, _AFTER)).strip())]


def lines_near_headline(tree: PageTree) -> list[str]:
    """Short lines shortly before and after the first h1, those after it first."""
    headings = (tree.tag == TAG_ID["h1"]).nonzero()[0]
    if not len(headings) or not len(tree.leaves):
        return []
    first = int(tree.leaf_start[headings[0]])
    last = int(tree.leaf_start[tree.end[headings[0]]])
    after = _lines(tree, range(last, len(tree.leaves)), _AFTER)
    before = _lines(tree, range(first - 1, -1, -1), _BEFORE)
    return [line for line in (*after, *before) if line and len(line) <= _LONGEST]


def dated_lines(tree: PageTree) -> list[str]:
    """Lines at the start of the page that are hardly more than a date."""
    lines = (line for line in _lines(tree, range(len(tree.leaves)), _MOST_LINES) if line)
    short = itertools.islice((line for line in lines if len(line) <= _LONGEST), _MOST_SHORT)
    return [line for line in short if len(line) <= _LONGEST_DATE and not _OTHER_DATE.search(line)]


def bylines(lines: list[str]) -> Iterator[str]:
    """Those of some lines that say by whom the text is."""
    return (line for line in lines if _BYLINE.match(line))


def _lines(tree: PageTree, leaves: range, most: int) -> Iterator[str]:
    """The texts of some leaves, those of one line together, up to a number of lines."""
    pieces: list[str] = []
    number = None
    seen = 0
    for leaf in leaves:
        if number is not None and tree.line[leaf] != number:
            yield _joined(pieces, leaves.step)
            pieces = []
            seen += 1
            if seen >= most:
                return
        number = tree.line[leaf]
        pieces.append(tree.leaf_texts[leaf][: 4 * _LONGEST])
    yield _joined(pieces, leaves.step)


def _joined(pieces: list[str], step: int) -> str:
    return " ".join("".join(pieces[::step]).replace("\u00ad", "").split())
