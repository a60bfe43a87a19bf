"""Informative structures as data: JSON, and GraphML for graph tools."""

import re
from collections.abc import Iterator
from typing import Any
from xml.sax.saxutils import escape, quoteattr

import numpy as np

from sitesieve.links.structure import Structure
from sitesieve.site.keyed_table import Rows, new_runs

_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_NODE_KEYS = {"url": "string", "title": "string", "site": "string", "role": "string"}
_NODE_NUMBERS = {"score": "double", "hub": "double", "authority": "double"}
_EDGE_KEYS = {"entropy": "double", "block": "string", "informative": "boolean"}


def as_data(structure: Structure) -> dict[str, Any]:
    """A structure as plain data: contents pages with blocks and what these lead to."""
    graph, ranking = structure.graph, structure.ranking
    urls = graph.urls

    def page(number: int) -> dict[str, Any]:
        return {
            "url": urls[number],
            "title": graph.titles[number],
            "score": _short(ranking.score[number]),
            "authority": _short(ranking.authority[number]),
        }

    def blocks(number: int, links: bool) -> list[dict[str, Any]]:
        return [
            {"place": block.place, "entropy": _short(block.entropy)}
            | ({"links": [urls[target] for target in block.targets]} if links else {})
            for block in structure.blocks(number)
        ]

    return {
        "site": structure.site,
        "ranking": ranking.name,
        "settled": ranking.settled,
        "pages": graph.pages,
        "links": len(pairs(structure, distilled=False)),
        "distilled_links": len(pairs(structure, distilled=True)),
        "redundant_above": {role: _short(bound) for role, bound in structure.bounds.items()},
        "contents": [page(n) | {"blocks": blocks(n, True)} for n in structure.contents],
        "articles": [page(n) | {"blocks": blocks(n, False)} for n in structure.articles],
        "other": [page(n) for n, role in enumerate(structure.roles) if role == "other"],
    }


def pairs(structure: Structure, distilled: bool) -> Rows:
    """Links, one from a page to another: of the structure before any other, in the order of
    the pages. With `distilled`, only those of the structure."""
    graph = structure.graph
    order = np.lexsort((~structure.distilled, graph.target, graph.source))
    first: Rows = order[new_runs(graph.source[order], graph.target[order])]
    return first[structure.distilled[first]] if distilled else first


def graphml(structures: list[Structure]) -> Iterator[str]:
    """All pages and links as GraphML, with roles, scores and what is informative.

    Several links from a page to another are one edge.
    """
    yield '<?xml version="1.0" encoding="UTF-8"?>\n'
    yield '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">\n'
    for domain, keys in (("node", _NODE_KEYS | _NODE_NUMBERS), ("edge", _EDGE_KEYS)):
        for name, kind in keys.items():
            yield f'<key id="{name}" for="{domain}" attr.name="{name}" attr.type="{kind}"/>\n'
    yield '<graph edgedefault="directed">\n'
    for number, structure in enumerate(structures):
        yield from _nodes(structure, f"s{number}")
        yield from _edges(structure, f"s{number}")
    yield "</graph>\n</graphml>\n"


def _nodes(structure: Structure, prefix: str) -> Iterator[str]:
    graph, ranking = structure.graph, structure.ranking
    for n, role in enumerate(structure.roles):
        texts = {"url": graph.urls[n], "title": graph.titles[n], "site": structure.site}
        values = {name: getattr(ranking, name)[n] for name in _NODE_NUMBERS}
        numbers = {name: f"{value:.6g}" for name, value in values.items()}
        yield f'<node id="{prefix}p{n}">{_data(texts | {"role": role} | numbers)}</node>\n'


def _edges(structure: Structure, prefix: str) -> Iterator[str]:
    graph, distilled = structure.graph, structure.distilled
    for link in pairs(structure, distilled=False).tolist():
        data = {
            "entropy": f"{graph.entropy[link]:.4g}",
            "block": graph.block_place[graph.block[link]],
            "informative": "true" if distilled[link] else "false",
        }
        ends = f'source="{prefix}p{graph.source[link]}" target="{prefix}p{graph.target[link]}"'
        yield f"<edge {ends}>{_data(data)}</edge>\n"


def _data(values: dict[str, str]) -> str:
    return "".join(
        f"<data key={quoteattr(key)}>{escape(_NOT_XML.sub('', value))}</data>"
        for key, value in values.items()
    )


def _short(number: float) -> float:
    return float(f"{number:.4g}")
