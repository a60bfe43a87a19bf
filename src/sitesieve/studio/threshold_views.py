"""The threshold by eye (thesis §5.3): some pages of a site at every threshold of a slider."""

from dataclasses import dataclass

from sitesieve.cleaning.methods import SiteStyleTree
from sitesieve.cleaning.threshold_trial import PAGES, TriedText
from sitesieve.studio.desk import Desk

LADDER = tuple(step / 20 for step in range(21))


@dataclass(frozen=True, slots=True)
class ThresholdPage:
    """A page, and from which threshold on each of its texts goes."""

    number: int | None
    name: str
    title: str
    words: int
    texts: list[TriedText]


@dataclass(frozen=True, slots=True)
class ThresholdsView:
    """A site at all thresholds of the slider."""

    site: str
    thresholds: list[float]
    auto: float
    chosen: float | None
    pages: list[ThresholdPage]


@dataclass(frozen=True, slots=True)
class ChosenThreshold:
    """The threshold that a person chose for a site; none leaves it to be found."""

    site: str
    threshold: float | None


def thresholds_view(desk: Desk, site: str) -> ThresholdsView | None:
    """Some pages of a site by the style tree, from the lowest threshold to the highest."""
    numbers = desk.store.some(site, PAGES)
    pages = [page for number in numbers if (page := desk.store.page(number)) is not None]
    with desk.using() as method:
        trials = SiteStyleTree.sharing(method).thresholds_on(pages, LADDER)
    if not trials:
        return None
    (trial,) = trials
    tried = [
        ThresholdPage(number, page.name, _title(desk, number), page.words, page.texts)
        for page in trial.pages
        for number in (desk.store.found(page.name),)
    ]
    ladder = list(trial.thresholds)
    return ThresholdsView(site, ladder, trial.auto, trial.chosen, tried)


def _title(desk: Desk, number: int | None) -> str:
    line = None if number is None else desk.store.line(number)
    return "" if line is None else line.title


def choose(desk: Desk, choice: ChosenThreshold) -> None:
    """Store a threshold in the model; ValueError for one that makes no sense."""
    with desk.using() as method:
        method.set_threshold(choice.site, choice.threshold)
        desk.unsaved = True
        desk.changed()
