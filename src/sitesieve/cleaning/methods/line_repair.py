"""Lines after something was taken out: put back what belongs to a sentence; take out words."""

from collections.abc import Collection, Sequence
from dataclasses import replace

import numpy as np

from sitesieve.cleaning.verdicts import Part, Verdict
from sitesieve.page import PageTree
from sitesieve.page.features import FeatureOptions, word_ids
from sitesieve.page.words import has_kana, spans
from sitesieve.site.keyed_table import find_pair, looked_up
from sitesieve.site.placing import Placing
from sitesieve.site.style_tree import StyleTree

MOST_OF_A_LINE = 0.6  # of its words


def mended(tree: PageTree, verdicts: Sequence[Verdict]) -> list[Verdict]:
    """Put back what was dropped from lines of which most words stay."""
    if not verdicts:
        return []
    words = np.maximum(tree.leaf_words, 1)
    keep = np.array([verdict.keep for verdict in verdicts])
    total = np.bincount(tree.line, words)
    staying = np.bincount(tree.line, words * keep)
    mostly = (staying >= MOST_OF_A_LINE * total)[tree.line]
    return [
        replace(verdict, keep=True, reason=f"part of a line that stays (else: {verdict.reason})")
        if mends and not verdict.keep
        else verdict
        for verdict, mends in zip(verdicts, mostly, strict=True)
    ]


def part_without(gone: Collection[int], text: str, words: Sequence[str], japanese: bool) -> Part:
    """What is left of a text without its words of these numbers."""
    pieces = []
    written = 0
    for k, (_, start, end) in enumerate(spans(text, japanese)):
        if k in gone:
            pieces.append(text[written:start])
            written = end
    left = [word for k, word in enumerate(words) if k not in gone]
    return Part("".join(pieces) + text[written:], left)


def without_local_noise(
    site: StyleTree,
    tree: PageTree,
    placing: Placing,
    verdicts: Sequence[Verdict],
    epsilon: float,
) -> list[Verdict]:
    """The verdicts on a page's leaves without the words that are locally noisy (thesis §4.2.5).

    At a meaningful leaf, a feature that nearly every page has there, equally often,
    is part of the form and not of the content: "Published" before a date. The
    thesis calls it noisy when its entropy is "smaller than ε" (0.01); a feature on
    every page has entropy near 1, so what is meant is 1 − H < ε.
    """
    node = np.repeat(np.arange(len(tree)), np.diff(tree.word_start))
    leaf = placing.leaf[node]
    at = placing.element[np.maximum(leaf, 0)]
    row = find_pair(site.leaf, site.feature, at, word_ids(tree, FeatureOptions()))
    noisy = (leaf >= 0) & (1 - looked_up(site.feature_entropy, row, 0.0) < epsilon)
    japanese = has_kana(tree.texts)
    judged = []
    for number, text, verdict in zip(tree.leaves.tolist(), tree.texts, verdicts, strict=True):
        words = tree.words_of(number)
        first = int(tree.word_start[number])
        gone = np.flatnonzero(noisy[first : first + len(words)]).tolist()
        if verdict.keep and gone:
            part = part_without(set(gone), text, words, japanese)
            reason = f"{verdict.reason}; {len(gone)} of {len(words)} words are on every page here"
            verdict = replace(verdict, keep=bool(part.words), reason=reason, part=part)
        judged.append(verdict)
    return judged
