"""The type of a page, with a confidence: boosted trees over the evidence of the page alone, and
what its address tells better."""

from dataclasses import dataclass
from functools import cache
from importlib import resources
from weakref import WeakKeyDictionary

import numpy as np

from sitesieve.cleaning.boosting import BoostedTrees, read_trees
from sitesieve.cleaning.page_type.evidence import (
    UNKNOWN,
    Row,
    columns_named,
    evidence,
    type_features,
)
from sitesieve.cleaning.page_type.mending import mended, told_by_address
from sitesieve.cleaning.page_type.types import PageType
from sitesieve.errors import ModelError
from sitesieve.page import Page, PageTree

MODEL = "model.npz"
ENSEMBLE = "page-type"


TYPES = tuple(PageType)  # in the order of the model's outputs
_TOO_FEW = 20  # words
_USUAL = 0.4  # the confidence without evidence
_OTHERS = (1 - _USUAL) / (len(TYPES) - 1)


@dataclass(frozen=True, slots=True)
class TypeGuess:
    """The likeliest type of a page, its probability, and those of all types."""

    type: PageType
    confidence: float
    shares: dict[PageType, float]


_guessed: WeakKeyDictionary[PageTree, TypeGuess] = WeakKeyDictionary()
_evidence_of: WeakKeyDictionary[PageTree, Row] = WeakKeyDictionary()


def guess_type(page: Page, trees: BoostedTrees | None = None) -> TypeGuess:
    """What type a page has, by the trees given or by those that are shipped.

    What the shipped ones say, and the evidence, is remembered for as long as there is the page:
    who cleans a page, who chooses pages by their type and who writes the type down all ask.
    """
    guess = None if trees else _guessed.get(page.tree)
    if guess is None:
        shares = dict(zip(TYPES, _shares(page.tree, _remembered(page.tree), trees), strict=True))
        shares = mended(shares, told_by_address(page.tree))
        best = max(shares, key=lambda kind: shares[kind])
        guess = TypeGuess(best, shares[best], shares)
        if not trees:
            _guessed[page.tree] = guess
    return guess


def type_shares(tree: PageTree, trees: BoostedTrees | None = None) -> list[float]:
    """How likely each of `TYPES` is, whatever the page's address."""
    row = _remembered(tree).copy()
    row[columns_named("address:")] = UNKNOWN
    return _shares(tree, row, trees)


def _remembered(tree: PageTree) -> Row:
    row = _evidence_of.get(tree)
    if row is None:
        row = _evidence_of[tree] = evidence(tree)
    return row


def _shares(tree: PageTree, row: Row, trees: BoostedTrees | None) -> list[float]:
    if len(tree.word_ids) < _TOO_FEW and not tree.head.json_ld:
        # There is nothing to go by but what most pages are.
        return [_USUAL if kind is PageType.ARTICLE else _OTHERS for kind in TYPES]
    scores = (trees or shipped()).score(row[None, :])[0]
    odds = np.exp(scores - scores.max())
    shares: list[float] = (odds / odds.sum()).tolist()
    return shares


@cache
def shipped() -> BoostedTrees:
    """The trees that come with the package, made by `python -m training.page_type`."""
    with resources.files(__package__).joinpath(MODEL).open("rb") as file:
        trees = read_trees(file, MODEL)[ENSEMBLE]
    if trees.features != type_features() or trees.outputs != len(TYPES):
        raise ModelError(f"{MODEL} was made for other evidence: train it again")
    return trees
