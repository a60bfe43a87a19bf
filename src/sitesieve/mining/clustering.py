"""k-means as in the thesis (§5.1.1, §5.4): cosine, random pages as first centroids.

Many runs go through the same matrix products at once. The cosine of page x and
the centroid of a cluster S needs only the pages' products with each other:
⟨x, Σ_S y⟩ / ‖Σ_S y‖, and ‖Σ_S y‖² is the sum of those products inside S.
"""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from scipy.optimize import linear_sum_assignment

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Product = Callable[[Floats], Floats]

ITERATIONS = 30  # thesis §5.1.1
NOWHERE = -1  # the cluster of a page without words
_MOST_PAGES = 4000  # whose products with each other are kept: 128 MB
_AT_ONCE = 4_000_000  # numbers in one product


def cluster(rows: Any, clusters: int, seeds: Ints) -> Ints:
    """One clustering for each seed: the cluster of each page, runs × pages.

    `rows` are of length 1. The first centroids are pages that have words; a page
    without any is in no cluster.
    """
    pages = rows.shape[0]
    usable = np.flatnonzero(np.diff(rows.indptr))
    clusterings = np.full((len(seeds), pages), NOWHERE, np.int64)
    if len(usable):
        clusters = min(clusters, len(usable))
        product = _product(rows[usable])
        at_once = max(1, _AT_ONCE // (len(usable) * clusters))
        for first in range(0, len(seeds), at_once):
            part = slice(first, first + at_once)
            clusterings[part, usable] = _runs(product, len(usable), clusters, seeds[part])
    return clusterings


def _product(rows: Any) -> Product:
    """What multiplies pages by sums of pages."""
    columns = rows.T.tocsr()
    if rows.shape[0] > _MOST_PAGES:
        return lambda members: np.asarray(rows @ (columns @ members))
    products: Floats = (rows @ columns).toarray()
    return lambda members: products @ members


def _runs(product: Product, pages: int, clusters: int, seeds: Ints) -> Ints:
    """Runs side by side; those that no longer change are set aside."""
    members = np.zeros((pages, len(seeds), clusters))
    for run, seed in enumerate(seeds.tolist()):
        first = np.random.default_rng(seed).choice(pages, clusters, replace=False)
        members[first, run, np.arange(clusters)] = 1.0
    cluster_of = np.full((len(seeds), pages), NOWHERE, np.int64)
    active = np.arange(len(seeds))
    for _ in range(ITERATIONS):
        columns = members.reshape(pages, -1)
        sums = product(columns)
        squares = np.einsum("ij,ij->j", columns, sums)
        with np.errstate(divide="ignore", invalid="ignore"):
            cosines = np.where(squares > 0, sums / np.sqrt(squares), -1.0)
        nearest = cosines.reshape(pages, len(active), clusters).argmax(axis=2).T
        moved = (nearest != cluster_of[active]).any(axis=1)
        cluster_of[active] = nearest
        active, nearest = active[moved], nearest[moved]
        if not len(active):
            break
        members = (nearest.T[:, :, None] == np.arange(clusters)).astype(np.float64)
    return cluster_of


def f_score(classes: Ints, clusters: Ints, count: int) -> float:
    """The mean F of the classes under their best one-to-one assignment to clusters."""
    pairs = np.zeros((count, count))
    placed = clusters != NOWHERE
    np.add.at(pairs, (classes[placed], clusters[placed]), 1.0)
    sizes = np.bincount(classes, minlength=count)[:, None] + pairs.sum(axis=0)[None, :]
    f = 2 * pairs / np.maximum(1.0, sizes)
    return float(f[linear_sum_assignment(-f)].mean())


class ClusterStatistics(NamedTuple):
    """What tables 5-3 and 5-4 of the thesis show: the mean F and how many runs lie where."""

    mean: float
    deviation: float
    below: dict[str, int]  # .5 and .6
    at_least: dict[str, int]  # .5 to .9


def statistics(scores: Floats) -> ClusterStatistics:
    return ClusterStatistics(
        float(scores.mean()),
        float(scores.std()),
        {f"{bound:.1f}": int((scores < bound).sum()) for bound in (0.5, 0.6)},
        {f"{bound:.1f}": int((scores >= bound).sum()) for bound in (0.5, 0.6, 0.7, 0.8, 0.9)},
    )


def cluster_scores(rows: Any, classes: Ints, runs: range, seed: int) -> Iterator[float]:
    """The F of each of some runs; run number i is the same whichever others are made with it."""
    count = int(classes.max()) + 1
    mixed = (np.random.SeedSequence([seed, run]).generate_state(1)[0] for run in runs)
    seeds = np.array(list(mixed), np.int64)
    for clusters in cluster(rows, count, seeds):
        yield f_score(classes, clusters, count)
