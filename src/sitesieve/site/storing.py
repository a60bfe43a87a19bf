"""Counts of a site as small columns for a model file, and back.

Keys are 64-bit hashes, which do not compress; so each is written once, and
rows that refer to an element or a feature name its row instead. Whole numbers
are written in as few bytes as hold them.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from sitesieve.site.counts import FACTS, SKETCH, Elements, KindSums, SeenPage, SiteCounts, Use
from sitesieve.site.keys import Keys, find
from sitesieve.site.placing import Alignment, Merges
from sitesieve.site.tree_rows import levels

Arrays = dict[str, npt.NDArray[Any]]


def to_arrays(counts: SiteCounts, merges: Merges) -> Arrays:
    """The columns of a model file."""
    rows = counts.element_rows()
    (site_feature,), (site_total, site_weighted) = counts.site_features.table()
    (kind,), (kind_pages,) = counts.feature_kinds.table()
    (at_kind, kind_feature), (kind_total, kind_weighted) = counts.kind_features.table()
    looks = np.unique(rows.look)
    features = counts.feature_rows()
    known = np.unique(np.concatenate([site_feature, kind_feature, features.feature]))
    (styled, style), (styled_pages,) = counts.styles.table()
    seen = sorted(counts.seen.items())
    sketches = b"".join(page.sketch for _, page in seen)
    columns: Arrays = {
        "element": rows.element,
        "parent": find(rows.element, rows.parent) + 1,
        "looks": looks,
        "look": find(looks, rows.look),
        "rank": rows.rank,
        "tag": rows.tag,
        **{f"element.{name}": getattr(rows, name) for name in rows._fields[FACTS:]},
        "styled": find(rows.element, styled),
        "style": style,
        "style.pages": styled_pages,
        "features": known,
        "leaf": find(rows.element, features.leaf),
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
        "sketch": np.frombuffer(sketches, np.uint16),
        "merged": merges.key,
        "merged.into": merges.merged_into,
        "loose": merges.loose,
    }
    if counts.alignment == "exact":
        columns["under"] = rows.under
    return {name: _small(column) for name, column in columns.items()}


def to_table(counts: SiteCounts) -> dict[str, Any]:
    """What is not a column: the totals and the texts, in the order of the columns."""
    rows = counts.element_rows()
    return {
        "pages": counts.pages,
        "words": counts.words,
        "nodes": counts.nodes,
        "pruned": counts.pruned,
        "looks": [counts.looks.get(look, "") for look in np.unique(rows.look).tolist()],
        "texts": [counts.texts.get(element, "") for element in rows.element.tolist()],
        "names": [page.name for _, page in sorted(counts.seen.items())],
    }


def from_arrays(
    arrays: Mapping[str, npt.NDArray[Any]],
    table: Mapping[str, Any],
    alignment: Alignment,
    leaf_height: int,
    use: Use = "clean",
) -> tuple[SiteCounts, Merges]:
    """The counts, and the merges found in them, that these columns are.

    ValueError where they cannot be what was saved.
    """
    for name, array in arrays.items():
        if array.ndim != 1 or array.dtype.kind not in "uif" or not np.isfinite(array).all():
            raise ValueError(f"{name} is no column of numbers")
    counts = SiteCounts(alignment, leaf_height, use)
    counts.pages, counts.words = int(table["pages"]), int(table["words"])
    counts.nodes, counts.pruned = int(table["nodes"]), bool(table["pruned"])

    def keys(name: str) -> Keys:
        return arrays[name].astype(np.uint64)

    element, known, looks = keys("element"), keys("features"), keys("looks")
    look = looks[arrays["look"]]
    parent = np.r_[np.zeros(1, np.uint64), element][arrays["parent"]]
    under = keys("under") if alignment == "exact" else look
    sums = [arrays[f"element.{name}"].astype(np.float64) for name in Elements._fields[FACTS:]]
    counts.elements.add((element, parent, look, under, keys("rank"), keys("tag")), sums)
    counts.styles.add((element[arrays["styled"]], keys("style")), (arrays["style.pages"],))
    counts.leaf_features.add(
        (element[arrays["leaf"]], known[arrays["leaf.feature"]]),
        (arrays["leaf.total"], arrays["leaf.weighted"], arrays["leaf.pages"]),
    )
    counts.site_features.add(
        (known[arrays["site.feature"]],), (arrays["site.total"], arrays["site.weighted"])
    )
    kind = keys("feature_kinds")
    counts.feature_kinds.add((kind,), (arrays["feature_kinds.pages"],))
    counts.kind_features.add(
        (kind[arrays["at_kind"]], known[arrays["at_kind.feature"]]),
        (arrays["at_kind.total"], arrays["at_kind.weighted"]),
    )
    _restore_phrases(counts, arrays)
    sketches = arrays["sketch"].astype(np.uint16).reshape(-1, SKETCH)
    pages = (arrays["digest.times"].tolist(), table["names"], sketches)
    for digest, times, name, sketch in zip(keys("digest").tolist(), *pages, strict=True):
        counts.seen[digest] = SeenPage(times, str(name), sketch.tobytes())
    counts.looks = _texts(looks, table["looks"])
    counts.texts = _texts(element, table["texts"])
    if sum(page.times for page in counts.seen.values()) != counts.pages:
        raise ValueError("the pages do not add up")
    levels(arrays["kind.parent"].astype(np.int64) - 1)  # parents that go round are refused
    return counts, Merges(keys("merged"), keys("merged.into"), keys("loose"))


def _phrase_columns(counts: SiteCounts) -> Arrays:
    kinds = counts.kind_rows()
    looks, alike = np.unique(kinds.look), counts.alike_kinds.table()
    (phrase,), (pages,) = counts.phrases.table()
    (at_phrase, at), (shown, words, linked) = counts.kind_phrases.table()
    return {
        "phrase": phrase,
        "phrase.pages": pages,
        "kind": kinds.kind,
        "kind.parent": find(kinds.kind, kinds.parent) + 1,
        "kind.alike": find(alike[0][0], kinds.alike) + 1,
        "kind.looks": looks,
        "kind.look": find(looks, kinds.look),
        **{f"kind.{name}": getattr(kinds, name) for name in _KIND_SUMS},
        "alike": alike[0][0],
        **{f"alike.{name}": sums for name, sums in zip(_KIND_SUMS, alike[1], strict=True)},
        "phrase_at": find(phrase, at_phrase),
        "phrase_at.kind": find(kinds.kind, at),
        "phrase_at.pages": shown,
        "phrase_at.words": words,
        "phrase_at.linked": linked,
    }


_KIND_SUMS = KindSums._fields[4:]


def _restore_phrases(counts: SiteCounts, arrays: Mapping[str, npt.NDArray[Any]]) -> None:
    phrase, kind, alike, looks = (
        arrays[name].astype(np.uint64) for name in ("phrase", "kind", "alike", "kind.looks")
    )
    counts.phrases.add((phrase,), (arrays["phrase.pages"],))
    counts.alike_kinds.add((alike,), [arrays[f"alike.{name}"] for name in _KIND_SUMS])
    parent = np.r_[np.zeros(1, np.uint64), kind][arrays["kind.parent"]]
    known = np.r_[np.zeros(1, np.uint64), alike]  # a kind may be alike to what was pruned
    facts = (parent, known[arrays["kind.alike"]], looks[arrays["kind.look"]])
    counts.kinds.add((kind, *facts), [arrays[f"kind.{name}"] for name in _KIND_SUMS])
    counts.kind_phrases.add(
        (phrase[arrays["phrase_at"]], kind[arrays["phrase_at.kind"]]),
        [arrays[f"phrase_at.{name}"] for name in ("pages", "words", "linked")],
    )


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
