"""Two ways to clean the same page, side by side."""

from collections import Counter
from dataclasses import dataclass

from sitesieve.cleaning import methods
from sitesieve.cleaning.document import Document
from sitesieve.cleaning.method import Method
from sitesieve.cleaning.method_spec import MethodSpec
from sitesieve.cleaning.methods import SiteMethod
from sitesieve.cleaning.scores import word_scores
from sitesieve.page.paragraphs import paragraphs_of
from sitesieve.page.words import tokenize
from sitesieve.studio.desk import Desk

_LOOKED_AT = 100  # pages of which the worst are looked for


@dataclass(frozen=True, slots=True)
class Side:
    """What one of the two makes of the page."""

    method: str
    words_kept: int
    f: float | None  # against the gold text, where there is one


@dataclass(frozen=True, slots=True)
class ComparedBlock:
    """A block as both judge it."""

    number: int
    text: str
    first: bool
    second: bool
    first_reason: str
    second_reason: str
    paragraph: int  # the paragraph it is a part of
    gold: bool | None  # whether the gold text has it; None where that cannot be told


@dataclass(frozen=True, slots=True)
class ComparisonView:
    """A page as two methods clean it."""

    page: int
    first: Side
    second: Side
    gold: str | None
    blocks: list[ComparedBlock]


@dataclass(frozen=True, slots=True)
class WorstPage:
    """A page of those on which a method is worst."""

    page: int
    title: str
    f: float


def compare(desk: Desk, number: int, first: str, second: str) -> ComparisonView | None:
    """A page by two methods; ValueError for a method that there is not."""
    page = desk.store.page(number)
    if page is None:
        return None
    gold = _gold(desk, page.extra)
    with desk.using():
        one = method_for(desk, first).clean_page(page)
        other = method_for(desk, second).clean_page(page)
        paragraph = paragraphs_of(one.tree).of_leaf.tolist()
        wanted = _in_gold([block.text for block in one.blocks], gold)
        blocks = [
            ComparedBlock(
                *(i, a.text, a.keep, b.keep, a.reason, b.reason, paragraph[i]),
                wanted[i],
            )
            for i, (a, b) in enumerate(zip(one.blocks, other.blocks, strict=True))
            if a.text
        ]
        sides = (_side(one, first, gold), _side(other, second, gold))
    return ComparisonView(number, *sides, gold, blocks)


def worst_pages(desk: Desk, site: str | None, name: str) -> list[WorstPage]:
    """Of some pages with gold text, those on which a method has the lowest F first."""
    pages = []
    numbers = desk.store.some(site, _LOOKED_AT)
    with desk.using():
        method = method_for(desk, name)
        for number in numbers:
            page, line = desk.store.page(number), desk.store.line(number)
            gold = None if page is None else _gold(desk, page.extra)
            if page is not None and line is not None and gold is not None:
                f = word_scores(method.clean_page(page).text, gold).f
                pages.append(WorstPage(number, line.title or line.label, f))
    return sorted(pages, key=lambda page: page.f)


def method_for(desk: Desk, name: str) -> Method:
    """A method by its name and settings; of one that learns a site the same way, with what the
    studio's has learned. `current` is the studio's own."""
    if name == "current":
        return desk.method
    spec = MethodSpec.of(name)
    method = methods.named(name)
    if isinstance(method, SiteMethod) and not spec.paper:
        return type(method).sharing(desk.method, **method.settings())
    return desk.learned_by(name, method)


def _gold(desk: Desk, extra: dict[str, object]) -> str | None:
    gold = extra.get(desk.gold) if desk.gold else None
    return None if gold is None else str(gold)


def _in_gold(texts: list[str], gold: str | None) -> list[bool | None]:
    """Whether the gold text has each text. Of one that the page has more often than the gold text
    (a headline, and the breadcrumb above it) it cannot be told which is meant."""
    if gold is None:
        return [None] * len(texts)
    words = [" ".join(tokenize(text)) for text in texts]
    times, wanted = Counter(words), f" {' '.join(tokenize(gold))} "

    def has(one: str) -> bool | None:
        there = wanted.count(f" {one} ") if one else 0
        return None if not one or 0 < there < times[one] else there > 0

    return [has(one) for one in words]


def _side(document: Document, name: str, gold: str | None) -> Side:
    f = None if gold is None else word_scores(document.text, gold).f
    return Side(name, document.words_kept, f)
