"""Learning sites where their pages lie.

    pages ──► site, number of pages ──► large sites          (addresses only)
      │                                     │ broadcast
      ├──► digests of their pages ◄─────────┘
      │       the smallest of each partition travel
      │       └──► bounds of each large site
      │                 │ broadcast
      └──► observations of pages within them ──► by site ──► models

What is learned of a site follows from the pages with the smallest digests (`SiteStore`), and what
pages say of its places from those with the very smallest (`LateJudging`). Of a small site all
pages are among them. Of a large one the digests are looked at first, so that no page is observed
that does not count, and no more travel than count.
"""

import pickle
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from hashlib import blake2b
from itertools import groupby
from typing import Any

import pyarrow as pa
from pyspark.sql import DataFrame, Window
from pyspark.sql import functions as F  # noqa: N812

from sitesieve.cleaning import methods
from sitesieve.cleaning.methods import SiteMethod
from sitesieve.page.hashing import stable_id
from sitesieve.page.limits import Limits
from sitesieve.page.page import Page
from sitesieve.site.place_odds import PAGES as ASKED
from sitesieve.site.store import PageObservation
from sitesieve.sources.items import Failure
from sitesieve.spark.model_table import SCHEMA, batch_of, model_row, rows_of
from sitesieve.spark.page_rows import PageReader, page_rows, slices
from sitesieve.spark.watched_pages import results_of

LARGE = 100  # pages of a site; of more, a look at the digests first takes less than it saves
_COPIES = 8  # of a page; where there are more, each partition sends only one of them
_SIGNED = 1 << 63  # Spark has no numbers without a sign: digests are shifted, and stay in order
_ROWS_AT_ONCE = 1000

_DIGEST = pa.schema(
    {"site": pa.string(), "digest": pa.int64(), "address": pa.int64(), "copies": pa.int64()}
)
_BOUND = pa.schema(
    {
        "site": pa.string(),
        "last": pa.int64(),
        "asked": pa.int64(),
        "crowded": pa.list_(pa.int64()),
        "several": pa.bool_(),
    }
)
_OBSERVATION = pa.schema(
    {
        "site": pa.string(),
        "digest": pa.int64(),
        "name": pa.string(),
        "version": pa.int64(),
        "several": pa.bool_(),
        "observation": pa.binary(),
    }
)


def learn(
    df: DataFrame,
    *,
    method: str | SiteMethod = "sieve",
    html_column: str | None = None,
    url_column: str | None = None,
    site_by: str | None = None,
    limits: Limits | None = None,
) -> DataFrame:
    """The models of the sites that pages are of, as a table (site, pages, model).

    Parameters
    ----------
    df : a row a page, with columns for its address and its HTML, as text or bytes.
    method : "sieve" or "site-style-tree", or such an object with other settings.
    html_column, url_column : where these columns have other than the usual names.
    site_by : what makes a site: "domain", "host", or the name of a
        column.
    limits : what a page may cost.

    A page that cannot be used is passed over. Sites of one page are not learned. Nothing is
    computed until the table is used: write it, as Parquet, and read it back.
    """
    learner = _learner(method)
    reader = PageReader(limits)
    pages = page_rows(df, html_column, url_column, site_by)
    sample = learner.models.sample
    counts = pages.groupBy("site").count()
    large = counts.where(F.col("count") > min(LARGE, sample)).select("site")
    digests = pages.join(F.broadcast(large), "site", "left_semi").mapInArrow(
        _FindDigests(learner, reader), _ddl(_DIGEST)
    )
    # Spark cuts to the first ranks before the shuffle, too. Rank 1 may be that of bad pages.
    rank = F.dense_rank().over(Window.partitionBy("site").orderBy("digest"))
    smallest = digests.withColumn("rank", rank).where(F.col("rank") <= sample + 1).drop("rank")
    bounds = smallest.sortWithinPartitions("site", "digest").mapInArrow(
        _FindBounds(sample), _ddl(_BOUND)
    )
    observations = pages.join(F.broadcast(bounds), "site", "left").mapInArrow(
        _ObservePages(learner, reader), _ddl(_OBSERVATION)
    )
    in_order = observations.repartition("site").sortWithinPartitions(
        "site", "digest", "name", "version"
    )
    return in_order.mapInArrow(_AddUpSites(learner), SCHEMA)


