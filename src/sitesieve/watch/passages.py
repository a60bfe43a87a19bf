"""A page as a list of passages: paragraphs, headlines, list items; and which are content.

Texts are compared in a form in which those that differ only in numbers, dates or letter case are
equal: a counter, the time, "3 March 2025" and "14 April 2025". With `numbers` a number is a word
like any other.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from sitesieve.page import Page
from sitesieve.page.hashing import stable_id
from sitesieve.page.metadata.month_names import MONTH_OF
from sitesieve.page.numbers import numbers_masked
from sitesieve.page.paragraphs import paragraphs_of
from sitesieve.page.remembered import remembered
from sitesieve.page.tree import Ints, PageTree
from sitesieve.page.words import tokenize
from sitesieve.watch.site_knowledge import SiteKnowledge

SHINGLE = 3  # words
_DAYS = frozenset(
    "monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri "
    "sat montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag lundi mardi "
    "mercredi jeudi vendredi samedi dimanche lunes martes miércoles jueves viernes sábado domingo "
    "lunedì martedì mercoledì giovedì venerdì sabato domenica maandag dinsdag woensdag donderdag "
    "vrijdag zaterdag zondag".split()
)
_NUMBER = "#"
_MIX, _BITS = 0x9E3779B97F4A7C15, (1 << 63) - 1
_MOST = 0.5  # of the words of a passage
_HEADLINE = 3  # words, at least, of a link that announces a page
_NEAR = 3  # passages after a headline among which its teaser is: a date and an author too
_TEASERS = 3  # on a page that announces others, at least


@dataclass(frozen=True, slots=True)
class Passage:
    """A paragraph, a headline, a list item or another piece of a page."""

    text: str
    words: tuple[str, ...]  # its wording
    key: int  # a hash of the wording
    place: int  # a hash of the styles on the path from the root
    look: int  # a hash of its style and that of the element around it, without numbers
    stays: bool  # by the model of the site
    repeated: bool  # on other pages of its path
    linked: bool  # most of its words are in links
    teaser: bool  # follows a headline that links to another page

    @property
    def is_content(self) -> bool:
        return self.stays and not self.repeated


@dataclass(frozen=True, slots=True)
class PageReading:
    """A page as it was read on one visit."""

    title: str
    date: str | None
    passages: tuple[Passage, ...]
    headline: int = 0  # the key of the title

    @property
    def content(self) -> list[Passage]:
        return [passage for passage in self.passages if passage.is_content]

    @property
    def announces(self) -> bool:
        """Whether the page lists headlines of other pages with teasers below them."""
        return any(passage.teaser for passage in self.passages)


def read_page(page: Page, knowledge: SiteKnowledge, numbers: bool = False) -> PageReading:
    """Read a page with what is known of its site."""
    tree = page.tree
    document = knowledge.sieve.clean_page(page)
    repeated = knowledge.phrases.repeated_leaves(page)  # on other pages of its path
    paragraphs = paragraphs_of(tree)
    of_leaf, count = paragraphs.of_leaf, len(paragraphs)
    words = np.maximum(tree.leaf_words, 1)
    total = np.maximum(np.bincount(of_leaf, words, count), 1)

    def mostly(leaves: npt.NDArray[np.bool_]) -> list[bool]:
        shares = np.bincount(of_leaf, words * leaves, count) / total
        return (shares > _MOST).tolist()  # type: ignore[no-any-return]

    places, looks = _places(tree, paragraphs.element), _looks(tree, paragraphs.element)
    stays, again = mostly(document.leaves_kept), mostly(repeated)
    linked = mostly(tree.in_link[tree.leaves])
    passages = []
    bounds = paragraphs.first_leaf.tolist()
    for at, (first, last) in enumerate(pairwise(bounds)):
        start, end = tree.word_start[tree.leaves[first]], tree.word_start[tree.leaves[last - 1] + 1]
        own = tuple(wording(tree.words[start:end], numbers))
        if own:
            text = _text(tree, first, last)
            verdicts = (stays[at], again[at], linked[at])
            # Links and texts of the same style are counted as different places.
            where = (places[at] ^ linked[at], looks[at] ^ linked[at])
            passages.append(Passage(text, own, key_of(own), *where, *verdicts, False))
    title = document.title
    headline = headline_key(title, numbers)
    return PageReading(title, document.date, tuple(_with_teasers(passages)), headline)


def headline_key(title: str, numbers: bool = False) -> int:
    """The key of a title: that of a passage with the same wording."""
    return key_of(wording(tokenize(title), numbers))


def _text(tree: PageTree, first: int, last: int) -> str:
    """The text of some leaves, with a space between lines."""
    pieces = []
    for leaf in range(first, last):
        if leaf > first and tree.line[leaf] != tree.line[leaf - 1]:
            pieces.append(" ")
        pieces.append(tree.texts[leaf])
    return " ".join("".join(pieces).split())


def _places(tree: PageTree, elements: Ints) -> list[int]:
    """For each element, a hash of the styles on the path from the root to it."""
    paths = [0] * len(tree)
    parents, styles = tree.parent.tolist(), tree.style.tolist()
    for node in range(1, len(tree)):
        paths[node] = (paths[parents[node]] * _MIX + styles[node]) & _BITS
    return [paths[node] for node in elements.tolist()]


def _looks(tree: PageTree, elements: Ints) -> list[int]:
    """For each element, a hash of its presentation and that of its parent."""
    above = tree.parent[elements].clip(min=0).tolist()
    shown = tree.presentation
    return [_look(shown(n), shown(m)) for n, m in zip(elements.tolist(), above, strict=True)]


@remembered(65_536)
def _look(own: str, around: str) -> int:
    return stable_id(numbers_masked(f"{own} in {around}")) & _BITS


def announces_others(page: Page) -> bool:
    """Whether a page lists headlines of other pages with teasers below them; needs no model."""
    tree = page.tree
    paragraphs = paragraphs_of(tree)
    linked = np.bincount(
        paragraphs.of_leaf, tree.leaf_words * tree.in_link[tree.leaves], len(paragraphs)
    )
    words = np.bincount(paragraphs.of_leaf, tree.leaf_words, len(paragraphs))
    places = _places(tree, paragraphs.element)
    return bool(_teasers((linked > _MOST * words).tolist(), words.tolist(), places))


def _with_teasers(passages: list[Passage]) -> list[Passage]:
    """The passages, with those marked that follow headlines of other pages."""
    marked = list(passages)
    words = [len(passage.words) for passage in passages]
    linked, places = [p.linked for p in passages], [p.place for p in passages]
    for at in _teasers(linked, words, places):
        marked[at] = replace(marked[at], teaser=True)
    return marked


def _teasers(linked: list[bool], words: list[int], places: list[int]) -> list[int]:
    """The passages that follow headlines, where several such pairs are in the same two places."""
    pairs: dict[tuple[int, int], list[int]] = {}
    headline = left = 0  # its place, and the passages among which its teaser must be
    for at, (is_link, number) in enumerate(zip(linked, words, strict=True)):
        if is_link:
            headline, left = (places[at], _NEAR) if number >= _HEADLINE else (headline, left)
        elif left and number:
            left -= 1
            if number > _HEADLINE:
                pairs.setdefault((headline, places[at]), []).append(at)
                left = 0
    return [at for teasers in pairs.values() if len(teasers) >= _TEASERS for at in teasers]


def wording(words: Iterable[str], numbers: bool = False) -> list[str]:
    """The words of a text, with each run of numbers and names of days and months as one sign.

    >>> wording("updated on monday 3 march 2025 at 10 30".split())
    ['updated', 'on', '#', 'at', '#']
    """
    if numbers:
        return list(words)
    masked: list[str] = []
    for word in words:
        if word in _DAYS or word in MONTH_OF or any(map(str.isdigit, word)):
            if not masked or masked[-1] != _NUMBER:
                masked.append(_NUMBER)
        else:
            masked.append(word)
    return masked


def key_of(words: Sequence[str]) -> int:
    """A stable number for a wording; it fits a signed column of 64 bits."""
    return stable_id(" ".join(words)) >> 1


def shingles(words: Sequence[str]) -> set[tuple[str, ...]]:
    """The runs of three words, or the whole where it is shorter."""
    if len(words) < SHINGLE:
        return {tuple(words)} if words else set()
    return {tuple(words[i : i + SHINGLE]) for i in range(len(words) - SHINGLE + 1)}
