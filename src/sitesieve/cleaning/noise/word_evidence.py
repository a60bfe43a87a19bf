"""What a paragraph says, and its containers: senses of words, signs, likeness to the text.

A container's heading is most often its first paragraph, so the words of that one count apart.
"""

import numpy as np
import numpy.typing as npt

from sitesieve.cleaning.columns import Columns
from sitesieve.cleaning.lexicon import lexicon
from sitesieve.cleaning.noise import signs
from sitesieve.cleaning.noise.containers import LEVELS, Containers, Floats
from sitesieve.cleaning.noise.declared_breadcrumbs import declared_crumbs
from sitesieve.cleaning.noise.page_context import Known
from sitesieve.page.id_table import IdTable
from sitesieve.page.tree import PageTree

_LONGEST = 60  # words; in longer text they say nothing of its kind
_SHORT = 4  # letters; shorter words say little of what a text is about
_PIECES = 20  # texts of a paragraph; breadcrumbs have no more
_NEAR = LEVELS[:2]  # containers whose signs and breadcrumbs count


def add_words(columns: Columns, known: Known, boxes: Containers) -> None:
    """Add what each paragraph says and shows, and its containers."""
    _add_senses(columns, known, boxes)
    alike, crumbs = _likeness(known), _crumbs(known)
    shown = signs.signs_shown(known.around.tree, known.around.paragraphs)
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
    own, senses = known.around.senses, lexicon().senses
    columns.add("says {}", own, senses)
    means = boxes.means((own > 0).astype(np.float32))
    for level, first, mean in zip(LEVELS, boxes.first, means, strict=True):
        columns.add(f"container {level} begins with {{}}", own[first], senses)
        columns.add(f"container {level} says {{}}", mean, senses)


def _likeness(known: Known) -> Floats:
    """How many of a paragraph's words stand in the page's own text (thesis §6.1: recommended
    pages are about the same)."""
    around, ids = known.around, known.around.tree.word_ids
    length = around.end - around.begin
    in_text = np.repeat(around.rich > 0, length)  # each word
    own_text = IdTable(ids[in_text & _long_words(around.tree)])
    paragraph = np.repeat(np.arange(len(length)), length)[~in_text]
    shared = paragraph[own_text.find(ids[~in_text]) >= 0]
    own = np.zeros((len(length), 1), np.float32)
    own[:, 0] = np.bincount(shared, minlength=len(length)) / np.maximum(length, 1)
    return own


def _long_words(tree: PageTree) -> npt.NDArray[np.bool_]:
    """For each word, whether it is long enough to say what a text is about; any word is that
    has letters of another script, of which few make a word."""
    utf8 = tree.leaf_texts.utf8
    long: npt.NDArray[np.bool_] = tree.word_end - tree.word_begin > _SHORT
    if not utf8.isascii():
        others = np.zeros(len(utf8) + 1, np.int32)
        np.cumsum(np.frombuffer(utf8, np.uint8) > 0x7F, out=others[1:])
        long |= others[tree.word_end] > others[tree.word_begin]
    return long


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
