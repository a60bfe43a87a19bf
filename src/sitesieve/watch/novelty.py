"""Which passages of a page are new.

A passage is new when it is content (by the model of the site and the phrase filter of the path),
when the page never had it, at whatever place and in whatever markup, when no other page of the
watch has it, and when it is not in a place whose texts keep changing. So nothing is new on a page
that is redesigned, whose paragraphs are split or joined, or whose counters go on counting.
"""

from collections import Counter
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass

from sitesieve.page.words import tokenize
from sitesieve.watch.passages import PageReading, Passage, shingles, wording
from sitesieve.watch.site_knowledge import ChangingPlaces

Shingle = tuple[str, ...]
ELSEWHERE = 0.8  # of a passage or a page that another page has, from which it is not new
SHORTEST = 4  # words of a passage that can be news by itself
PROSE = 12  # words of a passage that is no label, whatever the design
_REWRITTEN = 0.5  # of a passage of a redesigned page that must be new


def shingles_of(texts: Iterable[str], numbers: bool = False) -> set[Shingle]:
    """The shingles of a text that is given block by block; they run across its blocks."""
    words: list[str] = []
    for text in texts:
        words += tokenize(text)
    return shingles(wording(words, numbers))


class ShingleIndex:
    """The shingles of the pages of a watch, to find passages that another page has.

    It must be one other page that has them: all together have nearly every shingle.
    """

    def __init__(self) -> None:
        self._of_page: dict[int, set[Shingle]] = {}
        self._pages: dict[Shingle, set[int]] = {}

    def put(self, page: int, own: set[Shingle]) -> None:
        for shingle in self._of_page.get(page, ()):
            self._pages[shingle].discard(page)
        self._of_page[page] = own
        for shingle in own:
            self._pages.setdefault(shingle, set()).add(page)

    def another_has(self, page: int, wanted: set[Shingle]) -> bool:
        """Whether a page other than this one has nearly all of them."""
        shared = Counter(other for shingle in wanted for other in self._pages.get(shingle, ()))
        del shared[page]
        return bool(wanted) and max(shared.values(), default=0) >= ELSEWHERE * len(wanted)


@dataclass(frozen=True, slots=True)
class PageMemory:
    """What is stored of a page from earlier visits."""

    page: int
    keys: Container[int]  # of the passages it has ever had
    shingles: set[Shingle]  # of its last version


def own_content(reading: PageReading, announcements: bool) -> list[Passage]:
    """The content of a page without headlines and teasers of other pages."""
    return [
        passage
        for passage in reading.content
        if announcements or not (passage.linked or passage.teaser)
    ]


def new_passages(
    reading: PageReading,
    memory: PageMemory,
    index: ShingleIndex,
    places: ChangingPlaces,
    announcements: bool,
    redesigned: bool,
    numbers: bool = False,
) -> list[Passage]:
    """The new passages of a page seen before; none where all of them are short labels.

    Headlines and teasers of other pages count with `announcements`, which is for a single page. If
    the site was `redesigned`, only long passages count. With `numbers` a change of numbers counts.
    """
    passages = [
        passage
        for passage in own_content(reading, announcements)
        if passage.key not in memory.keys
        and not _in_changing_place(passage, places)
        and _is_new(passage, memory, index, redesigned)
    ]
    if numbers or any(len(passage.words) >= SHORTEST for passage in passages):
        return passages
    return []


def _in_changing_place(passage: Passage, places: ChangingPlaces) -> bool:
    where = (passage.place, passage.look)
    if any(map(places.change_often, where)):
        return True
    return len(passage.words) < PROSE and any(map(places.change_sometimes, where))


def _is_new(passage: Passage, memory: PageMemory, index: ShingleIndex, redesigned: bool) -> bool:
    own = shingles(passage.words)
    new = own - memory.shingles
    if not new or index.another_has(memory.page, own):
        return False
    if redesigned:
        return len(passage.words) >= PROSE and len(new) > _REWRITTEN * len(own)
    return True


def is_copy(
    content: Iterable[Passage], page: int, index: ShingleIndex, linked: Sequence[set[Shingle]]
) -> bool:
    """Whether nearly all of a page is on other pages: stored ones, or those it links to."""
    words = copied = 0
    for passage in content:
        own = shingles(passage.words)
        words += len(passage.words)
        if index.another_has(page, own) or any(
            len(own & other) >= ELSEWHERE * len(own) for other in linked
        ):
            copied += len(passage.words)
    return words > 0 and copied >= ELSEWHERE * words
