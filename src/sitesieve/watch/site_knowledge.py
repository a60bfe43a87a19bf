"""What is known of a watched site: its model, the phrases that its paths repeat, and the
places whose texts come and go.

Model and phrases learn from every page that comes in, each address once: a page that is
visited again would else seem to repeat itself. After `SAMPLE` pages a site is known well
enough, until it looks different: then it is learned anew.
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
from sitesieve.watch.changing_places import Persistence

SAMPLE = 200  # pages of a site
PHRASES = 200_000  # over all paths of a site
ENOUGH = 5  # pages after which the model has a say, as in the sieve
_OURS = "watched-site"


class SiteKnowledge:
    """The model and the redundancy filters of one site."""

    def __init__(self, site: str) -> None:
        self.site = site
        self.sieve = Sieve(sample=SAMPLE)
        self.phrases = RedundantPhrases()
        self.phrases.models.most_rows = PHRASES
        self.persistence = Persistence()
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

        What a contents page shows of others is no sign that they repeat themselves: with
        `repeats_others` its phrases do not count.
        """
        self.sieve.absorb(self.sieve.observe(page))
        if not repeats_others:
            self.phrases.absorb(self.phrases.observe(page))
        self._learned.add(_address(page.url))

    def cleaned(self, page: Page) -> tuple[Document, npt.NDArray[np.bool_]]:
        """A page cleaned by the model, and which of its texts other pages of its path repeat."""
        return self.sieve.clean_page(page), self.phrases.repeated_leaves(page)

    def fit(self, page: Page) -> float | None:
        """How much of a page the model recognises, as a share of what it should; None when too
        little is known to tell."""
        model = self.sieve.model_for(self.site)
        if model is None or self.pages < ENOUGH:
            return None
        return self.sieve.fit_of(page) / max(model.expected_fit, 1e-9)

    @staticmethod
    def has_drifted(fits: Iterable[float]) -> bool:
        """Whether pages that were known look so different that the site has another design.

        One odd page is none; most of the pages are.
        """
        every = list(fits)
        strange = sum(fit < DRIFTED for fit in every)
        return bool(every) and strange >= min(3, len(every)) and strange > len(every) / 2

    def to_bytes(self) -> bytes:
        """All of it, packed."""
        tables = {
            "learned": sorted(self._learned),
            "persistence": self.persistence.to_rows(),
            "phrases": self.phrases.models.to_whole_rows(),
            "sites": self.sieve.tables(),
        }
        saved = SavedModel(_OURS, {"site": self.site}, tables, self.sieve.arrays())
        return model_bytes(saved)

    @classmethod
    def from_bytes(cls, content: bytes, site: str) -> Self:
        """As it was packed; `ModelError` when it is damaged."""
        name = f"the model of {site}"
        saved = model_of_bytes(content, name)
        found = cls(site)
        try:
            if saved.method != _OURS:
                raise ModelError(f"{name} is of another kind: {saved.method}")
            found._learned = {int(number) for number in saved.tables["learned"]}
            found.persistence.restore(saved.tables["persistence"])
            found.phrases.models.restore_whole(saved.tables["phrases"])
            model = SavedModel(Sieve.name, {}, saved.tables["sites"], saved.arrays)
            found.sieve.restore(model)
        except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
            raise ModelError(f"{name} is damaged: {error!r}") from error
        return found


def _address(url: str | None) -> int:
    return stable_id(normal_form(url))
