"""How many of the first pages of a ranking are contents pages."""

import numpy as np

from sitesieve.site.keyed_table import Numbers

_FAR = 4.0  # times the mean: a score beyond says no more, so that one page cannot outshine all


def contents_count(scores: Numbers) -> int:
    """Where a ranking falls into two groups that differ most (Otsu's criterion).

    The variance between the groups is largest there. Pages without any score are never
    contents pages, nor are more than half of all pages.

    >>> contents_count(np.array([9.0, 1.0, 8.0, 0.5, 1.0, 0.0, 0.7, 7.5]))
    3
    """
    ranked = np.sort(scores)[::-1] - min(scores.min(initial=0.0), 0.0)
    most = min(int((ranked > 0).sum()), len(ranked) // 2)
    if most < 1:
        return 0
    ranked = np.minimum(ranked, _FAR * ranked.mean())
    first = np.arange(1, len(ranked))
    sums = np.cumsum(ranked)[:-1]
    apart = sums / first - (ranked.sum() - sums) / (len(ranked) - first)
    return int(np.argmax((first * (len(ranked) - first) * apart**2)[:most])) + 1
