"""What can come of an address: the words used in the index and in summaries."""

from enum import StrEnum


class Outcome(StrEnum):
    """How the attempt to get a page ended."""

    FETCHED = "fetched"
    UNCHANGED = "unchanged"  # the server said so; the page was copied from the earlier crawl
    REDIRECTED = "redirected"
    SITEMAP = "sitemap"  # read for its addresses, not stored
    TOO_DEEP = "too-deep"  # not asked for, unless a shorter way is found
    ROBOTS = "robots"
    PRIVATE = "private-address"
    NOT_HTML = "not-html"
    TOO_LARGE = "too-large"
    TOO_SLOW = "too-slow"
    REDIRECT_LOOP = "redirect-loop"
    HTTP_ERROR = "http-error"
    UNREACHABLE = "unreachable"
    CORRUPT = "corrupt"
    INTERNAL = "internal-error"


STORED = (Outcome.FETCHED, Outcome.UNCHANGED)
