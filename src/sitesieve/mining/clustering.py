"""k-means as in the thesis (§5.1.1, §5.4): cosine, random pages as first centroids.

Many runs go through the same matrix products at once. The cosine of page x and
the centroid of a cluster S needs only the pages' products with each other:
⟨x, Σ_S y⟩ / (‖x‖ ‖Σ_S y‖), and ‖Σ_S y‖² is the sum of those products inside S. For a
page ‖x‖ is the same in all clusters, and is left out.
"""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from scipy.optimize import linear_sum_assignment

from sitesieve.mining.settings import ITERATIONS, MiningSettings

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Product = Callable[[Floats], Floats]

NOWHERE = -1  # the cluster of a page without words
_MOST_PAGES = 4000  # whose products with each other are kept: 128 MB
_AT_ONCE = 4_000_000  # numbers in one product


def cluster(
    rows: Any, clusters: int, seeds: Ints, iterations: int = ITERATIONS, init: str = "pages"
) -> Ints:
    """One clustering for each seed: the cluster of each page, runs × pages.

    A centroid is the sum of its pages' rows (thesis, equation 6-2, but for the length, which a
    cosine does not see): where rows differ in length, long ones count for more in it. The
    first centroids are pages that have words; a page without any is in no cluster.
    """
    pages = rows.shape[0]
    usable = np.flatnonzero(np.diff(rows.indptr))
    clusterings = np.full((len(seeds), pages), NOWHERE, np.int64)
    if len(usable):
        clusters = min(clusters, len(usable))
        used = rows[usable]
        product = _product(used)
        at_once = max(1, _AT_ONCE // (len(usable) * clusters))
        for first in range(0, len(seeds), at_once):
            part = seeds[first : first + at_once]
            if init == "spread":
                starts = [_spread(used, clusters, seed) for seed in part.tolist()]
            else:
                starts = [_drawn(len(usable), clusters, seed) for seed in part.tolist()]
            labels = _runs(product, np.array(starts), len(usable), iterations)
            clusterings[first : first + at_once, usable] = labels
    return clusterings


def _product(rows: Any) -> Product:
    """What multiplies pages by sums of pages."""
    columns = rows.T.tocsr()
    if rows.shape[0] > _MOST_PAGES:
        return lambda members: np.asarray(rows @ (columns @ members))
    products: Floats = (rows @ columns).toarray()
    return lambda members: products @ members


def _drawn(pages: int, clusters: int, seed: int) -> Ints:
    """Pages as first centroids, each as likely as any other."""
    return np.random.default_rng(seed).choice(pages, clusters, replace=False)


def _spread(rows: Any, clusters: int, seed: int) -> Ints:
    """Pages as first centroids, each likelier the less it is like those before it (k-means++)."""
    random = np.random.default_rng(seed)
    lengths = np.sqrt(np.asarray(rows.multiply(rows).sum(axis=1)).ravel())
    drawn = [int(random.integers(rows.shape[0]))]
    apart = np.full(rows.shape[0], np.inf)
    while len(drawn) < clusters:
        last = drawn[-1]
        cosines = (rows @ rows[last].T).toarray().ravel() / (lengths * lengths[last])
        # Two unit vectors are √(2 − 2 cos) apart. What is drawn stays out, rounding or not.
        apart = np.minimum(apart, np.maximum(2 - 2 * cosines, 1e-12))
        apart[drawn] = 0.0
        drawn.append(int(random.choice(len(apart), p=apart / apart.sum())))
    return np.array(drawn)


def _runs(product: Product, starts: Ints, pages: int, iterations: int) -> Ints:
    """Runs side by side, from first centroids; those that no longer change are set aside."""
    runs, clusters = starts.shape
    members = np.zeros((pages, runs, clusters))
    for run, first in enumerate(starts):
        members[first, run, np.arange(clusters)] = 1.0
    cluster_of = np.full((runs, pages), NOWHERE, np.int64)
    active = np.arange(runs)
    for _ in range(iterations):
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


def f_score(classes: Ints, clusters: Ints, count: int, match: str = "one-to-one") -> float:
    """The mean F of the classes, each by the cluster that stands for it (see MiningSettings)."""
    pairs = np.zeros((count, count))
    placed = clusters != NOWHERE
    np.add.at(pairs, (classes[placed], clusters[placed]), 1.0)
    sizes = np.bincount(classes, minlength=count)[:, None] + pairs.sum(axis=0)[None, :]
    f = 2 * pairs / np.maximum(1.0, sizes)
    best = f.max(axis=1) if match == "free" else f[linear_sum_assignment(-f)]
    return float(best.mean())


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


def cluster_scores(
    rows: Any, classes: Ints, runs: range, seed: int, settings: MiningSettings | None = None
) -> Iterator[float]:
    """The F of each of some runs; run number i is the same whichever others are made with it."""
    s = settings or MiningSettings()
    count = int(classes.max()) + 1
    mixed = (np.random.SeedSequence([seed, run]).generate_state(1)[0] for run in runs)
    seeds = np.array(list(mixed), np.int64)
    for clusters in cluster(rows, count, seeds, s.iterations, s.init):
        yield f_score(classes, clusters, count, s.match)
