"""What mining is given: the words of a page as one way of cleaning leaves them."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from sitesieve import peers
from sitesieve.cleaning import methods
from sitesieve.cleaning.method import LearningMethod, Method
from sitesieve.cleaning.methods.nothing import Nothing
from sitesieve.mining.weights import WeightOptions, WordWeights
from sitesieve.page import FeatureOptions, Page
from sitesieve.page.features import language_of, word_features
from sitesieve.page.words import has_kana, tokenize

# Those of the thesis, and the default cleaner.
USUAL = ("none", "pagelet-templates", "site-style-tree", "sieve", "structure-tree")
TASKS = ("k-means", "svm", "naive-bayes")
OTHERS = ("none", "structure-tree", *peers.PEERS)  # besides methods of cleaning
_WORDS = FeatureOptions(images=False, links=False)  # stems; no stop words, no numbers


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
    feature_of = word_features(language, _WORDS)
    bag: Counter[str] = Counter()
    for word, count in words.items():
        feature = feature_of[word]
        if feature is not None:
            bag[feature] += count
    return bag


def make_inputs(
    names: Iterable[str], weights: WeightOptions | None = None
) -> tuple[list[Input], list[Any]]:
    """The inputs, and those among them that have to learn from the pages first."""
    inputs: list[Input] = []
    learners: list[Any] = []
    for name in names:
        if name == "structure-tree":
            learners.append(WordWeights(weights or WeightOptions()))
            inputs.append(WeighedWords(learners[-1]))
        elif name in peers.PEERS:
            peers.named(name)  # raises MissingExtra where it is not installed
            inputs.append(Extracted(name))
        else:
            if name != "none" and methods.REGISTRY.find(name) is None:
                names = ", ".join([*methods.REGISTRY.names(), *OTHERS])
                raise ValueError(f"no input {name!r}; there are {names}")
            method = Nothing() if name == "none" else methods.named(name)
            if isinstance(method, LearningMethod):
                learners.append(method)
            inputs.append(CleanedWords(method))
    return inputs, learners
