"""A site's links as a picture to look around in: all of them, and its informative structure."""

import json
from importlib.resources import files
from typing import Any

from sitesieve._version import __version__
from sitesieve.links.graph_files import pairs
from sitesieve.links.layout import layout
from sitesieve.links.roles import ROLES
from sitesieve.links.structure import Structure
from sitesieve.report import html

_MOST_LINKS = 150_000  # drawn of a site; a browser stays quick
_MOST_NAMED = 3  # sites, in the heading
_STYLE = """<style>body{max-width:none}
.bar{display:flex;gap:1rem;align-items:center;flex-wrap:wrap;margin:.5rem 0}
.bar label{cursor:pointer}.bar i{display:inline-block;width:.8em;height:.8em;border-radius:50%}
#map{width:100%;height:74vh;border:1px solid var(--line);border-radius:6px;touch-action:none;
cursor:grab;display:block}
#said{min-height:5rem;overflow-wrap:anywhere}#said ul{columns:3 18rem;font-size:.85rem}
</style>"""
_CONTROLS = """<div class="bar"><select id="site" aria-label="site"></select>
<label><input type="radio" name="view" value="after" checked> informative structure</label>
<label><input type="radio" name="view" value="before"> all links</label>
<input id="find" type="search" placeholder="find a page" aria-label="find a page">
<button id="fit" type="button">whole site</button>
<span><i style="background:#d9822b"></i> contents <i style="background:#2b6cb0"></i> article
<i style="background:#8a97a6"></i> other</span></div>
<canvas id="map" role="img" aria-label="the pages of the site and their links"></canvas>
<div id="said" aria-live="polite"></div>"""


def map_page(structures: list[Structure]) -> str:
    """One self-contained page: drag to move, turn the wheel to come closer, click a page to see
    where its links lead."""
    data = json.dumps([_drawn(s) for s in structures], ensure_ascii=False, separators=(",", ":"))
    data = data.replace("<", "\\u003c")  # or a page's title could end the element that holds it
    script = files("sitesieve.report").joinpath("link_map.js").read_text("utf-8")
    rows = [_row(structure) for structure in structures]
    heads = ["site", "pages", "links", "contents pages", "articles", "links of the structure"]
    return html.page(
        heading([structure.site or "a site without a name" for structure in structures]),
        _STYLE,
        _CONTROLS,
        f'<script type="application/json" id="data">{data}</script>',
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


def _drawn(structure: Structure) -> dict[str, Any]:
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
    }
