"""Pages with classes: what a page belongs to, and its words as each input leaves them."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sitesieve.mining.corpus import PageLabel
from sitesieve.mining.inputs import Input
from sitesieve.page.page import Page
from sitesieve.run.tally import listed
from sitesieve.run.tasks import Learner

NO_CLASS = "no class"
ELSEWHERE = "of another experiment"


def labelled(page: Page, label: str, group: str | None) -> PageLabel | None:
    """What a page's columns say of it; in folders, its place: …/SITE/CLASS/page.html."""
    if label not in page.extra and page.name and page.name.count("/") >= 2:
        *_, site, name, _ = page.name.split("/")
        return PageLabel(name, site, "")
    name = class_name(page.extra.get(label))
    belongs = class_name(page.extra.get(group)) if group else ""
    return PageLabel(name, page.site, belongs) if name else None


def class_name(value: Any) -> str:
    """A value as the name of a class; empty for what is none: nothing, not a number, a list.

    >>> class_name(0), class_name(" sea\\n side"), class_name(None), class_name(["a"])
    ('0', 'sea side', '', '')
    """
    if isinstance(value, float) and (math.isnan(value) or value.is_integer()):
        return "" if math.isnan(value) else str(int(value))
    return " ".join(str(value).split()) if isinstance(value, str | int | float) else ""


@dataclass(frozen=True, slots=True)
class ObserveEach:
    """What a page tells to each of those that learn."""

    learners: Sequence[Learner]

    def __call__(self, page: Page) -> list[Any]:
        return [learner.observe(page) for learner in self.learners]


@dataclass(frozen=True, slots=True)
class Bags:
    """The words of a page, as each input leaves them; or why it is in no experiment."""

    inputs: Sequence[Input]
    label: str
    group: str | None
    only: tuple[str, ...] = ()

    def __call__(self, page: Page) -> tuple[PageLabel, list[Mapping[str, float]]] | str:
        membership = labelled(page, self.label, self.group)
        if membership is None:
            return NO_CLASS
        if self.only and membership.group not in self.only:
            return ELSEWHERE
        return membership, [each.bag(page) for each in self.inputs]


def remarks_on_reading(notes: Mapping[str, int], used: int) -> list[str]:
    """What became of the pages that are in no experiment."""
    remarks = []
    without = notes.get(NO_CLASS, 0)
    if without:
        remarks.append(
            f"{without:,} of {used + without:,} pages have no class: the sites were learned from "
            "them, too, but they are in no experiment"
        )
    elsewhere = notes.get(ELSEWHERE, 0)
    if elsewhere and not used:
        remarks.append(f"all {elsewhere:,} pages are of other experiments than those named")
    failed = {r: n for r, n in notes.items() if r not in (NO_CLASS, ELSEWHERE)}
    if failed:
        remarks.append(f"pages that could not be used: {listed(failed)}")
    return remarks
