"""The evidence of a page alone: for each paragraph a row of numbers.

Everything is measured against the paragraph's surroundings, never of the page as a
whole: that would tell which kind of collection a page comes from, not what a paragraph
is. "Rich" text is text that is long and hardly linked; where it stands, content is.
"""

from functools import cached_property, lru_cache

import numpy as np
import numpy.typing as npt

from sitesieve.cleaning.columns import Columns
from sitesieve.cleaning.lexicon import lexicon
from sitesieve.cleaning.sieve.class_name_roles import NAMED, name_bits_of
from sitesieve.page.ancestors import widest
from sitesieve.page.encode import encode
from sitesieve.page.hashing import stable_ids
from sitesieve.page.paragraph_texts import paragraph_texts
from sitesieve.page.paragraphs import Paragraphs, paragraphs_of
from sitesieve.page.tags import TAG_ID, TAG_NAMES
from sitesieve.page.tree import PageTree
from sitesieve.page.words import tokenize
from sitesieve.site.keyed_table import Keys, find

Column = npt.NDArray[np.float64]

REACH = 20  # ancestors that are looked at
HEIGHTS = 6  # ancestors that are measured, those that hold no more than the one below left out
_RICH = 10  # words outside links that make a paragraph rich
_FAR = 50.0  # paragraphs; what is further away, or nowhere, is this far

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
_ROLES = len(NAMED)
_TAG_BITS = np.zeros(len(TAG_NAMES), np.int64)
for _bit, _tags in enumerate(_AROUND.values()):
    for _tag in _tags:
        _TAG_BITS[TAG_ID[_tag]] |= 1 << _bit
_LEVEL = np.zeros(len(TAG_NAMES), np.int64)
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
        self.title = np.unique(stable_ids(tokenize(tree.title)))  # ids of its words
        shown = ~tree.hidden_leaves  # what readers do not see is as if it were not there
        leaf_words = np.where(shown, tree.leaf_words, 0).astype(np.float64)
        linked = leaf_words * tree.in_link[tree.leaves]
        self.words = np.add.reduceat(leaf_words, first)
        self.linked = np.add.reduceat(linked, first)
        own = self.words - self.linked
        self.rich = np.where((own >= _RICH) & (self.linked < 0.4 * self.words), own, 0.0)
        spread = (self.rich / np.maximum(self.words, 1))[paragraphs.of_leaf] * leaf_words
        starts = np.zeros(len(leaf_words))
        starts[first] = 1
        self._sums = np.zeros((4, len(leaf_words) + 1))
        np.cumsum([leaf_words, linked, spread, starts], axis=1, out=self._sums[:, 1:])
        self.up = self._ancestors()

    def words_of(self, some: npt.NDArray[np.intp]) -> tuple[Keys, npt.NDArray[np.int64]]:
        """The ids of the words of some paragraphs, one after the other, and for each word the
        number of its paragraph."""
        length = (self.end - self.begin)[some].astype(np.int64)
        skipped = self.begin[some] - (np.cumsum(length) - length)
        at = np.arange(int(length.sum())) + np.repeat(skipped, length)
        return self.tree.word_ids[at], np.repeat(some, length)

    def below(self, nodes: npt.NDArray[np.int32]) -> npt.NDArray[np.float64]:
        """Words, linked words, rich words and paragraphs at and below some nodes."""
        start = self.tree.leaf_start
        sums: npt.NDArray[np.float64] = (
            self._sums[:, start[self.tree.end[nodes]]] - self._sums[:, start[nodes]]
        )
        return sums

    def _ancestors(self) -> npt.NDArray[np.int32]:
        """The element of each paragraph and the elements above it, from near to far."""
        up = np.empty((REACH, len(self.paragraphs)), np.int32)
        up[0] = self.paragraphs.element
        for height in range(1, REACH):
            up[height] = np.maximum(self.tree.parent[up[height - 1]], 0)
        return up

    @cached_property
    def larger(self) -> npt.NDArray[np.int32]:
        """Of the elements above each paragraph those that hold more than the one before."""
        tree = self.tree
        top = widest(tree.parent, tree.leaf_start[:-1], tree.leaf_start[tree.end])
        larger = np.empty((HEIGHTS, len(self.paragraphs)), np.int32)
        larger[0] = top[self.paragraphs.element]
        for height in range(1, HEIGHTS):
            larger[height] = top[np.maximum(tree.parent[larger[height - 1]], 0)]
        return larger

    @cached_property
    def paths(self) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """For each paragraph the number of its path of tags and classes, and how many
        paragraphs each path has."""
        path = np.zeros(len(self.paragraphs), np.uint64)
        for styles in self.tree.style[self.up][::-1]:
            path = path * np.uint64(0x9E3779B97F4A7C15) + styles
        _, first, group, members = np.unique(
            path, return_index=True, return_inverse=True, return_counts=True
        )
        # In the order in which they come: sums over paths are the same whatever the hash.
        order = np.argsort(first)
        number = np.argsort(order)
        return number[group], members[order]


