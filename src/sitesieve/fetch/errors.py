"""Why nothing was fetched, where callers tell the reasons apart. Others are a plain `PageError`."""

from sitesieve.errors import PageError


class PrivateAddress(PageError):
    """The server's address is private, loopback, link-local or the like."""


class RobotsRefusal(PageError):
    """robots.txt does not allow the address, or cannot be read because the server fails."""


class TooSlow(PageError):
    """The answer was not complete within the limit of seconds."""
