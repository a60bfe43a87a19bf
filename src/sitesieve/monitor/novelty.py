"""What of a page is new.

A passage is new when it is content (by the model of the site and the redundancy filters of
the path), when the page never showed it, whatever its place and its markup, when it is not
what other pages of the watch say, and when it does not stand where texts come and go. So a
page may be set in another design, its paragraphs cut or joined, its counters count on:
nothing of that is new.
"""

from collections import Counter
from collections.abc import Container, Iterable
from dataclasses import dataclass

from sitesieve.monitor.passages import PageReading, Passage
from sitesieve.monitor.persistence import Persistence
from sitesieve.monitor.wording import shingles, wording
from sitesieve.page.words import tokenize

Shingle = tuple[str, ...]
ELSEWHERE = 0.8  # of a passage or a page that others say, from which it is not new
SHORTEST = 4  # words of a passage that can be news by itself
PROSE = 12  # words of a passage that is no label, whatever the design
_REWRITTEN = 0.5  # of a passage of a redesigned page, that must be new


def shingles_of(texts: Iterable[str], numbers: bool = False) -> set[Shingle]:
    """The shingles of a text that is given block by block; they go across its blocks."""
    said: list[str] = []
    for text in texts:
        said += tokenize(text)
    return shingles(wording(said, numbers))


class Library:
    """What the pages of a watch say, to tell what a page has from others."""

    def __init__(self) -> None:
        self._pages: dict[int, set[Shingle]] = {}
        self._on: Counter[Shingle] = Counter()

    def put(self, page: int, said: set[Shingle]) -> None:
        """Note what a page says, in place of what it said before."""
        self._on.subtract(self._pages.get(page, ()))
        self._pages[page] = said
        self._on.update(said)

    def said_by_others(self, page: int, shingle: Shingle) -> bool:
        """Whether another page says so."""
        return self._on[shingle] > (shingle in self._pages.get(page, ()))

    def share_of_others(self, page: int, said: set[Shingle]) -> float:
        """How much of it other pages say."""
        if not said:
            return 0.0
        return sum(self.said_by_others(page, shingle) for shingle in said) / len(said)


@dataclass(frozen=True, slots=True)
class Before:
    """What is known of a page from earlier visits."""

    page: int
    known: Container[int]  # keys of the passages it has ever shown
    said: set[Shingle]  # by its last version


@dataclass(frozen=True, slots=True)
class Manner:
    """How strictly it is judged."""

    announcements: bool  # whether headlines and teasers of other pages are news: of one page alone
    redesigned: bool  # whether the page may look new without being so
    numbers: bool = False


def own_content(reading: PageReading, announcements: bool) -> list[Passage]:
    """The content of a page without what it says of other pages."""
    return [
        passage
        for passage in reading.content
        if announcements or not (passage.linked or passage.teaser)
    ]


def new_passages(
    reading: PageReading,
    before: Before,
    library: Library,
    persistence: Persistence,
    manner: Manner,
) -> list[Passage]:
    """The passages of a known page that are news; none where they are only labels."""
    found = [
        passage
        for passage in own_content(reading, manner.announcements)
        if passage.key not in before.known
        and not _comes_and_goes(passage, persistence)
        and _is_new(passage, before, library, manner)
    ]
    if manner.numbers or any(len(passage.said) >= SHORTEST for passage in found):
        return found
    return []


def _comes_and_goes(passage: Passage, persistence: Persistence) -> bool:
    where = (passage.place, passage.look)
    if any(map(persistence.is_restless, where)):
        return True
    return len(passage.said) < PROSE and any(map(persistence.is_uneasy, where))


def _is_new(passage: Passage, before: Before, library: Library, manner: Manner) -> bool:
    said = shingles(passage.said)
    new = said - before.said
    if not new or library.share_of_others(before.page, said) >= ELSEWHERE:
        return False
    if manner.redesigned:
        return len(passage.said) >= PROSE and len(new) > _REWRITTEN * len(said)
    return True


def is_copy(content: Iterable[Passage], page: int, library: Library, linked: set[Shingle]) -> bool:
    """Whether a page says only what other pages say: those known, and those it announces."""
    said: set[Shingle] = set()
    for passage in content:
        said |= shingles(passage.said)
    known = sum(s in linked or library.said_by_others(page, s) for s in said)
    return bool(said) and known >= ELSEWHERE * len(said)
