"""What is known of a watched site: its model, the phrases that the pages of a path repeat, and
the places whose texts keep changing.

Model and phrases learn from each address once: a page learned twice would seem to be repeated.
After `SAMPLE` pages nothing more is learned, until a redesign: then the site is learned again.
"""

from collections.abc import Iterable
from typing import Self

import numpy as np
import numpy.typing as npt

from sitesieve.cleaning.document import Document
from sitesieve.cleaning.methods import RedundantPhrases, Sieve
from sitesieve.cleaning.methods.site_method import DRIFTED
from sitesieve.errors import ModelError
from sitesieve.page import Page
from sitesieve.page.addresses import normal_form
from sitesieve.page.hashing import stable_id
from sitesieve.site.model_file import SavedModel, model_bytes, model_of_bytes
from sitesieve.watch.changing_places import ChangingPlaces
from sitesieve.watch.state import State

SAMPLE = 200  # pages of a site
PHRASES = 200_000  # over all paths of a site
ENOUGH = 5  # pages from which the model is used, as in the sieve
_FORMAT = "watched-site"


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
        """Pages learned from."""
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

    def cleaned(self, page: Page) -> tuple[Document, npt.NDArray[np.bool_]]:
        """A page cleaned by the model, and which of its texts other pages of its path repeat."""
        return self.sieve.clean_page(page), self.phrases.repeated_leaves(page)

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
        """Everything, as the content of a model file."""
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


class KnowledgeStore:
    """What is known of each site, in the state. A redesign starts a new generation."""

    def __init__(self, state: State) -> None:
        self._state = state

    def of(self, site: str) -> tuple[SiteKnowledge, int]:
        """What is known of a site, and its generation."""
        row = self._state.row("SELECT content, generation FROM model WHERE site = ?", site)
        if row is None:
            return SiteKnowledge(site), 0
        try:
            return SiteKnowledge.from_bytes(row[0], site), row[1]
        except ModelError:  # it can be learned again: pages and versions are stored elsewhere
            return SiteKnowledge(site), row[1]

    def pages(self, site: str) -> int:
        """The number of pages that a site was learned from."""
        return int(self._state.value("SELECT pages FROM model WHERE site = ?", site) or 0)

    def keep(self, knowledge: SiteKnowledge, generation: int, now: float) -> None:
        """Store what is known of a site."""
        self._state.write(
            "INSERT OR REPLACE INTO model VALUES (?, ?, ?, ?, ?)",
            *(knowledge.site, generation, now, knowledge.pages, knowledge.to_bytes()),
        )
