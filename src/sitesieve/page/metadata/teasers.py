"""Teasers: the items of a list of other pages, whose authors and dates are not this page's."""

import re
from collections import Counter
from urllib.parse import urlsplit

import numpy as np
import numpy.typing as npt

from sitesieve.page.addresses import target
from sitesieve.page.tags import TAG_ID
from sitesieve.page.tree import PageTree

_HEADINGS = np.zeros(256, np.bool_)
_HEADINGS[[TAG_ID[f"h{level}"] for level in range(1, 7)]] = True
_ELSEWHERE = re.compile(  # a place on a page, or somebody who wrote on it
    r"#|/(?:members?|users?|profiles?|authors?|people|u|@\w+)[/.?-]|profile|member\.php",
    re.IGNORECASE,
)
_INDEX = re.compile(  # the path of a front page, a tag, an author, a page of an archive
    r"/*(?:index\.\w+)?$|(?:^|.*/)(?:(?:tags?|labels?|categor(?:y|ies)|authors?)/[^/]+"
    r"|page[/-]\d+|archives?|blog|posts|news)/?(?:index\.\w+)?$",
    re.IGNORECASE,
)
_FEWEST = 3  # a list has at least
_MOST = 400  # headings looked at


def is_index_address(url: str | None) -> bool:
    """Whether an address is that of a site's front page, or of a list of its pages."""
    path = path_of_page(url)
    return path is not None and _INDEX.match(path) is not None


def is_front_address(url: str | None) -> bool:
    """Whether an address is that of a site's front page."""
    path = path_of_page(url)
    return path is not None and not path.strip("/")


def path_of_page(url: str | None) -> str | None:
    """The path of an address; None where there is none, or it does not say all."""
    try:
        parts = urlsplit(url or "")
    except ValueError:
        return None
    return parts.path if parts.netloc and not parts.query else None


def teaser_nodes(tree: PageTree) -> npt.NDArray[np.bool_]:
    """For each node, whether it stands in a teaser: one of several elements of one look, each
    with one heading that links to another page; or, where such headings stand side by side with
    their texts, what follows each."""
    inside = np.zeros(len(tree), np.bool_)
    headings = linked_headings(tree)
    if len(headings) < _FEWEST:
        return inside
    items = _items(tree, headings)
    alike = Counter(int(tree.look[first]) for first, _ in items)
    for first, last in items:
        if alike[int(tree.look[first])] >= _FEWEST:
            inside[first:last] = True
    return inside


def linked_headings(tree: PageTree) -> list[int]:
    """The headings that are a link to another page, or stand in one."""
    headings = np.flatnonzero(_HEADINGS[tree.tag])[:_MOST]
    links, written = tree.targets
    if not len(links) or not len(headings):
        return []
    within = np.searchsorted(links, headings)  # the first link after each heading's start
    around = np.maximum(within - 1, 0)
    has_link = (within < len(links)) & (
        links[np.minimum(within, len(links) - 1)] < tree.end[headings]
    )
    in_link = (links[around] < headings) & (tree.end[links[around]] > headings)
    number = np.where(has_link, within, around)[has_link | in_link].tolist()
    linked = headings[has_link | in_link].tolist()
    own = {address.partition("#")[0] for address in (tree.url, tree.canonical) if address}
    return [
        heading
        for heading, link in zip(linked, number, strict=True)
        if not _ELSEWHERE.search(written[link])
        and target(written[link].strip(), tree.base) not in own
    ]


def _items(tree: PageTree, headings: list[int]) -> list[tuple[int, int]]:
    """The largest element around each heading that holds none of the others; for headings with
    nothing of their own around, the nodes up to the next."""
    items = []
    for before, heading, after in zip(
        [-1, *headings[:-1]], headings, [*headings[1:], len(tree)], strict=True
    ):
        item = heading
        while (above := int(tree.parent[item])) > before and tree.end[above] <= after:
            item = above
        last = int(tree.end[item])
        if item == heading or tree.word_start[last] == tree.word_start[tree.end[heading]]:
            last = min(after, int(tree.end[max(int(tree.parent[item]), 0)]))
        items.append((item, last))
    return items
