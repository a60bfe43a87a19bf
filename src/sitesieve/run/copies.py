"""Which pages of a source are copies, forms or old versions of others, and the source without
them."""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from sitesieve.atomic import atomic_write
from sitesieve.cleaning.method import LearningMethod
from sitesieve.errors import OutputError, Reason
from sitesieve.page.page import Page
from sitesieve.run.job import Report, mapped, no_report
from sitesieve.run.tasks import EVERY_PAGE, Learner, PageFilter
from sitesieve.site.address_variants import AddressCard, Relation, card_of
from sitesieve.site.duplicate_groups import DuplicateGroups
from sitesieve.site.duplicates import Duplicates
from sitesieve.site.page_sketch import PageSketch, sketch_of
from sitesieve.sources.items import Failure, Item
from sitesieve.sources.source import Source

_SAID = {
    Relation.COPY: "copies",
    Relation.SAME: "is the same page as",
    Relation.MIRROR: "mirrors",
    Relation.OLD: "is an old version of",
    Relation.UNRELEASED: "is a development version of",
    Relation.PRINT: "is the print version of",
    Relation.MOBILE: "is the mobile version of",
}


class Dropped(NamedTuple):
    """A page that is left out: the page kept in its place, what it is to that, why that is kept."""

    kept: str
    relation: Relation
    why: str


Copies = Mapping[int, Dropped]  # by the number of the page among the items


@dataclass(frozen=True, slots=True)
class Surveyed:
    """A page's sketch and address, by which its copies are found, and what there is to learn
    from it."""

    sketch: PageSketch | None
    card: AddressCard
    label: str
    observation: Any = None
    learned_from: bool = False


@dataclass(frozen=True, slots=True)
class Survey:
    """Sketching a page, and observing it for a learner where there is one."""

    learner: Learner | None
    admits: PageFilter = EVERY_PAGE  # what it learns from

    def __call__(self, page: Page) -> Surveyed:
        known = (sketch_of(page), card_of(page), page.label)
        if self.learner is None or self.admits.other_role(page) is not None:
            return Surveyed(*known)
        return Surveyed(*known, self.learner.observe(page), learned_from=True)


def survey(
    learner: LearningMethod | None,
    source: Source,
    jobs: int = 0,
    report: Report = no_report,
    versions: bool = True,
    earlier: Source | None = None,
    admits: PageFilter = EVERY_PAGE,
) -> Copies:
    """Which items of a source are left out for others, or for pages of an `earlier` source; the
    learner learns from the first of each group, as far as they have the roles wanted (`admits`).
    Without `versions`, old versions of pages are not left out."""
    groups = DuplicateGroups(Duplicates(versions=versions))
    labels: dict[int, str] = {}
    if earlier is not None:
        with mapped(Survey(None), earlier, jobs, earlier.options.limits.seconds) as results:
            for number, result in enumerate(results):
                if not isinstance(result, Failure):
                    labels[-1 - number] = result.label
                    groups.add(result.sketch, -1 - number, result.card)
                report("surveying", number + 1, earlier.fraction)
    task = Survey(learner, admits)
    with mapped(task, source, jobs, source.options.limits.seconds) as results:
        for number, result in enumerate(results):
            if isinstance(result, Failure):
                if learner is not None:
                    learner.unusable[result.reason] += 1
                continue
            labels[number] = result.label
            first = groups.add(result.sketch, number, result.card)
            if first and learner is not None and result.learned_from:
                learner.absorb(result.observation)
            report("surveying", number + 1, source.fraction)
    return {
        number: Dropped(labels[found.kept], found.relation, found.why)
        for number, found in groups.left_out().items()
        if number >= 0
    }


def without(copies: Copies, items: Iterable[Item]) -> Iterator[Item]:
    """The items, with a failure that names the page kept in place of each that is left out."""
    for number, item in enumerate(items):
        dropped = copies.get(number)
        if dropped is None or not isinstance(item, Page):
            yield item
        else:
            name, detail = item.name or item.label, f"{_SAID[dropped.relation]} {dropped.kept}"
            yield Failure(
                *(name, Reason.DUPLICATE, detail, item.url),
                *(str(dropped.relation), dropped.kept, dropped.why),
            )


def save(copies: Copies, path: Path) -> None:
    """Save the copies, for a job that is resumed."""
    with atomic_write(path) as file:
        rows = [(number, *dropped) for number, dropped in copies.items()]
        file.write(json.dumps(rows).encode())


def load(path: Path) -> Copies:
    """The copies that an interrupted job had found."""
    try:
        return {
            int(number): Dropped(str(kept), Relation(relation), str(why))
            for number, kept, relation, why in json.loads(path.read_bytes())
        }
    except (OSError, ValueError, TypeError) as error:
        raise OutputError(f"cannot resume: {path} is unreadable: {error}") from error
