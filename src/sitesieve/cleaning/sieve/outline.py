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
from sitesieve.cleaning.sieve.outline_arrays import outline_arrays
from sitesieve.page.tags import TAG_ID
from sitesieve.page.tree import Ints

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
_PART_OF_TAG = np.full(256, _PART["other"])
for _name, _tags in _TAGS.items():
    _PART_OF_TAG[[TAG_ID[tag] for tag in _tags.split()]] = _PART[_name]
_PART_IN_DATA = np.arange(len(PARTS))
_PART_IN_DATA[[_PART[name] for name in _IN_DATA]] = [_PART[f"{name} of data"] for name in _IN_DATA]
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
    kind = _PART_OF_TAG[tree.tag]
    for table in tree.data_tables:
        inside = kind[table : tree.end[table]]
        inside[:] = _PART_IN_DATA[inside]
    return Outline(
        *outline_arrays(
            *(tree.parent, tree.end, tree.tag, tree.style),
            *(paragraphs.element, tree.leaves[paragraphs.first_leaf[:-1]], around.words, kind),
            *(_PART["text"], _PART["heading"], _TERM_VALUE),
        )
    )
