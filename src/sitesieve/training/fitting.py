"""Models fitted to labelled pages."""

from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt

from sitesieve.clean.boosting import BoostedTrees, Rows
from sitesieve.clean.sieve.decision import shared_by_path
from sitesieve.clean.sieve.evidence import feature_names
from sitesieve.clean.sieve.judging import content_names, content_rows, post_evidence, probability
from sitesieve.clean.sieve.names import NameWeights
from sitesieve.training.corpus import LabelledPage
from sitesieve.training.growing import Growth, grow
from sitesieve.training.naming import fit_names, name_shares

POST_GROWTH = Growth(rounds=32, leaves=12, rate=0.18)
CONTENT_GROWTH = Growth(rounds=110, leaves=24, rate=0.12)
MOST_ROWS = 300  # of a page: huge pages would outweigh the others and cost most of the time
FOLDS = 5
# What is believed of a site before any is seen, in the order of `site_term.NAMES`: what repeats
# is noise, what is new where texts differ is content. The sites there are to learn from are few
# and alike, and the page's own evidence is good on them.
SITE_PRIOR = (-1.5, -1.0, -2.0, 0.0, -1.5, 1.0)
SITE_TRUST = 0.03

Column = npt.NDArray[np.float64]


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
        lambda page: page.post_known,
        feature_names(),
        POST_GROWTH,
    )


def fit_content(pages: Sequence[LabelledPage], rows: Sequence[Rows]) -> BoostedTrees:
    """Trees that tell content, given what they see of each page (`content_names`)."""
    return _fit(
        pages,
        rows,
        lambda page: page.content,
        lambda page: np.ones(len(page.content), np.bool_),
        content_names(),
        CONTENT_GROWTH,
    )


def posts_of(page: LabelledPage, trees: BoostedTrees) -> Column:
    """How likely each paragraph of a page is a post."""
    alone = probability(trees.score(page.rows)[:, 0])
    return shared_by_path(alone, page.around.words, page.path)


def rows_by_others(pages: Sequence[LabelledPage]) -> list[Rows]:
    """What the content trees see of each page, where posts and names are known from pages of
    other domains: the trees must learn how far these can be trusted on new pages."""
    fold = fold_of(pages)
    shares = [name_shares(page) for page in pages]
    found: dict[int, Rows] = {}
    for held_out in np.unique(fold).tolist():
        others = np.flatnonzero(fold != held_out).tolist()
        rest = [pages[i] for i in others]
        trees, names = fit_post(rest), fit_names(rest, [shares[i] for i in others])
        for i in np.flatnonzero(fold == held_out).tolist():
            found[i] = seen_of(pages[i], trees, names)
    return [found[i] for i in range(len(pages))]


def seen_of(page: LabelledPage, posts: BoostedTrees, names: NameWeights) -> Rows:
    """What the content trees see of a page."""
    post = post_evidence(page.around, posts_of(page, posts))
    return content_rows(page.rows, names.evidence(page.around), post)


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
    known: Callable[[LabelledPage], npt.NDArray[np.bool_]],
    names: Sequence[str],
    growth: Growth,
) -> BoostedTrees:
    seen, labels, weights = [], [], []
    for page, evidence in zip(pages, rows, strict=True):
        use = np.flatnonzero(known(page) & (page.around.words > 0))  # what is shown
        weight = _weights(page)
        if len(use) > MOST_ROWS:
            weight = weight * (len(use) / MOST_ROWS)
            drawn = np.random.default_rng(page.gold.number).choice(use, MOST_ROWS, replace=False)
            use = np.sort(drawn)
        seen.append(evidence[use])
        labels.append(label(page)[use])
        weights.append(weight[use])
    weight = np.concatenate(weights)
    return grow(
        np.concatenate(seen),
        np.concatenate(labels).astype(np.int64),
        weight / weight.mean(),
        names,
        growth,
    )


def _weights(page: LabelledPage) -> Column:
    # Between counting words, as the measure does, and counting paragraphs; and between
    # weighing pages alike and weighing them by their size.
    weight = np.maximum(page.around.words, 0.3) ** 0.7
    return np.asarray(weight / np.sqrt(weight.sum()))


def fit_site(
    evidence: npt.NDArray[np.float64],
    odds: Column,
    labels: npt.NDArray[np.bool_],
    weight: Column,
    trust: float = SITE_TRUST,
) -> Column:
    """Weights of what a site says, added to given log-odds: logistic regression with an offset,
    by Newton's method, drawn towards `SITE_PRIOR`."""
    prior = np.array(SITE_PRIOR)
    fitted = prior.copy()
    ridge = np.full(len(fitted), trust * weight.sum())
    for _ in range(30):
        p = probability(odds + evidence @ fitted)
        slope = evidence.T @ (weight * (labels - p)) - ridge * (fitted - prior)
        bend = (evidence * (weight * p * (1 - p))[:, None]).T @ evidence + np.diag(ridge)
        step = np.linalg.solve(bend, slope)
        fitted += step
        if np.abs(step).max() < 1e-6:
            break
    return fitted
