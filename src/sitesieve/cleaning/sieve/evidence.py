"""The evidence of a page alone: for each paragraph a row of numbers.

Everything is measured against the paragraph's surroundings, never of the page as a
whole: that would tell which kind of collection a page comes from, not what a paragraph
is. "Rich" text is text that is long and hardly linked; where it stands, content is.
"""

from functools import cache, cached_property

import numpy as np
import numpy.typing as npt

from sitesieve.cleaning.boosting import Rows
from sitesieve.cleaning.columns import Columns
from sitesieve.cleaning.lexicon import lexicon
from sitesieve.cleaning.sieve.class_name_roles import NAMED, name_bits
from sitesieve.cleaning.sieve.page_evidence import (
    alike_columns,
    elements_above,
    height_columns,
    larger_elements,
    numbered_paths,
    order_columns,
    own_columns,
    paragraph_words,
    place_columns,
)
from sitesieve.page.ancestors import widest
from sitesieve.page.encode import encode
from sitesieve.page.hashing import stable_ids
from sitesieve.page.paragraph_texts import paragraph_texts
from sitesieve.page.paragraphs import Paragraphs, paragraphs_of
from sitesieve.page.tags import TAG_ID
from sitesieve.page.tree import PageTree
from sitesieve.page.words import tokenize

REACH = 20  # ancestors that are looked at
HEIGHTS = 6  # ancestors that are measured, those that hold no more than the one below left out

_AROUND = {  # elements that say something wherever above a paragraph they stand
    "main": ("main",),
    "article": ("article",),
    "nav": ("nav", "menu"),
    "aside": ("aside",),
    "footer": ("footer",),
    "header": ("header", "hgroup"),
    "form": ("form", "fieldset"),
    "section": ("section",),
    "list": ("ul", "ol", "dl", "dir"),
    "item": ("li", "dd", "dt"),
    "table": ("table",),
    "cell": ("td", "th"),
    "quote": ("blockquote",),
    "code": ("pre", "code", "samp"),
    "figure": ("figure", "figcaption"),
    "heading": ("h1", "h2", "h3", "h4", "h5", "h6"),
    "control": ("button", "label", "option", "select", "textarea", "legend", "summary"),
    "p": ("p",),
    "address": ("address",),
    "details": ("details", "dialog"),
}
_TAG_BITS = np.zeros(256, np.int64)
for _bit, _tags in enumerate(_AROUND.values()):
    for _tag in _tags:
        _TAG_BITS[TAG_ID[_tag]] |= 1 << _bit
_LEVEL = np.zeros(256, np.int64)
for _bit in range(1, 7):
    _LEVEL[TAG_ID[f"h{_bit}"]] = _bit
_IMAGE, _INPUT = TAG_ID["img"], TAG_ID["input"]
# Senses of words by which furniture is known, also where it stands between two paragraphs.
SENSES = (
    *("ad", "offer", "newsletter", "paywall", "consent", "share", "follow", "related", "popular"),
    *("comments", "copyright", "legal", "byline", "service", "paging"),
)
_LONGEST_SAYING = 60  # words; in longer text they say nothing of what it is
_ENDS = np.array([ord(end) for end in '.!?…。！？"”»:'], np.uint32)


class Surroundings:
    """A page's paragraphs with the elements around them and the sums below any element."""

    def __init__(self, tree: PageTree, paragraphs: Paragraphs) -> None:
        self.tree = tree
        self.paragraphs = paragraphs
        first = paragraphs.first_leaf[:-1]
        last = paragraphs.first_leaf[1:] - 1
        self.begin = tree.word_start[tree.leaves[first]]  # of the words of each paragraph
        self.end = tree.word_start[tree.leaves[last] + 1]
        title = stable_ids(tokenize(tree.title)).tolist()
        self.title = np.array(sorted(set(title)), np.uint64)  # ids of its words
        self.words, self.linked, self.rich, self.sums = paragraph_words(
            tree.leaf_words,
            tree.hidden_leaves.view(np.uint8),  # what readers do not see is as if it were not there
            tree.linked_leaves,
            paragraphs.first_leaf,
        )
        self.up = elements_above(tree.parent, paragraphs.element, REACH)

    def below(self, nodes: npt.NDArray[np.int32]) -> npt.NDArray[np.float64]:
        """Words, linked words, rich words and paragraphs at and below some nodes."""
        start = self.tree.leaf_start
        sums: npt.NDArray[np.float64] = (
            self.sums[:, start[self.tree.end[nodes]]] - self.sums[:, start[nodes]]
        )
        return sums

    @cached_property
    def larger(self) -> npt.NDArray[np.int32]:
        """Of the elements above each paragraph those that hold more than the one before."""
        tree = self.tree
        top = widest(tree.parent, tree.leaf_start[:-1], tree.leaf_start[tree.end])
        return larger_elements(tree.parent, top, self.paragraphs.element, HEIGHTS)

    @cached_property
    def senses(self) -> Rows:
        """For each paragraph the share of its words with each sense of the lexicon; long texts
        have none."""
        counts = lexicon().count(self.tree.word_ids, self.begin, self.end, _LONGEST_SAYING)
        shares: Rows = counts / np.maximum(self.end - self.begin, 1).astype(np.float32)[:, None]
        return np.sqrt(np.minimum(shares, 1))

    @cached_property
    def paths(self) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """For each paragraph the number of its path of tags and classes, and how many
        paragraphs each path has."""
        return numbered_paths(self.tree.style, self.up)


