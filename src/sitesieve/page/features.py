"""Features of a page: its words, image sources and link targets, each where it stands.

Kinds are kept apart by name: a word has no slash or colon in it, an image
feature starts with `image:`, a link feature with `link:`.
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from sitesieve.page.head import absolute
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


@dataclass(frozen=True, slots=True)
class Features:
    """The occurrences of features on a page, in document order."""

    names: tuple[str, ...]
    feature: Ints  # for each occurrence, an index into names
    node: Ints  # for each occurrence, the node it stands at


def language_of(tree: PageTree) -> str | None:
    """What the page declares, or what its function words say."""
    return tree.lang or guess_language(tree.words)


def features(
    tree: PageTree, options: FeatureOptions | None = None, url: str | None = None
) -> Features:
    """All features of a page. Addresses are made absolute where `url` is given."""
    options = options or FeatureOptions()
    language = language_of(tree)
    occurrences: list[tuple[int, str]] = []
    for leaf in tree.leaves.tolist():
        for word in tree.words[tree.word_start[leaf] : tree.word_start[leaf + 1]]:
            name = word_feature(word, language, options)
            if name is not None:
                occurrences.append((leaf, name))
    if options.images:
        shown = (image for image in tree.images if image.source)
        occurrences += ((i.node, f"image:{absolute(i.source, url)}") for i in shown)
    if options.links:
        occurrences += ((k.node, f"link:{absolute(k.target, url)}") for k in tree.links)
    occurrences.sort(key=lambda occurrence: occurrence[0])  # stable: words keep their order
    index: dict[str, int] = {}
    feature = [index.setdefault(name, len(index)) for _, name in occurrences]
    return Features(
        tuple(index),
        np.array(feature, np.int32),
        np.array([node for node, _ in occurrences], np.int32),
    )


@lru_cache(maxsize=262_144)
def word_feature(word: str, language: str | None, options: FeatureOptions) -> str | None:
    """The feature a word stands for, or None when it is left out."""
    if not options.numbers and word.replace("_", "").isnumeric():
        return None
    if not options.stop_words and is_stop_word(word, language):
        return None
    return stem(word, language) if options.stems else word
