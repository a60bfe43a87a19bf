"""Featured DOM tree (Das §3): what does not speak of the page's own subject is noise.

One page alone, in three phases. *Featuring*: the words of the page, weighted by
the field they stand in; those at or above a dynamic threshold are what the page is
about (F_Set). *Modelling*: every leaf of the DOM gets a feature set of its own.
*Pruning*: a leaf whose minimum weight overlap with F_Set is below a threshold is
noise, and so is an element all of whose children are.

The paper gives neither field weights nor thresholds; see docs/methods.md for how
they were settled. Past the paper: a leaf without features goes with what is around it
(`featureless_noise` is the letter: it shares nothing with F_Set, so it is noise). When
asked for (`lines`): the texts of one line are one leaf, so that a link or a stressed word
is judged with its sentence.
"""

import math
from collections.abc import Mapping
from dataclasses import asdict
from itertools import islice
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from sitesieve.cleaning.document import Document
from sitesieve.cleaning.method import Method
from sitesieve.cleaning.verdicts import Verdict
from sitesieve.page import Page, PageTree
from sitesieve.page.fields import FieldWeights, counted, features_of, weigh
from sitesieve.page.overlap import minimum_weight_overlap, percentages

Share = dict[str, float]  # words and their percentages


class FeaturedTree(Method):
    """Drops the leaves that share too little with the features of their page.

    Parameters
    ----------
    threshold : minimum weight overlap, in per cent, below which a leaf is noise (t).
    share : of the weight of the heaviest word; a word with less is no feature of the page.
    title, url, heading, meta, anchor, body : what a word weighs in each field.
    lines : whether the texts of a line are one leaf, or each text its own (the paper).
    featureless_noise : whether a leaf without features is noise (the paper: its overlap is
        an empty sum), or goes with the part of the page around it.
    """

    name = "featured-tree"
    PAPER: ClassVar[Mapping[str, Any]] = {"lines": False, "featureless_noise": True}

    def __init__(
        self,
        threshold: float = 5.0,
        share: float = 0.05,
        title: float = 2.0,
        url: float = 1.0,
        heading: float = 2.0,
        meta: float = 1.0,
        anchor: float = 0.5,
        body: float = 1.0,
        lines: bool = False,
        featureless_noise: bool = False,
    ) -> None:
        if not 0 <= threshold <= 100:
            raise ValueError(f"the threshold must be from 0 to 100 per cent, not {threshold}")
        if not 0 <= share <= 1:
            raise ValueError(f"the share of the top weight must be from 0 to 1, not {share}")
        self.threshold = threshold
        self.share = share
        self.weights = FieldWeights(title, url, heading, meta, anchor, body)
        self.lines = lines
        self.featureless_noise = featureless_noise

    def settings(self) -> dict[str, Any]:
        first = {"threshold": self.threshold, "share": self.share}
        last = {"lines": self.lines, "featureless_noise": self.featureless_noise}
        return first | asdict(self.weights) | last

    def clean_page(self, page: Page) -> Document:
        return Document(page, self.verdicts(page), self.name)

    def verdicts(self, page: Page) -> list[Verdict]:
        """What becomes of each text of a page."""
        tree, about = page.tree, select(weigh(page, self.weights), self.share)
        if not about and not self.featureless_noise:
            return [_NO_FEATURES] * len(tree.leaves)
        sizes, overlap = leaf_overlaps(tree, about, self.lines)
        if self.featureless_noise:
            overlap = np.nan_to_num(overlap)  # MWO: a sum over no features (Pruning, §3)
        noise_around = marked_above(tree, overlap, self.threshold).tolist()
        leaves = zip(sizes, overlap.tolist(), noise_around, strict=True)
        return [self._verdict(*leaf) for leaf in leaves]

    def _verdict(self, features: int, overlap: float, parent_is_noise: bool) -> Verdict:
        t = self.threshold
        if math.isnan(overlap):
            reason = "no features; the part of the page around it "
            reason += "is noise" if parent_is_noise else "stays"
            return Verdict(not parent_is_noise, reason, {"features": 0, "threshold": t})
        evidence = {"overlap": round(overlap, 2), "threshold": t, "features": features}
        keep = overlap >= t
        than = "not below" if keep else "below"
        reason = f"shares {overlap:.1f} % with what the page is about, {than} {t:g} %"
        return Verdict(keep, reason, evidence, importance=overlap / 100)


_NO_FEATURES = Verdict(True, "nothing tells what the page is about", {"features": 0})


def select(weights: dict[str, float], share: float) -> Share:
    """The words at or above the dynamic threshold T = share · max W_x, in percentages.

    The paper lets T vary "according to the length of the document or maximum weight of
    the terms": the top weight grows with the length, and keeps T below itself.
    Normalising by W_r, as the paper does first, changes both sides alike.
    """
    threshold = share * max(weights.values(), default=0.0)
    return percentages({word: w for word, w in weights.items() if w >= threshold})


def leaf_overlaps(
    tree: PageTree, about: Share, lines: bool
) -> tuple[list[int], npt.NDArray[np.float64]]:
    """F_DOM: for each text of a page, the features of its leaf, and their overlap with F_Set.

    The paper allows to weigh the features of a leaf by its tag. A leaf stands in one
    field, so that this would change nothing in its percentages.
    """
    groups = tree.line.tolist() if lines else list(range(len(tree.leaves)))
    feature_of, all_words = features_of(tree), iter(tree.words)
    words: dict[int, list[str]] = {}
    for group, number in zip(groups, tree.leaf_words.tolist(), strict=True):
        words.setdefault(group, []).extend(islice(all_words, number))
    sets = {group: counted(members, feature_of) for group, members in words.items()}
    overlaps = {
        group: minimum_weight_overlap(percentages(features), about) if features else math.nan
        for group, features in sets.items()
    }
    overlap = np.array([overlaps[group] for group in groups], np.float64)
    return [len(sets[group]) for group in groups], overlap


def marked_above(
    tree: PageTree, overlap: npt.NDArray[np.float64], t: float
) -> npt.NDArray[np.bool_]:
    """For each text, whether the nearest element around it with features is noise.

    Propagation: an element is noise when all of its children are. A leaf without
    features, of which the paper says nothing, does not stand in the way of that; it
    goes with the nearest element that has a leaf with features, and stays with it.
    """
    with np.errstate(invalid="ignore"):
        stays = overlap >= t  # not so without features
    featured, kept = _counted(tree, ~np.isnan(overlap)), _counted(tree, stays)
    nearest = np.arange(len(tree))
    for node in np.flatnonzero(featured == 0).tolist():  # parents come first
        nearest[node] = nearest[max(tree.parent[node], 0)]
    around = nearest[tree.leaves]
    noise: npt.NDArray[np.bool_] = (featured[around] > 0) & (kept[around] == 0)
    return noise


def _counted(tree: PageTree, leaves: npt.NDArray[np.bool_]) -> npt.NDArray[np.int64]:
    """For each node, how many of these leaves stand below it."""
    before = np.concatenate([[0], np.cumsum(leaves)])
    counts: npt.NDArray[np.int64] = before[tree.leaf_start[tree.end]] - before[tree.leaf_start[:-1]]
    return counts
