"""What of a page is new.

A passage is new when it is content (by the model of the site and the redundancy filters of
the path), when the page never showed it, whatever its place and its markup, when it is not
what other pages of the watch say, and when it does not stand where texts come and go. So a
page may be set in another design, its paragraphs cut or joined, its counters count on:
nothing of that is new.
"""

from collections import Counter
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass

from sitesieve.page.words import tokenize
from sitesieve.watch.changing_places import Persistence
from sitesieve.watch.comparison_text import shingles, wording
from sitesieve.watch.passages import PageReading, Passage

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
    """What the pages of a watch say, to tell what a page has from another.

    It must be one other page that says so: many together say most of what can be said.
    """

    def __init__(self) -> None:
        self._pages: dict[int, set[Shingle]] = {}
        self._on: dict[Shingle, set[int]] = {}

    def put(self, page: int, said: set[Shingle]) -> None:
        """Note what a page says, in place of what it said before."""
        for shingle in self._pages.get(page, ()):
            self._on[shingle].discard(page)
        self._pages[page] = said
        for shingle in said:
            self._on.setdefault(shingle, set()).add(page)

    def has_from_another(self, page: int, said: set[Shingle]) -> bool:
        """Whether another page says nearly all of it."""
        shown = Counter(other for shingle in said for other in self._on.get(shingle, ()))
        del shown[page]
        return bool(said) and max(shown.values(), default=0) >= ELSEWHERE * len(said)


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
    if not new or library.has_from_another(before.page, said):
        return False
    if manner.redesigned:
        return len(passage.said) >= PROSE and len(new) > _REWRITTEN * len(said)
    return True


def is_copy(
    content: Iterable[Passage], page: int, library: Library, linked: Sequence[set[Shingle]]
) -> bool:
    """Whether a page says only what other pages say: those known, and those it announces."""
    words = copied = 0
    for passage in content:
        said = shingles(passage.said)
        words += len(passage.said)
        if library.has_from_another(page, said) or any(
            len(said & other) >= ELSEWHERE * len(said) for other in linked
        ):
            copied += len(passage.said)
    return words > 0 and copied >= ELSEWHERE * words
