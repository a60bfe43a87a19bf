"""Pruning: a model without what cannot change a verdict.

A feature that one page has at a place has H = 0 there, and so has one that was
never seen; a style on one page adds 1 to the number of styles and nothing to
Σ n·ln n; an element on one page is kept, and so is one the site does not know.
Such rows are most of a model. They are folded into the numbers that their
element or parent needs, and forgotten: the tree that remains has the same
importances. What it costs is told by what comes later: a feature forgotten and
then seen again is new, so a pruned model learns a little worse from then on.
"""

import numpy as np

from sitesieve.site import style_tree
from sitesieve.site.count_tables import FACTS
from sitesieve.site.counts import SiteCounts
from sitesieve.site.keyed_table import Keys, find, find_pair, sums_at
from sitesieve.site.merging import merged_counts, merged_keys
from sitesieve.site.place_kinds import Kinds, kind_texts
from sitesieve.site.placing import Merges
from sitesieve.site.tree_rows import largest_below


def prune(counts: SiteCounts, merges: Merges) -> None:
    """Fold what was seen on one page into its surroundings, and forget it.

    What is merged counts as one: it is kept where all of it together was seen
    on several pages.
    """
    if counts.pages < 2:  # every word of the page may yet be seen again
        return
    rows = counts.element_rows()
    number = len(rows.element)
    parent = find(rows.element, rows.parent)
    now = merged_keys(rows, merges)
    joined = merged_counts(counts, merges)
    tree = style_tree.build(joined)
    row = find(tree.element, now)  # of each element in the merged tree

    (of, style), _ = counts.styles.table()
    styled = find(rows.element, of)
    (joined_of, joined_style), (shown,) = joined.styles.table()
    once = shown[find_pair(joined_of, joined_style, now[styled], style)] == 1
    found, joined_found = counts.feature_rows(), joined.feature_rows()
    at = find(rows.element, found.leaf)
    pair = find_pair(joined_found.leaf, joined_found.feature, now[at], found.feature)
    alone = joined_found.pages[pair] == 1

    goes = tree.pages[row] == 1
    goes[parent < 0] = False
    if counts.use == "weigh":  # an element that is not known has a path of importance 1
        goes[:] = False
    top = goes & ~goes[np.maximum(parent, 0)]  # below an element of one page all are
    has_features = largest_below((tree.words > 0).astype(np.float64), tree.parent)[row] > 0
    has_features |= counts.trees.empty_elements
    above = np.maximum(parent, 0)
    folded = {  # sums of Elements, by name
        "once_features": sums_at(at, alone, number),
        "once_words": sums_at(at, np.where(alone, found.total, 0.0), number),
        "once_styles": sums_at(styled, once, number),
        "once_share": sums_at(above, np.where(top, tree.importance[row] * rows.share, 0.0), number),
        "once_meaningful": sums_at(above, top & has_features, number),
    }
    stays = ~goes
    counts.styles.keep(~once & stays[styled])
    counts.leaf_features.keep(~alone & stays[at])
    (below, _), (nodes,) = counts.features_below.table()
    below_row = find(rows.element, below)
    counts.features_below.keep(stays[below_row] & ((nodes > 1) | (rows.pages[below_row] == 1)))
    for name, amounts in folded.items():
        counts.elements.add_to(rows._fields.index(name) - FACTS, amounts)
    counts.elements.keep(stays)
    _prune_features(counts)
    _prune_phrases(counts)
    counts.title_parts.keep(counts.title_parts.table()[1][0] > 1)
    left = counts.element_rows()
    texts = _only(counts.texts, left.element)
    counts.restore(counts.words, counts.nodes, texts)
    looks = np.concatenate([left.look, counts.kind_rows().look])
    counts.looks = _only(counts.looks, looks)
    counts.pruned = True


def _prune_features(counts: SiteCounts) -> None:
    """Features on one page only, where f·ln f = F·ln F, have H = 0 and go."""
    for table in (counts.site_features, counts.kind_features):
        total, weighted = table.table()[1]
        table.keep(~np.isclose(weighted, total * np.log(np.maximum(total, 1))))


def _prune_phrases(counts: SiteCounts) -> None:
    """Phrases on one page only are new, as are those never seen; their words are folded in.

    A kind of place that one page only has is judged by those it is alike to, so
    its words are folded into these, and into the kind around it.
    """
    kinds = counts.kind_rows()
    parent = find(kinds.kind, kinds.parent)
    sums = Kinds(counts).kinds
    found = kind_texts(counts, kinds)
    at_one = kinds.pages == 1
    at_one[parent < 0] = False
    goes = (found.pages == 1) | at_one[found.row]
    outside = found.words - found.linked
    here = (found.words, found.new * outside, found.new * found.linked)
    top = at_one & ~at_one[np.maximum(parent, 0)]
    alike = find(counts.alike_kinds.table()[0][0], kinds.alike)
    columns = zip((1, 2, 3), here, (sums.words, sums.own, sums.led_to), strict=True)
    for column, amounts, below in columns:
        once = sums_at(found.row, np.where(goes, amounts, 0.0), len(parent))
        once += sums_at(np.maximum(parent, 0), np.where(top, below, 0.0), len(parent))
        counts.kinds.add_to(column, once)
        pooled = sums_at(alike, np.where(at_one, below, 0.0), len(counts.alike_kinds))
        counts.alike_kinds.add_to(column, pooled)
    counts.kind_phrases.keep(~goes)
    counts.kinds.keep(~at_one)
    counts.alike_kinds.keep(counts.alike_kinds.table()[1][0] > 1)
    counts.phrases.keep(counts.phrases.table()[1][0] > 1)
    counts.place_odds.keep(counts.kind_rows().kind)


def _only(texts: dict[int, str], keys: Keys) -> dict[int, str]:
    wanted = set(keys.tolist())
    return {key: text for key, text in texts.items() if key in wanted}
