"""The door that every cleaning method goes through.

A method cleans a page into a `Document`. A learning method also looks at the
pages of a site first. Learning has two halves, so that it can be spread over
processes: `observe` turns a page into a small observation, anywhere; `absorb`
adds observations to the model, in one place and in a fixed order.
"""

import hashlib
import inspect
import json
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar, Self, Unpack, cast

import numpy.typing as npt

from sitesieve.cleaning.dials import Dials, OutputDials, check_output_dials
from sitesieve.cleaning.document import Document
from sitesieve.cleaning.method_spec import written
from sitesieve.cleaning.output import OutputOptions
from sitesieve.errors import ModelError, PageError
from sitesieve.notebook import Part, Shown, Table
from sitesieve.page import Page
from sitesieve.page.page import Html, Pages, as_pages, page_of
from sitesieve.site.model_file import DAMAGE, SavedModel, read_model, write_model
from sitesieve.site.store import PageObservation, SiteStore, listed

_MOST_SITES = 50  # that a notebook shows


class Method(ABC):
    """A way to clean a page."""

    name: ClassVar[str]
    learns: ClassVar[bool] = False
    PAPER: ClassVar[Mapping[str, Any]] = {}
    """The settings that make the method what its paper says, where they are not the usual ones."""

    @classmethod
    def by_paper(cls, **settings: Any) -> Self:
        """The method to the letter of its paper, but for the settings given here."""
        return cls(**{**cls.PAPER, **settings})

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(self._arguments())})"

    @property
    def spec(self) -> str:
        """The name with the settings that are not the usual ones, as `methods.named` reads it:
        `site-style-tree:paper,threshold=0.3`."""
        settings, changed = self.settings(), self._changed_settings()
        by_paper = bool(self.PAPER) and all(
            _plain(settings[name]) == _plain(value) for name, value in self.PAPER.items()
        )
        if by_paper:
            changed = {name: value for name, value in changed.items() if name not in self.PAPER}
        return written(self.name, by_paper, changed)

    def _changed_settings(self) -> dict[str, Any]:
        """The settings that are not the usual ones."""
        usual = inspect.signature(type(self)).parameters
        return {
            name: value
            for name, value in self.settings().items()
            if name not in usual or _plain(usual[name].default) != _plain(value)
        }

    def _arguments(self) -> list[str]:
        """The settings that are not the usual ones, as arguments."""
        return [f"{name}={value!r}" for name, value in self._changed_settings().items()]

    @abstractmethod
    def clean_page(self, page: Page) -> Document:
        """The page, cleaned; `PageError` when it cannot be used."""

    def clean(
        self, html: Html | Page, *, url: str | None = None, **dials: Unpack[OutputDials]
    ) -> Document:
        """Clean a page given as HTML or as a `Page`.

        The dials say what is wanted of it (see `OutputOptions`): `links`, `images`, `tables`,
        `hidden`, and by kinds of blocks `remove`, `keep`, `once` and `profile`.
        """
        return self._cleaned(html, url, cast(Dials, dials))

    def _cleaned(self, html: Html | Page, url: str | None, dials: Dials) -> Document:
        method, output = self.dialled(dials)
        document = method.clean_page(page_of(html, url))
        return document.with_output(output) if dials else document

    def dialled(self, dials: Dials) -> tuple[Self, OutputOptions]:
        """The method as some dials ask it to judge, and what they ask of its documents;
        TypeError for dials that it does not have."""
        check_output_dials(dials, self.name)
        return self, OutputOptions.of(**cast(OutputDials, dials))

    def learn(self, pages: Pages) -> Self:  # noqa: ARG002 - a method that learns uses them
        """Look at the pages of a site; methods that judge a page alone need not."""
        return self

    def settings(self) -> dict[str, Any]:
        """The arguments that make an equal method."""
        return {}

    def unlearned(self) -> Self:
        """One with the same settings that has learned nothing: it cleans each page alone."""
        return type(self)(**self.settings()) if self.learns else self

    def tables(self) -> dict[str, Any]:
        """What was learned, as plain data."""
        return {}

    def arrays(self) -> dict[str, npt.NDArray[Any]]:
        """What was learned, as arrays of numbers."""
        return {}

    def digest(self) -> str:
        """The same for methods that have learned the same."""
        content = hashlib.sha256(json.dumps(self.tables(), sort_keys=True).encode())
        for name, array in sorted(self.arrays().items()):
            content.update(name.encode() + array.tobytes())
        return content.hexdigest()

    def restore(self, saved: SavedModel) -> None:  # noqa: B027 - nothing learned, nothing to do
        """Take over what was learned."""

    def save(self, path: Path | str) -> None:
        """Save settings and what was learned to one file."""
        write_model(path, self.to_saved())

    def to_saved(self) -> SavedModel:
        """Settings and what was learned, as a model file holds them."""
        return SavedModel(self.name, self.settings(), self.tables(), self.arrays())

    @classmethod
    def load(cls, path: Path | str) -> Self:
        """The method as it was saved."""
        saved = read_model(path)
        if saved.method != cls.name:
            raise ModelError(f"{path} holds a model of {saved.method}, not of {cls.name}")
        return cls.from_saved(saved, path)

    @classmethod
    def from_saved(cls, saved: SavedModel, path: Path | str) -> Self:
        """The method that a model file describes."""
        try:
            method = cls(**saved.settings)
            method.restore(saved)
        except DAMAGE as error:
            raise ModelError(f"{path} is damaged: {error!r}") from error
        return method


