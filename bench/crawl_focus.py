"""How many of the first pages of a crawl are articles: breadth-first against --focus.

    python bench/crawl_focus.py [DATA] [--size 4]

The sample web is crawled, and with a folder DATA project_site.parquet and docs_site.parquet
(url, html, role), too. The crawler's own state hands out the addresses; only the network is
left out, and sitemaps, which would tell everything at once. Counted are articles among the
first 25, 50, 100 and 200 pages fetched.
"""

import argparse
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from sample_web import generate
from sitesieve.crawl.frontier import Result
from sitesieve.crawl.options import CrawlOptions
from sitesieve.crawl.outcome import Outcome
from sitesieve.crawl.page_leads import leads_of
from sitesieve.crawl.state import CrawlState, failed
from sitesieve.page import Page
from sitesieve.page.addresses import normal_form

_AFTER = (25, 50, 100, 200)


@dataclass(frozen=True)
class Site:
    """A site to crawl: its start, and HTML and role of each page by its normal address."""

    name: str
    start: str
    pages: Mapping[str, tuple[str, str]]

    @property
    def share(self) -> float:
        return sum(role == "article" for _, role in self.pages.values()) / len(self.pages)


def sample_sites(size: float) -> Iterator[Site]:
    for site in generate(size=size):
        pages = {normal_form(page.url): (page.html, page.role) for page in site.pages}
        yield Site(site.name, site.pages[0].url, pages)


def real_sites(folder: Path) -> Iterator[Site]:
    import pyarrow.parquet as pq

    for name in ("project_site", "docs_site"):
        rows = pq.read_table(folder / f"{name}.parquet").to_pylist()
        pages = {normal_form(row["url"]): (row["html"], row["role"]) for row in rows}
        parts = urlsplit(rows[0]["url"])
        yield Site(name, f"{parts.scheme}://{parts.netloc}/", pages)


def roles_in_order(site: Site, focus: bool) -> list[str]:
    """The roles of the pages of a site in the order in which a crawl fetches them."""
    found: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        options = CrawlOptions(site.start, Path(folder, "site.warc.gz"), focus=focus, max_depth=50)
        state = CrawlState(options)
        state.begin([])
        while (row := state.next()) is not None and len(found) < max(_AFTER):
            html, role = site.pages.get(row.key, ("", ""))
            if not html:
                state.finish(row, failed(Outcome.HTTP_ERROR, "not there", 404))
                continue
            found.append(role)
            leads, phrases = leads_of(Page(row.url, html), state.promise)
            result = Result(Outcome.FETCHED, leads=tuple(leads), phrases=phrases)
            state.finish(row, result)
        state.close()
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("data", nargs="?", type=Path)
    parser.add_argument("--size", type=float, default=4.0)
    arguments = parser.parse_args()
    sites = [*sample_sites(arguments.size), *(real_sites(arguments.data) if arguments.data else ())]
    print(f"{'':22}{'':>10}" + "".join(f"{f'first {n}':>11}" for n in _AFTER))
    for site in sites:
        for focus in (False, True):
            roles = roles_in_order(site, focus)
            counted = [
                f"{sum(role == 'article' for role in roles[:n]):>11}" if len(roles) >= n else ""
                for n in _AFTER
            ]
            label = f"{site.name} ({site.share:.0%})" if not focus else ""
            print(f"{label:27}{'focus' if focus else 'breadth':>8}" + "".join(counted))


if __name__ == "__main__":
    main()
