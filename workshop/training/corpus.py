"""Labelled pages, read from Parquet files and turned into evidence and labels."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from sample_web.motley_web import motley_site
from sitesieve.cleaning.boosting import Rows
from sitesieve.cleaning.kinds import Kind
from sitesieve.cleaning.page_type.evidence import Row
from sitesieve.cleaning.page_type.evidence import evidence as type_evidence
from sitesieve.cleaning.sieve.evidence import REACH, Surroundings, evidence_of, feature_names
from sitesieve.errors import InputError, MissingExtra, PageError
from sitesieve.page import Page
from sitesieve.page.hashing import stable_id
from sitesieve.page.paragraphs import paragraphs_of
from sitesieve.page.tags import TAG_ID
from sitesieve.page.tree import PageTree
from sitesieve.page.urls import site_of
from training.alignment import gold_shares
from training.facts import label_site, share_in

Flags = npt.NDArray[np.bool_]
Column = npt.NDArray[np.float64]

TEXTS = ("pages", "articles", "news_sites")  # files of pages with their gold texts
FACTS = "facts"  # of entity pages with the values people marked
LANDMARKED = ("docs_site", "project_site")  # of sites whose pages declare their main part
DRAWN = "drawn"  # sites whose designs are drawn at random, with their truth
DRAWN_SITES = range(1000, 1060)  # seeds; those below are for naming noise
# The weight of a page of each collection, and which share of its pages is used (one in so many):
# declared labels are less certain than those of people, and drawn pages are similar.
_WEIGHT = {"pages": 2.0, FACTS: 0.5, "docs_site": 0.3, "project_site": 0.3, DRAWN: 0.2}
_ONE_OF = {"docs_site": 3, "project_site": 3, DRAWN: 3}
_VALUE = 8.0  # the weight of a marked value: there are few, and the rest has no label
_THREAD = "forum"  # the type of pages whose gold text is posts
_OUTSIDE = [TAG_ID[tag] for tag in ("nav", "aside", "footer", "form")]  # in a main part, not of it


@dataclass(frozen=True, slots=True)
class Gold:
    """A page as it comes from a file, with its gold text."""

    collection: str
    number: int
    site: str  # as given in the file; a domain may have several
    domain: str  # what is never split between training and test
    url: str | None
    html: str
    main_text: str
    comments: str | None  # None where the file does not tell
    page_type: str | None
    values: tuple[str, ...] = ()  # what people marked on an entity page

    @property
    def learned_from(self) -> bool:
        """Whether the page is used in training; of some collections there are more than enough."""
        return self.number % _ONE_OF.get(self.collection, 1) == 0

    def page(self) -> Page:
        """The page to clean."""
        return Page(self.url, self.html, site=self.site or None)


@dataclass(frozen=True, eq=False, slots=True)
class LabelledPage:
    """The paragraphs of a page as rows, with labels."""

    gold: Gold
    around: Surroundings
    rows: Rows
    type_row: Row  # the evidence of the page's type
    path: npt.NDArray[np.int64]
    content: Flags
    post: Flags
    post_known: Flags
    weight: Column  # of the label `content`; 0 where it is unknown


def read_gold(folder: Path, name: str) -> list[Gold]:
    """The pages of one file, pages with the same gold text once."""
    by_text: dict[int, Gold] = {}
    for number, record in enumerate(_records(folder, name)):
        gold = _gold(name, number, record)
        by_text.setdefault(stable_id(gold.main_text), gold)
    return list(by_text.values())


def _records(folder: Path, name: str) -> list[dict[str, Any]]:
    try:
        from pyarrow import parquet
    except ImportError:
        raise MissingExtra("Training", "parquet") from None
    path = folder / f"{name}.parquet"
    if not path.is_file():
        raise InputError(f"no labelled pages: {path} is missing")
    records: list[dict[str, Any]] = parquet.read_table(path).to_pylist()
    return records


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


def read_labelled(folder: Path) -> list[LabelledPage]:
    """All pages there are to learn from: those of the files, and those drawn."""
    pages = list(labelled(gold for name in TEXTS for gold in read_gold(folder, name)))
    pages += labelled_facts(_records(folder, FACTS))
    for name in LANDMARKED:
        pages += labelled_landmarks(name, _records(folder, name))
    return [*pages, *labelled_drawn(DRAWN_SITES)]


def labelled(pages: Iterable[Gold]) -> Iterator[LabelledPage]:
    """Evidence and labels of pages with gold texts; those without text are left out."""
    for gold, around in _surroundings(pages):
        rows = evidence_of(around)
        content = gold_shares(around.tree, around.paragraphs, gold.main_text) > 0.5
        yield _labelled(gold, around, rows, content, *_posts(gold, around, rows, content))


def labelled_facts(records: Iterable[dict[str, Any]]) -> Iterator[LabelledPage]:
    """Evidence and labels of entity pages, site by site."""
    sites: defaultdict[str, list[Gold]] = defaultdict(list)
    for number, record in enumerate(records):
        site, url = f"{record['vertical']} {record['site']}", record["url"]
        values = tuple(" ".join(value.split()) for value in record["values"])
        gold = Gold(FACTS, number, site, site_of(url), url, record["html"], "", None, None, values)
        sites[site].append(gold)
    for golds in sites.values():
        shown = list(_surroundings(golds))
        labels = label_site([around for _, around in shown], [gold.values for gold, _ in shown])
        for (gold, around), label in zip(shown, labels, strict=True):
            size = np.maximum(around.words, 0.3) ** 0.4  # a value is short, whatever it says
            size[~label.known | (around.words == 0)] = 0
            weight = size / np.sqrt(max(1.0, size.sum())) * np.where(label.content, _VALUE, 1.0)
            yield _labelled(gold, around, evidence_of(around), label.content, weight=weight)


def labelled_landmarks(name: str, records: Iterable[dict[str, Any]]) -> Iterator[LabelledPage]:
    """Evidence of the pages of a site that says which is the main part of each."""
    golds = (
        Gold(name, number, name, name, record["url"], record["html"], "", None, record["role"])
        for number, record in enumerate(records)
    )
    for gold, around in _surroundings(golds):
        inside = _main_part(around.tree)
        if inside.any():
            yield _labelled(gold, around, evidence_of(around), inside[around.paragraphs.element])


def _main_part(tree: PageTree) -> Flags:
    """Which nodes stand in the part a page declares as its main one."""
    inside = np.zeros(len(tree), np.bool_)
    for node, role in tree.attributes("role").items():
        if role.lower() == "main":
            inside[node : tree.end[node]] = True
    for tag in ("article", "main"):
        if not inside.any():
            inside = tree.below(TAG_ID[tag])
    for node in np.flatnonzero(np.isin(tree.tag, _OUTSIDE)).tolist():
        inside[node : tree.end[node]] = False
    return inside


def labelled_drawn(seeds: Iterable[int]) -> Iterator[LabelledPage]:
    """Evidence and labels of sites whose designs are drawn at random."""
    for seed in seeds:
        for number, page in enumerate(motley_site(seed).pages):
            gold = Gold(DRAWN, number, page.site, page.site, page.url, page.html, page.main_text,
                        None, page.template)  # fmt: skip
            for _, around in _surroundings([gold]):
                kinds = [block.kind for block in page.blocks for _ in block.phrases]
                content, comments = (
                    share_in(around, np.array([kind is wanted for kind in kinds])) > 0.5
                    for wanted in (Kind.CONTENT, Kind.COMMENTS)
                )
                yield _labelled(gold, around, evidence_of(around), content, comments)


def _surroundings(pages: Iterable[Gold]) -> Iterator[tuple[Gold, Surroundings]]:
    for gold in pages:
        try:
            tree = gold.page().tree
        except PageError:
            continue
        paragraphs = paragraphs_of(tree)
        if len(paragraphs):
            yield gold, Surroundings(tree, paragraphs)


def _labelled(
    gold: Gold,
    around: Surroundings,
    rows: Rows,
    content: Flags,
    post: Flags | None = None,
    post_known: Flags | None = None,
    weight: Column | None = None,
) -> LabelledPage:
    nothing = np.zeros(len(content), np.bool_)
    if weight is None:
        # Between counting words, as the measure does, and counting paragraphs; and between
        # weighing pages alike and weighing them by their size.
        size = np.where(around.words > 0, np.maximum(around.words, 0.3) ** 0.7, 0.0)
        weight = size / np.sqrt(max(1.0, size.sum()))
    return LabelledPage(
        gold,
        around,
        rows,
        type_evidence(around.tree),
        around.paths[0],
        content,
        nothing if post is None else post,
        nothing if post_known is None else post_known,
        weight * _WEIGHT.get(gold.collection, 1.0),
    )


def _posts(
    gold: Gold, around: Surroundings, rows: Rows, content: npt.NDArray[np.bool_]
) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.bool_]]:
    """Which paragraphs are posts of readers, and for which paragraphs that is known.

    Threads consist of posts, and some articles have their comments as a separate text. On other
    pages comments are not labelled: what is named so and is not content may be some.
    """
    if gold.page_type == _THREAD:
        return content, np.ones(len(content), np.bool_)
    if not gold.comments:
        called = rows[:, feature_names().index("in comment")] < REACH
        return np.zeros(len(content), np.bool_), content | ~called
    shares = gold_shares(around.tree, around.paragraphs, gold.comments)
    return (shares > 0.5) & ~content, np.ones(len(content), np.bool_)
