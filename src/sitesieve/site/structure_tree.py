"""The compressed structure tree (Yi and Liu §3; thesis §4.3) and the weights of words.

The style nodes of the site style tree folded into their parents: the same
elements, each with the set of its styles. Importance is added up along the
path from the root, and a word at a leaf weighs what the path and the word
itself are worth there.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Self

import numpy as np
import numpy.typing as npt

from sitesieve.page.features import Features
from sitesieve.page.tree import PageTree
from sitesieve.site.counts import SiteCounts, entropy
from sitesieve.site.feature_runs import find_in_runs
from sitesieve.site.keyed_table import (
    Keys,
    Numbers,
    Rows,
    find,
    find_pair,
    group_rows,
    looked_up,
    new_runs,
)
from sitesieve.site.placing import ROOT, Alignment, Layout, Merges, Placing, mix
from sitesieve.site.style_tree import StyleTree
from sitesieve.site.tree_options import USUAL_TREES, TreeOptions
from sitesieve.site.tree_rows import largest_below, levels

POWER = 2.0  # see docs/methods.md for what other values do
_NONE = np.empty(0, np.uint64)
INFORMATIVE = 0.2  # u: weights from here on count in full in the sampled form
MEANINGLESS = 0.01  # m: weights below this do not count


@dataclass(frozen=True, slots=True)
class WideEntropy:
    """How evenly the pages of a site use a feature beyond its own place.

    H_wide = λ·H_K + (1 − λ)·H_site, where H_K is the entropy at all places of
    the same kind K, H_site that over whole pages, and λ the share of the site's
    pages that have K: a kind of place that few pages have says little.
    """

    kind: Keys
    share: Numbers  # λ
    kind_start: Rows  # where the features of each kind start, and one more: the end of the last
    kind_feature: Keys
    kind_entropy: Numbers
    site_feature: Keys
    site_entropy: Numbers

    def __call__(self, kind: Keys, feature: Keys) -> Numbers:
        """H_wide of features at kinds of places; what is not known has H = 0."""
        return self.at(find(self.kind, kind), feature, self.on_site(feature))

    def on_site(self, feature: Keys) -> Numbers:
        """H_site of features."""
        return looked_up(self.site_entropy, find(self.site_feature, feature), 0.0)

    def at(self, kind: Rows, feature: Keys, on_site: Numbers) -> Numbers:
        """H_wide of features at kinds of places, given the rows of these and H_site."""
        share = looked_up(self.share, kind, 0.0)
        row = find_in_runs(self.kind_start, self.kind_feature, kind, feature)
        wide: Numbers = share * looked_up(self.kind_entropy, row, 0.0) + (1 - share) * on_site
        return wide


@dataclass(frozen=True, slots=True)
class StructureTree:
    """Path importance of every element, and how evenly pages use every feature."""

    tree: StyleTree
    layout: Layout
    node_importance: Numbers
    path_importance: Numbers
    element_kind: Keys
    leaf_start: Rows  # where the features of each element start, and one more
    folded: Numbers  # words of each element that pruning has folded away
    wide: WideEntropy
    power: float | None

    def weights(self, page: PageTree, features: Features) -> dict[str, float]:
        """The weight of every feature of a page; features of weight 0 are left out.

        W_E(a, T) = PathImp(E) · (1 − H_E(a)) · f  (Yi-Liu eq. 6), added up over
        the page. What the site does not know has H = 0 and a path of
        importance 1 (thesis §4.3.3). With a `power` n it goes past the paper:
        1 − max(H_E(a), H_wide(a))^n in place of 1 − H_E(a), so that a word of
        every page weighs little even at a place that only this page has.
        """
        placing = self.layout.place(page)
        node, name, f = _occurrences(placing, features)
        first = new_runs(node)  # features of a leaf follow each other
        leaves, of = node[first], np.cumsum(first) - 1
        element = find(self.tree.element, placing.element[leaves])[of]
        ids = features.ids[name]
        path = looked_up(self.path_importance, element, 1.0)
        row = find_in_runs(self.leaf_start, self.tree.feature, element, ids)
        h = looked_up(self.tree.feature_entropy, row, 0.0)
        if self.power is not None:
            kind = find(self.wide.kind, placing.kind[leaves])[of]
            on_site = self.wide.on_site(features.ids)[name]
            h = np.maximum(h, self.wide.at(kind, ids, on_site)) ** self.power
        return _summed(features, name, path * (1 - h) * f)

    def sampled(self, u: float = INFORMATIVE, m: float = MEANINGLESS) -> "SampledTree":
        """What is needed to weigh new pages, and no more (thesis §4.3.3)."""
        if not 0 <= m <= u <= 1:
            raise ValueError(f"0 ≤ m ≤ u ≤ 1 must hold, not m = {m}, u = {u}")
        tree = self.tree
        of = find(tree.element, tree.leaf)
        h = tree.feature_entropy
        if self.power is not None:
            h = np.maximum(h, self.wide(self.element_kind[of], tree.feature)) ** self.power
        weight = self.path_importance[of] * (1 - h)
        low = weight < u
        # Nodes without a meaningful feature at or below them, the highest of each path.
        meaning = np.zeros(len(tree.element))
        np.maximum.at(meaning, of, (weight >= m).astype(np.float64))
        meaning[(self.folded > 0) & (self.path_importance >= m)] = 1  # features pruned have H = 0
        barren = (largest_below(meaning, tree.parent) == 0) & (tree.words_below > 0)
        top = barren & ~np.where(tree.parent >= 0, barren[np.maximum(tree.parent, 0)], False)
        inside = barren[of]
        stored = low & ~inside
        return SampledTree(
            tree.leaf[stored],
            tree.feature[stored],
            np.where(weight[stored] < m, 0.0, weight[stored]),
            tree.element[top],
            self.layout,
        )


@dataclass(frozen=True, slots=True)
class SampledTree:
    """A structure tree reduced to what differs from weight 1 (thesis §4.3.3, figure 4-10)."""

    leaf: Keys  # leaf and feature, in order
    feature: Keys
    weight: Numbers  # 0 for the features of M_E, W_E for those of U_E
    meaningless: Keys  # elements with nothing meaningful below, in order
    layout: Layout

    KEYS: ClassVar = ("leaf", "feature", "meaningless", "merged", "merged_into", "loose", "known")

    def weights(self, page: PageTree, features: Features) -> dict[str, float]:
        """The weight of every feature of a page: 0 in M_E, its own in U_E, else 1."""
        placing = self.layout.place(page)
        node, name, f = _occurrences(placing, features, self.meaningless)
        row = find_pair(self.leaf, self.feature, placing.element[node], features.ids[name])
        return _summed(features, name, looked_up(self.weight, row, 1.0) * f)

    def to_arrays(self) -> dict[str, npt.NDArray[Any]]:
        """The tree as arrays."""
        return {
            "leaf": self.leaf,
            "feature": self.feature,
            "weight": self.weight,
            "meaningless": self.meaningless,
            "merged": self.layout.merges.key,
            "merged_into": self.layout.merges.merged_into,
            "loose": self.layout.merges.loose,
            "known": self._known(),
        }

    def _known(self) -> Keys:
        """The elements of the site, where new ones are told from them."""
        known = self.layout.known
        return known if known is not None and len(self.layout.merges.loose) else _NONE

    @classmethod
    def from_arrays(
        cls,
        arrays: Mapping[str, npt.NDArray[Any]],
        alignment: Alignment,
        leaf_height: int,
        trees: TreeOptions = USUAL_TREES,
    ) -> Self:
        """The tree that these arrays are."""
        keys = {name: arrays[name].astype(np.uint64) for name in cls.KEYS}
        lengths = {len(keys["leaf"]), len(keys["feature"]), len(arrays["weight"])}
        if len(lengths) > 1 or len(keys["merged"]) != len(keys["merged_into"]):
            raise ValueError("columns of different lengths")
        merges = Merges(keys["merged"], keys["merged_into"], keys["loose"])
        return cls(
            keys["leaf"],
            keys["feature"],
            arrays["weight"].astype(np.float64),
            keys["meaningless"],
            Layout(alignment, leaf_height, merges, keys["known"], trees),
        )


def build(
    counts: SiteCounts,
    tree: StyleTree,
    layout: Layout,
    seen_once: float = 0.0,
    power: float | None = POWER,
    leaf_once: float = 0.0,
) -> StructureTree:
    """The structure tree of a site.

    `seen_once` is NodeImp of an inner element for m = 1: 1 in the paper of 2003 (eq. 1), 0 in the
    thesis (eq. 5-6). `leaf_once` is that of a leaf: 1 in both, because H = 0 for m = 1 (eq. 2 and
    3; 5-7 and 5-8).
    """
    rows = counts.element_rows()
    inner = np.where(rows.pages - rows.leaf_pages <= 1, seen_once, tree.style_entropy)
    has_words = tree.words > 0
    leaf = np.where(rows.leaf_pages > 1, 1 - tree.word_entropy, leaf_once)
    share = rows.leaf_pages / np.maximum(rows.pages, 1)
    node_importance = share * np.where(has_words, leaf, 0.0) + (1 - share) * inner

    # PathImp(E) = 1 − Π (1 − NodeImp(E_i)) over E and the elements above it (eq. 5).
    remains = 1 - node_importance
    for here in levels(tree.parent):
        inside = here[tree.parent[here] >= 0]
        remains[inside] *= remains[tree.parent[inside]]

    kind = np.full(len(tree.parent), ROOT, np.uint64)
    for here in levels(tree.parent)[1 + counts.trees.virtual_root :]:  # BODY has no kind
        kind[here] = mix(kind[tree.parent[here]], rows.look[here])
    importance = 1 - remains
    wide = _wide_entropy(counts)
    leaf_start = _starts(tree.leaf, tree.element)
    return StructureTree(
        *(tree, layout, node_importance, importance, kind, leaf_start, rows.once_words, wide, power)
    )


def _wide_entropy(counts: SiteCounts) -> WideEntropy:
    (kind,), (pages,) = counts.feature_kinds.table()
    (at_kind, kind_feature), (total, weighted) = counts.kind_features.table()
    at_kinds = entropy(total, weighted, pages[find(kind, at_kind)])
    (site_feature,), (total, weighted) = counts.site_features.table()
    on_site = entropy(total, weighted, counts.pages)
    share = pages / max(counts.pages, 1)
    start = _starts(at_kind, kind)
    return WideEntropy(kind, share, start, kind_feature, at_kinds, site_feature, on_site)


def _starts(column: Keys, keys: Keys) -> Rows:
    """Where the rows of each key start in a column, both in order; and where the last end."""
    return np.append(np.searchsorted(column, keys), len(column))


def _occurrences(
    placing: Placing, features: Features, outside: Keys | None = None
) -> tuple[Rows, Rows, Numbers]:
    """Leaf, name and number of the occurrences of features on a page, outside some elements."""
    leaf = placing.leaf[features.node]
    used = leaf >= 0
    if outside is not None and len(outside):
        gone = _within(find(outside, placing.element) >= 0, placing)
        used &= ~gone[features.node]
    node, name = leaf[used].astype(np.int64), features.feature[used].astype(np.int64)
    first, occurrence = group_rows(node, name)
    f = np.bincount(occurrence, minlength=len(first)).astype(np.float64)
    return node[first], name[first], f


def _within(marked: npt.NDArray[np.bool_], placing: Placing) -> npt.NDArray[np.bool_]:
    """For each node, whether it or a node above it is marked."""
    inside = marked.tolist()
    for node, above in enumerate(placing.parent.tolist()):
        if above >= 0 and inside[above]:
            inside[node] = True
    return np.array(inside, np.bool_)


def _summed(features: Features, name: npt.NDArray[np.int64], weight: Numbers) -> dict[str, float]:
    total = np.bincount(name, weight, len(features.ids)).tolist()
    named = zip(features.names, total, strict=True)
    return {feature: value for feature, value in named if value > 0}
