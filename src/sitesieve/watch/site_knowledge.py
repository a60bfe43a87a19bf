"""What is known of a watched site: its model, the phrases that the pages of a path repeat, and
the places whose texts keep changing.

Model and phrases learn from each address once: a page learned twice would seem to be repeated.
After `SAMPLE` pages nothing more is learned, until a redesign: then the site is learned again.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Self

from sitesieve.cleaning.methods import RedundantPhrases, Sieve
from sitesieve.cleaning.methods.site_method import DRIFTED
from sitesieve.errors import ModelError
from sitesieve.page import Page
from sitesieve.page.addresses import normal_form
from sitesieve.page.hashing import stable_id
from sitesieve.site.model_file import SavedModel, model_bytes, model_of_bytes
from sitesieve.watch.state import State

SAMPLE = 200  # pages of a site
PHRASES = 200_000  # over all paths of a site
ENOUGH = 5  # pages from which the model is used, as in the sieve
_FORMAT = "watched-site"

_OFTEN = 0.3  # of the passages of a place that are new since the last visit
_SOMETIMES = 0.05  # the same, from which short passages are not reported
_PAGES = 3  # on which that was so
_VISITS = 3  # to a single page, on which nothing in the place stayed
_FEW = 3  # passages that appear at once in a place of a single page; a list of news has more
_MOST_PLACES = 20_000


@dataclass(slots=True)
class _PlaceCounts:
    stayed: int = 0  # passages
    appeared: int = 0  # passages
    visits: int = 0  # on which something appeared
    pages: set[int] = field(default_factory=set)  # up to _PAGES of those where something appeared


class ChangingPlaces:
    """Places of a site whose texts keep changing: adverts, polls, the weather, most-read lists.

    Whenever a page is seen again, each of its passages was there before or is new since the last
    visit. Where texts are written for the page they stay. Where a large share is new since the last
    visit, on page after page, what appears there is not reported.

    A place is a hash: of the styles on the path to a passage, or, because the path may differ from
    page to page, of the look of the passage and the element around it.
    """

    def __init__(self) -> None:
        self._places: dict[int, _PlaceCounts] = {}

    def note(self, page: int, passages: Iterable[tuple[int, bool]]) -> None:
        """Count the passages of a page seen again: the place of each, and whether it stayed."""
        changed: set[int] = set()
        for place, stayed in passages:
            counts = self._places.get(place)
            if counts is None:
                if len(self._places) >= _MOST_PLACES:
                    continue
                counts = self._places[place] = _PlaceCounts()
            if stayed:
                counts.stayed += 1
                continue
            counts.appeared += 1
            changed.add(place)
        for place in changed:
            counts = self._places[place]
            counts.visits += 1
            if len(counts.pages) < _PAGES:
                counts.pages.add(page)

    def change_sometimes(self, place: int) -> bool:
        """Whether short passages that appear in a place are not to be reported."""
        counts = self._places.get(place)
        if counts is None or len(counts.pages) < _PAGES:
            return False
        return counts.appeared >= _SOMETIMES * (counts.appeared + counts.stayed)

    def change_often(self, place: int) -> bool:
        """Whether nothing that appears in a place is to be reported."""
        counts = self._places.get(place)
        if counts is None or counts.appeared < _OFTEN * (counts.appeared + counts.stayed):
            return False
        if len(counts.pages) >= _PAGES:
            return True
        alone = len(counts.pages) == 1 and counts.visits >= _VISITS and not counts.stayed
        return alone and counts.appeared <= _FEW * counts.visits

    def to_rows(self) -> list[list[Any]]:
        return [
            [place, counts.stayed, counts.appeared, counts.visits, sorted(counts.pages)]
            for place, counts in sorted(self._places.items())
        ]

    def restore(self, rows: Iterable[Iterable[Any]]) -> None:
        """Take over the counts of `to_rows`."""
        for place, stayed, appeared, visits, pages in rows:
            counts = _PlaceCounts(int(stayed), int(appeared), int(visits), set(pages))
            self._places[int(place)] = counts


class SiteKnowledge:
    """The model of one site, its phrase filter and its changing places."""

    def __init__(self, site: str) -> None:
        self.site = site
        self.sieve = Sieve(sample=SAMPLE)
        self.phrases = RedundantPhrases()
        self.phrases.models.most_rows = PHRASES
        self.places = ChangingPlaces()
        self._learned: set[int] = set()

    @property
    def pages(self) -> int:
        return len(self._learned)

    def wants(self, url: str) -> bool:
        """Whether there is something to learn from the page at an address."""
        return len(self._learned) < SAMPLE and _address(url) not in self._learned

    def learn(self, page: Page, repeats_others: bool) -> None:
        """Learn from a page that is wanted.

        The phrases of a contents page are not learned (`repeats_others`): it quotes other pages,
        which does not make their text redundant.
        """
        self.sieve.absorb(self.sieve.observe(page))
        if not repeats_others:
            self.phrases.absorb(self.phrases.observe(page))
        self._learned.add(_address(page.url))

    def fit(self, page: Page) -> float | None:
        """The fit of a page to the model as a share of the expected fit; None when too few pages
        were learned."""
        model = self.sieve.model_for(self.site)
        if model is None or self.pages < ENOUGH:
            return None
        return self.sieve.fit_of(page) / max(model.expected_fit, 1e-9)

    @staticmethod
    def has_drifted(fits: Iterable[float]) -> bool:
        """Whether most of the pages seen before fit so badly that the site has a new design."""
        values = list(fits)
        bad = sum(fit < DRIFTED for fit in values)
        return bool(values) and bad >= min(3, len(values)) and bad > len(values) / 2

    def to_bytes(self) -> bytes:
        tables = {
            "learned": sorted(self._learned),
            "persistence": self.places.to_rows(),
            "phrases": self.phrases.models.to_whole_rows(),
            "sites": self.sieve.tables(),
        }
        saved = SavedModel(_FORMAT, {"site": self.site}, tables, self.sieve.arrays())
        return model_bytes(saved)

    @classmethod
    def from_bytes(cls, content: bytes, site: str) -> Self:
        """What `to_bytes` wrote; `ModelError` when it is damaged."""
        name = f"the model of {site}"
        saved = model_of_bytes(content, name)
        knowledge = cls(site)
        try:
            if saved.method != _FORMAT:
                raise ModelError(f"{name} is of another kind: {saved.method}")
            knowledge._learned = {int(number) for number in saved.tables["learned"]}
            knowledge.places.restore(saved.tables["persistence"])
            knowledge.phrases.models.restore_whole(saved.tables["phrases"])
            model = SavedModel(Sieve.name, {}, saved.tables["sites"], saved.arrays)
            knowledge.sieve.restore(model)
        except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
            raise ModelError(f"{name} is damaged: {error!r}") from error
        return knowledge


def _address(url: str | None) -> int:
    return stable_id(normal_form(url))


def load_knowledge(state: State, site: str) -> tuple[SiteKnowledge, int]:
    """What is known of a site, and its generation: a redesign starts a new one."""
    row = state.row("SELECT content, generation FROM model WHERE site = ?", site)
    if row is None:
        return SiteKnowledge(site), 0
    try:
        return SiteKnowledge.from_bytes(row[0], site), row[1]
    except ModelError:  # it can be learned again: pages and versions are stored elsewhere
        return SiteKnowledge(site), row[1]


def store_knowledge(state: State, knowledge: SiteKnowledge, generation: int, now: float) -> None:
    state.write(
        "INSERT OR REPLACE INTO model VALUES (?, ?, ?, ?, ?)",
        *(knowledge.site, generation, now, knowledge.pages, knowledge.to_bytes()),
    )
