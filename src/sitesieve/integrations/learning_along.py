"""Cleaning pages as they come, by what the pages before have taught.

Adding a page to what is known of its site is cheap, but what follows from that for the next page
is not: it is made from all pages of the site. So pages wait until there are enough of them to
make a difference, a quarter of those that are known already; then each page of a large site
costs no more than one of a small one.
"""

from collections import defaultdict
from itertools import count
from pathlib import Path

from sitesieve.cleaning import methods
from sitesieve.cleaning.dials import Dials
from sitesieve.cleaning.document import Document
from sitesieve.cleaning.methods import SiteMethod
from sitesieve.errors import ModelError
from sitesieve.locks import locked, stamp_of
from sitesieve.page import Page
from sitesieve.site.store import PageObservation

GROWTH = 4  # a quarter as many pages wait as are known
_LEAST = 2  # pages: one alone has nothing to be compared with
_MOST_WAITING = 1000  # pages, of all sites together


class LearningAlong:
    """Cleans pages and, unless it is not to learn, learns from them meanwhile. What was saved
    at `path` before is known from the beginning. A site is added up again when it has grown by
    one part in `growth`. A page of which nobody knows the site is cleaned alone."""

    def __init__(
        self,
        path: Path | None,
        learns: bool = True,
        dials: Dials | None = None,
        growth: int = GROWTH,
    ) -> None:
        if path is not None and not learns and not path.exists():
            raise ModelError(f"no such model: {path}; learn first, and save it there")
        self._stamp = None if path is None else stamp_of(path)
        self._model = _model_at(path)
        self._learns = learns
        self._growth = growth
        self._judging, self._wanted = self._model.dialled(dials or {})
        self._alone = self._judging.unlearned()
        self._waiting: defaultdict[str, list[PageObservation]] = defaultdict(list)
        self._pages_waiting = 0
        self._known = {site: len(self._model.models.pages_of(site)) for site in self._model.models}

    def clean(self, page: Page) -> Document:
        """The page, cleaned; `PageError` when it cannot be used."""
        if not page.site:
            return self._alone.clean_page(page).with_output(self._wanted)
        if self._learns:
            self._learn(page)
        return self._judging.clean_page(page).with_output(self._wanted)

    def save(self, path: Path) -> None:
        """Save what was learned, together with what others have saved there meanwhile; beside it
        where that is of another kind."""
        self._absorb_all()
        with locked(path):
            model = self._model
            if stamp_of(path) not in (None, self._stamp):
                try:
                    model = _model_at(path)
                    model.merge(self._model)
                except ModelError as error:
                    beside = _free_name(path)
                    self._model.save(beside)
                    raise ModelError(f"{error}; what was learned is in {beside}") from error
            model.save(path)

    def _learn(self, page: Page) -> None:
        waiting = self._waiting[page.site]
        waiting.append(self._model.observe(page))
        self._pages_waiting += 1
        if len(waiting) >= max(_LEAST, self._known.get(page.site, 0) // self._growth):
            self._absorb(page.site)
        elif self._pages_waiting >= _MOST_WAITING:
            self._absorb_all()

    def _absorb_all(self) -> None:
        for site in [*self._waiting]:
            self._absorb(site)

    def _absorb(self, site: str) -> None:
        observations = self._waiting.pop(site)
        for observation in observations:
            self._model.absorb(observation)
        self._pages_waiting -= len(observations)
        self._known[site] = self._known.get(site, 0) + len(observations)


def _free_name(path: Path) -> Path:
    """A name like that of a file, which no file has."""
    names = (path.with_name(f"{path.stem}-{number}{path.suffix}") for number in count(2))
    return next(name for name in names if not name.exists())


def _model_at(path: Path | None) -> SiteMethod:
    if path is None or not path.exists():
        return methods.Sieve()
    model = methods.load(path)
    if not isinstance(model, SiteMethod):
        raise ModelError(f"{path} holds a model of {model.name}, which does not learn page by page")
    return model