def evidence_of(around: Surroundings) -> npt.NDArray[np.float32]:
    """The evidence, a row for each paragraph, a column for each of `feature_names()`."""
    return _columns(around).rows(order="F")


def _columns(around: Surroundings) -> Columns:
    columns = Columns()
    for part in (_own, _places, _heights, _order, _alike, _sayings):
        columns.update(part(around))
    return columns


def _own(around: Surroundings) -> dict[str, Column]:
    """What the text itself shows."""
    tree, words = around.tree, around.words
    some = np.maximum(words, 1)
    commas, sentences, ends, ids = paragraph_texts(
        tree.leaf_texts.utf8, tree.leaf_texts.start, around.paragraphs.first_leaf
    )
    _, text, times = np.unique(ids, return_inverse=True, return_counts=True)
    titled = _words_of_title(around)
    return {
        "words": words,
        "linked share": around.linked / some,
        "commas": commas / some,
        "sentences": sentences,
        "ends as a sentence": np.isin(ends, _ENDS).astype(np.float64),
        "share in the title": titled / some,
        "share of the title": titled / max(1, len(around.title)),
        "times on the page": times[text].astype(np.float64),
    }


def _words_of_title(around: Surroundings) -> Column:
    """How many words of the title a paragraph has; 0 for one that is much longer."""
    short = np.flatnonzero(around.words <= 2 * len(around.title) + 4)
    ids, paragraph = around.words_of(short)
    in_title = find(around.title, ids)
    here = np.flatnonzero(in_title >= 0)
    # Each word of the title once for a paragraph.
    pairs = np.unique(paragraph[here] * len(around.title) + in_title[here])
    return np.bincount(pairs // max(1, len(around.title)), minlength=len(around.paragraphs)).astype(
        np.float64
    )


def _places(around: Surroundings) -> dict[str, Column]:
    """How far above the paragraph elements of some tag or name stand; REACH if nowhere."""
    tree, up = around.tree, around.up
    shown = np.zeros(len(tree), np.bool_)
    shown[up] = True
    nodes = np.flatnonzero(shown)
    bits = np.zeros(len(tree), np.int64)
    bits[nodes] = name_bits_of(tree, nodes)
    bits[nodes] |= _TAG_BITS[tree.tag[nodes]] << _ROLES
    bits[0] &= ~((1 << _ROLES) - 1)  # the body's class speaks of the page
    height = _lowest(bits[up])
    names = [*(f"in {n}" for n in NAMED), *(f"under <{n}>" for n in _AROUND)]
    found: dict[str, Column] = {name: height[i] for i, name in enumerate(names)}
    return found


def _lowest(bits: npt.NDArray[np.int64]) -> npt.NDArray[np.float64]:
    """For each bit and column, the first row that has it set, or REACH."""
    before = np.bitwise_or.accumulate(bits, axis=0)
    new = bits.copy()
    new[1:] &= ~before[:-1]
    row, column = np.nonzero(new)
    apart = np.unpackbits(new[row, column].view(np.uint8).reshape(-1, 8), axis=1, bitorder="little")
    which, bit = np.nonzero(apart)
    lowest = np.full((64, bits.shape[1]), float(REACH))
    lowest[bit, column[which]] = row[which]
    return lowest


def _heights(around: Surroundings) -> dict[str, Column]:
    """Where the paragraph stands relative to the page's rich text."""
    tree = around.tree
    above = around.larger
    words, linked, rich, pieces = (
        sums.reshape(above.shape) for sums in around.below(above.ravel())
    )
    total = max(float(around.rich.sum()), 1.0)
    found: dict[str, Column] = {}
    for h in range(HEIGHTS):
        found[f"rich share of page at {h}"] = rich[h] / total
        found[f"rich share at {h}"] = rich[h] / np.maximum(words[h], 1)
        found[f"linked share at {h}"] = linked[h] / np.maximum(words[h], 1)
        found[f"words at {h}"] = np.log1p(words[h])
        found[f"paragraphs at {h}"] = np.log1p(pieces[h])
    everywhere = np.arange(len(tree), dtype=np.int32)
    holding = np.flatnonzero(around.below(everywhere)[2] > 0.5 * total)
    centre = int(holding[-1]) if len(holding) else 0
    up = around.up
    holds = (up <= centre) & (tree.end[up] > centre)
    meet = np.where(holds.any(axis=0), holds.argmax(axis=0), REACH - 1)
    found["steps up to the centre"] = meet.astype(np.float64)
    depth = np.zeros(len(tree), np.int32)
    at = up[meet, np.arange(up.shape[1])]
    path = []
    node = centre
    while node >= 0:
        path.append(node)
        node = int(tree.parent[node])
    depth[path] = np.arange(len(path))
    found["steps down to the centre"] = depth[at].astype(np.float64)
    images = np.zeros((2, len(tree) + 1))
    np.cumsum(tree.tag == _IMAGE, out=images[0, 1:])
    np.cumsum(tree.tag == _INPUT, out=images[1, 1:])
    for h in (1, 2):
        found[f"images at {h}"], found[f"inputs at {h}"] = (
            images[:, tree.end[above[h]]] - images[:, above[h]]
        )
    return found


