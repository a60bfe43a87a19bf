"""The outline of a page: its paragraphs and the elements around them as one tree, with the
kinds of borders between a part and the part around it, and between neighbours.

How often a border separates content from noise depends on its kind: hardly ever between the
rows of a table of data, often between two boxes. That is learned (`training.borders`), and
the decision pays for every border it cuts along (`decision`).
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from sitesieve.cleaning.sieve.evidence import Surroundings
from sitesieve.page.tables import data_tables
from sitesieve.page.tags import TAG_ID, TAG_NAMES
from sitesieve.page.tree import Ints, PageTree

Column = npt.NDArray[np.float64]
Numbers = npt.NDArray[np.int64]

_TAGS = {  # kinds of parts, by what they are
    "item": "li",
    "term": "dt dd",
    "row": "tr",
    "cell": "td th",
    "rows": "tbody thead tfoot caption",
    "code": "pre",
    "figure": "figure figcaption",
    "quote": "blockquote",
    "p": "p",
    "heading": "h1 h2 h3 h4 h5 h6",
    "box": "div center",
    "section": "section article main details",
    "landmark": "nav aside footer header form fieldset menu dialog address",
    "list": "ul ol dl",
    "table": "table",
}
_IN_DATA = ("row", "cell", "rows")  # which are other kinds in a table of data
PARTS = ("text", *_TAGS, "other", *(f"{name} of data" for name in _IN_DATA))
NEIGHBOURS = ("first", "after a heading", "value of a term", "of the same look", "other")

_PART = {name: number for number, name in enumerate(PARTS)}
_PART_OF_TAG = np.full(len(TAG_NAMES), _PART["other"])
for _name, _tags in _TAGS.items():
    _PART_OF_TAG[[TAG_ID[tag] for tag in _tags.split()]] = _PART[_name]
_TERM_VALUE = TAG_ID["dd"]


@dataclass(frozen=True, eq=False, slots=True)
class Outline:
    """Parents stand before their children, neighbours in order, the root first."""

    parent: Ints
    before: Numbers  # the neighbour before, -1 for a first child
    paragraph: Numbers  # where each paragraph stands in the outline
    words: Column  # at and below each part
    whole: npt.NDArray[np.bool_]  # whether a part holds all the words of the one around it
    border: Numbers  # with the part around it: a place in PARTS
    side: Numbers  # with the neighbour before: a place in NEIGHBOURS


def outline_of(around: Surroundings) -> Outline:
    """The outline of a page."""
    tree, paragraphs = around.tree, around.paragraphs
    elements = _elements(tree, paragraphs.element)
    texts = tree.leaves[paragraphs.first_leaf[:-1]]
    nodes = np.concatenate([elements, texts])
    order = np.argsort(nodes, kind="stable")
    place = np.empty(len(nodes), np.int64)
    place[order] = np.arange(len(nodes))
    of_element, of_text = place[: len(elements)], place[len(elements) :]
    place_of = np.full(len(tree), -1)
    place_of[elements] = of_element
    parent = np.empty(len(nodes), np.int32)
    parent[of_element] = np.where(elements > 0, place_of[np.maximum(tree.parent[elements], 0)], -1)
    parent[of_text] = place_of[paragraphs.element]

    sums = np.concatenate([[0.0], np.cumsum(around.words)])
    words = np.empty(len(nodes))
    first, last = np.searchsorted(texts, elements), np.searchsorted(texts, tree.end[elements])
    words[of_element] = sums[last] - sums[first]
    words[of_text] = around.words
    node = nodes[order]
    border = _PART_OF_TAG[tree.tag[node]]
    border[of_text] = _PART["text"]
    in_data = _in_data_tables(tree)[node]
    for name in _IN_DATA:
        border[in_data & (border == _PART[name])] = _PART[f"{name} of data"]
    before = _neighbours_before(parent)
    up, left = np.maximum(parent, 0), np.maximum(before, 0)
    alike = tree.style[node] == tree.style[node[left]]
    alike[of_text] = False
    side = np.select(
        [before < 0, border[left] == _PART["heading"], tree.tag[node] == _TERM_VALUE, alike],
        [0, 1, 2, 3],
        4,
    )
    return Outline(parent, before, of_text, words, words[up] <= words, border, side)


def _elements(tree: PageTree, inner: Ints) -> Numbers:
    """These elements and all above them."""
    found = np.zeros(len(tree), np.bool_)
    found[0] = True
    here = np.unique(inner)
    while len(here):
        found[here] = True
        above = np.unique(np.maximum(tree.parent[here], 0))
        here = above[~found[above]]
    return np.flatnonzero(found)


def _in_data_tables(tree: PageTree) -> npt.NDArray[np.bool_]:
    inside = np.zeros(len(tree), np.bool_)
    for table in data_tables(tree):
        inside[table : tree.end[table]] = True
    return inside


def _neighbours_before(parent: Ints) -> Numbers:
    order = np.argsort(parent, kind="stable")
    before = np.full(len(parent), -1, np.int64)
    same = parent[order[1:]] == parent[order[:-1]]
    before[order[1:][same]] = order[:-1][same]
    return before
