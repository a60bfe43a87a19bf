"""Why mining fails on noisy pages: pages of one site are alike, pages of one class are not.

The thesis's explanation (§5.1.1), measured: noise draws the pages of a site
together and those of a class on different sites apart.
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_matrix

Ints = npt.NDArray[np.int64]


class Likeness(NamedTuple):
    """Mean cosines of two pages; None where no two pages are so."""

    same_class: float | None  # on different sites
    same_site: float | None  # of different classes
    neither: float | None


def likeness(rows: Any, classes: Ints, sites: Ints) -> Likeness:
    """The mean cosine of pages by what they share, from sums of rows (of length 1) alone."""
    both = classes * (int(sites.max()) + 1) + sites
    everything = _products(rows, np.zeros_like(classes))
    by_class, by_site, by_both = (_products(rows, groups) for groups in (classes, sites, both))
    return Likeness(
        _ratio(by_class - by_both),
        _ratio(by_site - by_both),
        _ratio(everything - by_class - by_site + by_both),
    )


def _products(rows: Any, groups: Ints) -> npt.NDArray[np.float64]:
    """Σ of products of two rows of the same group, and the number of such pairs."""
    member = csr_matrix((np.ones(len(groups)), (groups, np.arange(len(groups)))))
    sums = member @ rows
    sizes = np.bincount(groups).astype(np.float64)
    return np.array([sums.multiply(sums).sum(), (sizes**2).sum()])


def _ratio(products: npt.NDArray[np.float64]) -> float | None:
    total, pairs = products.tolist()
    return total / pairs if pairs > 0.5 else None
