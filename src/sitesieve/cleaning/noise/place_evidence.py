"""Where a paragraph stands: order and elements around it, what other pages of the site show at
its place, what the cleaner thinks."""

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from sitesieve.cleaning.boosting import Rows
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
_SITE = (
    *("text on other pages", "pages with the text", "text on most pages", "place alike"),
    *("kind of place is noise", "new text where texts differ"),
)
_NEAR = 2  # elements above a paragraph that are its own
_BEFORE = (0.01, 0.05, 0.2, 0.5, 0.8, 0.95, 0.99)
_SURE = (0.05, 0.2, 0.5, 0.8, 0.95)


def place_columns(known: Known, boxes: Containers) -> list[Rows]:
    """The columns of `place_names`."""
    return [_structure(known), _elements(known), _site(known, boxes), *_cleaner(known, boxes)]


def place_names() -> list[str]:
    """What the columns are called."""
    names = [f"{feature} > {edge:.3g}" for feature, edge in _steps()]
    names += [f"share of words before > {edge}" for edge in _BEFORE]
    names += [n for feature in _elements_around() for n in (feature, f"{feature}, near")]
    names += [f"site: {name}" for name in _SITE]
    names += ["site: text on all pages", "site: text on some pages", "site: text on this page only"]
    names += [f"site, container {level}: {n}" for level in LEVELS for n in _SITE]
    names.append("site: anchors grow rarer")
    names += [f"likely {what} > {edge}" for what in ("content", "a post") for edge in _SURE]
    return names + [f"container {h} likely {what}" for h in LEVELS for what in ("content", "posts")]


def _structure(known: Known) -> Floats:
    columns, edges = _step_columns()
    words = np.concatenate([[0.0], np.cumsum(known.around.words)])
    before = words[:-1] / max(float(words[-1]), 1.0)
    over = known.found.evidence[:, columns] > edges
    return np.concatenate([over, before[:, None] > np.array(_BEFORE)], 1).astype(np.float32)


def _steps() -> list[tuple[str, float]]:
    return [(feature, edge) for feature, edges in _STEPS.items() for edge in edges]


@lru_cache(maxsize=1)
def _step_columns() -> tuple[npt.NDArray[np.int64], Floats]:
    """The column of the cleaner's evidence and the edge of each step."""
    place = {name: i for i, name in enumerate(feature_names())}
    columns = np.array([place[feature] for feature, _ in _steps()])
    return columns, np.array([edge for _, edge in _steps()], np.float32)


def _elements(known: Known) -> Floats:
    """Elements of some tag or name above: any, and near."""
    columns, near = _element_columns()
    return (known.found.evidence[:, columns] <= near).astype(np.float32)


def _elements_around() -> list[str]:
    return [feature for feature in feature_names() if feature.startswith(("in ", "under "))]


@lru_cache(maxsize=1)
def _element_columns() -> tuple[npt.NDArray[np.int64], Floats]:
    place = {name: i for i, name in enumerate(feature_names())}
    columns = np.repeat(np.array([place[name] for name in _elements_around()]), 2)
    return columns, np.array([REACH - 1, _NEAR] * (len(columns) // 2), np.float32)


def _site(known: Known, boxes: Containers) -> Floats:
    """What other pages of the site show; nothing where none are known."""
    shown = len(_SITE)
    rows = np.zeros((len(known.around.paragraphs), 4 + (1 + len(LEVELS)) * shown), np.float32)
    if known.found.site_rows is not None:
        own = _of_site(known.found.site_rows)
        share = own[:, 1]
        told = [share > 0.9, (share > 0.02) & (share < 0.7), own[:, 0] < 0.2]
        rows[:, :shown] = own
        rows[:, shown : shown + 3] = np.stack(told, axis=1)
        rows[:, shown + 3 : -1] = np.concatenate(boxes.means(own), axis=1)
        rows[:, -1] = _rarer(share, boxes)
    return rows


def _of_site(evidence: Rows) -> Floats:
    """The columns of `_SITE`, from the evidence of the site (`sieve.site_evidence`)."""
    other, share, noise, alike = (
        evidence[:, SITE_NAMES.index(name)]
        for name in (
            *("text on another page", "share of pages with the text"),
            *("kind of place is noise", "place alike"),
        )
    )
    known, alike = alike >= 0, np.maximum(alike, 0)
    new = known * (1 - other) * (1 - alike)
    return np.stack([other, share, share > 0.5, alike, noise, new], axis=1).astype(np.float32)


def _rarer(share: Floats, boxes: Containers) -> npt.NDArray[np.bool_]:
    """Whether the texts of a short container stand on fewer and fewer pages (thesis §6.1: the
    anchors of a hierarchic directory grow rarer along the sequence)."""
    falls = np.concatenate([[0.0], np.cumsum(np.diff(share) < -0.001)])
    rises = np.concatenate([[0.0], np.cumsum(np.diff(share) > 0.001)])
    first, last, size = boxes.first[0], boxes.last[0] - 1, boxes.size[0]
    fallen, risen = falls[last] - falls[first], rises[last] - rises[first]
    rarer: npt.NDArray[np.bool_] = (size >= 2) & (size <= 8) & (risen == 0) & (fallen > 0)
    return rarer


def _cleaner(known: Known, boxes: Containers) -> list[Floats]:
    both = np.stack([known.found.content, known.found.post], axis=1).astype(np.float32)
    sure = both[:, :, None] > np.array(_SURE)
    return [sure.reshape(len(both), -1).astype(np.float32), *boxes.means(both)]
