"""What the class, id and role of an element say of what it holds."""

from functools import cache

import numpy as np
import numpy.typing as npt

from sitesieve.cleaning.sieve.class_names import LetterBits
from sitesieve.page.tree import PageTree

# Names that designers give to the parts of a page, and the letters by which they are known: `<`
# says that no letter stands before, `>` that none follows, `!` that what is after it does not.
NAMED = {
    "comment": "comment disqus respond discuss",
    "post": "post reply replies message thread topic answer bbp review",
    "navigation": "nav menu toolbar topbar masthead",
    "breadcrumb": "crumb",
    "pages": "pagination pager paging prevnext nextprev",
    "footer": "foot bottom colophon copyright legal",
    "header": "head!line banner logo brand",
    "side": "side rail aside column-right column-left columnright columnleft secondary",
    "share": "shar social follow facebook twitter tweet addthis like",
    "related": "relat recommend recirc also similar popular trend latest recent more next teaser",
    "promotion": "promo sponsor advert <ads> <ad> outbrain taboola dfp offer",
    "widget": "widget module plugin block-",
    "subscribe": "subscri newsletter sign-up signup signin login register mail paywall",
    "consent": "cookie consent gdpr privacy popup modal overlay dialog toast",
    "search": "search filter sort facet",
    "byline": "by-line byline author credit contributor bio> avatar user",
    "date": "date time!line publish posted meta",
    "tags": "<tags> <tag> categor topics keyword label",
    "caption": "caption figure photo image img media video gallery carousel slide",
    "content": "content article story entry body text prose markdown main page-inner pageinner "
    "copy!r",
    "title": "title headline heading lead standfirst intro summary excerpt abstract deck dek",
    "list": "list grid cards> card> tile items> item> feed results result row",
    "product": "product price cart shop buy sku spec detail descr feature variant stock",
    "code": "code highlight syntax snippet",
    "contents": "<toc> table-of-contents table-ofcontents tableof-contents tableofcontents outline "
    "index jump skip anchor",
    "question": "faq question accordion tab collaps toggle expand",
    "hidden": "hidden=yes display:none visually-hidden visuallyhidden sr-only screen-reader "
    "screenreader visibility:hidden",
    "print": "print tool action button btn cta icon control vote rating score count badge",
}


def name_bits(tree: PageTree) -> npt.NDArray[np.int64]:
    """For each presentation of a page, which of `NAMED` it speaks of, as bits in that order."""
    return _letters().of(tree.looks.utf8, tree.looks.start)


@cache
def _letters() -> LetterBits:
    return LetterBits(
        (letters, bit) for bit, listed in enumerate(NAMED.values()) for letters in listed.split()
    )
