"""What mining is given: the words of a page as one way of cleaning leaves them."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from sitesieve import peers
from sitesieve.cleaning.method import Method
from sitesieve.mining.weights import WordWeights
from sitesieve.page import FeatureOptions, Page
from sitesieve.page.features import language_of, word_features
from sitesieve.page.words import has_kana, tokenize

WORDS = FeatureOptions(images=False, links=False)  # stems; no stop words, no numbers


class Input(Protocol):
    """A way from a page to words and their values."""

    @property
    def name(self) -> str:
        """What the input is called in tables."""

    @property
    def weighted(self) -> bool:
        """Whether values are weights of a structure tree; counts otherwise."""

    def bag(self, page: Page) -> Mapping[str, float]:
        """The words of a page with their values."""


@dataclass(frozen=True, slots=True)
class CleanedWords:
    """The words that a method of cleaning keeps."""

    method: Method
    weighted: bool = False

    @property
    def name(self) -> str:
        return self.method.name

    def bag(self, page: Page) -> Mapping[str, float]:
        return counted(self.method.clean_page(page).words, language_of(page.tree))


@dataclass(frozen=True, slots=True)
class WeighedWords:
    """All words, weighed by the structure tree of the site."""

    weights: WordWeights
    name: str = "structure-tree"
    weighted: bool = True

    def bag(self, page: Page) -> Mapping[str, float]:
        return self.weights.weigh(page)


@dataclass(frozen=True, slots=True)
class Extracted:
    """The words of the text that another extractor keeps."""

    name: str
    weighted: bool = False

    def bag(self, page: Page) -> Mapping[str, float]:
        text = peers.text_of(peers.named(self.name), page.decoded.text, page.url)
        words = tokenize(text, has_kana([text]))
        return counted(Counter(words), language_of(page.tree))


def counted(words: Mapping[str, int], language: str | None) -> Counter[str]:
    """Words as features of mining: stems with their counts."""
    feature_of = word_features(language, WORDS)
    bag: Counter[str] = Counter()
    for word, count in words.items():
        feature = feature_of[word]
        if feature is not None:
            bag[feature] += count
    return bag
