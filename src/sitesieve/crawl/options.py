"""What to crawl, how far, and how gently."""

from dataclasses import dataclass
from pathlib import Path

from sitesieve.crawl.scope import MOST_QUERIES
from sitesieve.errors import InputError, OutputError
from sitesieve.fetching import check_url

WARC_ENDINGS = (".warc", ".warc.gz")


@dataclass(frozen=True, slots=True)
class CrawlOptions:
    """What to crawl, how far, and how gently; `ValueError` for impossible values.

    Parameters
    ----------
    url : where to start.
    output : the archive to write, a .warc or .warc.gz file.
    max_pages : pages stored at most; with `resume` and a higher number a crawl continues.
    max_depth : links from the start at most.
    path_depths : pairs of the beginning of a path and another `max_depth` for it, as
        ("/archive/", 2); 0 leaves these addresses out, the longest beginning counts.
    max_queries : addresses of one path that differ in their query only, at most.
    site_by : what belongs to the site: "domain", the registrable domain, or "host".
    delay : seconds between two requests to a host; 0 fetches as fast as the server answers.
    concurrency : requests at the same time, where `delay` is 0.
    retries : how often a server that fails is asked again.
    max_bytes, max_seconds : limits of one page, before and after unpacking, to its last byte.
    sitemaps : whether sitemaps are read for addresses.
    focus : whether pages that promise articles are fetched first.
    obey_robots : whether robots.txt is obeyed.
    allow_private : whether addresses that are not public are fetched.
    since : the archive of an earlier crawl: pages that have not changed are not fetched again.
    resume : whether a crawl that was interrupted is continued.
    """

    url: str
    output: Path
    max_pages: int = 10_000
    max_depth: int = 20
    path_depths: tuple[tuple[str, int], ...] = ()  # the depth limit of paths that begin so
    max_queries: int = MOST_QUERIES
    site_by: str = "domain"  # or "host"
    delay: float = 1.0  # seconds between two requests to a host; 0 for no throttling at all
    concurrency: int = 4
    retries: int = 2
    max_bytes: int = 20_000_000
    max_seconds: float = 30.0
    sitemaps: bool = True
    focus: bool = False
    obey_robots: bool = True
    allow_private: bool = False
    since: Path | None = None  # the archive of an earlier crawl
    resume: bool = False

    def __post_init__(self) -> None:
        check_url(self.url)
        object.__setattr__(self, "output", Path(self.output))
        if not self.output.name.endswith(WARC_ENDINGS):
            raise OutputError(f"{self.output}: a crawl is written to a .warc or .warc.gz file")
        for name in ("max_pages", "max_queries", "concurrency", "max_bytes", "max_seconds"):
            if not getattr(self, name) > 0:
                raise ValueError(f"{name} must be more than 0")
        for name in ("max_depth", "delay", "retries"):
            if not getattr(self, name) >= 0:
                raise ValueError(f"{name} must be 0 or more")
        for path, depth in self.path_depths:
            if not path.startswith("/") or depth < 0:
                raise ValueError(f"{path}={depth}: a path begins with / and has a depth of 0 up")
        if self.site_by not in ("domain", "host"):
            raise ValueError(f"a site is a domain or a host, not a {self.site_by}")
        if self.since is not None and self.since.resolve() == self.output.resolve():
            raise InputError(f"{self.since}: the earlier crawl must be another file")
