"""Where a paragraph stands: order and elements around it, what other pages of the site show at
its place, what the cleaner thinks."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sitesieve.cleaning.boosting import Rows
from sitesieve.cleaning.columns import Columns
from sitesieve.cleaning.noise.containers import LEVELS, Containers, Floats
from sitesieve.cleaning.noise.page_context import Known
from sitesieve.cleaning.sieve.evidence import REACH, feature_names
from sitesieve.cleaning.sieve.site_evidence import NAMES as SITE_NAMES

# Where a value of the cleaner's evidence exceeds each of these, it says something else.
_STEPS: dict[str, tuple[float, ...]] = {
    "words": (1, 2, 3, 5, 8, 12, 20, 40),
    "linked share": (0, 0.3, 0.7, 0.95),
    "sentences": (0, 1),
    "ends as a sentence": (0,),
    "commas": (0.04,),
    "share in the title": (0.3, 0.6, 0.9),
    "share of the title": (0.3, 0.6, 0.9),
    "times on the page": (1,),
    **{f"rich share of page at {h}": (0.02, 0.3, 0.7) for h in (1, 2, 3, 4)},
    **{f"linked share at {h}": (0.05, 0.3, 0.6, 0.9) for h in (1, 2, 3)},
    **{f"words at {h}": tuple(np.log1p((8, 25, 70, 250)).tolist()) for h in (1, 2, 3, 4)},
    **{f"paragraphs at {h}": tuple(np.log1p((1, 3, 6, 14, 40)).tolist()) for h in (1, 2, 3, 4)},
    "steps up to the centre": (0, 1, 2, 4, 6),
    "steps down to the centre": (0, 1, 3, 5),
    **{f"{what} at {h}": (0,) for what in ("images", "inputs") for h in (1, 2)},
    "heading level": (0, 1, 2),
    "level of the last heading": (0, 1, 2, 3),
    "paragraphs since a heading": (0, 1, 3, 8, 20),
    "rich text before": (0, 0.5, 0.99),
    "rich text after": (0, 0.5, 0.99),
    "rich text in the section": (1, 4),
    "linked share in the section": (0.3, 0.6, 0.9),
    "paragraphs since the title": (-60, -20, -5, -1, 0, 1, 4, 12),
    "alike on the page": tuple(np.log1p((1, 3, 6, 12)).tolist()),
    "words of those alike": tuple(np.log1p((2, 5, 15)).tolist()),
    "linked share of those alike": (0.05, 0.5, 0.9),
    "rich share of those alike": (0.05, 0.3),
    **{f"words at {side}": (0, 2, 8, 20) for side in ("-1", "+1")},
    **{f"linked share at {side}": (0.05, 0.9) for side in ("-1", "+1")},
    **{f"kinship at {side}": (0, 1) for side in ("-1", "+1")},
}
_NEAR = 2  # elements above a paragraph that are its own
_BEFORE = (0.01, 0.05, 0.2, 0.5, 0.8, 0.95, 0.99)
_SURE = (0.05, 0.2, 0.5, 0.8, 0.95)


def add_places(columns: Columns, known: Known, boxes: Containers) -> None:
    """Add where each paragraph stands, and what is known of its place."""
    evidence = known.found.evidence
    steps, elements = _steps(), _elements()
    columns.add("{}", evidence[:, steps.columns] > steps.edges, steps.names)
    words = np.concatenate([[0.0], np.cumsum(known.around.words)])
    before = words[:-1] / max(float(words[-1]), 1.0)
    columns.add("share of words before > {}", before[:, None] > np.array(_BEFORE), _BEFORE)
    columns.add("{}", evidence[:, elements.columns] <= elements.edges, elements.names)
    _add_site(columns, known, boxes)
    _add_cleaner(columns, known, boxes)


class _Comparisons(NamedTuple):
    """Columns of the cleaner's evidence that are compared with a number."""

    names: list[str]  # of what comes of each
    columns: npt.NDArray[np.int64]
    edges: Floats


