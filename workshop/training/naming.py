"""Weights of the class names and ids of elements, learned from labelled pages."""

import math
from collections import defaultdict
from collections.abc import Sequence

import numpy as np

from sitesieve.cleaning.sieve.class_name_weights import REACH, NameWeights
from sitesieve.cleaning.sieve.class_names import words_of_look
from training.corpus import LabelledPage

_DOMAINS = 5  # that must use a word; with fewer, the word is one of theirs
_PRIOR = 0.35  # the share of content below an element of which nothing is known
_STRENGTH = 3.0  # domains that the prior counts for

Shares = dict[str, tuple[float, float]]  # word → weight of content below it, and of all below it


def name_shares(page: LabelledPage) -> Shares:
    """For each name on a page, how much of what is below it is content."""
    around, tree = page.around, page.around.tree
    weight = np.sqrt(np.maximum(around.words, 1)) / len(page.content)
    everything = np.bincount(page.path, weight).tolist()
    content = np.bincount(page.path, weight * page.content).tolist()
    _, one_of = np.unique(page.path, return_index=True)
    sums: defaultdict[str, list[float]] = defaultdict(lambda: [0.0, 0.0])
    for path, paragraph in enumerate(one_of.tolist()):
        nodes = {node for node in around.up[:REACH, paragraph].tolist() if node}
        looks = map(tree.presentation, nodes)
        for word in frozenset().union(*map(words_of_look, looks)):
            sums[word][0] += content[path]
            sums[word][1] += everything[path]
    return {word: (some, everything) for word, (some, everything) in sums.items()}


def fit_names(pages: Sequence[LabelledPage], shares: Sequence[Shares]) -> NameWeights:
    """The weight of each name that several domains use: its log-odds of content, every domain
    counted alike, relative to the prior's."""
    by_domain: defaultdict[str, defaultdict[str, list[float]]] = defaultdict(
        lambda: defaultdict(lambda: [0.0, 0.0])
    )
    for page, of_page in zip(pages, shares, strict=True):
        for word, (content, everything) in of_page.items():
            sums = by_domain[word][page.gold.domain]
            sums[0] += content
            sums[1] += everything
    weights = {}
    for word, domains in by_domain.items():
        if len(domains) >= _DOMAINS:
            total = sum(content / everything for content, everything in domains.values())
            share = (total + _STRENGTH * _PRIOR) / (len(domains) + _STRENGTH)
            weights[word] = float(np.float32(_log_odds(share) - _log_odds(_PRIOR)))
    return NameWeights(weights)


def _log_odds(share: float) -> float:
    return math.log(share / (1 - share))
