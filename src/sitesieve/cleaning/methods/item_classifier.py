"""What the two methods of thesis §3.1 share: items of a page, a tree, verdicts with rules."""

import math
from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from functools import partial
from typing import Any, ClassVar

import numpy as np

from sitesieve.cleaning.document import Document
from sitesieve.cleaning.items.decision_tree import (
    Decision,
    DecisionTree,
    Labelled,
    grow,
    shipped_tree,
)
from sitesieve.cleaning.items.item import PageItem, Wording
from sitesieve.cleaning.items.labels import Labels, PageMatch, read_labels
from sitesieve.cleaning.kinds import Kind
from sitesieve.cleaning.method import Method
from sitesieve.cleaning.noise.page_kinds import PageKinds, Told
from sitesieve.cleaning.verdicts import Evidence, ItemVerdict, Verdict
from sitesieve.errors import PageError
from sitesieve.page import Page
from sitesieve.page.page import Pages, as_pages
from sitesieve.site.model_file import SavedModel


class ItemClassifier(Method):
    """Judges each item of a page alone, by a decision tree.

    Parameters
    ----------
    certainty : an item is noise when at least this share of the training items that the
        same rule holds for is noise.
    """

    features: ClassVar[tuple[str, ...]]
    wordings: ClassVar[Mapping[str, Wording]]
    item_name: ClassVar[str]  # what an item is called in reasons
    noise_kind: ClassVar[Kind | None] = None  # what items that go are, if all are of one kind

    def __init__(self, certainty: float = 0.5) -> None:
        self.certainty = _share("certainty", certainty)
        self.tree: DecisionTree = shipped_tree(self.name)

    def settings(self) -> dict[str, Any]:
        return {"certainty": self.certainty}

    @abstractmethod
    def items(self, page: Page) -> list[PageItem]:
        """The items of a page, described."""

    def blocks(self, page: Page) -> Callable[[int], int]:  # noqa: ARG002 - a link is its block
        """What goes with an item that is noise: from the item's node to the block's."""
        return int

    def clean_page(self, page: Page) -> Document:
        tree = page.tree
        verdicts = [Verdict(True, f"belongs to no {self.item_name}")] * len(tree.leaves)
        judged = []
        sure = np.zeros(len(verdicts))  # that a leaf is of the kind
        block_of = self.blocks(page)
        for item in self.items(page):
            decision = self.tree.decide(item)
            noise = decision.leaf.noise >= self.certainty
            evidence = Evidence(partial(_evidence, item, decision))
            verdict = Verdict(not noise, decision.rule(self.wordings), evidence)
            block = block_of(item.node) if noise else item.node
            first, last = int(tree.leaf_start[block]), int(tree.leaf_start[tree.end[block]])
            for leaf in range(first, last):
                if verdicts[leaf].keep:  # what is noise for one item is not saved by another
                    verdicts[leaf] = verdict
                    sure[leaf] = decision.leaf.noise if noise else 0.0
            kind = self.noise_kind if noise else None
            confidence = None if kind is None else decision.leaf.noise
            judged.append(ItemVerdict(item.node, block, verdict, kind, confidence))
        told = [] if self.noise_kind is None else [Told(self.noise_kind, sure > 0, sure)]
        kinds = PageKinds(page, told=told)
        return Document(page, verdicts, self.name, kinds=kinds, items=judged)

    def label(self, page: Page, labels: Labels) -> PageMatch:
        """The labelled items of a page."""
        return labels.match(page, self.items(page)) if labels.on(page) else PageMatch([], {})

    def train(self, matches: Iterable[PageMatch], labels: Labels) -> list[Labelled]:
        """Grow a tree of one's own from the labelled items of pages, which are returned; needs
        scikit-learn. The labels say which rows were bad."""
        labelled = labels.joined(matches)
        self.tree = grow(labelled, self.features)
        return labelled

    def train_on(self, pages: Pages, labels: Labels | Iterable[str]) -> Labels:
        """Grow a tree from pages and labels (CSV lines); the labels say which rows were bad."""
        if not isinstance(labels, Labels):
            labels = read_labels(labels)
        matches = []
        for page in as_pages(pages):
            with suppress(PageError):  # its rows are counted as those of a page not read
                matches.append(self.label(page, labels))
        self.train(matches, labels)
        return labels

    def tables(self) -> dict[str, Any]:
        return {"tree": self.tree.as_data()}

    def restore(self, saved: SavedModel) -> None:
        self.tree = DecisionTree.from_data(saved.tables["tree"])


def _evidence(item: PageItem, decision: Decision) -> dict[str, Any]:
    """What was asked about an item, what else is known of it, and the leaf it came to."""
    values = {name: round(value, 4) for name, value in item.values.items() if value == value}
    asked = {name: item.value(name) for name, *_ in decision.way if ":" in name}
    kept, noise = decision.leaf.counts
    return {"item": item.address, "trained_kept": kept, "trained_noise": noise} | values | asked


def _share(name: str, value: float) -> float:
    try:
        number = float(value)
    except (TypeError, ValueError):
        number = math.nan
    if not 0 < number <= 1:
        raise ValueError(f"{name} must be above 0 and at most 1, not {value}")
    return number
