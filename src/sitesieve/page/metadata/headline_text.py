"""The headlines of a page and the short lines around, where bylines and dates stand."""

import itertools
import re
from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from sitesieve.page.metadata.titles import lower_key, title_parts
from sitesieve.page.tags import TAG_ID
from sitesieve.page.tree import PageTree

Flags = npt.NDArray[np.bool_]

_BEFORE, _AFTER = 3, 12  # lines looked at
_LONGEST = 120  # characters: a longer line is text
_MOST_HEADINGS, _MOST_LOWER = 20, 5  # read of the first level, and of those below
_MOST_LINES, _MOST_SHORT = 300, 100
_LONGEST_DATE = 34  # characters: a day of the week, a date and a time
_MOST_BYTES = 2000  # read of a line
_NO_LETTERS = re.compile("[\u00ad\u200b\ufeff\ue000-\uf8ff]")  # hyphens, icons of link marks
_DIGIT = re.compile(r"\d")
_OTHER_DATE = re.compile(  # of a change, a release, a deadline
    r"updat|modif|edit|releas|since|before|until|through|member|joined|by\b", re.IGNORECASE
)
_BYLINE = re.compile(
    r"^(?i:(?:written|posted|published|story|words|article|reported)\s+)?"
    r"(?i:by|von|par|por|di|door|av|af)(?:\s*+:)?\s++"
    r"(?=[^\W\d_a-z])"  # a capital, or a letter of a script without them
    r"|^(?i:autor(?:in)?|auteur|autore|автор|作者|著者|文)\s*+[:：／]\s*+(?=[^\W\d_a-z])"
)


def headlines(tree: PageTree) -> list[str]:
    """The texts of the h1 elements."""
    return _texts_of(tree, (tree.tag == TAG_ID["h1"]).nonzero()[0][:_MOST_HEADINGS].tolist())


def _texts_of(tree: PageTree, nodes: list[int]) -> list[str]:
    spans = ((int(tree.leaf_start[n]), int(tree.leaf_start[tree.end[n]])) for n in nodes)
    return [text for span in spans if (text := " ".join(_lines(tree, *span, _AFTER)).strip())]


def lower_headings(tree: PageTree) -> list[str]:
    """The texts of the first h2 and h3 elements that neither are links nor hold any."""
    named = (tree.tag == TAG_ID["h2"]) | (tree.tag == TAG_ID["h3"])
    nodes = np.flatnonzero(named & ~tree.in_link)[:_MOST_LOWER]
    links = np.searchsorted(tree.link_nodes, nodes)
    free = links == np.searchsorted(tree.link_nodes, tree.end[nodes])
    return _texts_of(tree, nodes[free].tolist())


def shown_titles(tree: PageTree) -> set[str]:
    """What of a page's titles other pages may have too, in the form in which they are compared:
    of the one it declares and of headings, those of lower levels apart."""
    headings = headlines(tree)
    parts = title_parts([tree.title, *headings])
    if len(headings) > 1:  # one may be the name of the site, and another is the page's own
        return parts
    return parts | {lower_key(heading) for heading in lower_headings(tree)}


def lines_near_headline(tree: PageTree, teasers: Flags) -> list[str]:
    """Short lines shortly before and after the first h1, those after it first; but not those in
    teasers."""
    headings = (tree.tag == TAG_ID["h1"]).nonzero()[0]
    if not len(headings) or not len(tree.leaves) or teasers[headings[0]]:
        return []
    first = int(tree.leaf_start[headings[0]])
    last = int(tree.leaf_start[tree.end[headings[0]]])
    first_teaser, last_teaser = _run_around(teasers[tree.leaves], first, last)
    after = _lines(tree, last, first_teaser, _AFTER)
    before = _lines(tree, last_teaser, first, _BEFORE, backwards=True)
    return [line for line in (*after, *before) if line and len(line) <= _LONGEST]


def _run_around(teasers: Flags, first: int, last: int) -> tuple[int, int]:
    """Where the next teaser after some texts begins, and the last one before them ends."""
    after = np.flatnonzero(teasers[last:])
    before = np.flatnonzero(teasers[:first])
    next_teaser = last + int(after[0]) if len(after) else len(teasers)
    return next_teaser, int(before[-1]) + 1 if len(before) else 0


def words_after_headline(tree: PageTree, node: int) -> int:
    """How many words, those of links apart, stand between the first h1 and an element after it."""
    headings = (tree.tag == TAG_ID["h1"]).nonzero()[0][:1]
    first = int(tree.leaf_start[tree.end[headings[0]]]) if len(headings) else 0
    between = slice(first, max(first, int(tree.leaf_start[node])))
    free = ~np.asarray(tree.linked_leaves[between], np.bool_)
    return int(tree.leaf_words[between][free].sum()) if len(headings) else 0


def dated_lines(tree: PageTree, teasers: Flags) -> list[str]:
    """Lines at the start of the page, before any teasers, that are hardly more than a date."""
    first_teaser, _ = _run_around(teasers[tree.leaves], 0, 0)
    lines = (line for line in _lines(tree, 0, first_teaser, _MOST_LINES) if line)
    short = itertools.islice((line for line in lines if len(line) <= _LONGEST), _MOST_SHORT)
    dated = (line for line in short if len(line) <= _LONGEST_DATE and _DIGIT.search(line))
    return [line for line in dated if not _OTHER_DATE.search(line)]


def bylines(lines: list[str]) -> Iterator[str]:
    """Those of some lines that say by whom the text is."""
    return (line for line in lines if _BYLINE.match(line))


def _lines(
    tree: PageTree, first: int, last: int, most: int, backwards: bool = False
) -> Iterator[str]:
    """The lines that the leaves from `first` to `last` make, from either end, so many at most."""
    changes = np.flatnonzero(np.diff(tree.line[first:last]))
    changes = changes[-most:] if backwards else changes[:most]
    bounds = np.concatenate(([first], changes + (first + 1), [last]))
    if len(changes) == most:  # what is beyond is not read
        bounds = bounds[1:] if backwards else bounds[:-1]
    spans = list(itertools.pairwise(tree.leaf_texts.start[bounds].tolist()))
    for begin, end in reversed(spans) if backwards else spans:
        utf8 = tree.leaf_texts.utf8[begin : min(end, begin + _MOST_BYTES)]
        yield " ".join(_NO_LETTERS.sub("", utf8.decode(errors="ignore")).split())
