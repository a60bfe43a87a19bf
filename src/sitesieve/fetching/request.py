"""What a request says, and what an answer may ask for."""

import email.utils
import time
from urllib.parse import quote, urlsplit

from sitesieve._version import __version__

USER_AGENT = f"sitesieve/{__version__}"
HEADERS = {
    "User-Agent": USER_AGENT,
    "Accept": "text/html,application/xhtml+xml;q=0.9,*/*;q=0.5",
    "Accept-Encoding": "gzip, deflate",
}
REDIRECTS = (301, 302, 303, 307, 308)  # statuses
MOST_REDIRECTS = 10
_IN_PATH = "/%:@!$&'()*+,;=~-._"


def target_of(url: str) -> str:
    """What is asked for on the URL's host: path and query, with what they may hold escaped.

    >>> target_of("http://a.example/straße?q=ü#top"), target_of("http://a.example")
    ('/stra%C3%9Fe?q=%C3%BC', '/')
    """
    parts = urlsplit(url)
    path = quote(parts.path or "/", safe=_IN_PATH)
    return f"{path}?{quote(parts.query, safe=_IN_PATH + '?')}" if parts.query else path


def conditions_of(etag: str | None, last_modified: str | None) -> dict[str, str]:
    """Headers that ask for a page only if it has changed (RFC 9110 §13.1)."""
    wanted = {"If-None-Match": etag, "If-Modified-Since": last_modified}
    return {name: value for name, value in wanted.items() if value}


def seconds_to_wait(retry_after: str | None, now: float | None = None) -> float | None:
    """How long a server wants to be left alone: seconds or a date (RFC 9110 §10.2.3)."""
    wish = (retry_after or "").strip()
    if wish.isdecimal():
        return float(wish[:10])
    try:
        moment = email.utils.parsedate_to_datetime(wish).timestamp()
        return max(0.0, moment - (time.time() if now is None else now))
    except (ValueError, OverflowError):  # not said, or nothing that can be understood
        return None
