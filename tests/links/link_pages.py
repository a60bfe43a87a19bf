"""Small sites made of links."""

from collections.abc import Mapping, Sequence

from sitesieve.links import LinkGraph, link_graph

Anchors = Sequence[tuple[object, str]]


def site(pages: Mapping[object, Anchors]) -> LinkGraph:
    """The graph of pages that are nothing but links: name → (name of the target, words)."""
    return link_graph((address(name), html(*links)) for name, links in pages.items())


def address(name: object) -> str:
    return f"http://a.example/{name}"


def html(*links: tuple[object, str]) -> str:
    return "<body>" + "\n".join(f'<a href="/{target}">{words}</a>' for target, words in links)


# The example of the paper, figure 7: home, contents, advertisement, two articles. Its terms
# T0 … T5 are hot, news, home, flood, merger, sales.
FIGURE_7: dict[object, Anchors] = {
    0: [(1, "hot news"), (2, "sales")],
    1: [(3, "flood"), (4, "merger"), (0, "home"), (2, "sales")],
    2: [(0, "home")],
    3: [(1, "hot news"), (0, "home"), (2, "sales"), (4, "news merger")],
    4: [(1, "hot news"), (0, "home"), (2, "sales"), (3, "news flood")],
}
