"""Merging of element nodes that are one (thesis §4.2.5; Yi and Liu §3.2).

Two element nodes below one parent, under different styles, with the same tag
and attributes, are the same block of the site when the features that nearly
all their pages have agree: the characteristic feature sets

    I_j = { features on at least γ' of the pages that show e_j }

are both non-empty and |I_1 ∩ I_2| / |I_1 ∪ I_2| ≥ λ, with γ' = λ = 0.85. Merging
is repeated until no pair is left, from the top of the tree down; what stands
at the same place below two merged elements is merged with them.

The counts know features by virtual leaf, so an element above the leaves has
those features that one of its leaves has on enough of the element's pages.
"""

from collections import defaultdict
from dataclasses import dataclass, field

import numpy as np

from sitesieve.site.counts import Elements, SiteCounts
from sitesieve.site.keys import Keys, Numbers, Rows, find
from sitesieve.site.placing import Merges, mix
from sitesieve.site.tree_rows import levels

FREQUENT = 0.85  # γ'
ALIKE = 0.85  # λ


@dataclass(slots=True)
class _Group:
    """Elements that are one: the rows, and what is known of them together."""

    key: int
    pages: float
    under: set[int]  # the styles they stand under
    pages_with: dict[int, float] = field(default_factory=dict)  # of characteristic features

    def characteristic(self) -> frozenset[int]:
        return frozenset(f for f, n in self.pages_with.items() if n >= FREQUENT * self.pages)

    def absorb(self, other: "_Group") -> None:
        self.key = min(self.key, other.key)
        self.pages += other.pages
        self.under |= other.under
        for feature, pages in other.pages_with.items():
            self.pages_with[feature] = self.pages_with.get(feature, 0.0) + pages


def find_merges(counts: SiteCounts) -> Merges:
    """Which elements of a site are one."""
    rows = counts.element_rows()
    parent = find(rows.element, rows.parent)
    features = _characteristic(counts, rows, parent)
    exact = counts.alignment == "exact"
    now = rows.element.copy()  # the key each row has been merged into
    merged: dict[int, int] = {}
    for here in levels(parent)[1:]:
        above = now[parent[here]]
        now[here] = mix(above, mix(rows.under[here], rows.rank[here]))
        families: defaultdict[tuple[int, int], dict[int, _Group]] = defaultdict(dict)
        members: defaultdict[int, list[int]] = defaultdict(list)
        for row, key, up in zip(here.tolist(), now[here].tolist(), above.tolist(), strict=True):
            members[key].append(row)
            family = families[up, int(rows.look[row])]
            group = _Group(key, rows.pages[row], {int(rows.under[row])}, features.get(row, {}))
            if key in family:
                family[key].absorb(group)
            else:
                family[key] = group
        pages_above: dict[int, float] = defaultdict(float)
        for row, key in zip(parent[here].tolist(), above.tolist(), strict=True):
            pages_above[key] = max(pages_above[key], rows.pages[row])
        for (up, _), family in families.items():
            if len(family) > 1:
                at_most = pages_above[up]
                for old, new in _merge_family(list(family.values()), at_most, exact).items():
                    merged[old] = new
                    now[members[old]] = new
    keys = np.array(sorted(merged), np.uint64)
    return Merges(keys, np.array([merged[k] for k in keys.tolist()], np.uint64))


def _merge_family(groups: list[_Group], pages_above: float, exact: bool) -> dict[int, int]:
    """Merge what is alike of elements with one parent and one look: old key -> new key."""
    by_set: dict[frozenset[int], list[_Group]] = {}
    names: dict[int, list[int]] = {}
    for group in sorted(groups, key=lambda g: g.key):
        characteristic = group.characteristic()
        if not characteristic:
            continue
        names[id(group)] = [group.key]
        by_set.setdefault(characteristic, []).append(group)

    def join(into: _Group, other: _Group) -> bool:
        # What stands side by side on a page is not the same block.
        together = into.under & other.under if exact else into.pages + other.pages > pages_above
        if together:
            return False
        names[id(into)] += names.pop(id(other))
        into.absorb(other)
        return True

    # Equal sets first: a block that every page shows under a style of its own.
    kept: list[_Group] = []
    for alike in by_set.values():
        distinct: list[_Group] = []
        for group in alike:
            if not any(join(into, group) for into in distinct):
                distinct.append(group)
        kept += distinct
    changed = len(kept) <= _MOST_COMPARED
    while changed:
        changed = False
        for i, into in enumerate(kept):
            for other in kept[i + 1 :]:
                if _alike(into.characteristic(), other.characteristic()) and join(into, other):
                    kept.remove(other)
                    changed = True
    return {name: group.key for group in kept for name in names[id(group)] if name != group.key}


_MOST_COMPARED = 60  # different sets in one family: a list, whose items are not one block


def _alike(one: frozenset[int], other: frozenset[int]) -> bool:
    if not one or not other:
        return False
    return len(one & other) >= ALIKE * len(one | other)


def _characteristic(
    counts: SiteCounts, rows: Elements, parent: Rows
) -> dict[int, dict[int, float]]:
    """For each row, the pages of each characteristic feature."""
    known = counts.feature_rows()
    row, feature, pages = find(rows.element, known.leaf), known.feature, known.pages
    found: dict[int, dict[int, float]] = {}
    waiting: list[tuple[Rows, Keys, Numbers]] = []
    for here in reversed(levels(parent)):
        at = np.isin(row, here)
        parts = [(row[at], feature[at], pages[at]), *waiting]
        r, f, n = (np.concatenate(column) for column in zip(*parts, strict=True))
        order = np.lexsort((-n, f, r))
        r, f, n = r[order], f[order], n[order]
        first = np.ones(len(r), np.bool_)  # the largest of each element and feature
        first[1:] = (r[1:] != r[:-1]) | (f[1:] != f[:-1])
        frequent = first & (n >= FREQUENT * rows.pages[r])
        r, f, n = r[frequent], f[frequent], n[frequent]
        for at_row, name, count in zip(r.tolist(), f.tolist(), n.tolist(), strict=True):
            found.setdefault(at_row, {})[name] = count
        up = parent[r]
        waiting = [(up[up >= 0], f[up >= 0], n[up >= 0])]
    return found


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

    joined = SiteCounts(counts.alignment, counts.leaf_height)
    joined.pages, joined.words, joined.nodes = counts.pages, counts.words, counts.nodes
    joined.pruned = counts.pruned
    joined.elements.add((now, above, *rows[2:5]), rows[5:])
    for name in ("styles", "leaf_features"):
        (of, what), sums = counts.tables()[name].table()
        joined.tables()[name].add((now[find(rows.element, of)], what), sums)
    joined.site_features, joined.phrases = counts.site_features, counts.phrases
    joined.sketches, joined.looks, joined.names = counts.sketches, counts.looks, counts.names
    for key, new in zip(rows.element.tolist(), now.tolist(), strict=True):
        text = counts.texts.get(key)
        if text is not None:
            joined.texts[new] = min(joined.texts.get(new, text), text)
    return joined
