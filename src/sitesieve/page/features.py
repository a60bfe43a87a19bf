"""Features of a page: its words, image sources and link targets, each where it stands.

Kinds are kept apart by name: a word has no slash or colon in it, an image
feature starts with `image:`, a link feature with `link:`.
"""

from collections import defaultdict
from dataclasses import dataclass
from functools import cached_property, lru_cache
from urllib.parse import urlsplit

import numpy as np
import numpy.typing as npt

from sitesieve.page.head import absolute
from sitesieve.page.remembered import Remembered
from sitesieve.page.styles import stable_id
from sitesieve.page.tree import Ints, PageTree
from sitesieve.page.words import guess_language, is_stop_word, stem


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

    names: tuple[str, ...]
    feature: Ints  # for each occurrence, an index into names
    node: Ints  # for each occurrence, the node it stands at

    @cached_property
    def ids(self) -> npt.NDArray[np.uint64]:
        """The stable id of each name."""
        return np.array([_ID_OF[name] for name in self.names], np.uint64)


_ID_OF = Remembered(stable_id)


def language_of(tree: PageTree) -> str | None:
    """What the page declares, or what its function words say."""
    return tree.lang or guess_language(tree.words)


def features(
    tree: PageTree, options: FeatureOptions | None = None, url: str | None = None
) -> Features:
    """All features of a page. Addresses are made absolute where `url` is given."""
    options = options or FeatureOptions()
    feature_of = _word_features(language_of(tree), options)
    names: list[str | None] = [feature_of[word] for word in tree.words]
    nodes = [np.repeat(np.arange(len(tree), dtype=np.int32), np.diff(tree.word_start))]
    if options.images:
        shown = [image for image in tree.images if image.source]
        names += [f"image:{target(image.source, url)}" for image in shown]
        nodes.append(np.array([image.node for image in shown], np.int32))
    if options.links:
        names += [f"link:{target(address, url)}" for _, address in tree.anchors]
        nodes.append(np.array([node for node, _ in tree.anchors], np.int32))
    node = np.concatenate(nodes)
    order = np.argsort(node, kind="stable")  # words keep their order
    index: dict[str | None, int] = defaultdict(lambda: len(index))
    left_out = index[None]  # 0; the others are counted from 1
    feature = np.array([index[names[i]] for i in order.tolist()], np.int32)
    used = feature != left_out
    found = tuple(name for name in index if name is not None)
    return Features(found, feature[used] - 1, node[order][used])


def word_ids(tree: PageTree, options: FeatureOptions) -> npt.NDArray[np.uint64]:
    """For each word of a page, the id of the feature it stands for; 0 where it stands for none."""
    feature_of = _word_features(language_of(tree), options)
    names = (feature_of[word] for word in tree.words)
    return np.array([0 if name is None else _ID_OF[name] for name in names], np.uint64)


def target(address: str, url: str | None) -> str:
    """What an address on a page points at. A place on the page itself stays as it is written:
    the same link on two pages is the same feature."""
    if address.startswith("#"):
        return address
    if url and address.startswith("/") and address[1:2] != "/" and "/." not in address:
        return _origin(url) + address.strip()
    return absolute(address, url)


@lru_cache(maxsize=1024)
def _origin(url: str) -> str:
    try:
        parts = urlsplit(url)
    except ValueError:
        return ""
    return f"{parts.scheme}://{parts.netloc}" if parts.netloc else ""


@lru_cache(maxsize=64)
def _word_features(language: str | None, options: FeatureOptions) -> Remembered[str, str | None]:
    """The feature each word of a language stands for, or None when it is left out."""

    def feature(word: str) -> str | None:
        if not options.numbers and word.replace("_", "").isnumeric():
            return None
        if not options.stop_words and is_stop_word(word, language):
            return None
        return stem(word, language) if options.stems else word

    return Remembered(feature)
