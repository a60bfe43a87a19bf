"""The trees that come with the package: data, written by `bench/train_items.py`."""

import json
from functools import cache
from importlib import resources

from sitesieve.cleaning.items.decision_tree import DecisionTree


@cache
def shipped_tree(method: str) -> DecisionTree:
    """The tree of a method, by the method's name."""
    folder = resources.files("sitesieve.cleaning.items") / "trees"
    return DecisionTree.from_data(json.loads((folder / f"{method}.json").read_text("utf-8")))
