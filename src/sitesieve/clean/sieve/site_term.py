"""What the other pages of a site say of a paragraph, as a term on its log-odds.

The page's evidence and the site's are kept apart: a model that saw both would learn
from a missing site which kind of collection it looks at. So the site adds

    weights · (how much of the text stands on other pages, at how many of them,
               how alike its place is on all pages, whether its kind of place is noise,
               whether it is new at a place where texts differ)

to the log-odds the page gives. The term is bounded: a site can outvote a doubtful
page, not a sure one.
"""

import numpy as np
import numpy.typing as npt

from sitesieve.page.paragraphs import Paragraphs
from sitesieve.page.tree import PageTree
from sitesieve.site.model import SiteModel
from sitesieve.site.phrases import phrase_ids
from sitesieve.site.placing import Placing

MIN_PAGES = 5  # of a site; fewer say too little
LARGEST = 5.0  # of the term, either way
NAMES = (
    *("text on other pages", "pages with the text", "text on most pages"),
    *("place alike", "kind of place is noise", "new text where texts differ"),
)

Column = npt.NDArray[np.float64]


def site_evidence(
    model: SiteModel, placing: Placing, tree: PageTree, paragraphs: Paragraphs
) -> npt.NDArray[np.float64]:
    """A row for each paragraph, a column for each of `NAMES`."""
    phrases = phrase_ids(tree)
    learned = tree.digest in model.counts.seen  # then the page itself is among those
    others = np.maximum(model.pages_with(phrases, tree.in_link[tree.leaves]) - learned, 0)
    share = np.minimum(others / max(1, model.pages - learned), 1.0)
    rows = model.tree.rows(placing)
    at = rows[np.where(placing.leaf >= 0, placing.leaf, np.arange(len(tree)))][tree.leaves]
    known = (at >= 0) & (model.tree.pages[np.maximum(at, 0)] > 1)
    alike = np.where(known, 1 - model.tree.importance[np.maximum(at, 0)], 0.0)
    noise = np.array([found is not None for found in model.kinds.noisy(tree, placing, phrases)])
    by_leaf = np.stack([others > 0, share, share > 0.5, alike, noise, known], axis=1)
    weight = np.maximum(tree.leaf_words, 0.1)
    first = paragraphs.first_leaf[:-1]
    sums = np.add.reduceat(by_leaf * weight[:, None], first, axis=0)
    mean: npt.NDArray[np.float64] = sums / np.add.reduceat(weight, first)[:, None]
    mean[:, 5] *= (1 - mean[:, 0]) * (1 - mean[:, 3])
    return mean


def site_term(evidence: npt.NDArray[np.float64], weights: Column) -> Column:
    """What to add to the log-odds of each paragraph."""
    return np.clip(evidence @ weights, -LARGEST, LARGEST)
