"""The links of a site: the graph of its pages, its contents pages and its articles."""

from typing import TYPE_CHECKING

from sitesieve.on_demand import on_demand

if TYPE_CHECKING:
    from sitesieve.links.graph import GraphBuilder, LinkGraph
    from sitesieve.links.page_links import Reading, read_links
    from sitesieve.links.ranking import Ranking, Variant, rank, variants
    from sitesieve.links.site_graphs import SiteGraphs, link_graph
    from sitesieve.links.structure import InformativeBlock, Structure, find_structure

__all__ = [
    "GraphBuilder",
    "InformativeBlock",
    "LinkGraph",
    "Ranking",
    "Reading",
    "SiteGraphs",
    "Structure",
    "Variant",
    "find_structure",
    "link_graph",
    "rank",
    "read_links",
    "variants",
]

__getattr__ = on_demand(
    __name__,
    {
        **dict.fromkeys(("GraphBuilder", "LinkGraph"), f"{__name__}.graph"),
        **dict.fromkeys(("Reading", "read_links"), f"{__name__}.page_links"),
        **dict.fromkeys(("Ranking", "Variant", "rank", "variants"), f"{__name__}.ranking"),
        **dict.fromkeys(("SiteGraphs", "link_graph"), f"{__name__}.site_graphs"),
        **dict.fromkeys(
            ("InformativeBlock", "Structure", "find_structure"), f"{__name__}.structure"
        ),
    },
)
