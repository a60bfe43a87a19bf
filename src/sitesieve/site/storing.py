"""Counts of a site as small columns for a model file, and back.

Keys are 64-bit hashes, which do not compress; so each is written once, and
rows that refer to an element or a feature name its row instead. Whole numbers
are written in as few bytes as hold them.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from sitesieve.site.counts import FACTS, SKETCH, Elements, SeenPage, SiteCounts
from sitesieve.site.keys import Keys, find
from sitesieve.site.placing import Alignment, Merges

Arrays = dict[str, npt.NDArray[Any]]


def to_arrays(counts: SiteCounts, merges: Merges) -> Arrays:
    """The columns of a model file."""
    rows = counts.element_rows()
    (site_feature,), site_sums = counts.site_features.table()
    looks = np.unique(rows.look)
    features = counts.feature_rows()
    # A pruned model may know a feature at a leaf only.
    known = np.union1d(site_feature, features.feature)
    (styled, style), (styled_pages,) = counts.styles.table()
    (phrase,), (phrase_pages,) = counts.phrases.table()
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
        **{f"site.{i}": column for i, column in enumerate(site_sums)},
        "phrase": phrase,
        "phrase.pages": phrase_pages,
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
) -> tuple[SiteCounts, Merges]:
    """The counts, and the merges found in them, that these columns are."""
    counts = SiteCounts(alignment, leaf_height)
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
        (known[arrays["site.feature"]],), [arrays[f"site.{i}"] for i in range(3)]
    )
    counts.phrases.add((keys("phrase"),), (arrays["phrase.pages"],))
    sketches = arrays["sketch"].astype(np.uint16).reshape(-1, SKETCH)
    pages = (arrays["digest.times"].tolist(), table["names"], sketches)
    for digest, times, name, sketch in zip(keys("digest").tolist(), *pages, strict=True):
        counts.seen[digest] = SeenPage(times, str(name), sketch.tobytes())
    counts.looks = _texts(looks, table["looks"])
    counts.texts = _texts(element, table["texts"])
    return counts, Merges(keys("merged"), keys("merged.into"), keys("loose"))


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
