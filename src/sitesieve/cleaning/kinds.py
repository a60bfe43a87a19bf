"""The kinds of block a page is made of: content, and the noise taxonomy.

The first twelve noise kinds are the taxonomy of the thesis (§2.2); the rest
is what the web has added since.
"""

from enum import StrEnum


class Kind(StrEnum):
    """What a block is. Every kind but `CONTENT` is noise of some sort."""

    CONTENT = "content"

    # Fixed description (thesis §2.2).
    DECORATION = "decoration"  # logos, slogans
    DECLARATION = "declaration"  # copyright, privacy, licence, partners
    PAGE_DESCRIPTION = "page-description"  # date, counter

    # Web service.
    PAGE_SERVICE = "page-service"  # print, mail, share, jump to top
    INFORMATION_BOARD = "information-board"  # weather, stocks
    INTERACTIVE_SERVICE = "interactive-service"  # search, sign-up, vote

    # Navigational guidance.
    DIRECTORY_GLOBAL = "directory-global"  # the same menu everywhere
    DIRECTORY_HIERARCHIC = "directory-hierarchic"  # breadcrumbs
    DIRECTORY_HYBRID = "directory-hybrid"  # a menu of this section
    ADVERTISEMENT = "advertisement"
    SITE_RECOMMENDATION = "site-recommendation"
    PAGE_RECOMMENDATION = "page-recommendation"

    # The modern web.
    CONSENT = "consent"
    COMMENTS = "comments"
    PAYWALL = "paywall"
    SOCIAL = "social"


KINDS = tuple(Kind)  # arrays hold places in it
