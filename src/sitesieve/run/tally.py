"""What a job counts while it runs, for its summary and its journal."""

import contextlib
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sitesieve.atomic import atomic_write
from sitesieve.cleaning.noise.site_card import SiteCard
from sitesieve.errors import InputError, Reason
from sitesieve.page.hashing import stable_id
from sitesieve.page.urls import host_of
from sitesieve.run.tasks import Cleaned
from sitesieve.sinks import FileSink, Record
from sitesieve.sinks.formats import to_line
from sitesieve.site.address_variants import Relation
from sitesieve.sources.items import Failure

_UNWANTED = (Reason.OTHER_TYPE, Reason.OTHER_ROLE, Reason.TOO_SHORT)  # asked for, so no failures


def listed(counts: Mapping[str, int]) -> str:
    """Numbers with what they count, in a line.

    >>> listed({"too-slow": 1, "empty": 2000})
    '2,000 empty, 1 too-slow'
    """
    return ", ".join(f"{number:,} {name}" for name, number in sorted(counts.items()))


class Failures(Counter[str]):
    """How many pages failed, by reason."""

    first = ""  # the first of them in words
    listing: FileSink | None = None  # where each of them is written down

    def note(self, failure: Failure) -> None:
        """Count a page that failed."""
        self[failure.reason] += 1
        self.first = self.first or f"{failure.name}: {failure.detail}"
        if self.listing is not None:
            data = failure.as_data()
            self.listing.write(Record(failure.url, failure.name, data=data))

    def error(self, hint: str = "") -> InputError:
        """What to raise when a job has no result: all pages failed, or there was none."""
        if not self:
            return InputError("there was no page to read")
        return InputError(f"no page could be used ({listed(self)}): {self.first}{hint}")


@contextlib.contextmanager
def listed_failures(path: Path | None) -> Iterator[Failures]:
    """A count of failures that also lists them in a file, which appears when all is done."""
    failures = Failures()
    if path is None:
        yield failures
        return
    listing = failures.listing = FileSink(path, "jsonl")
    listing.workspace.open(fresh=True)
    try:
        yield failures
    except BaseException:
        listing.discard()
        raise
    listing.finish()


@dataclass(slots=True)
class Tally:
    """Counts over the pages of a job; they survive an interruption."""

    cleaned: int = 0
    empty: int = 0  # pages of which nothing is left
    words_before: int = 0
    words_kept: int = 0
    duplicates: int = 0  # pages left out because they copy others
    relations: Counter[str] = field(default_factory=Counter)  # what these are to them
    mirrors: Counter[str] = field(default_factory=Counter)  # pages by "host of host"
    unwanted: Counter[str] = field(default_factory=Counter)  # left out as asked for, by reason
    failures: Failures = field(default_factory=Failures)
    cuts: Counter[str] = field(default_factory=Counter)  # by cap
    sites: set[int] = field(default_factory=set)
    fits: dict[str, tuple[int, float]] = field(default_factory=dict)  # site -> pages, sum
    cards: dict[str, SiteCard] | None = None  # of the sites, where they are wanted

    @property
    def failed(self) -> int:
        return self.failures.total()

    @property
    def items(self) -> int:
        """Pages dealt with, one way or the other."""
        return self.cleaned + self.duplicates + self.unwanted.total() + self.failed

    @property
    def removed_share(self) -> float:
        """The share of words that was removed."""
        return 1 - self.words_kept / self.words_before if self.words_before else 0.0

    @property
    def mean_fits(self) -> dict[str, float]:
        """For each site, how much of its pages the model recognised, on average."""
        return {site: total / pages for site, (pages, total) in self.fits.items()}

    def add(self, result: Cleaned | Failure) -> None:
        """Count one page."""
        if isinstance(result, Failure) and result.reason == Reason.DUPLICATE:
            self.duplicates += 1
            self.relations[result.relation] += 1
            if result.relation == Relation.MIRROR:
                self.mirrors[f"{host_of(result.url)} of {host_of(result.kept)}"] += 1
            return
        if isinstance(result, Failure) and result.reason in _UNWANTED:
            self.unwanted[result.reason] += 1
            return
        if isinstance(result, Failure):
            self.failures.note(result)
            return
        self.cleaned += 1
        self.empty += not result.words_kept
        self.words_before += result.words_before
        self.words_kept += result.words_kept
        self.cuts.update(set(result.cuts))
        self.sites.add(stable_id(result.site))
        if result.fit is not None:
            pages, total = self.fits.get(result.site, (0, 0.0))
            self.fits[result.site] = (pages + 1, total + result.fit)
        if self.cards is not None:
            card = self.cards.setdefault(result.site, SiteCard(result.site))
            card.add(result.once, result.url)

    def to_json(self) -> dict[str, Any]:
        return {
            "cleaned": self.cleaned,
            "empty": self.empty,
            "words_before": self.words_before,
            "words_kept": self.words_kept,
            "duplicates": self.duplicates,
            "relations": dict(self.relations),
            "mirrors": dict(self.mirrors),
            "unwanted": dict(self.unwanted),
            "failures": dict(self.failures),
            "cuts": dict(self.cuts),
            "sites": sorted(self.sites),
            "fits": self.fits,
            **({} if self.cards is None else {"cards": self._card_states()}),
        }

    def _card_states(self) -> dict[str, Any]:
        return {site: card.to_state() for site, card in (self.cards or {}).items()}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> "Tally":
        return cls(
            **{name: data[name] for name in ("cleaned", "empty", "words_before", "words_kept")},
            duplicates=data.get("duplicates", 0),
            relations=Counter(data.get("relations", {})),
            mirrors=Counter(data.get("mirrors", {})),
            unwanted=Counter(data.get("unwanted", {})),
            failures=Failures(data["failures"]),
            cuts=Counter(data["cuts"]),
            sites=set(data["sites"]),
            fits={site: (pages, total) for site, (pages, total) in data["fits"].items()},
            cards={site: SiteCard.from_state(site, card) for site, card in data["cards"].items()}
            if "cards" in data
            else None,
        )


def write_cards(cards: Mapping[str, SiteCard], path: Path) -> None:
    """Write the cards of sites, a line of JSON each, in the order of their names."""
    with atomic_write(path) as file:
        file.writelines(to_line(cards[site].as_data()) for site in sorted(cards))
