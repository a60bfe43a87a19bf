"""What the methods have in common that keep a model for each site."""

import math
from collections.abc import Mapping
from copy import copy
from functools import cached_property, partial
from typing import Any, ClassVar, Self

from sitesieve.cleaning.dials import check_names
from sitesieve.cleaning.kinds import Kind
from sitesieve.cleaning.method import LearningMethod, StoringMethod
from sitesieve.cleaning.pinning import PinEffect, effects, proposed_pin
from sitesieve.errors import ModelError
from sitesieve.page import Page
from sitesieve.page.late import Late
from sitesieve.page.metadata import Metadata, read_metadata
from sitesieve.page.page import Html, Pages, page_of
from sitesieve.site.describe import Description
from sitesieve.site.model import Rung, SiteModel
from sitesieve.site.model_file import SavedModel
from sitesieve.site.models import SiteModels
from sitesieve.site.pins import Pin, Pins
from sitesieve.site.store import PageObservation
from sitesieve.site.tree_options import USUAL_TREES

DRIFTED = 0.6  # of the fit that pages had in learning; with less, a site has changed


class SiteMethod(StoringMethod):
    """A method that lays the pages of each site over each other."""

    models: SiteModels
    least_pages = 2  # one page is laid over nothing
    judging: ClassVar[tuple[str, ...]] = ()  # settings that can be changed after learning

    @cached_property
    def pins(self) -> Pins:
        """What a person said of blocks; it counts before what the method decides."""
        return Pins()

    @classmethod
    def sharing(cls, other: "SiteMethod", **settings: Any) -> Self:
        """A method that uses what another has learned."""
        if other.models.trees != USUAL_TREES and cls is not type(other):
            raise ModelError(
                f"{cls.name} needs trees learned with the usual settings, not with "
                f"{', '.join(other._changed_settings())}: learn again"
            )
        method = cls(**settings)
        method.models = other.models
        method.pins = other.pins
        return method

    @property
    def sites(self) -> Mapping[str, SiteModel]:
        """The model of each site."""
        return self.models

    def model_for(self, site: str) -> SiteModel | None:
        """The model of a site. A page without any address, and so without a site, is taken to
        be of the one site that is known, if it is one."""
        return self.models.model_for(site)

    def observe(self, page: Page, asked: bool = True) -> PageObservation:  # noqa: ARG002
        """What the page adds to its site. It need not be `asked` what it says by itself of its
        places, where enough pages with smaller digests are known."""
        return self.models.observe(page)

    def prune(self) -> None:
        """Forget what cannot change a verdict: a smaller model, which learns less well."""
        self.models.prune()

    def pin(
        self,
        html: Html | Page,
        address: str,
        *,
        keep: bool,
        kind: str | None = None,
        everywhere: bool = True,
        url: str | None = None,
    ) -> Pin:
        """Say that a block of a page is content (`keep`), or noise, and of which kind: wherever
        this place occurs on the site, or here only. `address` is that of a `Block`, or of an
        element around it."""
        page = page_of(html, url)
        pin = proposed_pin(page, address, keep, kind, everywhere)
        self.pins.add(pin)
        return pin

    def effect_of(self, pin: Pin, pages: Pages) -> list[PinEffect]:
        """What a pin would change on some pages, before it is taken: pages it changes nothing on
        are left out."""
        return effects(self, pin, pages)

    def with_pin(self, pin: Pin) -> Self:
        """One that has learned the same, with one more pin."""
        method = copy(self)
        method.pins = Pins([*self.pins, pin])
        return method

    def of_site(self, site: str) -> Self:
        """One that has learned the same of one site, and nothing of others."""
        method = copy(self)
        method.models = self.models.of_site(site)
        method.pins = Pins(pin for pin in self.pins if pin.site == site)
        return method

    def merge(self, other: LearningMethod) -> None:
        super().merge(other)
        if isinstance(other, SiteMethod):
            for pin in other.pins:
                self.pins.add(pin)

    def tables(self) -> dict[str, Any]:
        return super().tables() | ({"pins": self.pins.to_table()} if self.pins else {})

    def restore(self, saved: SavedModel) -> None:
        super().restore(saved)
        self.pins = Pins.from_table(saved.tables.get("pins", ()))
        for pin in self.pins:
            if pin.kind is not None:
                Kind(pin.kind)  # ValueError for one that there is not

    def describe(self, site: str | None = None) -> Description:
        """What is known of a site, for people: `print(model.describe())`."""
        return self.models.only(site)[1].describe()

    def thresholds(self, site: str | None = None) -> list[Rung]:
        """For a person to choose from: what a ladder of thresholds would remove of a site."""
        return self.models.only(site)[1].thresholds()

    def set_threshold(self, site: str, threshold: float | None) -> None:
        """Set the threshold of a site that a person chose (thesis §5.3); None leaves it to be
        found again. It is saved with the model; a `threshold` that is a number overrides it."""
        self.models.choose(site, threshold)

    def fit_of(self, html: Html | Page, *, url: str | None = None) -> float:
        """How much of a page its site's model recognises, in [0, 1]; 0 without a model. The page
        is given as for `clean`."""
        page = page_of(html, url)
        model = self.model_for(page.site)
        return model.fit_of(page) if model is not None else 0.0

    def drift(self, fits: Mapping[str, float]) -> list[str]:
        remarks = []
        for site, fit in sorted(fits.items()):
            model = self.model_for(site)
            if model is not None and fit < DRIFTED * model.expected_fit:
                remarks.append(
                    f"{site or '(no site)'} no longer looks as learned: the model recognises "
                    f"{fit:.0%} of its pages, {model.expected_fit:.0%} when it was learned; "
                    "learn again"
                )
        return remarks

    def settings(self) -> dict[str, Any]:
        learning = ("alignment", "leaf_height", "merge_elements", "sample")
        return {name: getattr(self, name) for name in self.judging} | {
            name: getattr(self.models, name) for name in learning
        }

    def judge_by(self, **settings: Any) -> None:
        """Change settings of judging: no need to learn again."""
        check_names(settings, tuple(self.settings()))
        for name in settings:
            if name not in self.judging:
                raise ValueError(f"{name} is a setting of learning: learn again to change it")
        other = type(self)(**self.settings() | settings)  # refuses a value that means nothing
        for name in self.judging:
            setattr(self, name, getattr(other, name))

    def judging_by(self, **settings: Any) -> Self:
        """One that has learned the same and judges by other settings."""
        method = copy(self)
        method.judge_by(**settings)
        return method


def metadata_by(model: SiteModel, page: Page) -> Late[Metadata]:
    """What a page says of itself, given what the model of its site knows now."""
    return Late(partial(read_metadata, page.tree, model.titles))


def checked(threshold: float | str) -> float | str:
    """A threshold as a number from 0 to 1, or "auto"; ValueError for anything else."""
    if threshold == "auto":
        return threshold
    try:
        number = float(threshold)
    except ValueError:
        number = math.nan
    if not 0 <= number <= 1:
        raise ValueError(f"the threshold must be auto or from 0 to 1, not {threshold}")
    return number
