"""Labels: how much of each paragraph of a page is in its gold text.

The words of page and gold text are aligned by a longest common subsequence, as in patience diff:
runs of words that occur once on both sides are matched first, in increasing order; what is between
two matches is aligned the same way with shorter runs; small rests are aligned exactly.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from difflib import SequenceMatcher

import numpy as np
import numpy.typing as npt

from sitesieve.page.paragraphs import Paragraphs
from sitesieve.page.tree import PageTree
from sitesieve.page.words import has_kana, tokenize

SHORTEST_RUN = 3  # words; a shorter match may be chance
_RUNS = (8, 4, 2, 1)  # lengths of the runs that are matched, in this order
_SMALL = 40_000  # pairs of words, up to which the exact alignment is used


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
    return _with_moved_pieces(pieces, shares, words)


def matched_words(page: Sequence[str], gold: Sequence[str]) -> npt.NDArray[np.bool_]:
    """For each word of a page, whether it is aligned with a word of the gold text."""
    partner = np.full(len(page), -1, np.int64)
    todo = [(0, len(page), 0, len(gold), 0)]
    while todo:
        a, b, c, d, level = todo.pop()
        while a < b and c < d and page[a] == gold[c]:
            partner[a] = c
            a, c = a + 1, c + 1
        while a < b and c < d and page[b - 1] == gold[d - 1]:
            b, d = b - 1, d - 1
            partner[b] = d
        if a == b or c == d:
            continue
        if (b - a) * (d - c) <= _SMALL:
            matcher = SequenceMatcher(None, page[a:b], gold[c:d], autojunk=False)
            for i, j, size in matcher.get_matching_blocks():
                partner[a + i : a + i + size] = np.arange(c + j, c + j + size)
            continue
        if level == len(_RUNS):
            continue
        corner = (a, c)
        for i, j in _anchors(page, gold, (a, b, c, d), _RUNS[level]):
            if i >= corner[0] and j >= corner[1]:
                todo.append((corner[0], i, corner[1], j, level + 1))
                size = _common_run(page, gold, i, j, b, d)
                partner[i : i + size] = np.arange(j, j + size)
                corner = (i + size, j + size)
        todo.append((corner[0], b, corner[1], d, level + 1))
    return _in_long_runs(partner)


def _anchors(
    page: Sequence[str], gold: Sequence[str], window: tuple[int, int, int, int], size: int
) -> list[tuple[int, int]]:
    """Runs that occur once in both parts, in an order that increases on both sides."""
    a, b, c, d = window
    there = _once(gold, c, d, size)
    pairs = [(i, there[run]) for run, i in _once(page, a, b, size).items() if run in there]
    pairs.sort()
    ends: list[int] = []  # the last gold place of the best chain of each length
    at: list[int] = []
    before = [-1] * len(pairs)
    for number, (_, j) in enumerate(pairs):
        length = bisect_left(ends, j)
        if length == len(ends):
            ends.append(j)
            at.append(number)
        else:
            ends[length], at[length] = j, number
        before[number] = at[length - 1] if length else -1
    chain = []
    number = at[-1] if at else -1
    while number >= 0:
        chain.append(pairs[number])
        number = before[number]
    return chain[::-1]


def _once(words: Sequence[str], start: int, stop: int, size: int) -> dict[tuple[str, ...], int]:
    places: dict[tuple[str, ...], int] = {}
    for i in range(start, stop - size + 1):
        run = tuple(words[i : i + size])
        places[run] = -1 if run in places else i
    return {run: i for run, i in places.items() if i >= 0}


def _common_run(page: Sequence[str], gold: Sequence[str], i: int, j: int, b: int, d: int) -> int:
    size = 0
    while i + size < b and j + size < d and page[i + size] == gold[j + size]:
        size += 1
    return size


def _in_long_runs(partner: npt.NDArray[np.int64]) -> npt.NDArray[np.bool_]:
    """Whether each word is part of a run of matches that is long enough."""
    if not len(partner):
        return np.zeros(0, np.bool_)
    broken = np.ones(len(partner), np.bool_)
    broken[1:] = (partner[1:] != partner[:-1] + 1) | (partner[:-1] < 0)
    run = np.cumsum(broken) - 1
    length = np.bincount(run)[run]
    kept: npt.NDArray[np.bool_] = (partner >= 0) & (length >= SHORTEST_RUN)
    return kept


def _with_moved_pieces(
    pieces: Sequence[Sequence[str]], shares: npt.NDArray[np.float64], gold: Sequence[str]
) -> npt.NDArray[np.float64]:
    """The share of each piece that is gold, including pieces that gold has in another order.

    A piece of which little was aligned counts, too, when most of its runs of four words are in the
    gold text and are not used up by the pieces that were aligned.
    """
    left = Counter(zip(*(gold[k:] for k in range(4)), strict=False))
    for piece, share in zip(pieces, shares.tolist(), strict=True):
        if share > 0.5:
            left.subtract(zip(*(piece[k:] for k in range(4)), strict=False))
    complete = shares.copy()
    for number, piece in enumerate(pieces):
        if shares[number] > 0.5 or len(piece) < 4:
            continue
        runs = Counter(zip(*(piece[k:] for k in range(4)), strict=False))
        present = sum(min(n, max(0, left[run])) for run, n in runs.items())
        if present >= 0.7 * runs.total():
            complete[number] = present / runs.total()
            left.subtract(runs)
    return complete
