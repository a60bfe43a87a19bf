"""What to crawl, how far, and how gently."""

from dataclasses import dataclass
from pathlib import Path

from sitesieve.crawl.scope import MOST_QUERIES
from sitesieve.errors import InputError, OutputError
from sitesieve.fetching import check_url

WARC_ENDINGS = (".warc", ".warc.gz")


@dataclass(frozen=True, slots=True)
class CrawlOptions:
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
