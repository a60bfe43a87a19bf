"""Kinds of places: all places of one kind judged together.

A leaf of the style tree is judged by the pages that show just that leaf: the
ninth teaser of a list, on one page only, is important by rule (thesis §4.2.3).
Its kind is on every page. Over all pages of the site, for a kind of place,

    new      1 − H(text) = 1 − log_m(pages with the text at that kind of place),
             m the pages that show the kind
    words    all words at and below it
    own      Σ words · new(text) outside links
    led to   Σ words · new(text) in links: they belong where the links lead

Where one page only shows the kind, texts are counted over the whole site. A
place is noise when more is led to there than its own: teasers, related pages,
tags. A virtual leaf, which has only texts below it, is noise also when less
than half of its words are own. A kind that one page only shows is judged by all
places that look like it and stand in a place that looks like its own, if two
pages show such. A place that holds most of the page's own words is passed over,
and what is inside it is judged.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from sitesieve.page.tree import PageTree
from sitesieve.site.count_tables import KindSums
from sitesieve.site.counts import SiteCounts, alike_to
from sitesieve.site.keyed_table import Keys, Numbers, Rows, find, looked_up, sums_at
from sitesieve.site.page_record import telling
from sitesieve.site.placing import Placing, mix
from sitesieve.site.row_levels import sums_below
from sitesieve.site.tree_rows import levels

MIN_PAGES = 2  # one page shares nothing with itself
_LEAF_HEIGHT = 1  # of a virtual leaf (thesis §4.2.5)


@dataclass(frozen=True, slots=True)
class Pool:
    """What stands at kinds of places, in the order of their keys."""

    key: Keys
    pages: Numbers  # that show it
    words: Numbers
    own: Numbers
    led_to: Numbers

    def known(self, key: Keys) -> Rows:
        """The row of each key, -1 where at most one page shows it."""
        rows = find(self.key, key)
        return np.where(looked_up(self.pages, rows, 0.0) >= MIN_PAGES, rows, -1)

    def noise(self, rows: Rows, is_leaf: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
        """Which of these rows are noise, as a virtual leaf or not."""
        own, led_to, words = (
            looked_up(column, rows, 0.0) for column in (self.own, self.led_to, self.words)
        )
        found: npt.NDArray[np.bool_] = (own < led_to) | (is_leaf & (2 * own < words))
        return found


@dataclass(frozen=True, slots=True)
class Noise:
    """Why a place is noise: what is known of its kind."""

    pages: int
    words: int
    own: float
    led_to: float
    look: str  # presentation of the place


@dataclass(frozen=True, slots=True)
class KindTexts:
    """Texts at kinds of places: row of the kind, how new, and how many words."""

    phrase: Keys
    kind: Keys
    row: Rows
    pages: Numbers
    new: Numbers
    words: Numbers
    linked: Numbers


class Kinds:
    """The kinds of places of a site, and the texts at each."""

    def __init__(self, counts: SiteCounts) -> None:
        rows = counts.kind_rows()
        texts = kind_texts(counts, rows)
        self.parent = find(rows.kind, rows.parent)  # of each kind, the row of the kind around it
        self.look = rows.look
        number, outside = len(rows.kind), texts.words - texts.linked
        at_kinds = (
            sums_at(texts.row, column, number) + once
            for column, once in (
                (texts.words, rows.once_words),
                (texts.new * outside, rows.once_own),
                (texts.new * texts.linked, rows.once_led_to),
            )
        )
        words, own, led_to = sums_below(at_kinds, self.parent)
        self.kinds = Pool(rows.kind, rows.pages, words, own, led_to)
        self._alike_to, self._texts = rows.alike, texts
        self._alike, self._phrases = counts.alike_kinds.table(), counts.phrases.table()
        self._pages = counts.pages

    @cached_property
    def alike(self) -> Pool:
        """Kinds pooled by the looks of the place and the one around it."""
        (alike,), (pages, *folded) = self._alike
        pool = find(alike, self._alike_to)
        pooled = (
            sums_at(pool[pool >= 0], column[pool >= 0], len(alike)) + once
            for column, once in zip(
                (self.kinds.words, self.kinds.own, self.kinds.led_to), folded, strict=True
            )
        )
        return Pool(alike, pages, *pooled)

    @cached_property
    def _repeated(self) -> tuple[Keys, Numbers]:
        """Texts at kinds of places that several pages show, in order, and how new each is."""
        texts = self._texts
        shown = (self.kinds.pages[texts.row] >= MIN_PAGES) & (texts.pages > 1)
        key, new = mix(texts.kind[shown], texts.phrase[shown]), texts.new[shown]
        order = np.argsort(key)
        return key[order], new[order]

    def _new_on_site(self, phrases: Keys) -> Numbers:
        """How new texts are, wherever they stand, from 0 to 1."""
        (known,), (pages, _) = self._phrases
        shown = looked_up(pages, find(known, phrases), 1.0)
        new: Numbers = 1 - np.log(shown) / np.log(max(self._pages, 2))
        return new

    def known(self, placing: Placing) -> npt.NDArray[np.bool_]:
        """For each node of a page, whether several pages show its kind of place."""
        return self.kinds.known(placing.kind) >= 0

    def differing(self, kind: Keys) -> Numbers:
        """Of the words at each kind of place, the share that is new; -1 where at most one page
        shows the kind."""
        row = self.kinds.known(kind)
        words, own, led_to = (
            looked_up(column, row, 0.0)
            for column in (self.kinds.words, self.kinds.own, self.kinds.led_to)
        )
        return np.where(row < 0, -1.0, (own + led_to) / np.maximum(words, 1.0))

    def noisy(self, tree: PageTree, placing: Placing, phrases: Keys) -> list[Noise | None]:
        """For each leaf of a page, why its place, or one around it, is noise, if it is."""
        is_leaf = placing.height == _LEAF_HEIGHT
        kind = self.kinds.known(placing.kind)
        alike = np.where((kind >= 0) | ~telling(tree), -1, self.alike.known(alike_to(tree)))
        own = np.concatenate([[0.0], np.cumsum(self._own_words(tree, placing, kind, phrases))])
        below = own[tree.leaf_start[tree.end]] - own[tree.leaf_start[:-1]]
        noise = self.kinds.noise(kind, is_leaf) | self.alike.noise(alike, is_leaf)
        noise &= (2 * below <= own[-1]) & ~tree.in_link & tree.whole_lines
        found: list[Noise | None] = [None] * len(tree.leaves)
        done = 0
        for node in np.flatnonzero(noise).tolist():
            first, last = int(tree.leaf_start[node]), int(tree.leaf_start[tree.end[node]])
            if first >= done:  # else it stands inside the one before
                known = kind[node] >= 0
                pool, row = (self.kinds, kind[node]) if known else (self.alike, alike[node])
                found[first:last] = [_why(pool, int(row), tree.presentation(node))] * (last - first)
                done = last
        return found

    def noisy_rows(self) -> Rows:
        """Kinds of places that are noise as they stand, the highest of each path."""
        several = self.kinds.pages >= MIN_PAGES
        noise = several & (self.kinds.own < self.kinds.led_to) & ~self._hold_most()
        inside = np.zeros(len(noise), np.bool_)
        for here in levels(self.parent)[1:]:
            above = self.parent[here]
            inside[here] = inside[above] | noise[above]
        return np.flatnonzero(noise & ~inside)

    def _hold_most(self) -> npt.NDArray[np.bool_]:
        """Kinds that hold most of the site's own words: no page has them as noise."""
        top = self.parent < 0
        most: npt.NDArray[np.bool_] = 2 * self.kinds.own > self.kinds.own[top].sum()
        return most

    def _own_words(self, tree: PageTree, placing: Placing, kind: Rows, phrases: Keys) -> Numbers:
        repeated, how_new = self._repeated
        there = find(repeated, mix(placing.kind[tree.leaves], phrases))
        new = np.where(
            kind[tree.leaves] >= 0, looked_up(how_new, there, 1.0), self._new_on_site(phrases)
        )
        return np.where(tree.in_link[tree.leaves], 0.0, new * tree.leaf_words)


def _why(pool: Pool, row: int, look: str) -> Noise:
    return Noise(
        int(pool.pages[row]),
        int(pool.words[row]),
        float(pool.own[row]),
        float(pool.led_to[row]),
        look,
    )


def kind_texts(counts: SiteCounts, kinds: KindSums) -> KindTexts:
    """How new each text is at each kind of place."""
    (phrase, at), (pages, words, linked) = counts.kind_phrases.table()
    row = find(kinds.kind, at)
    several = kinds.pages[row] >= MIN_PAGES
    (known,), (site_pages, _) = counts.phrases.table()
    shown = np.where(several, pages, looked_up(site_pages, find(known, phrase), 1.0))
    m = np.where(several, kinds.pages[row], max(counts.pages, 2))
    return KindTexts(phrase, at, row, pages, 1 - np.log(shown) / np.log(m), words, linked)
