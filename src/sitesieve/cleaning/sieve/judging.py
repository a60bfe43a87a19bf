"""A page judged: its paragraphs, and how likely each is content or a reader's post."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from sitesieve.cleaning.boosting import Rows
from sitesieve.cleaning.page_type.guess import TYPES, type_shares
from sitesieve.cleaning.sieve import class_name_weights
from sitesieve.cleaning.sieve.decision import shared_by_path
from sitesieve.cleaning.sieve.evidence import Surroundings, evidence_of, feature_names
from sitesieve.cleaning.sieve.site_evidence import UNKNOWN, site_evidence, site_term
from sitesieve.cleaning.sieve.trained import Trained
from sitesieve.page.paragraphs import Paragraphs, paragraphs_of
from sitesieve.page.tree import PageTree
from sitesieve.site.model import SiteModel
from sitesieve.site.place_odds import MOST
from sitesieve.site.placing import Placing

POST_NAMES = ("post", "posts in the rich text", "posts in the rich text around")
TYPE_NAMES = tuple(f"page is likely {kind}" for kind in TYPES)

Column = npt.NDArray[np.float64]


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
    site_rows: Rows | None  # what the site says: `site_evidence.NAMES`


def judged(
    tree: PageTree,
    trained: Trained,
    model: SiteModel | None = None,
    placing: Placing | None = None,
) -> Judged:
    """Judge every paragraph of a page, with what is known of its site if that is enough.

    `placing` is where the page's nodes are in the model, if somebody has looked already.
    """
    paragraphs = paragraphs_of(tree)
    count = len(paragraphs)
    around = Surroundings(tree, paragraphs)
    if not count:
        none = np.zeros(0)
        rows = np.zeros((0, len(content_names())), np.float32)
        return Judged(paragraphs, around, none, none, rows, none, none, none, none, None)
    path, _ = around.paths
    rows = evidence_of(around)
    post = probability(trained.post.score(rows)[:, 0])
    post = shared_by_path(post, around.words, path)
    types = type_shares(tree)
    rows = content_rows(rows, trained.names.evidence(around), post_evidence(around, post), types)
    odds = np.clip(trained.content.score(rows)[:, 0], -MOST, MOST)  # a site can outvote it
    term, site_rows = np.zeros(count), None
    if model is not None:
        found = site_evidence(model, placing or model.place(tree), around)
        if found[0, 0] != UNKNOWN:
            site_rows, term = found, site_term(found, rows, around, odds)
    content = shared_by_path(probability(odds + term), around.words, path)
    return Judged(
        paragraphs, around, around.words, around.rich, rows, post, odds, content, term, site_rows
    )


def content_rows(rows: Rows, named: Rows, posts: Rows, types: list[float]) -> Rows:
    """What the content trees see: `content_names()`, a column each."""
    typed = np.tile(np.array(types, np.float32), (len(rows), 1))
    return np.asfortranarray(np.concatenate([rows, named, posts, typed], axis=1))


def post_evidence(around: Surroundings, post: Column) -> Rows:
    """Whether a paragraph is a post, and whether posts are what its surroundings and its page
    are made of: in a thread they are the content."""
    rich = around.rich
    by_post = rich * post
    of_page = by_post.sum() / max(float(rich.sum()), 1.0)
    parent = around.up[min(4, len(around.up) - 1)]
    _, group = np.unique(parent, return_inverse=True)
    near = np.bincount(group, by_post) / np.maximum(np.bincount(group, rich), 1.0)
    return np.stack([post, np.full(len(post), of_page), near[group]], axis=1).astype(np.float32)


def probability(odds: Column) -> Column:
    """The probability that a log-odds stands for."""
    return 1 / (1 + np.exp(-np.clip(odds, -50, 50)))


def content_names() -> tuple[str, ...]:
    """The names of the columns that the content trees see."""
    return (*feature_names(), *class_name_weights.NAMES, *POST_NAMES, *TYPE_NAMES)
