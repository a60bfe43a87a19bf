"""What is kept of a page to find its copies by: a signature, and its weightiest words.

Both are of the page as it came, not as it is cleaned: copies must be found
before anything is learned, because what stands on two pages looks like noise.
So that a large sidebar does not make two short articles copies of each other,
the fields of a page (Das §3) have fixed shares of its weight, however long
they are: title and headings together half of it.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sitesieve.page.features import NO_FEATURE, FeatureOptions, ids_of, language_of, word_ids
from sitesieve.page.page import Page
from sitesieve.page.tags import TAG_ID
from sitesieve.page.words import has_kana, tokenize
from sitesieve.site.keyed_table import Keys, Numbers
from sitesieve.site.minhash import signatures, word_keys

WIDTH = 3  # words in a shingle
SIZE = 64  # entries of a signature
WORDS = 48  # words kept of a page
TITLE_WORDS = 12  # words kept of its title
TITLE, HEADINGS, BODY = 0.3, 0.2, 0.5  # shares of the weight
ANCHOR = 0.25  # what a word of the body weighs inside a link
NUMBER = 0.5  # what a number of the body weighs: dates and counters change

Words = npt.NDArray[np.uint32]  # ids in order, filled up with zeros
Weights = npt.NDArray[np.uint16]  # in hundredths of a percent
_HEADING_TAGS = tuple(TAG_ID[f"h{n}"] for n in range(1, 4))
_AS_WRITTEN = FeatureOptions(stems=False, numbers=True)


class PageSketch(NamedTuple):
    """A page as its possible copies are compared with it."""

    signature: npt.NDArray[np.uint16]
    words: Words
    weights: Weights
    title: Words


def sketch_of(page: Page) -> PageSketch | None:
    """The sketch of a page; None if it has no words, for then it copies nothing."""
    tree = page.tree
    keys = word_keys(tree)
    if not len(keys):
        return None
    signature = signatures(keys, np.array([0]), np.array([len(keys)]), WIDTH, SIZE)[0]
    language = language_of(tree)
    words = word_ids(tree, _AS_WRITTEN, language)
    title = ids_of(tokenize(tree.title, has_kana([tree.title])), language, _AS_WRITTEN)
    node = np.repeat(np.arange(len(tree)), np.diff(tree.word_start))
    heading = tree.below(*_HEADING_TAGS)[node]
    number = np.fromiter(map(str.isnumeric, tree.words), np.bool_, len(tree.words))
    weight = np.where(tree.in_link[node], ANCHOR, 1.0) * np.where(number, NUMBER, 1.0)
    fields = (
        (title, np.ones(len(title)), TITLE),
        (words[heading], np.ones(int(heading.sum())), HEADINGS),
        (words[~heading], weight[~heading], BODY),
    )
    return PageSketch(
        signature, *_weightiest(fields), _filled(np.unique(_short(title)), TITLE_WORDS)
    )


def _weightiest(fields: tuple[tuple[Keys, Numbers, float], ...]) -> tuple[Words, Weights]:
    """The words of most weight (the dynamic threshold of Das §3, as a number of words) and
    their shares of it; among equals a choice by their ids, the same on every page."""
    ids, weights = [], []
    for words, weight, share in fields:
        telling = words != NO_FEATURE
        ids.append(words[telling])
        weights.append(weight[telling] * share / max(weight[telling].sum(), 1e-9))
    names, of = np.unique(_short(np.concatenate(ids)), return_inverse=True)
    total = np.bincount(of, np.concatenate(weights), minlength=len(names))
    kept = np.sort(np.lexsort((names, -total.round(9)))[:WORDS])
    percent = np.zeros(WORDS, np.uint16)
    percent[: len(kept)] = np.round(10_000 * total[kept] / max(total[kept].sum(), 1e-9))
    return _filled(names[kept], WORDS), percent


def _short(ids: Keys) -> Words:
    short: Words = (ids[ids != NO_FEATURE] >> np.uint64(32)).astype(np.uint32)
    return short


def _filled(ids: Words, size: int) -> Words:
    filled = np.zeros(size, np.uint32)
    filled[: len(ids[:size])] = ids[:size]
    return filled