class LearningMethod(Method):
    """A method that looks at many pages before it cleans one."""

    learns = True
    least_pages: ClassVar[int] = 1  # of a site; from fewer nothing can be learned
    by_role: ClassVar[bool] = False  # learns from the pages of the roles asked for, no others

    @abstractmethod
    def observe(self, page: Page) -> Any:
        """What the page tells, small enough to send between processes."""

    @abstractmethod
    def absorb(self, observation: Any) -> None:
        """Add what a page told to what is known."""

    @abstractmethod
    def describe(self, site: str | None = None) -> Any:
        """What is known of a site, or of the one site there is, for people to read: print it."""

    @abstractmethod
    def merge(self, other: "LearningMethod") -> None:
        """Take over what another of the kind has learned, as if from its pages; `ModelError`
        for one that is not of the kind."""

    @cached_property
    def unusable(self) -> Counter[str]:
        """Pages that could not be learned from, by reason."""
        return Counter()

    def remarks(self) -> list[str]:
        """What a person should know about what was learned, beyond that it was."""
        if not self.unusable:
            return []
        reasons = ", ".join(f"{n:,} {reason}" for reason, n in sorted(self.unusable.items()))
        return [f"some pages could not be learned from: {reasons}"]

    def drift(self, fits: Mapping[str, float]) -> list[str]:  # noqa: ARG002
        """Which sites no longer look as learned, given the mean fit of their pages."""
        return []

    def update(self, pages: Pages) -> Self:
        """Learn from more pages; the same as having learned from all of them at once."""
        return self.learn(pages)

    def learn(self, pages: Pages) -> Self:
        """Look at pages: `Page` objects or (url, html) pairs.

        A page that cannot be used is passed over and counted in `unusable`.
        """
        for page in as_pages(pages):
            try:
                observation = self.observe(page)
            except PageError as error:
                self.unusable[error.reason] += 1
            else:
                self.absorb(observation)
        return self


class StoringMethod(Shown, LearningMethod):
    """A method whose `models` are a `SiteStore`: it says what it observes on a page, and what it
    makes of that when it cleans."""

    models: SiteStore[Any]
    may_differ: ClassVar[tuple[str, ...]] = ("sample",)
    """Settings that may differ between models that are merged."""

    @abstractmethod
    def observe(self, page: Page) -> PageObservation:
        """What the page adds to its site."""

    def absorb(self, observation: PageObservation) -> None:
        self.models.absorb(observation)

    def merge(self, other: LearningMethod) -> None:
        if not isinstance(other, StoringMethod) or type(other) is not type(self):
            if not isinstance(other, Method):
                raise TypeError(f"a model can be merged, not {type(other).__name__}; load it first")
            raise ModelError(f"models of {self.name} and {other.name} cannot be merged")
        mine, theirs = self.settings(), other.settings()
        different = [n for n in mine if mine[n] != theirs[n] and n not in self.may_differ]
        if different:
            names = ", ".join(different)
            raise ModelError(f"these models were learned with different settings: {names}")
        self.models.merge(other.models)

    def __repr__(self) -> str:
        known = listed(f"{site} ({pages:,})" for site, pages in self._pages_of_sites())
        return f"<{super().__repr__()}: {f'pages of {known}' if known else 'nothing learned'}>"

    @property
    def _view(self) -> tuple[str, list[str], list[Part]]:
        """What was learned, for notebooks."""
        sites = self._pages_of_sites()
        pages = sum(pages for _, pages in sites)
        shown = [(site, f"{pages:,}") for site, pages in sites[:_MOST_SITES]]
        more = f"the first {_MOST_SITES} of {len(sites):,}" if len(sites) > _MOST_SITES else ""
        learned = f"{pages:,} pages of {len(sites):,} site{'' if len(sites) == 1 else 's'}"
        table = Table(more, ("site", "pages"), shown)
        facts = [learned if sites else "nothing learned", *self._arguments()]
        return f"{type(self).__name__}: {self.name}", facts, [table] if sites else []

    def _pages_of_sites(self) -> list[tuple[str, int]]:
        """The sites and how many pages are known of each, those with most pages first."""
        pages = [(site or "(no site)", len(self.models.pages_of(site))) for site in self.models]
        return sorted(pages, key=lambda site: (-site[1], site[0]))

    def remarks(self) -> list[str]:
        return super().remarks() + self.models.remarks()

    def tables(self) -> dict[str, Any]:
        return self.models.tables()

    def arrays(self) -> dict[str, npt.NDArray[Any]]:
        return self.models.arrays()

    def restore(self, saved: SavedModel) -> None:
        self.models.restore(saved)


def _plain(setting: Any) -> Any:
    """A setting in the form in which it is compared."""
    return list(setting) if isinstance(setting, tuple) else setting
