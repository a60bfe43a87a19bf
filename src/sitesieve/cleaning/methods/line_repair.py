"""Lines after something was taken out: put back what belongs to a sentence; take out words."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from sitesieve.cleaning.verdicts import Verdict
from sitesieve.page import PageTree
from sitesieve.page.words import spans

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


def without_words(text: str, gone: frozenset[int], japanese: bool) -> str:
    """A text without its words of these numbers."""
    pieces = []
    written = 0
    for k, (_, start, end) in enumerate(spans(text, japanese)):
        if k in gone:
            pieces.append(text[written:start])
            written = end
    return "".join(pieces) + text[written:]
