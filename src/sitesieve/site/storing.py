"""Counts of a site as small columns for a model file, and back.

Keys are 64-bit hashes, which do not compress. Those of elements and of kinds of
places follow from their parents', so only the tree is written, level by level;
the others are written once, and rows that refer to one name its row instead.
Whole numbers are written in as few bytes as hold them.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from sitesieve.site.count_tables import FACTS, Elements, FeatureSums, KindSums, SeenPage
from sitesieve.site.counts import SiteCounts, Use
from sitesieve.site.keyed_table import Keys, Rows, find
from sitesieve.site.page_record import SKETCH
from sitesieve.site.placing import ROOT, Alignment, Merges, mix
from sitesieve.site.tree_options import USUAL_TREES, TreeOptions
from sitesieve.site.tree_rows import levels

Arrays = dict[str, npt.NDArray[Any]]


def to_arrays(counts: SiteCounts, merges: Merges) -> Arrays:
    """The columns of a model file."""
    rows = counts.element_rows()
    order, parent = _tree_order(find(rows.element, rows.parent), rows.position)
    rows = Elements._make(column[order] for column in rows)
    row_of = _Rows(rows.element)
    (site_feature,), (site_total, site_weighted) = counts.site_features.table()
    (kind,), (kind_pages,) = counts.feature_kinds.table()
    (at_kind, kind_feature), (kind_total, kind_weighted) = counts.kind_features.table()
    looks = _looks(counts)
    features = counts.feature_rows()
    (below, below_feature), (below_nodes,) = counts.features_below.table()
    named = [site_feature, kind_feature, features.feature, below_feature]
    known = np.unique(np.concatenate(named))
    (styled, style), (styled_pages,) = counts.styles.table()
    (title_part,), (title_pages,) = counts.title_parts.table()
    by_row = np.argsort(row_of(styled), kind="stable")
    by_leaf = np.argsort(row_of(features.leaf), kind="stable")
    features = FeatureSums._make(column[by_leaf] for column in features)
    seen = sorted(counts.seen.items())
    sketches = b"".join(counts.sketches[digest] for digest, _ in seen)
    columns: Arrays = {
        "parent": _steps(parent),
        "looks": looks,
        "look": find(looks, rows.look),
        "rank": rows.rank,
        "tag": rows.tag,
        **{f"element.{name}": getattr(rows, name) for name in rows._fields[FACTS:]},
        "styled": _steps(row_of(styled)[by_row]),
        "style": style[by_row],
        "style.pages": styled_pages[by_row],
        "features": known,
        "leaf": _steps(row_of(features.leaf)),
        "leaf.feature": find(known, features.feature),
        "leaf.total": features.total,
        "leaf.weighted": features.weighted,
        "leaf.pages": features.pages,
        "site.feature": find(known, site_feature),
        "site.total": site_total,
        "site.weighted": site_weighted,
        "feature_kinds": kind,
        "feature_kinds.pages": kind_pages,
        "at_kind": find(kind, at_kind),
        "at_kind.feature": find(known, kind_feature),
        "at_kind.total": kind_total,
        "at_kind.weighted": kind_weighted,
        **_phrase_columns(counts),
        "digest": np.array([digest for digest, _ in seen], np.uint64),
        "digest.times": np.array([page.times for _, page in seen], np.int64),
        "title": title_part,
        "title.pages": title_pages,
        "sketch": np.frombuffer(sketches, np.uint16),
        "merged": merges.key,
        "merged.into": merges.merged_into,
        "loose": merges.loose,
    }
    if counts.alignment == "exact":
        columns["under"] = rows.under
    if counts.trees.merging != "quick":
        by_element = np.argsort(row_of(below), kind="stable")
        columns["below"] = _steps(row_of(below)[by_element])
        columns["below.feature"] = find(known, below_feature)[by_element]
        columns["below.nodes"] = below_nodes[by_element]
    return {name: _small(column) for name, column in columns.items()}


def to_table(counts: SiteCounts) -> dict[str, Any]:
    """What is not a column: the totals and the texts, in the order of the columns."""
    rows = counts.element_rows()
    order, _ = _tree_order(find(rows.element, rows.parent), rows.position)
    return {
        "pages": counts.pages,
        "words": counts.words,
        "nodes": counts.nodes,
        "pruned": counts.pruned,
        "looks": [counts.looks.get(look, "") for look in _looks(counts).tolist()],
        "texts": [counts.texts.get(element, "") for element in rows.element[order].tolist()],
        "names": [page.name for _, page in sorted(counts.seen.items())],
    }


def from_arrays(
    arrays: Mapping[str, npt.NDArray[Any]],
    table: Mapping[str, Any],
    alignment: Alignment,
    leaf_height: int,
    use: Use = "clean",
    trees: TreeOptions = USUAL_TREES,
) -> tuple[SiteCounts, Merges]:
    """The counts, and the merges found in them, that these columns are.

    ValueError where they cannot be what was saved.
    """
    for name, array in arrays.items():
        if array.ndim != 1 or array.dtype.kind not in "uif" or not np.isfinite(array).all():
            raise ValueError(f"{name} is no column of numbers")
    counts = SiteCounts(alignment, leaf_height, use, trees)
    counts.pages, counts.pruned = int(table["pages"]), bool(table["pruned"])

    def keys(name: str) -> Keys:
        return arrays[name].astype(np.uint64)

    known, looks, rank = keys("features"), keys("looks"), keys("rank")
    look = looks[arrays["look"]]
    under = keys("under") if alignment == "exact" else look
    element, parent = _grown(arrays["parent"], mix(under, rank))
    sums = [arrays[f"element.{name}"].astype(np.float64) for name in Elements._fields[FACTS:]]
    counts.elements.add((element, parent, look, under, rank, keys("tag")), sums)
    counts.styles.add((element[_stood(arrays["styled"])], keys("style")), (arrays["style.pages"],))
    counts.leaf_features.add(
        (element[_stood(arrays["leaf"])], known[arrays["leaf.feature"]]),
        (arrays["leaf.total"], arrays["leaf.weighted"], arrays["leaf.pages"]),
    )
    if trees.merging != "quick":
        keys_below = element[_stood(arrays["below"])], known[arrays["below.feature"]]
        counts.features_below.add(keys_below, (arrays["below.nodes"],))
    counts.site_features.add(
        (known[arrays["site.feature"]],), (arrays["site.total"], arrays["site.weighted"])
    )
    kind = keys("feature_kinds")
    counts.feature_kinds.add((kind,), (arrays["feature_kinds.pages"],))
    counts.kind_features.add(
        (kind[arrays["at_kind"]], known[arrays["at_kind.feature"]]),
        (arrays["at_kind.total"], arrays["at_kind.weighted"]),
    )
    _restore_phrases(counts, arrays, looks)
    counts.title_parts.add((keys("title"),), (arrays["title.pages"],))
    sketches = arrays["sketch"].astype(np.uint16).reshape(-1, SKETCH)
    pages = (arrays["digest.times"].tolist(), table["names"], sketches)
    for digest, times, name, sketch in zip(keys("digest").tolist(), *pages, strict=True):
        counts.seen[digest] = SeenPage(times, str(name))
        counts.sketches[digest] = sketch.tobytes()
    counts.looks = _texts(looks, table["looks"])
    texts = _texts(element, table["texts"])
    counts.restore(int(table["words"]), int(table["nodes"]), texts)
    if len(arrays["merged"]) != len(arrays["merged.into"]):
        raise ValueError("columns of different lengths")
    if sum(page.times for page in counts.seen.values()) != counts.pages:
        raise ValueError("the pages do not add up")
    return counts, Merges(keys("merged"), keys("merged.into"), keys("loose"))


def _phrase_columns(counts: SiteCounts) -> Arrays:
    kinds = counts.kind_rows()
    order, parent = _tree_order(find(kinds.kind, kinds.parent), np.zeros(len(kinds.kind)))
    kinds = KindSums._make(column[order] for column in kinds)
    (alike,), alike_sums = counts.alike_kinds.table()
    (phrase,), (pages, outside) = counts.phrases.table()
    (at_phrase, at), (shown, words, linked) = counts.kind_phrases.table()
    row_of = _Rows(kinds.kind)
    (judged, judged_at), (weight, weighted) = counts.place_odds.table()
    return {
        "phrase": phrase,
        "phrase.pages": pages,
        "phrase.outside": outside,
        "kind.parent": _steps(parent),
        "kind.alike": find(alike, kinds.alike) + 1,  # 0: what it is alike to was pruned
        "kind.look": find(_looks(counts), kinds.look),
        **{f"kind.{name}": getattr(kinds, name) for name in _KIND_SUMS},
        "alike": alike,
        **{f"alike.{name}": sums for name, sums in zip(_KIND_SUMS, alike_sums, strict=True)},
        "phrase_at": find(phrase, at_phrase),
        "phrase_at.kind": row_of(at),
        "phrase_at.pages": shown,
        "phrase_at.words": words,
        "phrase_at.linked": linked,
        "odds": find(np.array(sorted(counts.seen), np.uint64), judged),
        "odds.kind": row_of(judged_at),
        "odds.weight": weight,
        "odds.weighted": weighted,
    }


_KIND_SUMS = KindSums._fields[4:]


def _restore_phrases(
    counts: SiteCounts, arrays: Mapping[str, npt.NDArray[Any]], looks: Keys
) -> None:
    phrase, alike = (arrays[name].astype(np.uint64) for name in ("phrase", "alike"))
    counts.phrases.add((phrase,), (arrays["phrase.pages"], arrays["phrase.outside"]))
    counts.alike_kinds.add((alike,), [arrays[f"alike.{name}"] for name in _KIND_SUMS])
    look = looks[arrays["kind.look"]]
    kind, parent = _grown(arrays["kind.parent"], look)
    known = np.concatenate([np.zeros(1, np.uint64), alike])
    facts = (parent, known[arrays["kind.alike"]], look)
    counts.kinds.add((kind, *facts), [arrays[f"kind.{name}"] for name in _KIND_SUMS])
    counts.kind_phrases.add(
        (phrase[arrays["phrase_at"]], kind[arrays["phrase_at.kind"]]),
        [arrays[f"phrase_at.{name}"] for name in ("pages", "words", "linked")],
    )
    counts.place_odds.add_sums(
        arrays["digest"].astype(np.uint64)[arrays["odds"]],
        kind[arrays["odds.kind"]],
        arrays["odds.weight"],
        arrays["odds.weighted"],
    )


def _looks(counts: SiteCounts) -> Keys:
    """The looks of elements and of kinds of places, in order."""
    return np.union1d(counts.element_rows().look, counts.kind_rows().look)


class _Rows:
    """The row of each key of a column that is not in order."""

    def __init__(self, keys: Keys) -> None:
        self._order = np.argsort(keys)
        self._ordered = keys[self._order]

    def __call__(self, wanted: Keys) -> Rows:
        return (
            self._order[find(self._ordered, wanted)] if len(self._order) else find(wanted, wanted)
        )


def _tree_order(parent: Rows, position: npt.NDArray[np.float64]) -> tuple[Rows, Rows]:
    """Rows level by level, children beside each other: the order, and for each row in it the
    row of its parent in that order, counted from 1; 0 at the top. The latter never falls."""
    new = np.zeros(len(parent), np.int64)
    order: list[Rows] = []
    done = 0
    for here in levels(parent):
        above = np.where(parent[here] >= 0, new[np.maximum(parent[here], 0)], 0)
        sorted_here = here[np.lexsort((here, position[here], above))]
        new[sorted_here] = np.arange(done + 1, done + 1 + len(here))
        order.append(sorted_here)
        done += len(here)
    rows = np.concatenate(order) if order else np.empty(0, np.int64)
    return rows, np.where(parent[rows] >= 0, new[np.maximum(parent[rows], 0)], 0)


def _grown(steps: npt.NDArray[Any], step: Keys) -> tuple[Keys, Keys]:
    """The keys of a tree's rows, level by level, from the steps to its parents and the step
    from a parent's key to each; and the keys of the parents, 0 at the top."""
    parent = _stood(steps)
    if len(parent) != len(step) or (parent > np.arange(len(parent))).any():
        raise ValueError("a tree whose rows are not below their parents")
    key = np.full(len(parent) + 1, ROOT, np.uint64)
    for here in levels(parent - 1)[1:]:
        key[here + 1] = mix(key[parent[here]], step[here])
    return key[1:], np.where(parent > 0, key[parent], np.uint64(0))


def _steps(numbers: Rows) -> Rows:
    """Numbers that never fall, by how much each is more than the one before."""
    return np.diff(numbers, prepend=0)


def _stood(steps: npt.NDArray[Any]) -> Rows:
    """The numbers that such steps lead to."""
    return np.cumsum(steps.astype(np.int64))


def _texts(keys: Keys, texts: list[str]) -> dict[int, str]:
    named = zip(keys.tolist(), texts, strict=True)
    return {key: str(text) for key, text in named if text}


def _small(column: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Whole numbers in as few bytes as hold them; anything else as it is."""
    if column.dtype.kind == "f":
        whole = column.astype(np.uint32)
        if not np.array_equal(whole, column):
            return column
        column = whole
    if not len(column):
        return column.astype(np.uint8)
    return column.astype(np.min_scalar_type(int(column.max())))
