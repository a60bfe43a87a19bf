"""The trained models of the cleaner: data, written by `python -m sitesieve.training`."""

from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from typing import IO

import numpy as np
import numpy.typing as npt

from sitesieve.clean.boosting import BoostedTrees, prefixed, read_trees, write_arrays
from sitesieve.clean.sieve import site_term
from sitesieve.clean.sieve.names import NameWeights
from sitesieve.errors import ModelError

SHIPPED = "sieve.npz"
_SITE = "site"


@dataclass(frozen=True, eq=False, slots=True)
class Trained:
    """What was learned from labelled pages."""

    post: BoostedTrees  # log-odds that a paragraph is a reader's: a comment, a post in a thread
    content: BoostedTrees  # log-odds that it is content
    names: NameWeights  # what elements are called
    site: npt.NDArray[np.float64]  # weights of what the site says

    def save(self, path: Path | str) -> None:
        """Write everything to one file."""
        trees = prefixed({"post": self.post, "content": self.content})
        write_arrays(path, trees | self.names.as_arrays() | {_SITE: self.site})


def read_trained(file: IO[bytes], label: str) -> Trained:
    """The models of a file; `label` is how errors name it."""
    trees = read_trees(file, label)
    file.seek(0)
    try:
        with np.load(file, allow_pickle=False) as saved:
            site, names = saved[_SITE], NameWeights.from_arrays(saved)
    except (KeyError, ValueError) as error:
        raise ModelError(f"{label} does not hold the models of the sieve: {error}") from error
    if not {"post", "content"} <= trees.keys() or site.shape != (len(site_term.NAMES),):
        raise ModelError(f"{label} does not hold the models of the sieve")
    return Trained(trees["post"], trees["content"], names, site)


@cache
def shipped() -> Trained:
    """The models that come with the package."""
    with (resources.files("sitesieve.clean.sieve") / SHIPPED).open("rb") as file:
        return read_trained(file, SHIPPED)
