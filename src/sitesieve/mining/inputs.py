"""The ways to clean that can be compared by mining, by their names."""

from collections.abc import Iterable
from typing import Any

from sitesieve import peers
from sitesieve.cleaning import methods
from sitesieve.cleaning.method import LearningMethod
from sitesieve.cleaning.methods.nothing import Nothing
from sitesieve.mining.bags import CleanedWords, Extracted, Input, WeighedWords
from sitesieve.mining.weights import WeightOptions, WordWeights

# Those of the thesis, and the default cleaner.
USUAL = ("none", "pagelet-templates", "site-style-tree", "sieve", "structure-tree")
TASKS = ("k-means", "svm", "naive-bayes")
NAMES = ("none", *methods.METHODS, "structure-tree", *peers.PEERS)


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
            peers.named(name)  # says so now where it is not installed
            inputs.append(Extracted(name))
        else:
            if name not in NAMES:
                raise ValueError(f"no input {name!r}; there are {', '.join(NAMES)}")
            method = Nothing() if name == "none" else methods.named(name)
            if isinstance(method, LearningMethod):
                learners.append(method)
            inputs.append(CleanedWords(method))
    return inputs, learners
