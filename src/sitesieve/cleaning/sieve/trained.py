"""The trained models of the cleaner: data, written by `python -m training`."""

from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from typing import IO

import numpy as np

from sitesieve.cleaning.boosting import BoostedTrees, prefixed, read_trees, write_arrays
from sitesieve.cleaning.sieve.class_name_weights import NameWeights
from sitesieve.cleaning.sieve.decision import Prices
from sitesieve.cleaning.sieve.outline import NEIGHBOURS, PARTS
from sitesieve.errors import ModelError

SHIPPED = "sieve.npz"
_ENSEMBLES = ("post", "content")
_BORDER, _SIDE = "border_prices", "side_prices"


@dataclass(frozen=True, eq=False, slots=True)
class Trained:
    """What was learned from labelled pages."""

    post: BoostedTrees  # log-odds that a paragraph is a reader's: a comment, a post in a thread
    content: BoostedTrees  # log-odds that it is content
    names: NameWeights  # what elements are called
    prices: Prices  # of cutting along borders

    def save(self, path: Path | str) -> None:
        """Write everything to one file."""
        trees = prefixed({name: getattr(self, name) for name in _ENSEMBLES})
        prices = {_BORDER: self.prices.border, _SIDE: self.prices.side}
        write_arrays(path, trees | self.names.as_arrays() | prices)


def read_trained(file: IO[bytes], label: str) -> Trained:
    """The models of a file; `label` is how errors name it."""
    trees = read_trees(file, label)
    file.seek(0)
    try:
        with np.load(file, allow_pickle=False) as saved:
            prices, names = Prices(saved[_BORDER], saved[_SIDE]), NameWeights.from_arrays(saved)
    except (KeyError, ValueError) as error:
        raise ModelError(f"{label} does not hold the models of the sieve: {error}") from error
    sizes = (prices.border.shape, prices.side.shape)
    if not trees.keys() >= set(_ENSEMBLES) or sizes != ((len(PARTS),), (len(NEIGHBOURS),)):
        raise ModelError(f"{label} does not hold the models of the sieve")
    return Trained(trees["post"], trees["content"], names, prices)


@cache
def shipped() -> Trained:
    """The models that come with the package."""
    with (resources.files("sitesieve.cleaning.sieve") / SHIPPED).open("rb") as file:
        return read_trained(file, SHIPPED)
