"""Merging of element nodes that are one (thesis §4.2.5; Yi and Liu §3.2).

Two element nodes below one parent, under different styles, with the same tag
and attributes, are the same block of the site when the features that nearly
all their pages have agree: the characteristic feature sets

    I_j = { features on at least γ' of the pages that show e_j }

are both non-empty and |I_1 ∩ I_2| / |I_1 ∪ I_2| ≥ λ, with γ' = λ = 0.85. Merging
is repeated until no pair is left, from the top of the tree down; what stands
at the same place below two merged elements is merged with them.

Aligned by key, elements of one look and one parent that have different numbers
stand side by side (the second is there only where the first is), so there is
nothing to merge by sets; the key has done it.

Past the papers: where hardly two pages agree on the looks of an element below
one parent (a wrapper with a class of its own on every page), looks tell
nothing, and the elements of one tag there are one: a *loose* element, which
also takes looks never seen before.

The counts know features by virtual leaf, so an element above the leaves has
those features that one of its leaves has on enough of the element's pages. To
the letter it is done in `like_children`, from counts made for it.
"""

from collections import defaultdict
from dataclasses import dataclass
from functools import partial

import numpy as np

from sitesieve.page.tags import TEXT
from sitesieve.site.count_tables import FACTS, Elements
from sitesieve.site.counts import SiteCounts
from sitesieve.site.keyed_table import Keys, Numbers, Rows, find, group_rows, new_runs
from sitesieve.site.like_children import find_like_children
from sitesieve.site.placing import Merges, loose_key, mix
from sitesieve.site.tree_options import TreeOptions
from sitesieve.site.tree_rows import levels

RARE = 0.05  # of the parent's pages, or two of them: a look that tells nothing
MOSTLY_RARE = 0.3  # of the parent's pages that must have a rare look for a loose element
_ENOUGH_PAGES = 6  # for saying that a look is rare
_ENOUGH_LOOKS = 3


@dataclass(slots=True)
class _Group:
    """Elements that are one, and what is known of them together."""

    key: int
    pages: float
    under: set[int]  # the styles they stand under
    pages_with: dict[int, float]  # pages of each feature that is characteristic of one of them
    frequent: float  # γ'
    characteristic: frozenset[int] = frozenset()

    def __post_init__(self) -> None:
        frequent = (f for f, n in self.pages_with.items() if n >= self.frequent * self.pages)
        self.characteristic = frozenset(frequent)

    def absorb(self, other: "_Group") -> None:
        self.key = min(self.key, other.key)
        self.pages += other.pages
        self.under |= other.under
        for feature, pages in other.pages_with.items():
            self.pages_with[feature] = self.pages_with.get(feature, 0.0) + pages
        self.__post_init__()


def find_merges(counts: SiteCounts) -> Merges:
    """Which elements of a site are one."""
    if counts.trees.merging != "quick":
        return find_like_children(counts)
    rows = counts.element_rows()
    parent = find(rows.element, rows.parent)
    features = _Characteristic(counts, rows, parent) if counts.alignment == "exact" else None
    now = rows.element.copy()  # the key each row has been merged into
    merged: dict[int, int] = {}
    loose: set[int] = set()
    for here in levels(parent)[1:]:
        above = now[parent[here]]
        now[here] = mix(above, mix(rows.under[here], rows.rank[here]))
        if features is None:
            joined = _loosened(rows, parent, here, now)
            loose.update(joined.values())
        else:
            joined = _alike_at(rows, parent, here, now, features, counts.trees)
        merged |= joined
        if joined:
            now[here] = np.array([joined.get(k, k) for k in now[here].tolist()], np.uint64)
    keys = np.array(sorted(merged), np.uint64)
    into = np.array([merged[k] for k in keys.tolist()], np.uint64)
    return Merges(keys, into, np.array(sorted(loose), np.uint64))


def _alike_at(
    rows: Elements,
    parent: Rows,
    here: Rows,
    now: Keys,
    features: "_Characteristic",
    trees: TreeOptions,
) -> dict[int, int]:
    """Elements of one level that are alike by their characteristic sets: old key -> new key."""
    # Families: one parent, one look. Most have one member, or nothing characteristic.
    _, family, members = np.unique(
        mix(now[parent[here]], rows.look[here]), return_inverse=True, return_counts=True
    )
    telling = np.bincount(family, features.any[here], len(members))
    several = (members > 1) & (telling > 1)
    families: defaultdict[int, dict[int, _Group]] = defaultdict(dict)
    for i in np.flatnonzero(several[family]).tolist():
        row, key, groups = int(here[i]), int(now[here[i]]), families[int(family[i])]
        under = {int(rows.under[row])}
        group = _Group(key, rows.pages[row], under, features.of(row), trees.frequent)
        if key in groups:
            groups[key].absorb(group)
        else:
            groups[key] = group
    joined: dict[int, int] = {}
    for groups in families.values():
        joined |= _merge_family(list(groups.values()), trees.alike)
    return joined


def _loosened(rows: Elements, parent: Rows, here: Rows, now: Keys) -> dict[int, int]:
    """Elements of one level whose looks are too rare to tell anything: old key -> new key."""
    above = now[parent[here]]
    new = loose_key(above, rows.tag[here])
    _, same = group_rows(now[here])
    pages = np.bincount(same, rows.pages[here])[same]
    _, up = group_rows(above)
    apart, _ = group_rows(up, parent[here])  # elements above, merged or not
    pages_above = np.bincount(up[apart], rows.pages[parent[here[apart]]])[up]
    rare = (rows.rank[here] == 0) & (rows.tag[here] != TEXT) & (pages_above >= _ENOUGH_PAGES)
    rare &= pages <= np.maximum(2, RARE * pages_above)
    _, group = group_rows(new)
    covered = np.bincount(group, np.where(rare, rows.pages[here], 0.0))[group]
    looks = np.bincount(group, rare)[group]
    # More than one of them a page: a list, whose items are not one block.
    chosen = rare & (covered >= MOSTLY_RARE * pages_above) & (covered <= pages_above)
    chosen &= looks >= _ENOUGH_LOOKS
    return dict(zip(now[here[chosen]].tolist(), new[chosen].tolist(), strict=True))


