"""Labels: how much of each paragraph of a page is in its gold text."""

import numpy as np
import numpy.typing as npt

from sitesieve.page.paragraphs import Paragraphs
from sitesieve.page.tree import PageTree
from sitesieve.page.words import has_kana, tokenize
from training.alignment import matched_words, rescued


def gold_shares(tree: PageTree, paragraphs: Paragraphs, gold: str) -> npt.NDArray[np.float64]:
    """For each paragraph, the share of its words that are in the gold text, in its order or,
    for whole paragraphs, in another."""
    words = tokenize(gold, has_kana([*tree.texts, gold]))
    first, last = paragraphs.first_leaf[:-1], paragraphs.first_leaf[1:]
    start = tree.word_start[tree.leaves[first]]
    stop = tree.word_start[tree.leaves[last - 1] + 1]
    matched = np.concatenate([[0], np.cumsum(matched_words(tree.words, words))])
    shares = (matched[stop] - matched[start]) / np.maximum(stop - start, 1)
    pieces = [tree.words[a:b] for a, b in zip(start.tolist(), stop.tolist(), strict=True)]
    return rescued(pieces, shares, words)
