"""The threshold of a site, without a person.

The authors chose t for each site by cleaning some twenty pages at several
thresholds and looking (thesis §4.2.5). The words of a site, by the importance
of the leaf they stand in, fall into three heaps: what is the same on every
page, near 0; what changes from page to page, near 1; and between them lists,
dates and teasers that share words. Two splits find the borders: the first
parts fixed noise from the rest, the second what changes a little from what is
new on every page. Each is Otsu's: the border with the greatest variance
between the two sides.
"""

import numpy as np

from sitesieve.site.keys import Numbers

_BINS = 200
DEFAULT = 0.85  # where there is nothing to split: one page, or all pages alike


def choose(importance: Numbers, words: Numbers) -> float:
    """The threshold for leaves of these importances that hold so many words each."""
    if not words.sum():
        return DEFAULT
    first = _split(importance, words, 0.0)
    above = importance > first
    if not words[above].sum():
        return DEFAULT
    return _split(importance[above], words[above], first)


def _split(values: Numbers, weights: Numbers, lowest: float) -> float:
    """Otsu's border between two groups of weighted values in (lowest, 1]."""
    mass, edges = np.histogram(values, _BINS, (lowest, 1.0), weights=weights)
    centre = (edges[1:] + edges[:-1]) / 2
    left = np.cumsum(mass)
    right = left[-1] - left
    moment = np.cumsum(mass * centre)
    with np.errstate(divide="ignore", invalid="ignore"):
        apart = moment / left - (moment[-1] - moment) / right
    between = np.nan_to_num(left * right * apart**2)
    return float(edges[1:][np.argmax(between)])
