"""A page as its readers see it: passages, one after the other, and which of them are content."""

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from sitesieve.monitor.knowledge import SiteKnowledge
from sitesieve.monitor.wording import key_of, wording
from sitesieve.page import Page
from sitesieve.page.paragraphs import paragraphs_of

_MOST = 0.5  # of the words of a passage
_HEADLINE = 3  # words, at least, of a link that announces a page
_NEAR = 3  # passages after a headline among which its teaser is: a date and an author too
_TEASERS = 3  # on a page that announces others, at least


@dataclass(frozen=True, slots=True)
class Passage:
    """A paragraph, a headline, an item: a piece of a page."""

    text: str
    said: tuple[str, ...]  # its wording
    key: int  # the same for passages of the same wording
    stays: bool  # by the model of the site
    repeated: bool  # on other pages of its path
    linked: bool  # for the most part
    teaser: bool  # follows the headline of another page that the page announces

    @property
    def is_content(self) -> bool:
        """Whether it is what the page is there for."""
        return self.stays and not self.repeated


@dataclass(frozen=True, slots=True)
class PageReading:
    """What was read on one visit."""

    title: str
    date: str | None
    passages: tuple[Passage, ...]

    @property
    def content(self) -> list[Passage]:
        """The passages that are content."""
        return [passage for passage in self.passages if passage.is_content]

    @property
    def announces(self) -> bool:
        """Whether there are headlines of other pages with teasers below them."""
        return any(passage.teaser for passage in self.passages)


def read_page(page: Page, knowledge: SiteKnowledge, numbers: bool = False) -> PageReading:
    """Read a page with what is known of its site."""
    tree = page.tree
    document, repeated = knowledge.cleaned(page)
    paragraphs = paragraphs_of(tree)
    of_leaf, count = paragraphs.of_leaf, len(paragraphs)
    words = np.maximum(tree.leaf_words, 1)
    total = np.maximum(np.bincount(of_leaf, words, count), 1)

    def mostly(leaves: npt.NDArray[np.bool_]) -> list[bool]:
        shares = np.bincount(of_leaf, words * leaves, count) / total
        return (shares > _MOST).tolist()  # type: ignore[no-any-return]

    stays, again = mostly(document.leaves_kept), mostly(repeated)
    linked = mostly(tree.in_link[tree.leaves])
    passages = []
    bounds = paragraphs.first_leaf.tolist()
    for at, (first, last) in enumerate(zip(bounds, bounds[1:], strict=False)):
        start, end = tree.word_start[tree.leaves[first]], tree.word_start[tree.leaves[last - 1] + 1]
        said = tuple(wording(tree.words[start:end], numbers))
        if said:
            text = " ".join("".join(tree.texts[first:last]).split())
            passages.append(
                Passage(text, said, key_of(said), stays[at], again[at], linked[at], False)
            )
    return PageReading(document.title, document.date, tuple(_with_teasers(passages)))


def announces_others(page: Page) -> bool:
    """Whether a page has headlines of other pages with teasers below them, by its make-up alone."""
    tree = page.tree
    paragraphs = paragraphs_of(tree)
    linked = np.bincount(
        paragraphs.of_leaf, tree.leaf_words * tree.in_link[tree.leaves], len(paragraphs)
    )
    words = np.bincount(paragraphs.of_leaf, tree.leaf_words, len(paragraphs))
    some = words > 0
    return bool(_teasers((linked > _MOST * words)[some].tolist(), words[some].tolist()))


def _with_teasers(passages: list[Passage]) -> list[Passage]:
    """The passages, those marked that follow headlines of other pages."""
    marked = list(passages)
    for at in _teasers([p.linked for p in passages], [len(p.said) for p in passages]):
        marked[at] = replace(marked[at], teaser=True)
    return marked


def _teasers(linked: list[bool], words: list[int]) -> list[int]:
    """The passages that follow headlines, each one of them; none where they are few."""
    teasers = []
    left = 0  # passages among which the teaser of the last headline must be
    for at, (is_link, number) in enumerate(zip(linked, words, strict=True)):
        if is_link:
            left = _NEAR if number >= _HEADLINE else left
        elif left:
            left -= 1
            if number > _HEADLINE:
                teasers.append(at)
                left = 0
    return teasers if len(teasers) >= _TEASERS else []
