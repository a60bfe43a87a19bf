"""The evidence for naming a paragraph: for each a row of numbers from 0 to 1.

Structure and order, elements and names around it, words and signs in it and in its
container, where its links lead, what other pages of the site show, and what the cleaner
thinks. A container's heading is most often its first paragraph, so the words of that one
count apart.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from sitesieve.clean.boosting import Rows
from sitesieve.clean.noise import signs
from sitesieve.clean.noise.containers import LEVELS, Containers
from sitesieve.clean.noise.crumbs import declared_crumbs
from sitesieve.clean.noise.lexicon import lexicon
from sitesieve.clean.noise.targets import TARGETS, leads_down, target_of
from sitesieve.clean.sieve import site_term
from sitesieve.clean.sieve.evidence import REACH, Surroundings, feature_names
from sitesieve.clean.sieve.judging import Judged, judged
from sitesieve.clean.sieve.trained import shipped

Column = npt.NDArray[np.float64]

_ROLES = ("contents", "article")
_WAYS = ("go down the path", "stand side by side")

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
_LINKS = (1, 3, 6, 12, 30)
_LONGEST = 60  # words; in longer text they say nothing of its kind
_SHORT = 4  # letters; shorter words say little of what a text is about
_PIECES = 20  # texts of a paragraph; breadcrumbs have no more
_SURE = (0.05, 0.2, 0.5, 0.8, 0.95)


@dataclass(frozen=True, eq=False, slots=True)
class Known:
    """What is known of a page when its paragraphs are named."""

    found: Judged  # by the cleaner
    url: str = ""
    roles: Mapping[str, str] | None = None  # of the pages of the site, by their address

    @property
    def around(self) -> Surroundings:
        """The paragraphs and what stands around them."""
        return self.found.around


def evidence_of(known: Known, boxes: Containers) -> Rows:
    """A row for each paragraph, a column for each of `noise_features()`."""
    count = len(known.around.paragraphs)
    if not count:
        return np.zeros((0, len(noise_features())), np.float32)
    return np.concatenate([part(known, boxes)[1] for part in _PARTS], axis=1)


_Part = tuple[list[str], npt.NDArray[np.float32]]


def _structure(known: Known, _: Containers) -> _Part:
    names, columns, edges = _steps()
    words = np.concatenate([[0.0], np.cumsum(known.around.words)])
    before = words[:-1] / max(float(words[-1]), 1.0)
    over = known.found.evidence[:, columns] > edges
    return names, np.concatenate([over, before[:, None] > np.array(_BEFORE)], 1).astype(np.float32)


@lru_cache(maxsize=1)
def _steps() -> tuple[list[str], npt.NDArray[np.int64], npt.NDArray[np.float32]]:
    """The names of the steps, and the column and the edge of each."""
    place = _place_of_feature()
    steps = [(feature, edge) for feature, edges in _STEPS.items() for edge in edges]
    names = [f"{feature} > {edge:.3g}" for feature, edge in steps]
    names += [f"share of words before > {edge}" for edge in _BEFORE]
    columns = np.array([place[feature] for feature, _ in steps])
    return names, columns, np.array([edge for _, edge in steps], np.float32)


def _elements(known: Known, _: Containers) -> _Part:
    names, columns = _element_columns()
    height = known.found.evidence[:, columns]
    near = np.array([REACH - 1, _NEAR] * (len(columns) // 2))
    return names, (height <= near).astype(np.float32)


@lru_cache(maxsize=1)
def _element_columns() -> tuple[list[str], npt.NDArray[np.int64]]:
    """The names of the columns about elements around, and where each is read."""
    found = [
        (feature, at)
        for feature, at in _place_of_feature().items()
        if feature.startswith(("in ", "under "))
    ]
    names = [name for feature, _ in found for name in (feature, f"{feature}, near")]
    return names, np.repeat(np.array([at for _, at in found]), 2)


def _words(known: Known, boxes: Containers) -> _Part:
    """The senses of the words, relative to how many words there are."""
    around, senses = known.around, lexicon()
    count = len(around.paragraphs)
    length = around.end - around.begin
    short = np.flatnonzero(length <= _LONGEST)
    words: list[str] = []
    for a, b in zip(around.begin[short].tolist(), around.end[short].tolist(), strict=True):
        words += around.tree.words[a:b]
    counts = senses.count(words, np.repeat(short, length[short]), count)
    size = np.maximum(length, 1)[:, None]
    own = np.sqrt(np.minimum(counts / size.astype(np.float32), 1))
    names = [f"says {sense}" for sense in senses.senses]
    columns = [own]
    said = (counts > 0).astype(np.float32)
    for level, first, mean in zip(LEVELS, boxes.first, boxes.means(said), strict=True):
        names += [f"container {level} begins with {sense}" for sense in senses.senses]
        columns.append(own[first])
        names += [f"container {level} says {sense}" for sense in senses.senses]
        columns.append(mean)
    return names, np.concatenate(columns, axis=1)


def _links(known: Known, boxes: Containers) -> _Part:
    """Where links lead, and whether they go down a path with anchors that grow rarer."""
    around, tree = known.around, known.around.tree
    count = len(around.paragraphs)
    targets = [target_of(target[:2000], known.url) for _, target in tree.anchors]
    nodes = np.array([node for node, _ in tree.anchors], np.int64)
    leaf = tree.leaf_start[nodes]
    shown = leaf < tree.leaf_start[tree.end[nodes]] if len(nodes) else np.zeros(0, np.bool_)
    at = around.paragraphs.of_leaf[leaf[shown]]
    kinds = np.array([number for number, _ in targets], np.int64)[shown]
    cells = np.bincount(at * len(TARGETS) + kinds, minlength=count * len(TARGETS))
    counts = cells.reshape(count, -1).astype(np.float32)
    roles = _roles(known, at, np.flatnonzero(shown), count)
    chain = _chain([targets[i][1] for i in np.flatnonzero(shown).tolist()], at, count)
    links = counts.sum(axis=1)
    own = counts / np.maximum(links, 1)[:, None]
    names = [f"leads to {target}" for target in TARGETS]
    columns = [own]
    told = np.concatenate([counts, roles, chain, links[:, None]], axis=1)
    for level, mean in zip(LEVELS, boxes.means(told), strict=True):
        share = np.minimum(mean[:, :-1] / np.maximum(mean[:, -1:], 1e-6), 1)
        names += [f"container {level} leads to {target}" for target in TARGETS]
        names += [f"container {level} leads to pages that are {role}" for role in _ROLES]
        names += [f"links of container {level} {way}" for way in _WAYS]
        columns.append(share)
        total = mean[:, -1] * boxes.size[level - 1]
        names += [f"links in container {level} > {edge}" for edge in _LINKS]
        columns.append((total[:, None] > np.array(_LINKS)).astype(np.float32))
        names.append(f"every paragraph of container {level} is a link")
        columns.append((mean[:, -1:] > 0.85).astype(np.float32))
    return names, np.concatenate(columns, axis=1)


def _chain(paths: Sequence[str], at: npt.NDArray[np.int32], count: int) -> npt.NDArray[np.float32]:
    """How many links of each paragraph go further down the path than the one before, and how
    many lead beside it (thesis §2.2.3: a hierarchic directory shows where the page stands)."""
    found = np.zeros((count, len(_WAYS)), np.float32)
    numbers = at.tolist()
    for i, (path, following) in enumerate(pairwise(paths)):
        if path and following:
            found[numbers[i + 1], 0 if leads_down(path, following) else 1] += 1
    return found


def _roles(
    known: Known, at: npt.NDArray[np.int32], shown: npt.NDArray[np.intp], count: int
) -> npt.NDArray[np.float32]:
    """How many links of each paragraph lead to pages of each role, where that is known."""
    found = np.zeros((count, len(_ROLES)), np.float32)
    if known.roles:
        from sitesieve.page.addresses import normal_form
        from sitesieve.page.head import absolute

        anchors = known.around.tree.anchors
        for paragraph, i in zip(at.tolist(), shown.tolist(), strict=True):
            role = known.roles.get(normal_form(absolute(anchors[i][1], known.url)))
            if role in _ROLES:
                found[paragraph, _ROLES.index(role)] += 1
    return found


def _likeness(known: Known, boxes: Containers) -> _Part:
    """How many of a paragraph's words stand in the page's own text (thesis §6.1: recommended
    pages are about the same)."""
    around, words = known.around, known.around.tree.words
    spans = list(zip(around.begin.tolist(), around.end.tolist(), strict=True))
    in_text: set[str] = set()
    for i in np.flatnonzero(around.rich > 0).tolist():
        in_text.update(words[slice(*spans[i])])
    own_text = {word for word in in_text if len(word) > _SHORT or not word.isascii()}
    own = np.zeros((len(spans), 1), np.float32)
    for i in np.flatnonzero((around.rich == 0) & (around.end > around.begin)).tolist():
        said = words[slice(*spans[i])]
        own[i] = sum(map(own_text.__contains__, said)) / len(said)
    what = "speaks of the same"
    return [what, *(f"container {level} {what}" for level in LEVELS)], np.concatenate(
        [own, *boxes.means(own)], axis=1
    )


def _signs(known: Known, boxes: Containers) -> _Part:
    around = known.around
    texts, first = around.tree.texts, around.paragraphs.first_leaf.tolist()
    bits = np.array(
        [signs.signs_of("".join(texts[a:b])) for a, b in pairwise(first)],
        np.int64,
    )
    own = (bits[:, None] >> np.arange(len(signs.NAMES)) & 1).astype(np.float32)
    names = [f"shows {sign}" for sign in signs.NAMES]
    names += [f"container 1 shows {sign}" for sign in signs.NAMES]
    names += [f"container 2 shows {sign}" for sign in signs.NAMES]
    one, two, _ = boxes.means(own)
    return names, np.concatenate([own, one, two], axis=1)


def _declared(known: Known, boxes: Containers) -> _Part:
    """What the page tells machines of its breadcrumbs."""
    around = known.around
    names = declared_crumbs(around.tree.source)
    own = np.zeros((len(around.paragraphs), 1), np.float32)
    if names:
        first = around.paragraphs.first_leaf
        hits = np.array([text.strip() in names for text in around.tree.texts])
        said = np.logical_or.reduceat(hits, first[:-1])
        own[:, 0] = said & (np.diff(first) <= _PIECES)
    one, two, _ = boxes.means(own)
    what = "is declared as breadcrumbs"
    return [what, f"container 1 {what}", f"container 2 {what}"], np.concatenate([own, one, two], 1)


def _site(known: Known, boxes: Containers) -> _Part:
    """What other pages of the site show; nothing where none are known."""
    count = len(known.around.paragraphs)
    names = ["the site is known", *(f"site: {name}" for name in site_term.NAMES)]
    names += ["site: text on all pages", "site: text on some pages", "site: text on this page only"]
    names += [f"site, container {level}: {n}" for level in LEVELS for n in site_term.NAMES]
    names.append("site: anchors grow rarer")
    rows = np.zeros((count, len(names)), np.float32)
    if known.found.site_rows is not None:
        own = known.found.site_rows.astype(np.float32)
        share = own[:, 1]
        rows[:, 0] = 1
        rows[:, 1:7] = own
        rows[:, 7:10] = np.stack([share > 0.9, (share > 0.02) & (share < 0.7), own[:, 0] < 0.2], 1)
        rows[:, 10:28] = np.concatenate(boxes.means(own), axis=1)
        rows[:, 28] = _rarer(share, boxes)
    return names, rows


def _rarer(share: npt.NDArray[np.float32], boxes: Containers) -> Column:
    """Whether the texts of a short container stand on fewer and fewer pages (thesis §6.1: the
    anchors of a hierarchic directory grow rarer along the sequence)."""
    falls = np.concatenate([[0.0], np.cumsum(np.diff(share) < -0.001)])
    rises = np.concatenate([[0.0], np.cumsum(np.diff(share) > 0.001)])
    first, last, size = boxes.first[0], boxes.last[0] - 1, boxes.size[0]
    fallen, risen = falls[last] - falls[first], rises[last] - rises[first]
    short = (size >= 2) & (size <= 8)
    return np.where(short & (risen == 0) & (fallen > 0), 1.0, 0.0)


def _cleaner(known: Known, boxes: Containers) -> _Part:
    both = np.stack([known.found.content, known.found.post], axis=1).astype(np.float32)
    names: list[str] = []
    columns: list[Rows] = []
    for i, what in enumerate(("content", "a post")):
        names += [f"likely {what} > {edge}" for edge in _SURE]
        columns.append((both[:, i, None] > np.array(_SURE)).astype(np.float32))
    for level, mean in zip(LEVELS, boxes.means(both), strict=True):
        names += [f"container {level} likely {what}" for what in ("content", "posts")]
        columns.append(mean)
    return names, np.concatenate(columns, axis=1).astype(np.float32)


_PARTS = (_structure, _elements, _words, _links, _likeness, _signs, _declared, _site, _cleaner)


@lru_cache(maxsize=1)
def _place_of_feature() -> dict[str, int]:
    return {name: i for i, name in enumerate(feature_names())}


@lru_cache(maxsize=1)
def noise_features() -> tuple[str, ...]:
    """The names of the columns of the evidence."""
    from sitesieve.page.encode import encode

    known = Known(judged(encode("<p>x</p>"), shipped()))
    boxes = Containers(known.around)
    return tuple(name for part in _PARTS for name in part(known, boxes)[0])
