"""Samples of pages that teach less than they seem to, and what to say about them."""

import numpy as np

from sitesieve.page.urls import path_of
from sitesieve.site.counts import SiteCounts
from sitesieve.site.design_models import ENOUGH
from sitesieve.site.keyed_table import Numbers
from sitesieve.site.page_designs import strangers

FEW = 5  # pages; with fewer, what two of them share by chance counts as shared
_LARGE = 0.2  # share of the pages that a group must have to be called another site


def odd(counts: SiteCounts) -> list[str]:
    """What is odd about the pages of a site, in words; empty when nothing is."""
    if counts.pages < 2:
        return ["a single page: nothing to compare it with"]
    said = []
    if counts.pages < FEW:
        said.append(f"only {counts.pages} pages: what they share by chance counts as shared")
    if _all_alike(counts):
        said.append("all pages are alike: there is nothing on them that is not shared")
    groups = [size for size in strangers(counts) if size >= max(2, _LARGE * counts.pages)]
    if len(groups) > 1:
        sizes = " and ".join(f"{size:,}" for size in groups)
        said.append(
            f"groups of {sizes} pages have next to nothing in common: several sites, or one "
            "before and after a redesign? "
            + ("A tree is kept for each" if min(groups) >= ENOUGH else f"Each needs {ENOUGH} pages")
        )
    return said


def _all_alike(counts: SiteCounts) -> bool:
    if len(set(counts.sketches.values())) > 1:
        return False  # what differs is told by far less than all elements and features
    rows, features = counts.element_rows(), counts.feature_rows()
    folded = rows.once_features.any() or rows.once_styles.any() or rows.once_share.any()
    same = (rows.pages == counts.pages).all() and (features.pages == counts.pages).all()
    even = np.isclose(features.weighted, _even(features.total, counts.pages)).all()
    return bool(same and even and not folded)


def _even(total: Numbers, pages: int) -> Numbers:
    """Σ f·ln f of features that all pages have equally often."""
    even: Numbers = total * np.log(np.maximum(total / max(pages, 1), 1e-9))
    return even


def one_section(counts: SiteCounts) -> str | None:
    """The directory that all pages come from, when it is not the whole site.

    Pages of one kind make the words of their kind look like the site's
    (methods, last paragraph): fine for cleaning, not for telling kinds apart.
    """
    paths = {path_of(name) for _, name in counts.seen.values() if "://" in name}
    first = {path.split("/")[1] for path in paths if path.count("/") > 1}
    at_top = any(path.count("/") <= 1 for path in paths)
    if counts.pages < 2 or at_top or len(first) != 1:
        return None
    return f"/{first.pop()}/"
