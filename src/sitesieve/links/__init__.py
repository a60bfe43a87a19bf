"""The links of a site: the graph of its pages, its contents pages and its articles."""

from collections.abc import Mapping

from sitesieve.links.graph import GraphBuilder, LinkGraph
from sitesieve.links.page_links import read_links
from sitesieve.links.ranking import Ranking, Variant, rank, variants
from sitesieve.links.site_graphs import SiteGraphs, normal_redirects
from sitesieve.links.structure import InformativeBlock, Structure, find_structure
from sitesieve.page.page import Pages, as_pages

__all__ = [
    "GraphBuilder",
    "InformativeBlock",
    "LinkGraph",
    "Ranking",
    "SiteGraphs",
    "Structure",
    "Variant",
    "find_structure",
    "link_graph",
    "rank",
    "read_links",
    "variants",
]


def link_graph(pages: Pages, redirects: Mapping[str, str] | None = None) -> LinkGraph:
    """The link graph of pages of one site: Page objects or (url, html) pairs; and where
    addresses redirect to, if that is known."""
    builder = GraphBuilder()
    for page in as_pages(pages):
        builder.add(read_links(page))
    return builder.finish(normal_redirects(redirects or {}))
