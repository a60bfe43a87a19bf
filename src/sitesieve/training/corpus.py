"""Labelled pages, read from Parquet files and turned into evidence and labels."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from sitesieve.clean.boosting import Rows
from sitesieve.clean.sieve.evidence import (
    REACH,
    Surroundings,
    evidence_of,
    feature_names,
)
from sitesieve.errors import InputError, MissingExtra, PageError
from sitesieve.page import Page
from sitesieve.page.hashing import stable_id
from sitesieve.page.paragraphs import paragraphs_of
from sitesieve.page.urls import site_of
from sitesieve.training.labels import gold_shares

FILES = ("pages", "articles", "news_sites")  # in the folder of labelled pages
_THREAD = "forum"  # the type of pages whose gold text is posts


@dataclass(frozen=True, slots=True)
class Gold:
    """A page as it comes from a file, with its gold text."""

    collection: str
    number: int
    site: str  # as the file says; several of one domain may be told apart
    domain: str  # what is never split between training and test
    url: str | None
    html: str
    main_text: str
    comments: str | None  # None where the file does not tell
    page_type: str | None

    def page(self) -> Page:
        """The page to clean."""
        return Page(self.url, self.html, site=self.site or None)


@dataclass(frozen=True, eq=False, slots=True)
class LabelledPage:
    """The paragraphs of a page as rows, with labels."""

    gold: Gold
    around: Surroundings
    rows: Rows
    path: npt.NDArray[np.int64]
    content: npt.NDArray[np.bool_]
    post: npt.NDArray[np.bool_]
    post_known: npt.NDArray[np.bool_]


def read_gold(folder: Path, name: str) -> list[Gold]:
    """The pages of one file, pages with the same gold text once."""
    try:
        from pyarrow import parquet
    except ImportError:
        raise MissingExtra("Training", "parquet") from None
    path = folder / f"{name}.parquet"
    if not path.is_file():
        raise InputError(f"no labelled pages: {path} is missing")
    found: dict[int, Gold] = {}
    for number, record in enumerate(parquet.read_table(path).to_pylist()):
        gold = _gold(name, number, record)
        found.setdefault(stable_id(gold.main_text), gold)
    return list(found.values())


def _gold(name: str, number: int, record: dict[str, Any]) -> Gold:
    url, html = record.get("url"), record["html"]
    site = record.get("site") or ""
    domain = site_of(f"http://{site}") if site else site_of(url or "")
    if not domain:
        domain = _declared(html) or f"{name} {number}"
    return Gold(
        name,
        number,
        site,
        domain,
        url,
        html,
        record["main_text"] or "",
        record.get("comments"),
        record.get("page_type"),
    )


def _declared(html: str) -> str:
    """The domain a page says it is of."""
    try:
        tree = Page(None, html).tree
    except PageError:
        return ""
    address = tree.canonical or tree.head.meta.get("og:url", "")
    return site_of(address) if address.startswith("http") else ""


def labelled(pages: Iterable[Gold]) -> Iterator[LabelledPage]:
    """Evidence and labels of pages; those without text are left out."""
    for gold in pages:
        try:
            tree = gold.page().tree
        except PageError:
            continue
        paragraphs = paragraphs_of(tree)
        if not len(paragraphs):
            continue
        around = Surroundings(tree, paragraphs)
        rows = evidence_of(around)
        content = gold_shares(tree, paragraphs, gold.main_text) > 0.5
        post, known = _posts(gold, around, rows, content)
        yield LabelledPage(gold, around, rows, around.paths[0], content, post, known)


def _posts(
    gold: Gold, around: Surroundings, rows: Rows, content: npt.NDArray[np.bool_]
) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.bool_]]:
    """Which paragraphs readers wrote, and of which that is known.

    Threads are made of posts, and some articles have their comments apart. On other pages
    nobody said what the comments are: what is called so and is no content may be some.
    """
    if gold.page_type == _THREAD:
        return content, np.ones(len(content), np.bool_)
    if not gold.comments:
        called = rows[:, feature_names().index("in comment")] < REACH
        return np.zeros(len(content), np.bool_), content | ~called
    shares = gold_shares(around.tree, around.paragraphs, gold.comments)
    return (shares > 0.5) & ~content, np.ones(len(content), np.bool_)
