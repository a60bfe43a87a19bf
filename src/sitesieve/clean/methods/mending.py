"""Lines without holes: a link or a common word inside a sentence belongs to it."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from sitesieve.clean.document import Verdict
from sitesieve.page import PageTree

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
