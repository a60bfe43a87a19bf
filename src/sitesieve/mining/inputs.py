"""What mining is given: the words of a page as one way of cleaning leaves them."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from functools import partial
from typing import Any

from sitesieve import peers
from sitesieve.cleaning import methods
from sitesieve.cleaning.method import LearningMethod, Method
from sitesieve.cleaning.method_spec import MethodSpec
from sitesieve.cleaning.methods.nothing import Nothing
from sitesieve.mining.field_words import FieldWords
from sitesieve.mining.weights import WeightOptions, WordWeights
from sitesieve.page import FeatureOptions, Page
from sitesieve.page.features import language_of, word_features
from sitesieve.page.words import has_kana, tokenize

STRUCTURE_TREE = "structure-tree"
FIELD_WORDS = "field-words"
THESIS_INPUTS = ("none", "pagelet-templates", "site-style-tree", STRUCTURE_TREE)  # N, T, S, W
DAS_INPUTS = (FIELD_WORDS, f"{FIELD_WORDS}:pruned=true")  # before and after cleaning
# Those of the thesis, and the default cleaner.
USUAL = ("none", "pagelet-templates", "site-style-tree", "sieve", STRUCTURE_TREE)
TASKS = ("k-means", "svm", "naive-bayes")
ALL_TASKS = (*TASKS, "gaussian-bayes")
OTHERS = ("none", STRUCTURE_TREE, FIELD_WORDS, *peers.PEERS)  # besides methods of cleaning
_WORDS = FeatureOptions(images=False, links=False)  # stems; no stop words, no numbers


@dataclass(frozen=True, slots=True)
class Input:
    """A way from a page to words and their values: weights, or counts."""

    name: str
    bag: Callable[[Page], Mapping[str, float]]
    weighted: bool = False


def usual_tasks(paper: bool) -> tuple[str, ...]:
    """What is done with the pages if nobody says what; by the thesis, no naive Bayes."""
    return TASKS[:2] if paper else TASKS


def usual_inputs(tasks: Iterable[str], paper: bool) -> tuple[str, ...]:
    """What is compared if nobody says what: as the paper of the tasks did."""
    if set(tasks) == {"gaussian-bayes"}:
        return DAS_INPUTS
    return THESIS_INPUTS if paper else USUAL


def make_inputs(names: Iterable[str]) -> tuple[list[Input], list[Any]]:
    """The inputs, and those among them that have to learn from the pages first.

    A name may bring settings (`site-style-tree:paper,threshold=0.3`), as for `methods.named`.
    """
    inputs: list[Input] = []
    learners: list[Any] = []
    for name in names:
        spec = MethodSpec.of(name)
        if spec.name in ("none", *peers.PEERS) and name != spec.name:
            raise ValueError(f"{name}: {spec.name} has no settings")
        if spec.name == STRUCTURE_TREE:
            weights = WordWeights(_weight_options(spec))
            learners.append(weights)
            inputs.append(Input(name, weights.weigh, weighted=True))
        elif spec.name == FIELD_WORDS:
            inputs.append(Input(name, FieldWords.of(spec).weigh, weighted=True))
        elif name in peers.PEERS:
            peers.named(name)  # raises MissingExtra where it is not installed
            inputs.append(Input(name, partial(_extracted, name)))
        else:
            if name != "none" and methods.REGISTRY.find(spec.name) is None:
                there_are = ", ".join([*methods.REGISTRY.names(), *OTHERS])
                raise ValueError(f"no input {name!r}; there are {there_are}")
            method = Nothing() if name == "none" else methods.named(name)
            if isinstance(method, LearningMethod):
                learners.append(method)
            inputs.append(Input(name, partial(_cleaned, method)))
    return inputs, learners


def by_paper(name: str) -> str:
    """The name of the same input to the letter of its paper, where it is of one."""
    spec = MethodSpec.of(name)
    if spec.name in (STRUCTURE_TREE, FIELD_WORDS):
        return str(replace(spec, paper=True))
    return name if spec.name in OTHERS else methods.by_paper(name)


def _weight_options(spec: MethodSpec) -> WeightOptions:
    return WeightOptions(**spec.settings(asdict(WeightOptions()), WeightOptions.PAPER))


def _cleaned(method: Method, page: Page) -> Mapping[str, float]:
    """The words that a method of cleaning keeps."""
    return _counted(method.clean_page(page).words, page)


def _extracted(peer: str, page: Page) -> Mapping[str, float]:
    """The words of the text that another extractor keeps."""
    text = peers.text_of(peers.named(peer), page.decoded.text, page.url)
    return _counted(Counter(tokenize(text, has_kana([text]))), page)


def _counted(words: Mapping[str, int], page: Page) -> Counter[str]:
    """Words as features of mining: stems with their counts."""
    feature_of = word_features(language_of(page.tree), _WORDS)
    bag: Counter[str] = Counter()
    for word, count in words.items():
        feature = feature_of[word]
        if feature is not None:
            bag[feature] += count
    return bag
