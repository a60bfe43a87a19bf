"""The link structure of a site for the studio: its map, before and after distilling."""

from typing import Any

from sitesieve.links.site_graphs import link_graph
from sitesieve.links.structure import find_structure
from sitesieve.report.link_map import drawn
from sitesieve.studio.desk import Desk

_MOST_PAGES = 20_000  # of a map


def structure_view(desk: Desk, site: str) -> dict[str, Any] | None:
    """What the map of a site is drawn from, with the number of each page in the studio."""
    total, lines = desk.store.lines(site, limit=_MOST_PAGES)
    if not lines:
        return None
    key = ("structure", site, total)
    if key not in desk.made:
        pages = (page for line in lines if (page := desk.store.page(line.id)) is not None)
        map_of = drawn(find_structure(link_graph(pages), site))
        numbers = {line.label: line.id for line in lines}
        desk.made[key] = map_of | {"number": [numbers.get(url) for url in map_of["url"]]}
    found: dict[str, Any] = desk.made[key]
    return found
