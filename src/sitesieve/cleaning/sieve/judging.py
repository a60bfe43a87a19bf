"""A page judged: its paragraphs, and how likely each is content or a reader's post."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache, partial

import numpy as np
import numpy.typing as npt

from sitesieve.cleaning.boosting import Rows
from sitesieve.cleaning.columns import Columns
from sitesieve.cleaning.page_type.guess import TYPES, type_shares
from sitesieve.cleaning.sieve.class_name_weights import NAMES, NameWeights
from sitesieve.cleaning.sieve.decision import shared_by_path
from sitesieve.cleaning.sieve.evidence import (
    Surroundings,
    evidence_of,
    feature_names,
    smallest_page,
)
from sitesieve.cleaning.sieve.page_evidence import post_columns
from sitesieve.cleaning.sieve.site_evidence import (
    UNKNOWN,
    site_evidence,
    site_term,
    term_evidence,
)
from sitesieve.cleaning.sieve.trained import Trained
from sitesieve.page.late import Late
from sitesieve.page.paragraphs import Paragraphs, paragraphs_of
from sitesieve.page.tree import PageTree
from sitesieve.site.model import SiteModel
from sitesieve.site.place_odds import MOST

Column = npt.NDArray[np.float64]

_POST = 4  # elements above a paragraph, to the one that holds a post and others
# Where posts are what the page is made of, as in a thread, they are the content.
_POSTS = ("post", "posts in the rich text", "posts in the rich text around")


@dataclass(frozen=True, eq=False, slots=True)
class Judged:
    """The paragraphs of a page with what was found about each."""

    paragraphs: Paragraphs
    around: Surroundings
    words: Column
    rich: Column
    evidence: Rows  # what the content trees saw
    post: Column  # probability of being a reader's
    odds: Column  # log-odds of being content, by the page alone
    content: Column  # probability of being content
    site: Column  # what the site added to the log-odds; 0 without one
    ask_site: Late[Rows] | None  # for `site_rows`
    term_rows: Rows | None = None  # the part of `site_rows` that the term was made of

    @property
    def site_rows(self) -> Rows | None:
        """What the site says, if anything: `site_evidence.NAMES`."""
        return None if self.ask_site is None else self.ask_site()


def judged(
    tree: PageTree,
    trained: Trained,
    model: SiteModel | None = None,
) -> Judged:
    """Judge every paragraph of a page, with what is known of its site if that is enough."""
    paragraphs = paragraphs_of(tree)
    count = len(paragraphs)
    around = Surroundings(tree, paragraphs)
    if not count:
        return unjudged(around)
    path, _ = around.paths
    rows = evidence_of(around)
    post = probability(trained.post.score(rows)[:, 0])
    post = shared_by_path(post, around.words, path)
    rows = content_rows(around, rows, trained.names, post, type_shares(tree))
    odds = np.clip(trained.content.score(rows)[:, 0], -MOST, MOST)  # a site can outvote it
    term, ask_site, term_rows = np.zeros(count), None, None
    if model is not None:
        found = term_evidence(model, around)
        if found[0, 0] != UNKNOWN:
            term = site_term(found, rows, around, odds)
            term_rows = found
            ask_site = Late(partial(site_evidence, model.as_it_is(), around))
    content = shared_by_path(probability(odds + term), around.words, path)
    columns = (around.words, around.rich, rows, post, odds, content, term)
    return Judged(paragraphs, around, *columns, ask_site, term_rows)


def unjudged(around: Surroundings) -> Judged:
    """Paragraphs of which nothing has been found: all zeros."""
    zeros = np.zeros(len(around.paragraphs))
    rows = np.zeros((len(zeros), len(content_names())), np.float32)
    columns = (around.words, around.rich, rows, zeros, zeros, zeros, zeros)
    return Judged(around.paragraphs, around, *columns, None)


def content_rows(
    around: Surroundings, rows: Rows, names: NameWeights, post: Column, types: Sequence[float]
) -> Rows:
    """What the content trees see: `content_names()`, a column each. `rows` is the evidence of
    the page, `post` how likely each paragraph is one, `types` how likely each type of page."""
    return _content_columns(around, rows, names, post, types).rows(order="F")


@lru_cache(maxsize=1)
def content_names() -> tuple[str, ...]:
    """The names of the columns that the content trees see."""
    around = smallest_page()
    none = [0.0] * len(TYPES)
    columns = _content_columns(around, evidence_of(around), NameWeights({}), np.zeros(1), none)
    return columns.names


def _content_columns(
    around: Surroundings, rows: Rows, names: NameWeights, post: Column, types: Sequence[float]
) -> Columns:
    columns = Columns()
    columns.add("{}", rows, feature_names())
    columns.add("{}", names.evidence(around), NAMES)
    above = around.up[_POST]
    columns.add("{}", post_columns(post, around.rich, above, len(around.tree)), _POSTS)
    columns.add(
        "page is likely {}", np.broadcast_to(np.array(types), (len(rows), len(types))), TYPES
    )
    return columns


def probability(odds: Column) -> Column:
    """The probability that a log-odds stands for."""
    return 1 / (1 + np.exp(-np.clip(odds, -50, 50)))
