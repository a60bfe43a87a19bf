"""What a paragraph says, and its containers: senses of words, signs, likeness to the text.

A container's heading is most often its first paragraph, so the words of that one count apart.
"""

from itertools import pairwise

import numpy as np
import numpy.typing as npt

from sitesieve.cleaning.columns import Columns
from sitesieve.cleaning.lexicon import lexicon
from sitesieve.cleaning.noise import signs
from sitesieve.cleaning.noise.containers import LEVELS, Containers, Floats
from sitesieve.cleaning.noise.declared_breadcrumbs import declared_crumbs
from sitesieve.cleaning.noise.page_context import Known

_LONGEST = 60  # words; in longer text they say nothing of its kind
_SHORT = 4  # letters; shorter words say little of what a text is about
_PIECES = 20  # texts of a paragraph; breadcrumbs have no more
_NEAR = LEVELS[:2]  # containers whose signs and breadcrumbs count


def add_words(columns: Columns, known: Known, boxes: Containers) -> None:
    """Add what each paragraph says and shows, and its containers."""
    _add_senses(columns, known, boxes)
    alike, shown, crumbs = _likeness(known), _signs(known), _crumbs(known)
    means = dict(zip(LEVELS, boxes.means_of(alike, shown, crumbs), strict=True))
    columns.add("speaks of the same", alike[:, 0])
    for level, (mean, _, _) in means.items():
        columns.add(f"container {level} speaks of the same", mean[:, 0])
    columns.add("shows {}", shown, signs.NAMES)
    for level in _NEAR:
        columns.add(f"container {level} shows {{}}", means[level][1], signs.NAMES)
    columns.add("is declared as breadcrumbs", crumbs[:, 0])
    for level in _NEAR:
        columns.add(f"container {level} is declared as breadcrumbs", means[level][2][:, 0])


def _add_senses(columns: Columns, known: Known, boxes: Containers) -> None:
    """Add the senses of the words, relative to how many words there are."""
    around, count = known.around, len(known.around.paragraphs)
    length = around.end - around.begin
    short = np.flatnonzero(length <= _LONGEST)
    senses = lexicon().senses
    counts = lexicon().count(*around.words_of(short), count)
    size = np.maximum(length, 1).astype(np.float32)[:, None]
    own = np.sqrt(np.minimum(counts / size, 1))
    columns.add("says {}", own, senses)
    means = boxes.means((counts > 0).astype(np.float32))
    for level, first, mean in zip(LEVELS, boxes.first, means, strict=True):
        columns.add(f"container {level} begins with {{}}", own[first], senses)
        columns.add(f"container {level} says {{}}", mean, senses)


def _likeness(known: Known) -> Floats:
    """How many of a paragraph's words stand in the page's own text (thesis §6.1: recommended
    pages are about the same)."""
    around, length = known.around, known.around.end - known.around.begin
    in_text = set(_words_of(known, np.flatnonzero(around.rich > 0)))
    own_text = {word for word in in_text if len(word) > _SHORT or not word.isascii()}
    own = np.zeros((len(length), 1), np.float32)
    others = np.flatnonzero((around.rich == 0) & (length > 0))
    if len(others):
        shared = np.array([word in own_text for word in _words_of(known, others)], np.float32)
        starts = np.cumsum(length[others]) - length[others]
        own[others, 0] = np.add.reduceat(shared, starts) / length[others]
    return own


def _words_of(known: Known, paragraphs: npt.NDArray[np.intp]) -> list[str]:
    """The words of some paragraphs, one after the other."""
    around, words = known.around, known.around.tree.words
    begin, end = around.begin[paragraphs].tolist(), around.end[paragraphs].tolist()
    found: list[str] = []
    for a, b in zip(begin, end, strict=True):
        found += words[a:b]
    return found


def _signs(known: Known) -> Floats:
    texts, first = known.around.tree.texts, known.around.paragraphs.first_leaf.tolist()
    bits = np.array([signs.signs_of("".join(texts[a:b])) for a, b in pairwise(first)], np.int64)
    return (bits[:, None] >> np.arange(len(signs.NAMES)) & 1).astype(np.float32)


def _crumbs(known: Known) -> Floats:
    """What the page tells machines of its breadcrumbs."""
    around = known.around
    names = declared_crumbs(around.tree)
    own = np.zeros((len(around.paragraphs), 1), np.float32)
    if names:
        first = around.paragraphs.first_leaf
        hits = np.array([text.strip() in names for text in around.tree.texts])
        said = np.logical_or.reduceat(hits, first[:-1])
        own[:, 0] = said & (np.diff(first) <= _PIECES)
    return own