def _learner(method: str | SiteMethod) -> SiteMethod:
    learner = methods.named(method) if isinstance(method, str) else method
    if not isinstance(learner, SiteMethod):
        name = getattr(learner, "name", type(learner).__name__)
        raise ValueError(f"Spark learns models of sites: sieve or site-style-tree, not {name}")
    if learner.sites:
        raise ValueError("the method has learned already; merge(models, more) adds to a table")
    return learner


def _ddl(schema: Any) -> str:
    """The columns as Spark writes them."""
    kinds = {
        pa.string(): "string",
        pa.int64(): "long",
        pa.bool_(): "boolean",
        pa.binary(): "binary",
        pa.list_(pa.int64()): "array<long>",
    }
    return ", ".join(f"{column.name} {kinds[column.type]}" for column in schema)


def _batches(rows: Iterable[dict[str, Any]], schema: Any) -> Iterator[pa.RecordBatch]:
    """Rows in batches of some thousand, or some megabytes of observations."""
    batch: list[dict[str, Any]] = []
    size = 0
    for row in rows:
        batch.append(row)
        size += len(row.get("observation") or b"")
        if len(batch) >= _ROWS_AT_ONCE or size > 4_000_000:
            yield pa.RecordBatch.from_pylist(batch, schema)
            batch, size = [], 0
    if batch:
        yield pa.RecordBatch.from_pylist(batch, schema)


@dataclass(slots=True)
class _SmallestOfSite:
    """The smallest digests of a site's pages in a partition."""

    pages: dict[int, tuple[int | None, int]] = field(default_factory=dict)  # address, copies
    bad: int = 0

    def add(self, digest: int, address: int | None, sample: int) -> None:
        first, copies = self.pages.get(digest, (address, 0))
        self.pages[digest] = first, copies + 1
        if len(self.pages) > 2 * sample:
            self.pages = dict(sorted(self.pages.items())[:sample])


