"""What belongs together on a page, code, a list, a table, the headline: does it stay whole?"""

from collections import Counter
from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from sitesieve.cleaning.sieve.headline import headline_of
from sitesieve.page.paragraphs import paragraphs_of
from sitesieve.page.tables import data_tables
from sitesieve.page.tags import TAG_ID
from sitesieve.page.tree import PageTree

LISTS = [TAG_ID[name] for name in ("ul", "ol", "dl")]
FEWEST_WORDS, FEWEST_TEXTS = 5, 3  # of a list or a table that can be torn
WHOLE, GONE = 0.95, 0.05  # share of its words

Flags = npt.NDArray[np.bool_]


def judge_units(tree: PageTree, stays: Flags) -> Counter[str]:
    """How many units of a page are whole, torn or gone. `stays` is for each text."""
    words = np.where(tree.hidden_leaves, 0, tree.leaf_words).astype(np.float64)
    verdicts: Counter[str] = Counter()
    for name, first, last in _units(tree, words):
        share = float((words[first:last] * stays[first:last]).sum() / words[first:last].sum())
        verdicts[f"{name} {'whole' if share >= WHOLE else 'torn' if share > GONE else 'gone'}"] += 1
    paragraphs = paragraphs_of(tree)
    headline = headline_of(tree, paragraphs)[paragraphs.of_leaf]
    if stays.any() and headline.any():
        verdicts[f"headline {'whole' if stays[headline].all() else 'gone'}"] += 1
    return verdicts


def _units(tree: PageTree, words: npt.NDArray[np.float64]) -> Iterator[tuple[str, int, int]]:
    """Code, lists and tables of data with some words: what it is, first text, last and one."""
    named = {"code": np.flatnonzero(tree.tag == TAG_ID["pre"]).tolist()}
    named["list"] = np.flatnonzero(np.isin(tree.tag, LISTS)).tolist()
    named["table"] = list(data_tables(tree))
    for name, nodes in named.items():
        for node in nodes:
            first, last = int(tree.leaf_start[node]), int(tree.leaf_start[tree.end[node]])
            size = words[first:last].sum()
            if size and (name == "code" or (size >= FEWEST_WORDS and last - first >= FEWEST_TEXTS)):
                yield name, first, last
