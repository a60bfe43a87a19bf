"""The models of the cleaner, fitted to labelled pages."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sitesieve.cleaning.boosting import BoostedTrees, Rows
from sitesieve.cleaning.page_type.guess import TYPES, type_shares
from sitesieve.cleaning.page_type.types import PageType
from sitesieve.cleaning.sieve.class_name_weights import NameWeights
from sitesieve.cleaning.sieve.decision import shared_by_path
from sitesieve.cleaning.sieve.evidence import feature_names
from sitesieve.cleaning.sieve.judging import content_names, content_rows, probability
from sitesieve.cleaning.sieve.trained import Trained
from training import page_type
from training.borders import fit_prices
from training.corpus import TEXTS, LabelledPage
from training.growing import Growth, grow
from training.naming import fit_names, name_shares

POST_GROWTH = Growth(rounds=32, leaves=12, rate=0.18)
CONTENT_GROWTH = Growth(rounds=250, leaves=31, rate=0.07, columns=0.2)
MOST_ROWS = 200  # of a page: huge pages would outweigh the others and cost most of the time
FOLDS = 5

Column = npt.NDArray[np.float64]


def train(pages: Sequence[LabelledPage]) -> Trained:
    """All models of the cleaner."""
    first, content = fit_first(pages), fit_content(pages, rows_by_others(pages))
    return Trained(first.post, content, first.names, fit_prices(pages))


def fold_of(pages: Sequence[LabelledPage], folds: int = FOLDS) -> npt.NDArray[np.int64]:
    """A fold for each page; pages of a domain are in the same, whichever file they are from."""
    domains = sorted({page.gold.domain for page in pages})
    drawn = np.random.default_rng(0).integers(0, folds, len(domains))
    number = dict(zip(domains, drawn.tolist(), strict=True))
    return np.array([number[page.gold.domain] for page in pages])


def fit_post(pages: Sequence[LabelledPage]) -> BoostedTrees:
    """Trees that tell what readers wrote."""
    return _fit(
        pages,
        [page.rows for page in pages],
        lambda page: page.post,
        lambda page: page.weight * page.post_known,
        feature_names(),
        POST_GROWTH,
    )


def fit_content(pages: Sequence[LabelledPage], rows: Sequence[Rows]) -> BoostedTrees:
    """Trees that tell content, given what they see of each page (`content_names`)."""
    return _fit(
        pages,
        rows,
        lambda page: page.content,
        lambda page: page.weight,
        content_names(),
        CONTENT_GROWTH,
    )


def posts_of(page: LabelledPage, trees: BoostedTrees) -> Column:
    """How likely each paragraph of a page is a post."""
    alone = probability(trees.score(page.rows)[:, 0])
    return shared_by_path(alone, page.around.words, page.path)


class FirstModels(NamedTuple):
    """The models that are fitted first: their results are features of the content trees."""

    post: BoostedTrees
    names: NameWeights
    types: BoostedTrees

    def seen(self, page: LabelledPage) -> Rows:
        """The features of the content trees on a page."""
        post, types = posts_of(page, self.post), type_shares(page.around.tree, self.types)
        return content_rows(page.around, page.rows, self.names, post, types)


def fit_first(pages: Sequence[LabelledPage]) -> FirstModels:
    """Posts and names from the pages with gold texts, types from those that have one."""
    texts = [page for page in pages if page.gold.collection in TEXTS]
    typed = [page for page in texts if page.gold.page_type in TYPES]
    types = page_type.TypedPages(
        np.array([page.type_row for page in typed], np.float32),
        np.array([TYPES.index(PageType(page.gold.page_type or "")) for page in typed], np.int64),
        [page.gold.domain for page in typed],
    )
    names = fit_names(texts, [name_shares(page) for page in texts])
    return FirstModels(fit_post(texts), names, page_type.train(types))


def rows_by_others(pages: Sequence[LabelledPage]) -> list[Rows]:
    """The features of the content trees on each page, with the first models fitted to pages of
    other domains: the trees must learn how far these can be trusted on new pages."""
    fold = fold_of(pages)
    rows: dict[int, Rows] = {}
    for held_out in np.unique(fold).tolist():
        others = np.flatnonzero(fold != held_out).tolist()
        models = fit_first([pages[i] for i in others])
        for i in np.flatnonzero(fold == held_out).tolist():
            rows[i] = models.seen(pages[i])
    return [rows[i] for i in range(len(pages))]


def odds_by_others(
    pages: Sequence[LabelledPage], rows: Sequence[Rows], of: Sequence[int]
) -> dict[int, Column]:
    """The log-odds of content on some of the pages, given by number, from trees that have not
    seen the page's domain."""
    fold = fold_of(pages)
    odds: dict[int, Column] = {}
    for held_out in sorted({int(fold[i]) for i in of}):
        others = np.flatnonzero(fold != held_out).tolist()
        trees = fit_content([pages[i] for i in others], [rows[i] for i in others])
        for i in of:
            if fold[i] == held_out:
                odds[i] = trees.score(rows[i])[:, 0]
    return odds


def _fit(
    pages: Sequence[LabelledPage],
    rows: Sequence[Rows],
    label: Callable[[LabelledPage], npt.NDArray[np.bool_]],
    weight_of: Callable[[LabelledPage], Column],
    names: Sequence[str],
    growth: Growth,
) -> BoostedTrees:
    seen, labels, weights = [], [], []
    for page, evidence in zip(pages, rows, strict=True):
        if page.gold.learned_from:
            use, weight = drawn_rows(page, weight_of(page), MOST_ROWS)
            seen.append(evidence[use])
            labels.append(label(page)[use])
            weights.append(weight)
    weight = np.concatenate(weights)
    return grow(
        np.concatenate(seen),
        np.concatenate(labels).astype(np.int64),
        weight / weight.mean(),
        names,
        growth,
    )


def drawn_rows(
    page: LabelledPage, weight: Column, most: int
) -> tuple[npt.NDArray[np.int64], Column]:
    """Paragraphs of a page to learn from, at most so many, with what each counts for."""
    use = np.flatnonzero(weight > 0)
    if len(use) <= most:
        return use, weight[use]
    drawn = np.random.default_rng(page.gold.number).choice(use, most, replace=False)
    return np.sort(drawn), weight[np.sort(drawn)] * (len(use) / most)
