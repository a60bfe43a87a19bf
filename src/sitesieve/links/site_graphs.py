"""The link graphs of many sites, made page by page."""

from collections import Counter
from collections.abc import Mapping

from sitesieve.links.graph import GraphBuilder, LinkGraph
from sitesieve.links.page_links import USUAL, PageLinks, Reading, read_links
from sitesieve.page.addresses import normal_form
from sitesieve.page.page import Page, Pages, as_pages


class SiteGraphs:
    """Takes in pages of any sites; each site gets a graph of its own.

    A page costs half the size of its HTML until its graph is made: links, and words by block.
    """

    def __init__(self, reading: Reading = USUAL) -> None:
        self.reading = reading
        self.unusable: Counter[str] = Counter()  # pages that could not be read, by reason
        self._sites: dict[str, GraphBuilder] = {}
        self._redirects: dict[str, str] = {}

    def observe(self, page: Page) -> PageLinks:
        """The links of a page; can be done in any process."""
        return read_links(page, self.reading)

    def absorb(self, links: PageLinks) -> None:
        """Add the links of a page to the graph of its site."""
        self._sites.setdefault(links.site, GraphBuilder()).add(links)

    def redirect(self, redirects: Mapping[str, str]) -> None:
        """Take in what addresses were found to redirect to."""
        self._redirects |= normal_redirects(redirects)

    @property
    def sites(self) -> list[str]:
        """The sites that pages were of."""
        return sorted(self._sites)

    def graph_of(self, site: str) -> LinkGraph:
        """The graph of a site's pages."""
        return self._sites[site].finish(self._redirects)


def normal_redirects(redirects: Mapping[str, str]) -> dict[str, str]:
    """Redirects between addresses in their normal form; those to other ways of writing the
    same address are none."""
    pairs = ((normal_form(start), normal_form(end)) for start, end in redirects.items())
    return {start: end for start, end in pairs if start and end and start != end}


def link_graph(
    pages: Pages, redirects: Mapping[str, str] | None = None, reading: Reading = USUAL
) -> LinkGraph:
    """The link graph of pages of one site: Page objects or (url, html) pairs; where addresses
    redirect to, if that is known; and what terms and blocks are."""
    builder = GraphBuilder()
    for page in as_pages(pages):
        builder.add(read_links(page, reading))
    return builder.finish(normal_redirects(redirects or {}))
