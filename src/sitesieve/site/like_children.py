"""Children of an element that are one, to the letter.

Yi and Liu §3.2, step 3; thesis §4.2.5 and §4.3.1.

Tag nodes at the same position below one presentation style are an *initial child element*. Two of
these with the same tag and attributes are merged when their characteristic feature sets agree:

    I_j = { features in at least γ' of the tag nodes of E_j },   |I_1 ∩ I_2| / |I_1 ∪ I_2| ≥ λ

both non-empty, and so on until no pair is left; then their children, from the top of the tree
down. In the structure tree that is "any pair"; in the site style tree those of different "styles".
The papers do not say in which order pairs are merged: here those with equal sets, then by key.
"""

import math
from collections import Counter, defaultdict, deque
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from sitesieve.site.counts import SiteCounts
from sitesieve.site.keyed_table import Keys, Numbers, Rows, find, group_rows
from sitesieve.site.placing import Merges, mix
from sitesieve.site.tree_options import TreeOptions
from sitesieve.site.tree_rows import levels

_MOST_PAIRS = 2_000_000  # compared in one family: seconds


@dataclass(slots=True)
class _Child:
    """An initial child element, or several that were merged."""

    key: int
    nodes: float
    under: set[int]  # the styles it stands under
    nodes_with: Counter[int]  # tag nodes that have each feature

    def absorb(self, other: "_Child") -> None:
        self.key = min(self.key, other.key)
        self.nodes += other.nodes
        self.under |= other.under
        self.nodes_with.update(other.nodes_with)

    def characteristic(self, frequent: float) -> frozenset[int]:
        return frozenset(f for f, n in self.nodes_with.items() if n >= frequent * self.nodes)


def find_like_children(counts: SiteCounts) -> Merges:
    """Which elements of a site are one."""
    rows = counts.element_rows()
    parent = find(rows.element, rows.parent)
    below = _Below(counts, rows.element)
    now = rows.element.copy()  # the key each row has been merged into
    merged: dict[int, int] = {}
    for here in levels(parent)[1:]:
        now[here] = mix(now[parent[here]], mix(rows.under[here], rows.rank[here]))
        families: defaultdict[int, dict[int, _Child]] = defaultdict(dict)
        for i, family in _in_families(now, here, mix(now[parent[here]], rows.look[here])):
            row = int(here[i])
            child = _Child(int(now[row]), rows.pages[row], {int(rows.under[row])}, below.of(row))
            known = families[family].setdefault(child.key, child)
            if known is not child:
                known.absorb(child)
        joined: dict[int, int] = {}
        for children in families.values():
            joined |= _Family(children.values(), counts.trees).merged()
        if joined:
            now[here] = np.array([joined.get(k, k) for k in now[here].tolist()], np.uint64)
        merged |= joined
    keys = np.array(sorted(merged), np.uint64)
    into = np.array([merged[k] for k in keys.tolist()], np.uint64)
    return Merges(keys, into)


def _in_families(now: Keys, here: Rows, family: Keys) -> list[tuple[int, int]]:
    """Of the rows of one level those that have others of one parent and look beside them: their
    numbers there, with the number of their family."""
    first, of = group_rows(family)
    apart, _ = group_rows(family, now[here])
    several = np.bincount(of[apart], minlength=len(first)) > 1
    numbers = np.flatnonzero(several[of])
    return list(zip(numbers.tolist(), of[numbers].tolist(), strict=True))


class _Below:
    """For each row, the features at and below it, with the tag nodes that have them."""

    def __init__(self, counts: SiteCounts, element: Keys) -> None:
        (of, feature), (nodes,) = counts.features_below.table()
        self._start = np.searchsorted(of, element, "left")
        self._end = np.searchsorted(of, element, "right")
        self._feature: Keys = feature
        self._nodes: Numbers = nodes

    def of(self, row: int) -> Counter[int]:
        there = slice(int(self._start[row]), int(self._end[row]))
        columns = self._feature[there].tolist(), self._nodes[there].astype(np.int64).tolist()
        return Counter(dict(zip(*columns, strict=True)))


