"""What belongs to a crawl: the addresses of the site, near enough, and no trap."""

import contextlib
import re
from collections import Counter
from collections.abc import Iterable
from enum import Enum
from urllib.parse import urlsplit

from sitesieve.page.urls import site_of

MOST_QUERIES = 200  # addresses of one path that differ in their query only
_LONGEST = 2_000  # characters; what is longer was made by a loop
_MOST_REPEATS = 3  # of one folder in a path, as in /a/b/a/b/a/b/
_MOST_SITEMAPS = 100  # of up to 50,000 addresses each
_USUAL_PORTS = {"http": 80, "https": 443}
# Addresses that by their look are no pages: not even asked for.
_NO_PAGE = re.compile(
    r"\.(?:7z|avi|avif|bin|bmp|bz2|css|csv|deb|dmg|docx?|eot|epub|exe|flac|gif|gz|ico|iso|jar|"
    r"jpe?g|js|json|m4[av]|mkv|mov|mp[34]|mpe?g|msi|od[pst]|og[agv]|pdf|png|pptx?|ps|rar|rpm|"
    r"rtf|svg|tar|tgz|tiff?|ttf|wav|web[mp]|wmv|woff2?|xlsx?|xz|zip|zst)$",
    re.IGNORECASE,
)


class Admission(Enum):
    """What is to become of an address."""

    WANTED = "wanted"
    TOO_DEEP = "too deep"  # until a shorter way to it is found
    UNWANTED = "unwanted"


class Scope:
    """Says which addresses are wanted, and counts those of each path."""

    def __init__(
        self,
        url: str,
        max_depth: int,
        path_depths: Iterable[tuple[str, int]] = (),
        max_queries: int = MOST_QUERIES,
        site_by: str = "domain",
    ) -> None:
        self._max_depth = max_depth
        self._max_queries = max_queries
        self._site_by = site_by
        self._sites = {site_key(url, site_by)}
        self._paths = sorted(path_depths, key=lambda pair: -len(pair[0]))
        self._queries: Counter[str] = Counter()
        self._sitemaps = 0

    def admit(self, url: str) -> None:
        """Take another site for the site: the one that the first address redirects to."""
        with contextlib.suppress(ValueError):  # no address at all
            self._sites.add(site_key(url, self._site_by))

    def on_site(self, url: str) -> bool:
        """Whether an address is one of the site's pages."""
        try:
            site = site_key(url, self._site_by)
            return urlsplit(url).scheme in _USUAL_PORTS and site in self._sites
        except ValueError:
            return False

    def max_depth(self, url: str) -> int:
        """How many links from the start a page may be: by the longest path given for it."""
        path = urlsplit(url).path.rstrip("/") + "/"  # /news and /news/ are one page
        return next(
            (depth for prefix, depth in self._paths if path.startswith(prefix)),
            self._max_depth,
        )

    def belongs(self, url: str, kind: str = "page") -> bool:
        """Whether an address is one of the site that may be a page, wherever it is found."""
        if len(url) > _LONGEST or not self.on_site(url):
            return False
        path = urlsplit(url).path
        folders = Counter(folder for folder in path.split("/") if folder)
        trap = _NO_PAGE.search(path) or max(folders.values(), default=0) > _MOST_REPEATS
        return kind == "sitemap" or not trap

    def judge(self, url: str, depth: int, kind: str = "page") -> Admission:
        """Decide on an address that belongs here; those that are wanted are counted."""
        if kind == "sitemap":
            full = self._sitemaps >= _MOST_SITEMAPS
        else:
            full = "?" in url and self._queries[url.partition("?")[0]] >= self._max_queries
        if full:
            return Admission.UNWANTED
        if kind == "page" and depth > self.max_depth(url):
            return Admission.TOO_DEEP
        self.count(url, kind)
        return Admission.WANTED

    def count(self, url: str, kind: str = "page") -> None:
        """Remember an address that is to be fetched."""
        if kind == "sitemap":
            self._sitemaps += 1
        elif "?" in url:
            self._queries[url.partition("?")[0]] += 1


def site_key(url: str, site_by: str = "domain") -> str:
    """The site of an address, with the port where it is not the usual one: another server.

    >>> site_key("https://news.a.example/x"), site_key("http://127.0.0.1:8080/")
    ('a.example', '127.0.0.1:8080')
    """
    parts = urlsplit(url)
    usual = parts.port in (None, _USUAL_PORTS.get(parts.scheme))
    return site_of(url, site_by) if usual else f"{site_of(url, site_by)}:{parts.port}"