def _order(around: Surroundings) -> dict[str, Column]:
    """What comes before and after."""
    tree = around.tree
    count = len(around.paragraphs)
    number = np.arange(count)
    words, rich = around.words, around.rich
    share = around.linked / np.maximum(words, 1)
    level = _LEVEL[tree.tag[around.up[:3]]].max(axis=0)
    found: dict[str, Column] = {"heading level": level.astype(np.float64)}
    for step in (-1, 1):
        side = np.clip(number + step, 0, count - 1)
        outside = side != number + step
        found[f"words at {step:+}"] = np.where(outside, 0, words[side])
        found[f"linked share at {step:+}"] = np.where(outside, 1, share[side])
        alike = tree.style[around.up[0][side]] == tree.style[around.up[0]]
        sibling = around.up[1][side] == around.up[1]
        found[f"kinship at {step:+}"] = alike.astype(np.float64) + sibling
    so_far = np.concatenate([[0.0], np.cumsum(rich)])
    total = max(float(so_far[-1]), 1.0)
    found["rich text before"] = so_far[:-1] / total
    found["rich text after"] = (so_far[-1] - so_far[1:]) / total
    all_words = np.concatenate([[0.0], np.cumsum(words)])
    is_heading = level > 0
    found["paragraphs since a heading"] = _since(is_heading)
    last = np.maximum.accumulate(np.where(is_heading, number, -1))
    found["level of the last heading"] = np.where(last >= 0, level[last], 0).astype(np.float64)
    found["words since a heading"] = np.log1p(all_words[:-1] - all_words[np.maximum(last, 0)])
    section = np.cumsum(is_heading)
    in_section = np.bincount(section, rich, section[-1] + 1)
    links_in = np.bincount(section, around.linked, section[-1] + 1)
    words_in = np.bincount(section, words, section[-1] + 1)
    found["rich text in the section"] = np.log1p(in_section[section])
    found["linked share in the section"] = links_in[section] / np.maximum(words_in[section], 1)
    found["paragraphs since the title"] = _from_title(around, level)
    return found


def _since(marks: npt.NDArray[np.bool_]) -> Column:
    """How many places ago the last mark was; 0 at a mark."""
    number = np.arange(len(marks))
    last = np.maximum.accumulate(np.where(marks, number, -1000))
    return np.minimum(number - last, _FAR).astype(np.float64)


def _from_title(around: Surroundings, level: npt.NDArray[np.int64]) -> Column:
    """How many paragraphs after the heading that repeats the title; negative before it."""
    tree, count, title = around.tree, len(around.paragraphs), set(around.title.tolist())
    best, at = 0.0, -1
    for i in np.flatnonzero(level > 0).tolist():
        words = set(tree.word_ids[around.begin[i] : around.end[i]].tolist())
        score = len(words & title) / max(1, len(words | title)) + 0.1 * (level[i] == 1)
        if score > best:
            best, at = score, i
    if at < 0:
        return np.full(count, -2 * _FAR)
    return np.clip(np.arange(count) - at, -_FAR, _FAR).astype(np.float64)


def _alike(around: Surroundings) -> dict[str, Column]:
    """The paragraphs that stand on the same path of tags and classes."""
    group, members = around.paths
    share = around.linked / np.maximum(around.words, 1)
    mean_words = (np.bincount(group, around.words) / members)[group]
    mean_share = (np.bincount(group, share) / members)[group]
    rich = np.bincount(group, around.rich)
    return {
        "alike on the page": np.log1p(members[group]),
        "words of those alike": np.log1p(mean_words),
        "linked share of those alike": mean_share,
        "rich share of those alike": (rich / max(float(rich.sum()), 1.0))[group],
    }


def _sayings(around: Surroundings) -> dict[str, Column]:
    """What short texts say they are: the share of the words with each of `SENSES`."""
    length = around.end - around.begin
    short = np.flatnonzero(length <= _LONGEST_SAYING)
    known = lexicon()
    counts = known.count(*around.words_of(short), len(length))
    share = np.sqrt(np.minimum(counts / np.maximum(length, 1)[:, None], 1))
    number = {sense: i for i, sense in enumerate(known.senses)}
    return {f"says {sense}": share[:, number[sense]].astype(np.float64) for sense in SENSES}


@lru_cache(maxsize=1)
def smallest_page() -> Surroundings:
    """A page of one paragraph: the columns made for it have the names that all have."""
    tree = encode("<p>x</p>")
    return Surroundings(tree, paragraphs_of(tree))


@lru_cache(maxsize=1)
def feature_names() -> tuple[str, ...]:
    """The names of the columns of the evidence."""
    return _columns(smallest_page()).names