class _Family:
    """Children of one parent with one tag and one set of attributes.

    Of n features of a child, another that is like it has at least ⌈λ·n⌉, and so one of any
    n − ⌈λ·n⌉ + 1 of them: only those that have one of its rarest are compared.
    """

    def __init__(self, children: Iterable[_Child], trees: TreeOptions) -> None:
        self._trees = trees
        self._names: dict[int, list[int]] = {}  # by key now, the keys that were
        self._children: dict[int, _Child] = {}
        self._set_of: dict[int, frozenset[int]] = {}
        self._with_set: defaultdict[frozenset[int], dict[int, None]] = defaultdict(dict)
        self._with_feature: defaultdict[int, dict[frozenset[int], None]] = defaultdict(dict)
        self._pairs = 0
        self._join_equal(children)

    def merged(self) -> dict[int, int]:
        """Old key → new key, when no pair that may be one is left."""
        waiting = deque(sorted(self._children))
        # Of those under one style each, none may be one with another of an equal set.
        changed = {key for key, child in self._children.items() if len(child.under) > 1}
        while waiting and self._pairs <= _MOST_PAIRS:
            key = waiting.popleft()
            other = self._like(key, key in changed) if key in self._children else None
            if other is not None:
                joined = self._join(key, other)
                changed.add(joined)
                waiting.appendleft(joined)
        return {name: key for key, names in self._names.items() for name in names if name != key}

    def _like(self, key: int, changed: bool) -> int | None:
        """The smallest key of a child that is one with this."""
        mine = self._set_of[key]
        alike = self._trees.alike
        number = len(mine) - math.ceil(alike * len(mine) - 1e-9) + 1
        rarest = sorted(mine, key=lambda feature: len(self._with_feature[feature]))[:number]
        sets = {other for feature in rarest for other in self._with_feature[feature]}
        self._pairs += len(sets)
        joinable = [
            other
            for theirs in sets
            if (theirs != mine or changed) and len(mine & theirs) >= alike * len(mine | theirs)
            for other in self._with_set[theirs]
            if other != key and self._may_join(key, other)
        ]
        return min(joinable, default=None)

    def _may_join(self, one: int, other: int) -> bool:
        self._pairs += 1
        if self._trees.merging == "any":
            return True
        return not self._children[one].under & self._children[other].under

    def _join(self, one: int, other: int) -> int:
        """Merge two, and tell the key of what they are now."""
        child, gone = self._children[one], self._children[other]
        if len(gone.nodes_with) > len(child.nodes_with):
            child, gone = gone, child
        names = self._names.pop(one) + self._names.pop(other)
        for key in (one, other):
            del self._children[key]
            characteristic = self._set_of.pop(key)
            del self._with_set[characteristic][key]
            if not self._with_set[characteristic]:
                for feature in characteristic:
                    del self._with_feature[feature][characteristic]
        child.absorb(gone)
        self._take(child, names)
        return child.key

    def _take(self, child: _Child, names: list[int]) -> None:
        characteristic = child.characteristic(self._trees.frequent)
        self._names[child.key] = names
        self._children[child.key] = child
        self._set_of[child.key] = characteristic
        self._with_set[characteristic][child.key] = None
        for feature in characteristic:
            self._with_feature[feature][characteristic] = None

    def _join_equal(self, children: Iterable[_Child]) -> None:
        """Children with equal sets first: of these all are one or, where those under one style
        are not, the first under each style, the second, and so on."""
        by_set: defaultdict[frozenset[int], list[_Child]] = defaultdict(list)
        for child in sorted(children, key=lambda child: child.key):
            by_set[child.characteristic(self._trees.frequent)].append(child)
        for characteristic, equal in by_set.items():
            together: list[list[_Child]] = []
            taken: Counter[int] = Counter()  # for each style, how many of `together` have it
            for child in equal:
                place = max(taken[style] for style in child.under)
                if self._trees.merging == "any" or not characteristic:
                    place = 0 if characteristic else len(together)
                for style in child.under:
                    taken[style] = place + 1
                together += [[]] if place == len(together) else []
                together[place].append(child)
            for alike in together:
                first, *others = sorted(alike, key=lambda child: -len(child.nodes_with))
                names = [child.key for child in alike]
                for other in others:
                    first.absorb(other)
                self._take(first, names)
