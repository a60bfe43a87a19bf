"""The threshold of a site, without a person.

The authors chose t for each site by cleaning some twenty pages at several
thresholds and looking (thesis §4.2.5). The words of a site, by the importance
of the leaf they stand in, fall into three heaps: what is the same on every
page, near 0; what changes from page to page, near 1; and between them lists,
dates and teasers that share words. Two splits find the borders: the first
parts fixed noise from the rest, the second what changes a little from what is
new on every page. Each is Otsu's: the border with the greatest variance
between the two sides. A site of many pages gets no high threshold (`highest`).
"""

import math

import numpy as np

from sitesieve.site.keyed_table import Numbers

_BINS = 200
_FALL = 30.0
DEFAULT = 0.85  # where there is nothing to split: one page, or all pages alike


def choose(importance: Numbers, words: Numbers, pages: int) -> float:
    """The threshold for leaves of these importances that hold so many words each, on a site
    of so many pages."""
    if not words.sum():
        return min(DEFAULT, highest(pages))
    first = _split(importance, words, 0.0)
    above = importance > first
    if not words[above].sum():
        return min(DEFAULT, highest(pages))
    second = _split(importance[above], words[above], first)
    return min(second, highest(pages))


def highest(pages: int) -> float:
    """The highest threshold for a site of so many pages.

    The more pages there are, the more everyday words of the content are on
    several of them, and the lower is the importance of content itself: about
    .95 among 25 news articles, .9 among 300 pages of one project.

    >>> round(highest(25), 2), round(highest(300), 2)
    (0.89, 0.81)
    """
    return 1 - math.log(max(pages, 2)) / _FALL


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
