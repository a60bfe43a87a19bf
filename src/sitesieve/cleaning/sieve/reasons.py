"""Why a paragraph stays or goes, in words, with the numbers behind them.

The trees decide by a hundred numbers together. A reason names the facts among these that speak
for the verdict and that a person can check by looking at the page, or at other pages of the
site: the strongest first, and no more than two. `Block.evidence` has what added most to the
probability.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache, cached_property, partial
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from sitesieve.cleaning.sieve.evidence import REACH
from sitesieve.cleaning.sieve.judging import Judged
from sitesieve.cleaning.sieve.site_evidence import NAMES as SITE_NAMES
from sitesieve.cleaning.sieve.site_evidence import UNKNOWN
from sitesieve.cleaning.sieve.trained import Trained
from sitesieve.cleaning.verdicts import Evidence, Verdict

_TELLING = 6  # features that the evidence names
_FACTS = 2  # that a reason names
_REPEATED = 0.3  # share of the other pages from which on a text counts as the site's
_SURE = 1.0  # log-odds from which on a place is said to hold content or noise
_LINKED = 0.5  # share of the words from which on links are mentioned
_FEW_WORDS = 3  # of which it is not said how many are links: those around them tell more
_RUNNING = 15  # words from which on a text with few links is called running text
_ITEMS = 3  # paragraphs from which on links are called a list
_NEAR = 8  # elements above a paragraph that say where it stands

# Where a paragraph stands, by the columns of the evidence that tell: what noise stands in ...
_NOISY_PLACES = {
    "under <nav>": "in a navigation element",
    "in navigation": "in a part named as navigation",
    "in breadcrumb": "in a part named as breadcrumbs",
    "under <footer>": "in a footer",
    "in footer": "in a part named as a footer",
    "in consent": "in a part named as a request for consent",
    "in promotion": "in a part named as advertising",
    "in share": "in a part named as sharing",
    "in related": "in a part named as related pages",
    "in subscribe": "in a part named as a subscription",
    "in comment": "in a part named as comments",
    "in search": "in a part named as a search",
    "in side": "in a part named as a side column",
    "under <aside>": "in an aside",
    "under <form>": "in a form",
    "under <control>": "on a button or another control",
    "in widget": "in a part named as a widget",
    "in header": "in a part named as a header",
    "under <header>": "in a header",
}
# ... what content does ...
_CONTENT_PLACES = {
    "under <article>": "in an article element",
    "under <main>": "in the main element",
    "in content": "in a part named as content",
    "in post": "in a part named as a post",
    "in product": "in a part named as a product",
}
# ... and what the words of noise speak of.
_SAYS = {
    "says ad": "it has words that are usual in advertising",
    "says offer": "it has words that are usual in an offer",
    "says newsletter": "it has words that are usual in a newsletter",
    "says paywall": "it has words that are usual in a paywall",
    "says consent": "it has words that are usual in a request for consent",
    "says share": "it has words that are usual beside buttons for sharing",
    "says follow": "it has words that are usual beside links to networks",
    "says related": "it has words that are usual above related pages",
    "says popular": "it has words that are usual above popular pages",
    "says copyright": "it has words that are usual in a copyright line",
    "says legal": "it has words that are usual in legal notes",
    "says service": "it has words that are usual in menus of services",
    "says paging": "it has words that are usual for turning pages",
}


class Chosen(NamedTuple):
    """What was decided of each paragraph, and what by."""

    keep: npt.NDArray[np.bool_]
    comment: npt.NDArray[np.bool_]
    headline: npt.NDArray[np.bool_]
    likely: npt.NDArray[np.float64]  # to be what is wanted
    bar: float  # how likely one must be to stay by itself


@dataclass(frozen=True, slots=True)
class Reasons:
    """The verdict on each leaf is that on its paragraph, made when somebody looks at it."""

    odds: Judged
    chosen: Chosen
    trained: Trained
    made: dict[int, Verdict] = field(default_factory=dict)

    def verdict_on(self, leaf: int) -> Verdict:
        """The verdict on a text."""
        number = int(self.odds.paragraphs.of_leaf[leaf])
        if number not in self.made:
            keep, importance = bool(self.chosen.keep[number]), float(self.odds.content[number])
            facts = Facts(self.odds, self.trained.content.features, number)
            evidence = Evidence(partial(_evidence, facts, self.trained))
            reason = _reason(self.chosen, facts)
            self.made[number] = Verdict(keep, reason, evidence, importance=importance)
        return self.made[number]


class Facts:
    """What can be said of one paragraph."""

    def __init__(self, odds: Judged, features: tuple[str, ...], number: int) -> None:
        self.odds = odds
        self.number = number
        self._column = _columns(features)

    def value(self, feature: str) -> float:
        """What the content trees saw of the paragraph."""
        return float(self.odds.evidence[self.number, self._column[feature]])

    @cached_property
    def site(self) -> dict[str, float]:
        """What other pages of the site say, as far as it is known."""
        rows = self.odds.term_rows
        if rows is None:
            return {}
        values = zip(SITE_NAMES, rows[self.number].tolist(), strict=True)
        return {name: value for name, value in values if value != UNKNOWN}

    @property
    def other_pages(self) -> int:
        """Pages of the site that are known, without this one."""
        return round(2 ** self.site["other pages known"] - 1) if self.site else 0

    @property
    def pages_with_text(self) -> int:
        """How many of these have the paragraph's texts."""
        return round(self.site.get("least share of a text", 0.0) * self.other_pages)

    @cached_property
    def words(self) -> tuple[int, int]:
        """The words of the paragraph, and those of them in links."""
        around = self.odds.around
        return round(around.words[self.number]), round(around.linked[self.number])

    @cached_property
    def words_around(self) -> tuple[int, int, int, int]:
        """The words of the smallest element around the paragraph that has more than a few, those
        in links, and those in running text; and its paragraphs."""
        around = self.odds.around
        for nodes in around.larger:
            sums = around.below(nodes[self.number : self.number + 1])[:, 0]
            if sums[0] > _FEW_WORDS:
                break
        words, linked, rich, paragraphs = np.rint(sums).astype(np.int64).tolist()
        return words, linked, rich, paragraphs

    def for_noise(self) -> Iterator[str]:
        """What speaks for noise, the strongest first."""
        if self.pages_with_text and self.site["least share of a text"] >= _REPEATED:
            yield f"the text stands on {self.pages_with_text} of {_other_pages(self.other_pages)}"
        words, linked = self.words
        words_around, linked_around, _, paragraphs = self.words_around
        if words > _FEW_WORDS and linked >= _LINKED * words:
            yield f"{linked} of {words} words are links"
        elif linked and linked_around >= _LINKED * words_around:
            menu = self._near("under <nav>") or self._near("in navigation")
            kind = "a menu, " if menu else "a list of links, "
            shown = f"{linked_around} of {words_around} words here are links"
            yield f"{kind if paragraphs >= _ITEMS else ''}{shown}"
        yield from self._place(_NOISY_PLACES)
        said = max(_SAYS, key=self.value)
        if self.value(said) > 0:
            yield _SAYS[said]
        yield from self._place_elsewhere("noise", -1)
        if not words:
            yield "no words"
        elif words <= _RUNNING:
            yield f"{_words(words)} that {'is' if words == 1 else 'are'} no part of running text"

    def for_content(self) -> Iterator[str]:
        """What speaks for content, the strongest first."""
        (words, linked), (_, _, rich, _) = self.words, self.words_around
        if self.value("heading level") > 0:
            yield "a heading"
        elif words >= _RUNNING and linked < _LINKED * words:
            yield f"{words} words of running text"
        elif rich > words:
            yield f"among {rich} words of running text"
        yield from self._place_elsewhere("content", 1)
        if self.site.get("texts differ", 0.0) >= _LINKED:
            yield "other pages of the site have other texts here"
        yield from self._place(_CONTENT_PLACES)

    def _near(self, feature: str) -> bool:
        return self.value(feature) < min(_NEAR, REACH)

    def _place(self, places: dict[str, str]) -> Iterator[str]:
        """Where the paragraph stands: the nearest of such places."""
        nearest = min(places, key=self.value)
        if self._near(nearest):
            yield places[nearest]

    def _place_elsewhere(self, what: str, sign: int) -> Iterator[str]:
        """What stands at such a place on other pages."""
        pages = round(self.site.get("pages judged there", 0.0))
        if pages > 0 and sign * self.site["log-odds at the place"] >= _SURE:
            yield f"this place has {what} on {_other_pages(pages)}"