def _merge_family(groups: list[_Group], alike_from: float) -> dict[int, int]:
    """Merge what is alike of elements with one parent and one look: old key -> new key."""
    by_set: dict[frozenset[int], list[_Group]] = {}
    names: dict[int, list[int]] = {}
    for group in sorted(groups, key=lambda g: g.key):
        if group.characteristic:
            names[id(group)] = [group.key]
            by_set.setdefault(group.characteristic, []).append(group)

    def join(into: _Group, other: _Group) -> bool:
        if into.under & other.under:  # side by side on a page: not the same block
            return False
        names[id(into)] += names.pop(id(other))
        into.absorb(other)
        return True

    # Equal sets first: a block that every page shows under a style of its own.
    kept: list[_Group] = []
    for alike in by_set.values():
        distinct: list[_Group] = []
        for group in alike:
            if not any(join(into, group) for into in distinct[:_MOST_COMPARED]):
                distinct.append(group)
        kept += distinct
    changed = len(kept) <= _MOST_COMPARED
    while changed:
        changed = False
        for i, into in enumerate(kept):
            for other in kept[i + 1 :]:
                likeness = _likeness(into.characteristic, other.characteristic)
                if likeness >= alike_from and join(into, other):
                    kept.remove(other)
                    changed = True
    return {name: group.key for group in kept for name in names[id(group)] if name != group.key}


_MOST_COMPARED = 60  # different sets in one family: a list, whose items are not one block


def _likeness(one: frozenset[int], other: frozenset[int]) -> float:
    """Jaccard similarity; 0 where one of them is empty."""
    return len(one & other) / len(one | other) if one and other else 0.0


class _Characteristic:
    """For each row, its characteristic features and the pages that have them."""

    def __init__(self, counts: SiteCounts, rows: Elements, parent: Rows) -> None:
        known = counts.feature_rows()
        row, feature, pages = find(rows.element, known.leaf), known.feature, known.pages
        self.any = np.zeros(len(parent), np.bool_)
        self._level = np.zeros(len(parent), np.int64)
        self._found: list[tuple[Rows, Keys, Numbers]] = []
        by_depth = levels(parent)
        for depth, here in enumerate(by_depth):
            self._level[here] = len(by_depth) - 1 - depth
        depth_of = self._level[row]
        inherited: tuple[Rows, Keys, Numbers] = (row[:0], feature[:0], pages[:0])
        for level in range(len(by_depth)):  # from the deepest up
            at = depth_of == level
            parts = ((row[at], feature[at], pages[at]), inherited)
            r, f, n = (np.concatenate(column) for column in zip(*parts, strict=True))
            order = np.lexsort((-n, f, r))
            r, f, n = r[order], f[order], n[order]
            # The largest of each element and feature.
            frequent = new_runs(r, f) & (n >= counts.trees.frequent * rows.pages[r])
            r, f, n = r[frequent], f[frequent], n[frequent]
            self.any[r] = True
            self._found.append((r, f, n))
            up = parent[r]
            inherited = (up[up >= 0], f[up >= 0], n[up >= 0])

    def of(self, row: int) -> dict[int, float]:
        """The pages of each characteristic feature of an element."""
        r, f, n = self._found[self._level[row]]
        start, end = np.searchsorted(r, row, "left"), np.searchsorted(r, row, "right")
        return dict(zip(f[start:end].tolist(), n[start:end].tolist(), strict=True))


def merged_keys(rows: Elements, merges: Merges) -> Keys:
    """For each element, the key of what it has been merged into."""
    parent = find(rows.element, rows.parent)
    now = rows.element.copy()
    if len(merges.key):
        for here in levels(parent)[1:]:
            step = mix(rows.under[here], rows.rank[here])
            now[here] = merges(mix(now[parent[here]], step))
    return now


def merged_counts(counts: SiteCounts, merges: Merges) -> SiteCounts:
    """The counts with merged elements counted as one."""
    if not len(merges.key):
        return counts
    rows = counts.element_rows()
    parent = find(rows.element, rows.parent)
    now = merged_keys(rows, merges)
    above = np.where(parent >= 0, now[np.maximum(parent, 0)], np.uint64(0))

    joined = counts.nothing_yet()
    joined.pages, joined.pruned = counts.pages, counts.pruned
    facts = (rows.look, rows.under, rows.rank, rows.tag)
    joined.elements.add((now, above, *facts), rows[FACTS:])
    for name in ("styles", "leaf_features"):
        (of, what), sums = counts.tables()[name].table()
        joined.tables()[name].add((now[find(rows.element, of)], what), sums)
    for name, table in counts.tables().items():
        if name not in ("elements", "styles", "leaf_features"):  # the same, wherever elements are
            joined.put(name, table)
    joined.seen, joined.looks = counts.seen, counts.looks
    joined.restore(counts.words, counts.nodes, partial(_merged_texts, counts, rows.element, now))
    return joined


def _merged_texts(counts: SiteCounts, element: Keys, merged: Keys) -> dict[int, str]:
    """A text of each element, the smallest of those that were merged."""
    texts: dict[int, str] = {}
    of_element = counts.texts
    for key, new in zip(element.tolist(), merged.tolist(), strict=True):
        text = of_element.get(key)
        if text is not None:
            texts[new] = min(texts.get(new, text), text)
    return texts
