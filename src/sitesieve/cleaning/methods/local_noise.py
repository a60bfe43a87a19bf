"""Words that go though their leaf stays: locally noisy features (thesis §4.2.5).

At a meaningful leaf, a feature that nearly every page has there, equally often,
is part of the form and not of the content: "Published" before a date. The
thesis calls it noisy when its entropy is "smaller than ε = 0.01"; a feature on
every page has entropy near 1, so what is meant is 1 − H < ε.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from sitesieve.cleaning.methods.line_repair import without_words
from sitesieve.cleaning.verdicts import Part, Verdict
from sitesieve.page import PageTree
from sitesieve.page.features import FeatureOptions, word_ids
from sitesieve.page.words import has_kana
from sitesieve.site.keyed_table import find_pair, looked_up
from sitesieve.site.placing import Placing
from sitesieve.site.style_tree import EPSILON, StyleTree


def without_local_noise(
    site: StyleTree, tree: PageTree, placing: Placing, verdicts: Sequence[Verdict]
) -> list[Verdict]:
    """The verdicts on a page's leaves without the words that are locally noisy."""
    node = np.repeat(np.arange(len(tree)), np.diff(tree.word_start))
    leaf = placing.leaf[node]
    at = placing.element[np.maximum(leaf, 0)]
    row = find_pair(site.leaf, site.feature, at, word_ids(tree, FeatureOptions()))
    noisy = (leaf >= 0) & (1 - looked_up(site.feature_entropy, row, 0.0) < EPSILON)
    japanese = has_kana(tree.texts)
    judged = []
    for number, text, verdict in zip(tree.leaves.tolist(), tree.texts, verdicts, strict=True):
        first, last = int(tree.word_start[number]), int(tree.word_start[number + 1])
        gone = frozenset(np.flatnonzero(noisy[first:last]).tolist())
        if not verdict.keep or not gone:
            judged.append(verdict)
            continue
        words = tree.words[first:last]
        left = [word for k, word in enumerate(words) if k not in gone]
        said = f"{verdict.reason}; {len(gone)} of {len(words)} words are on every page here"
        part = Part(without_words(text, gone, japanese), left)
        judged.append(replace(verdict, keep=bool(left), reason=said, part=part))
    return judged
