"""Features of a page: its words, image sources and link targets, each where it stands.

Kinds are kept apart by name: a word has no slash or colon in it, an image
feature starts with `image:`, a link feature with `link:`.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from sitesieve.page.addresses import target
from sitesieve.page.columns import NO_STRINGS, Strings
from sitesieve.page.hashing import stable_ids
from sitesieve.page.id_map import IdMap
from sitesieve.page.key_rows import group_rows
from sitesieve.page.remembered import Remembered
from sitesieve.page.tags import TAG_ID
from sitesieve.page.text_bytes import gathered
from sitesieve.page.tree import Ints, PageTree
from sitesieve.page.words import guess_language, is_stop_word, stems

Rows = npt.NDArray[np.int64]

NO_FEATURE = 0  # the id of a word that stands for nothing
_MOST_WORDS = 262_144  # whose features are remembered


@dataclass(frozen=True, slots=True)
class FeatureOptions:
    """Which features a page has. Stop words and stems follow the page's language."""

    stop_words: bool = False  # True keeps them
    stems: bool = True
    numbers: bool = False
    images: bool = True
    links: bool = True


@dataclass(frozen=True)
class Features:
    """The occurrences of features on a page, in document order."""

    ids: npt.NDArray[np.uint64]  # the features, by their stable ids
    feature: Ints  # for each occurrence, an index into ids
    node: Ints  # for each occurrence, the node it stands at
    _name: Callable[[], tuple[str, ...]] = field(repr=False)  # gives them their names

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of the features."""
        return self._name()


def language_of(tree: PageTree) -> str | None:
    """What the page declares, or what its function words say."""
    return tree.lang or guess_language(tree.words)


def features(tree: PageTree, options: FeatureOptions | None = None) -> Features:
    """All features of a page. Addresses are absolute where that of the page is known."""
    options = options or FeatureOptions()
    language = language_of(tree)
    addresses: list[str] = []
    places = [np.repeat(np.arange(len(tree), dtype=np.int32), np.diff(tree.word_start))]
    if options.images:
        images = [image for image in tree.images if image.source]
        addresses += [f"image:{target(image.source, tree.base)}" for image in images]
        places.append(np.array([image.node for image in images], np.int32))
    if options.links:
        base = tree.base
        addresses += [f"link:{target(written, base)}" for _, written in tree.anchors]
        places.append(np.array([node for node, _ in tree.anchors], np.int32))
    here = stable_ids(addresses)
    all_ids = np.concatenate([word_ids(tree, options, language), here])
    node = np.concatenate(places)
    order = np.argsort(node, kind="stable")  # words keep their order
    order = order[all_ids[order] != NO_FEATURE]
    first, group = group_rows(all_ids[order])
    by_id = np.argsort(all_ids[order[first]])
    shown_at = order[first[by_id]]
    feature = np.empty(len(first), np.int32)
    feature[by_id] = np.arange(len(first))
    ids, words = all_ids[shown_at], len(tree.word_ids)

    def name_at(at: int) -> str:
        if at >= words:
            return addresses[at - words]
        return str(word_features(language, options)[tree.word(at)])

    def name() -> tuple[str, ...]:
        named = _word_ids(language, options).names_of(ids)
        return tuple(n or name_at(at) for n, at in zip(named, shown_at.tolist(), strict=True))

    return Features(ids, feature[group], node[order], name)


@dataclass(frozen=True, eq=False, slots=True)
class LateFeatures:
    """What the features of a page follow from: stems and whole addresses are found when somebody
    asks for them."""

    options: FeatureOptions
    language: str | None  # as declared
    base: str
    words: Strings  # each different word
    word_ids: npt.NDArray[np.uint64]
    word: npt.NDArray[Any]  # for each word of the page, an index into these
    links: Strings  # targets as written
    link_nodes: Ints
    images: tuple[str, ...]  # sources as written
    image_nodes: Ints

    def occurrences(
        self, word_nodes: npt.NDArray[np.int64]
    ) -> tuple[npt.NDArray[np.uint64], npt.NDArray[np.int64]]:
        """The id of each feature that occurs and the node it stands at, given those of words."""
        language, options = self.language, self.options
        if not language:
            numbers = np.bincount(self.word, minlength=len(self.words)).tolist()
            words = (word.lower() for word in self.words.all())
            language = guess_language(Counter(dict(zip(words, numbers, strict=True))))
        of_words = _word_ids(language, options).of(self.word_ids, self._lower)[self.word]
        telling = of_words != NO_FEATURE
        addresses = [f"image:{target(source, self.base)}" for source in self.images]
        addresses += [f"link:{target(link.strip(), self.base)}" for link in self.links.all()]
        nodes = np.concatenate([word_nodes[telling], self.image_nodes, self.link_nodes])
        return np.concatenate([of_words[telling], stable_ids(addresses)]), nodes

    def _lower(self, numbers: Rows) -> list[str]:
        return _lower(self.words.utf8, self.words.start[numbers], self.words.start[numbers + 1])

    @property
    def nbytes(self) -> int:
        """About how much memory it takes."""
        arrays = (self.word_ids, self.word, self.link_nodes, self.image_nodes)
        texts = (self.words, self.links)
        return (
            sum(array.nbytes for array in (*arrays, *(text.start for text in texts)))
            + sum(len(text.utf8) for text in texts)
            + sum(map(len, self.images))
        )


def late_features(tree: PageTree, options: FeatureOptions) -> LateFeatures:
    """What the features of a page will follow from."""
    first, word = group_rows(tree.word_ids)
    texts = gathered(tree.leaf_texts.utf8, tree.word_begin[first], tree.word_end[first])
    images = _image_sources(tree) if options.images else {}
    nodes, links = tree.targets if options.links else (np.empty(0, np.int32), NO_STRINGS)
    return LateFeatures(
        *(options, tree.lang, tree.base),
        words=Strings(*texts),
        word_ids=tree.word_ids[first],
        word=word.astype(np.min_scalar_type(len(first))),
        links=links,
        link_nodes=nodes,
        images=tuple(images.values()),
        image_nodes=np.array(list(images), np.int32),
    )


def _image_sources(tree: PageTree) -> dict[int, str]:
    """Where each image is, as written; as `Image.source`, for images that have one."""
    sources: dict[int, str] = {}
    for name in ("data-src", "src"):
        nodes, written = tree.values(name, TAG_ID["img"])
        sources |= dict(zip(nodes.tolist(), written.all(), strict=True))
    return sources


def word_ids(
    tree: PageTree, options: FeatureOptions, language: str | None = None
) -> npt.NDArray[np.uint64]:
    """For each word of a page, the id of the feature it stands for, or `NO_FEATURE`."""
    if options.stop_words and options.numbers and not options.stems:  # words as they are
        return tree.word_ids

    def lower(numbers: Rows) -> list[str]:
        return _lower(tree.leaf_texts.utf8, tree.word_begin[numbers], tree.word_end[numbers])

    return _word_ids(language or language_of(tree), options).of(tree.word_ids, lower)


def _lower(utf8: bytes, begin: Ints, end: Ints) -> list[str]:
    """Words in lower case, by where they stand."""
    bounds = zip(begin.tolist(), end.tolist(), strict=True)
    return [utf8[first:last].decode().lower() for first, last in bounds]


def ids_of(
    words: Sequence[str], language: str | None, options: FeatureOptions
) -> npt.NDArray[np.uint64]:
    """For each of some words, the id of the feature it stands for, or `NO_FEATURE`."""
    return _ids(_features_of(words, language, options))


@lru_cache(maxsize=64)
def word_features(language: str | None, options: FeatureOptions) -> Remembered[str, str | None]:
    """The feature each word of a language stands for, or None when it is left out."""
    return Remembered(lambda word: _features_of([word], language, options)[0])


def _features_of(
    words: Sequence[str], language: str | None, options: FeatureOptions
) -> list[str | None]:
    """The features that words of a language stand for, None for those that are left out."""

    def is_left_out(word: str) -> bool:
        if not options.numbers and word.replace("_", "").isnumeric():
            return True
        return not options.stop_words and is_stop_word(word, language)

    named = stems(words, language) if options.stems else words
    return [None if is_left_out(word) else name for word, name in zip(words, named, strict=True)]


def _ids(features: Sequence[str | None]) -> npt.NDArray[np.uint64]:
    ids = stable_ids([feature or "" for feature in features])
    ids[[feature is None for feature in features]] = NO_FEATURE
    return ids


class _WordIds:
    """The id of the feature each word of a language stands for, kept by the ids of words; starts
    over when there are too many."""

    def __init__(self, language: str | None, options: FeatureOptions) -> None:
        self._language, self._options = language, options
        self._features = IdMap()
        self._numbers, self._names = IdMap(), [""]  # of features

    def of(
        self, words: npt.NDArray[np.uint64], lower: Callable[[Rows], list[str]]
    ) -> npt.NDArray[np.uint64]:
        """For each word the id of its feature, given the ids of the words, and what tells words
        in lower case by their numbers."""
        ids, known = self._features.values(words)
        if not known.all():
            first, _ = group_rows(words)
            new = first[~known[first]]
            if len(self._features) + len(new) > _MOST_WORDS:
                self._features, new = IdMap(), first
                self._numbers, self._names = IdMap(), [""]
            features = _features_of(lower(new), self._language, self._options)
            of_features = _ids(features).tolist()
            for word, feature, name in zip(words[new].tolist(), of_features, features, strict=True):
                self._features.put(word, feature)
                self._numbers.put(feature, len(self._names))
                self._names.append(name or "")
            ids, _ = self._features.values(words)
        return ids

    def names_of(self, features: npt.NDArray[np.uint64]) -> list[str]:
        """The names of features, empty for those that are not remembered."""
        numbers, _ = self._numbers.values(features)
        return [self._names[number] for number in numbers.tolist()]


@lru_cache(maxsize=64)
def _word_ids(language: str | None, options: FeatureOptions) -> _WordIds:
    return _WordIds(language, options)
