"""What can go wrong, by name.

    SitesieveError
    ├── InputError     a source cannot be read at all
    ├── OutputError    a sink cannot be written
    ├── ModelError     a saved model is damaged, foreign or too new
    ├── RuleError      a rule that cannot be added, or is not there
    ├── MissingExtra   a format needs a package that is not installed
    ├── PluginError    what another package brings cannot be used
    └── PageError      one page cannot be used; the job goes on without it

Every message names the input, says what is wrong with it and, where there is
something to do about it, what to do.
"""

from collections.abc import Iterable
from enum import StrEnum


class SitesieveError(Exception):
    """The root of all errors this library raises on purpose."""


class InputError(SitesieveError):
    """A source that cannot be read at all: missing, unreadable, without HTML."""


class OutputError(SitesieveError):
    """A sink that cannot be written: no permission, disk full, wrong format."""


class ModelError(SitesieveError):
    """A saved model that is damaged, not ours, or from a newer version."""


class RuleError(SitesieveError):
    """A rule that cannot be added as it is, or one that is not there."""


class MissingExtra(SitesieveError):
    """A format that needs an optional package."""

    def __init__(self, what: str, extra: str) -> None:
        super().__init__(what, extra)  # both as args: the error crosses processes

    def __str__(self) -> str:
        what, extra = self.args
        return f"{what} needs an optional package: pip install 'sitesieve[{extra}]'"


class PluginError(SitesieveError):
    """A method, source or sink of another package that cannot be imported or used."""


class Reason(StrEnum):
    """Why a page failed: the words used in summaries and in the errors file."""

    EMPTY = "empty"
    BINARY = "binary"
    FEED = "feed"
    SITEMAP = "sitemap"
    JSON = "json"
    SCRIPT = "script"
    STYLE_SHEET = "style-sheet"
    PLAIN_TEXT = "plain-text"
    NO_HTML = "no-html"
    NO_SITE = "no-site"
    NO_LABEL = "no-label"
    DUPLICATE = "duplicate"
    OTHER_TYPE = "other-type"
    OTHER_ROLE = "other-role"
    TOO_SHORT = "too-short"
    TOO_SLOW = "too-slow"
    CRASHED = "crashed"
    MALFORMED_JSON = "malformed-json"
    CORRUPT = "corrupt"
    UNREADABLE = "unreadable"
    FETCH = "fetch-failed"
    INTERNAL = "internal-error"


class PageError(SitesieveError):
    """One page that cannot be used, with the reason as a word and a sentence."""

    def __init__(self, reason: Reason, detail: str) -> None:
        super().__init__(reason, detail)  # both as args: the error crosses processes
        self.reason = reason
        self.detail = detail

    def __str__(self) -> str:
        return f"{self.reason}: {self.detail}"


def did_you_mean(name: str, names: Iterable[str]) -> str:
    """What to add to a message about a name that there is none of: the nearest there is.

    >>> did_you_mean("favor", ["favour", "links"])
    "; did you mean 'favour'?"
    >>> did_you_mean("speed", ["favour", "links"])
    ''
    """
    from difflib import get_close_matches  # not needed unless something is wrong

    near = get_close_matches(name.lower(), list(names), n=1)
    return f"; did you mean {str(near[0])!r}?" if near else ""
