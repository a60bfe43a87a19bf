"""Features of a page: its words, image sources and link targets, each where it stands.

Kinds are kept apart by name: a word has no slash or colon in it, an image
feature starts with `image:`, a link feature with `link:`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

import numpy as np
import numpy.typing as npt

from sitesieve.page.addresses import target
from sitesieve.page.hashing import stable_id, stable_ids
from sitesieve.page.id_map import IdMap
from sitesieve.page.key_rows import group_rows
from sitesieve.page.remembered import Remembered
from sitesieve.page.tree import Ints, PageTree
from sitesieve.page.words import guess_language, is_stop_word, stem

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
    name_of: Callable[[int], str] = field(repr=False)  # the name of a feature, by its index

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of the features."""
        return tuple(map(self.name_of, range(len(self.ids))))


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
    feature_of, words = word_features(language, options), len(tree.word_ids)

    def name_of(number: int) -> str:
        at = int(shown_at[number])
        return str(feature_of[tree.word(at)]) if at < words else addresses[at - words]

    return Features(all_ids[shown_at], feature[group], node[order], name_of)


def word_ids(
    tree: PageTree, options: FeatureOptions, language: str | None = None
) -> npt.NDArray[np.uint64]:
    """For each word of a page, the id of the feature it stands for, or `NO_FEATURE`."""
    return _word_ids(language or language_of(tree), options).of(tree)


def ids_of(
    words: Sequence[str], language: str | None, options: FeatureOptions
) -> npt.NDArray[np.uint64]:
    """For each of some words, the id of the feature it stands for, or `NO_FEATURE`."""
    id_of = _word_ids(language, options).id_of
    return np.array([id_of(word) for word in words], np.uint64)


@lru_cache(maxsize=64)
def word_features(language: str | None, options: FeatureOptions) -> Remembered[str, str | None]:
    """The feature each word of a language stands for, or None when it is left out."""

    def feature(word: str) -> str | None:
        if not options.numbers and word.replace("_", "").isnumeric():
            return None
        if not options.stop_words and is_stop_word(word, language):
            return None
        return stem(word, language) if options.stems else word

    return Remembered(feature)


class _WordIds:
    """The id of the feature each word of a language stands for, kept by the ids of words; starts
    over when there are too many."""

    def __init__(self, feature_of: Mapping[str, str | None]) -> None:
        self._feature_of = feature_of
        self._features = IdMap()

    def of(self, tree: PageTree) -> npt.NDArray[np.uint64]:
        """For each word of a page the id of its feature."""
        ids, known = self._features.values(tree.word_ids)
        if not known.all():
            first, _ = group_rows(tree.word_ids)
            new = first[~known[first]]
            if len(self._features) + len(new) > _MOST_WORDS:
                self._features, new = IdMap(), first
            for at, word in zip(new.tolist(), tree.word_ids[new].tolist(), strict=True):
                self._features.put(word, self.id_of(tree.word(at)))
            ids, _ = self._features.values(tree.word_ids)
        return ids

    def id_of(self, word: str) -> int:
        """The id of the feature of one word."""
        feature = self._feature_of[word]
        return NO_FEATURE if feature is None else stable_id(feature)


@lru_cache(maxsize=64)
def _word_ids(language: str | None, options: FeatureOptions) -> _WordIds:
    return _WordIds(word_features(language, options))
