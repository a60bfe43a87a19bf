"""How promising the links of a page look: those of blocks that say something new.

Navigation stands on every page, so its texts are old soon; a list of articles has texts
that no page had before. A link is worth the newness of its block, and more with a long
anchor: TW of Kao §3.4, but with a square root, which finds a little more than a logarithm
(bench/crawl_focus.py).
"""

import math
from collections.abc import Mapping

import numpy as np

from sitesieve.page.blocks import blocks_of
from sitesieve.page.hashing import stable_id
from sitesieve.page.page import Page


class Promise:
    """Remembers on how many pages each text stood, and judges links by it."""

    def __init__(self, seen: Mapping[int, int]) -> None:
        self._seen = dict(seen)

    def of_links(self, page: Page) -> tuple[list[float], dict[int, int]]:
        """For each link of a page a score above 0; and the new counts of the page's texts."""
        tree = page.tree
        texts = [stable_id(" ".join(text.split())) for text in tree.texts]
        new = np.array([1 / (1 + self._seen.get(text, 0)) for text in texts])
        block = blocks_of(tree)
        weight = np.maximum(tree.leaf_words, 1)
        at = block[tree.leaves]
        amount = np.bincount(at, weight, len(tree))
        newness = np.bincount(at, weight * new, len(tree)) / np.maximum(amount, 1)
        scores = []
        for link in tree.links:
            words = link.words[1] - link.words[0]
            scores.append(float(newness[block[link.node]]) * math.sqrt(max(words, 1)))
        counts = {text: self._seen.get(text, 0) + 1 for text in set(texts)}
        self._seen.update(counts)
        return [max(score, 1e-6) for score in scores], counts