@lru_cache(maxsize=1)
def _steps() -> _Comparisons:
    """Values that exceed a number."""
    steps = [(feature, edge) for feature, edges in _STEPS.items() for edge in edges]
    return _comparisons([(f"{feature} > {edge:.3g}", feature, edge) for feature, edge in steps])


@lru_cache(maxsize=1)
def _elements() -> _Comparisons:
    """Elements of some tag or name above: at most so far away, any and near."""
    around = [feature for feature in feature_names() if feature.startswith(("in ", "under "))]
    asked = (("", REACH - 1), (", near", _NEAR))
    return _comparisons([(feature + how, feature, far) for feature in around for how, far in asked])


def _comparisons(asked: Sequence[tuple[str, str, float]]) -> _Comparisons:
    """From the name of what comes of each comparison, the column compared, and the number."""
    place = {name: i for i, name in enumerate(feature_names())}
    names, features, edges = zip(*asked, strict=True)
    columns = np.array([place[feature] for feature in features])
    return _Comparisons(list(names), columns, np.array(edges, np.float32))


def _add_site(columns: Columns, known: Known, boxes: Containers) -> None:
    """Add what other pages of the site show; nothing where none are known."""
    site_rows = known.found.site_rows
    others = site_rows is not None
    if site_rows is None:
        site_rows = np.zeros((len(known.around.paragraphs), len(SITE_NAMES)), np.float32)
    own = _of_site(site_rows, others)
    rows, names = np.stack(list(own.values()), axis=1).astype(np.float32), list(own)
    columns.add("site: {}", rows, names)
    other, share = own["text on other pages"], own["pages with the text"]
    columns.add("site: text on all pages", share > 0.9)
    columns.add("site: text on some pages", (share > 0.02) & (share < 0.7))
    columns.add("site: text on this page only", (other < 0.2) & others)
    for level, mean in zip(LEVELS, boxes.means(rows), strict=True):
        columns.add(f"site, container {level}: {{}}", mean, names)
    columns.add("site: anchors grow rarer", _rarer(share, boxes))


def _of_site(evidence: Rows, others: bool) -> dict[str, Floats]:
    """What the evidence of the site (`sieve.site_evidence`) says of each paragraph."""
    of = dict(zip(SITE_NAMES, evidence.T, strict=True))
    other, share = of["text on another page"], of["share of pages with the text"]
    known, alike = others & (of["place alike"] >= 0), np.maximum(of["place alike"], 0)
    return {
        "text on other pages": other,
        "pages with the text": share,
        "text on most pages": share > 0.5,
        "place alike": alike,
        "kind of place is noise": of["kind of place is noise"],
        "new text where texts differ": known * (1 - other) * (1 - alike),
    }


def _rarer(share: Floats, boxes: Containers) -> npt.NDArray[np.bool_]:
    """Whether the texts of a short container stand on fewer and fewer pages (thesis §6.1: the
    anchors of a hierarchic directory grow rarer along the sequence)."""
    falls = np.concatenate([[0.0], np.cumsum(np.diff(share) < -0.001)])
    rises = np.concatenate([[0.0], np.cumsum(np.diff(share) > 0.001)])
    first, last, size = boxes.first[0], boxes.last[0] - 1, boxes.size[0]
    fallen, risen = falls[last] - falls[first], rises[last] - rises[first]
    rarer: npt.NDArray[np.bool_] = (size >= 2) & (size <= 8) & (risen == 0) & (fallen > 0)
    return rarer


def _add_cleaner(columns: Columns, known: Known, boxes: Containers) -> None:
    """Add how likely the cleaner thinks each paragraph is content or a post."""
    both = np.stack([known.found.content, known.found.post], axis=1).astype(np.float32)
    for what, likely in zip(("content", "a post"), both.T, strict=True):
        columns.add(f"likely {what} > {{}}", likely[:, None] > np.array(_SURE), _SURE)
    for level, mean in zip(LEVELS, boxes.means(both), strict=True):
        columns.add(f"container {level} likely {{}}", mean, ("content", "posts"))