@cache
def _columns(features: tuple[str, ...]) -> dict[str, int]:
    return {name: column for column, name in enumerate(features)}


def _reason(chosen: Chosen, facts: Facts) -> str:
    """Why a paragraph stays or goes: by itself, or with what it belongs to."""
    number = facts.number
    stays, likely = bool(chosen.keep[number]), float(chosen.likely[number])
    by_itself = (likely >= chosen.bar) == stays
    if chosen.headline[number]:
        return f"the headline, which is {'part' if stays else 'left out'} of the text"
    if chosen.comment[number]:
        what = "a reader's comment"
    elif by_itself:
        what = "content" if stays else "noise"
    else:
        what = f"{'stays' if stays else 'goes'} with what it belongs to"
    told = facts.for_content() if stays else facts.for_noise()
    because = "; ".join(fact for fact, _ in zip(told, range(_FACTS), strict=False))
    chance = f"{likely:.0%} likely to be content{'' if by_itself else ' by itself'}"
    return f"{what}: {because} ({chance})" if because else f"{what}: {chance}"


def _evidence(facts: Facts, trained: Trained) -> dict[str, Any]:
    """The numbers behind a reason, and the features that counted most, each with its value and
    what it added to the log-odds."""
    odds, number = facts.odds, facts.number
    row = odds.evidence[number]
    value = dict(zip(trained.content.features, row.tolist(), strict=True))
    added = list(trained.content.contributions(row).items())[:_TELLING]
    evidence: dict[str, Any] = {
        name: {"value": round(value[name], 3), "adds": round(gain, 2)} for name, gain in added
    }
    evidence["probability of a comment"] = round(float(odds.post[number]), 3)
    names = ("words around", "linked words around", "running words around", "paragraphs around")
    counts = dict(zip(("words", "linked words"), facts.words, strict=True))
    evidence["counts"] = counts | dict(zip(names, facts.words_around, strict=True))
    if odds.site_rows is not None:
        shown = zip(SITE_NAMES, odds.site_rows[number].tolist(), strict=True)
        values = {name: round(value, 3) for name, value in shown if value != UNKNOWN}
        evidence["site"] = values | {"adds": round(float(odds.site[number]), 2)}
        pages = {"other pages": facts.other_pages, "pages with the text": facts.pages_with_text}
        evidence["counts"] |= pages
    return evidence


def _other_pages(number: int) -> str:
    return f"{number:,} other page{'' if number == 1 else 's'} of the site"


def _words(number: int) -> str:
    return f"{number:,} word{'' if number == 1 else 's'}"
