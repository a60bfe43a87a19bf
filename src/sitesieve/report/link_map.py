"""A site's links as a picture to look around in: all of them, and its informative structure."""

from typing import Any

import numpy as np

from sitesieve._version import __version__
from sitesieve.links.graph_files import pairs
from sitesieve.links.layout import layout
from sitesieve.links.roles import ROLES
from sitesieve.links.structure import Structure
from sitesieve.report import html
from sitesieve.report.bundling import bundled, embedded

_MOST_LINKS = 150_000  # drawn of a site; a browser stays quick
_MOST_NAMED = 3  # sites, in the heading


def map_page(structures: list[Structure]) -> str:
    """One self-contained page: drag to move, turn the wheel to come closer, click a page to see
    where its links lead."""
    script = bundled("dom.js", "link_map.js", "structure.js")
    rows = [_row(structure) for structure in structures]
    heads = ["site", "pages", "links", "contents pages", "articles", "links of the structure"]
    return html.page(
        heading([structure.site or "a site without a name" for structure in structures]),
        '<div id="map"></div>',
        embedded([drawn(structure) for structure in structures]),
        f"<script>{script}</script>",
        html.table(heads, rows),
        html.note(
            f"Ranked by {structures[0].ranking.name}; sitesieve {__version__}. Each disc is a "
            "contents page with the articles that its informative blocks lead to; several links "
            "from a page to another are drawn as one."
        ),
    )


def heading(sites: list[str]) -> str:
    """What the page is about; of many sites the first are named.

    >>> heading(["a.example"]), heading(["a.example", "b.example"])
    ('How a.example hangs together', 'How a.example and b.example hang together')
    >>> heading(["a.example", "b.example", "c.example", "d.example", "e.example"])
    'How a.example, b.example and 3 other sites hang together'
    """
    if len(sites) == 1:
        return f"How {sites[0]} hangs together"
    named = sites if len(sites) <= _MOST_NAMED else sites[: _MOST_NAMED - 1]
    more = len(sites) - len(named)
    parts = [*named, f"{more:,} other sites"] if more else named
    return f"How {', '.join(parts[:-1])} and {parts[-1]} hang together"


def _row(structure: Structure) -> list[str]:
    counts = (
        *(structure.graph.pages, len(pairs(structure, distilled=False))),
        *(len(structure.contents), len(structure.articles)),
        len(pairs(structure, distilled=True)),
    )
    return [structure.site or "(no site)", *(f"{count:,}" for count in counts)]


def drawn(structure: Structure) -> dict[str, Any]:
    """What the script draws. Links of the structure come first."""
    graph = structure.graph
    links = pairs(structure, distilled=False)
    of_structure = structure.distilled[links]
    ordered = [*links[of_structure].tolist(), *links[~of_structure].tolist()][:_MOST_LINKS]
    return {
        "site": structure.site or "(no site)",
        "place": [[round(x, 2), round(y, 2)] for x, y in layout(structure).tolist()],
        "role": [ROLES.index(role) for role in structure.roles],
        "title": graph.titles,
        "url": graph.urls,
        "from": graph.source[ordered].tolist(),
        "to": graph.target[ordered].tolist(),
        "distilled": min(int(of_structure.sum()), len(ordered)),
        "left_out": len(links) - len(ordered),
        "contents": structure.contents,
        "leads": _leads(structure),
    }


def _leads(structure: Structure) -> dict[int, int]:
    """How many pages each contents page leads to."""
    source = structure.graph.source[pairs(structure, distilled=True)]
    pages, numbers = np.unique(source, return_counts=True)
    return dict(zip(pages.tolist(), numbers.tolist(), strict=True))