@dataclass(frozen=True, slots=True)
class _FindDigests:
    """The digests of pages: of each site the smallest in a partition."""

    method: SiteMethod
    reader: PageReader

    def __call__(self, batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        return _batches(self._rows(batches), _DIGEST)

    def _rows(self, batches: Iterator[pa.RecordBatch]) -> Iterator[dict[str, Any]]:
        sites: dict[str, _SmallestOfSite] = {}
        sample = self.method.models.sample
        for batch in slices(batches):
            items = [self.reader.item(record) for record in self.reader.records(batch)]
            pages = [item for item in items if isinstance(item, Page)]
            results = results_of(self.method.models.trees.digest_of, pages, self.reader.seconds)
            for page, digest in zip(pages, results, strict=True):
                site = sites.setdefault(page.site, _SmallestOfSite())
                if isinstance(digest, Failure):
                    site.bad += 1
                else:
                    site.add(digest - _SIGNED, _address(page), sample)
        for name, site in sites.items():
            if site.bad:
                yield {"site": name, "digest": None, "address": None, "copies": site.bad}
            for number, (address, copies) in sorted(site.pages.items())[:sample]:
                yield {"site": name, "digest": number, "address": address, "copies": copies}


def _address(page: Page) -> int | None:
    """A number for the address by which versions of a page are known."""
    address = PageObservation(page.site, 0, page.url or page.name or "").address
    return stable_id(address) - _SIGNED if address else None


@dataclass(frozen=True, slots=True)
class _FindBounds:
    """Which pages of a large site count, from its smallest digests in order."""

    sample: int

    def __call__(self, batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        sites = groupby(rows_of(batches), lambda row: str(row["site"]))
        return _batches((self._bound(site, list(rows)) for site, rows in sites), _BOUND)

    def _bound(self, site: str, rows: list[dict[str, Any]]) -> dict[str, Any]:
        copies: Counter[int] = Counter()
        addresses: dict[int, int | None] = {}
        for row in rows:
            if row["digest"] is not None:
                copies[row["digest"]] += row["copies"]
                addresses.setdefault(row["digest"], row["address"])
        digests = sorted(copies)[: self.sample]
        # Pages of one address count once. Of copies it is not known here which address counts, so
        # they are left out: as many pages as are asked have these digests, or smaller ones.
        sure = {addresses[d] or d: d for d in reversed(digests) if copies[d] == 1}
        asked = sorted(sure.values())[:ASKED]
        return {
            "site": site,
            "last": digests[-1] if len(digests) == self.sample else None,
            "asked": asked[-1] if len(asked) == ASKED else None,
            "crowded": [digest for digest in digests if copies[digest] > _COPIES],
            "several": sum(row["copies"] for row in rows) > 1,
        }


@dataclass(frozen=True, slots=True)
class _BoundedObserving:
    """What is observed of a page, if it is within the bounds of its site."""

    method: SiteMethod

    def __call__(self, page: Page) -> tuple[int, PageObservation | None]:
        digest = self.method.models.trees.digest_of(page) - _SIGNED
        last, asked = page.extra["last"], page.extra["asked"]
        if last is not None and digest > last:
            return digest, None
        return digest, self.method.observe(page, asked is None or digest <= asked)


@dataclass(frozen=True, slots=True)
class _ObservePages:
    """Pages within the bounds of their sites as observations; bad pages of small sites as rows
    without any, since they count as pages of the site."""

    method: SiteMethod
    reader: PageReader

    def __call__(self, batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        return _batches(self._rows(batches), _OBSERVATION)

    def _rows(self, batches: Iterator[pa.RecordBatch]) -> Iterator[dict[str, Any]]:
        copied: dict[tuple[str, int], dict[str, Any]] = {}
        for batch in slices(batches):
            pages = list(self._pages(batch))
            results = results_of(_BoundedObserving(self.method), pages, self.reader.seconds)
            for page, result in zip(pages, results, strict=True):
                row = _observation_row(page, result)
                if row is None:
                    continue
                if row["digest"] not in (page.extra["crowded"] or ()):
                    yield row
                else:
                    place = row["site"], row["digest"]
                    copied[place] = min(copied.get(place, row), row, key=_copy_order)
        yield from copied.values()

    def _pages(self, batch: pa.RecordBatch) -> Iterator[Page]:
        """The pages of a batch, with the bounds of their sites."""
        for record in self.reader.records(batch):
            page = self.reader.item(record)
            if isinstance(page, Page):
                page.extra = {name: record[name] for name in _BOUND.names}
                yield page


def _observation_row(
    page: Page, result: tuple[int, PageObservation | None] | Failure
) -> dict[str, Any] | None:
    """What travels of a page, if anything does."""
    several = bool(page.extra["several"])
    row = dict.fromkeys(_OBSERVATION.names) | {"site": page.site, "several": several}
    if isinstance(result, Failure):
        return None if several else row
    digest, observation = result
    if observation is None or observation.kept is None:
        return None
    html = page.html if isinstance(page.html, bytes) else page.html.encode()
    return row | {
        "digest": digest,
        "name": observation.name,
        "version": int.from_bytes(blake2b(html, digest_size=8).digest(), signed=True),
        "observation": pickle.dumps(observation, pickle.HIGHEST_PROTOCOL),
    }


def _copy_order(row: dict[str, Any]) -> tuple[str, int]:
    """Of copies that with the smallest name counts."""
    return row["name"], row["version"]


@dataclass(frozen=True, slots=True)
class _AddUpSites:
    """Observations in the order of sites and digests as models."""

    method: SiteMethod

    def __call__(self, batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for site, rows in groupby(rows_of(batches), lambda row: str(row["site"])):
            method = type(self.method)(**self.method.settings())
            pages, several, last = 0, False, None
            for row in rows:
                pages += 1
                several = several or row["several"]
                # Of copies the first counts. How many travel depends on the partitions: no model
                # is to tell.
                if row["observation"] is not None and row["digest"] != last:
                    last = row["digest"]
                    method.absorb(pickle.loads(row["observation"]))
            # As on the command line: pages that have no site are learned from even if there is one.
            if site in method.models and (several or pages >= method.least_pages or not site):
                yield batch_of([model_row(method, site)])
