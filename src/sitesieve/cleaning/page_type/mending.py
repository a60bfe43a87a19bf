"""Types of pages that the address tells better than the make-up: indexes of blogs, about us."""

import re
from typing import Literal

from sitesieve.cleaning.page_type.types import PageType
from sitesieve.page import PageTree
from sitesieve.page.metadata.teasers import is_index_address, path_of_page, teaser_nodes

Told = Literal["index", "about", ""]

_LEAST_TEASERS = 0.3  # of the words of an index: of the labelled ones 13 of 15 are listings
_ABOUT = re.compile(
    r".*/(?:about(?:[-_]?(?:us|me|the-author|this-(?:site|blog)))?|(?:ueber|über)-(?:uns|mich)"
    r"|a-propos|qui-sommes-nous|chi-siamo|quienes-somos|sobre(?:-nosotros|-nos|-mi)?|om-oss|over-ons"
    r"|o-nas|impressum|imprint|colophon|bio)(?:\.\w+)?/*$",
    re.IGNORECASE,
)


def told_by_address(tree: PageTree) -> Told:
    """Whether a page is at the address of an index and mostly teasers, or at that of a page about
    somebody."""
    if is_index_address(tree.url):
        words = int(tree.leaf_words[teaser_nodes(tree)[tree.leaves]].sum())
        return "index" if words and words >= _LEAST_TEASERS * len(tree.word_ids) else ""
    path = path_of_page(tree.url)
    return "about" if path is not None and _ABOUT.match(path) else ""


def mended(shares: dict[PageType, float], told: Told) -> dict[PageType, float]:
    """The shares of types, given what the address tells. Posts that an index shows in full make
    it look like one article; what is about somebody is one, or says what they offer."""
    if told == "index":
        moved = 0.95 * shares[PageType.ARTICLE]
        return shares | {
            PageType.ARTICLE: shares[PageType.ARTICLE] - moved,
            PageType.LISTING: shares[PageType.LISTING] + moved,
        }
    if told == "about":
        likely = shares[PageType.ARTICLE] + shares[PageType.SERVICE]
        moved = 0.95 * (1 - likely)
        return {
            kind: share * (1 + moved / likely)
            if kind in (PageType.ARTICLE, PageType.SERVICE)
            else 0.05 * share
            for kind, share in shares.items()
        }
    return shares