# The columns, in the order in which they are made.
_OWN = (
    *("words", "linked share", "commas", "sentences", "ends as a sentence"),
    *("share in the title", "share of the title", "times on the page"),
)
_PLACES = (*(f"in {name}" for name in NAMED), *(f"under <{name}>" for name in _AROUND))
_AT_HEIGHTS = (
    *(
        f"{what} at {height}"
        for height in range(HEIGHTS)
        for what in ("rich share of page", "rich share", "linked share", "words", "paragraphs")
    ),
    *("steps up to the centre", "steps down to the centre"),
    *("images at 1", "inputs at 1", "images at 2", "inputs at 2"),
)
_ORDER = (
    "heading level",
    *("words at -1", "linked share at -1", "kinship at -1"),
    *("words at +1", "linked share at +1", "kinship at +1"),
    *("rich text before", "rich text after", "paragraphs since a heading"),
    *("level of the last heading", "words since a heading", "rich text in the section"),
    *("linked share in the section", "paragraphs since the title"),
)
_ALIKE = (
    *("alike on the page", "words of those alike", "linked share of those alike"),
    "rich share of those alike",
)


def evidence_of(around: Surroundings) -> Rows:
    """The evidence, a row for each paragraph, a column for each of `feature_names()`."""
    return _columns(around).rows(order="F")


def _columns(around: Surroundings) -> Columns:
    columns = Columns()
    columns.add("{}", _own(around), _OWN)
    columns.add("{}", _places(around), _PLACES)
    columns.add("{}", _heights(around), _AT_HEIGHTS)
    columns.add("{}", _order(around), _ORDER)
    columns.add("{}", _alike(around), _ALIKE)
    columns.add("says {}", around.senses[:, _numbers_of_senses()], SENSES)
    return columns


def _own(around: Surroundings) -> Rows:
    """What the text itself shows."""
    strings, paragraphs = around.tree.leaf_texts, around.paragraphs
    commas, sentences, ends, ids = paragraph_texts(
        strings.utf8, strings.start, paragraphs.first_leaf
    )
    words = (around.tree.word_ids, around.begin, around.end, around.title)
    return own_columns(around.words, around.linked, commas, sentences, ends, _ENDS, ids, *words)


def _places(around: Surroundings) -> Rows:
    """How far above the paragraph elements of some tag or name stand; REACH if nowhere."""
    tree = around.tree
    bits = (name_bits(tree), _TAG_BITS)
    return place_columns(around.up, tree.look, tree.tag, *bits, len(NAMED), len(_PLACES))


def _heights(around: Surroundings) -> Rows:
    """Where the paragraph stands relative to the page's rich text."""
    tree = around.tree
    page = (tree.parent, tree.end, tree.tag, tree.leaf_start)
    total = float(around.rich.sum())
    return height_columns(*page, around.sums, around.up, around.larger, total, _IMAGE, _INPUT)


def _order(around: Surroundings) -> Rows:
    """What comes before and after."""
    tree = around.tree
    return order_columns(
        *(tree.tag, tree.style, around.up, _LEVEL, around.words, around.linked, around.rich),
        *(tree.word_ids, around.begin, around.end, around.title),
    )


def _alike(around: Surroundings) -> Rows:
    """The paragraphs that stand on the same path of tags and classes."""
    return alike_columns(*around.paths, around.words, around.linked, around.rich)


@cache
def _numbers_of_senses() -> list[int]:
    return [lexicon().senses.index(sense) for sense in SENSES]


@cache
def smallest_page() -> Surroundings:
    """A page of one paragraph: the columns made for it have the names that all have."""
    tree = encode("<p>x</p>")
    return Surroundings(tree, paragraphs_of(tree))


@cache
def feature_names() -> tuple[str, ...]:
    """The names of the columns of the evidence."""
    return _columns(smallest_page()).names
