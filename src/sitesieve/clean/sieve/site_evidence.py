"""The evidence of a site: what its other pages say of each paragraph of a page, and the term
that this adds to the log-odds which the page alone gives.

How many of them have its text, with its numbers and with numbers masked; whether texts differ
at its kind of place and around it; how many pages have such a place at all. A page that is
itself among those learned from is not counted as another. What is not known has the value
`UNKNOWN`: everything where there is no other page, and what a place is like where no other page
shows one of its kind.

The term is made of what held on every collection of pages that it was tried on:

    what most pages have, numbers and all, at a place where texts do not differ is the site's;
    the label of a value stands beside texts that do;
    on a page about a thing, what is new and no link where texts differ is about the thing, and
    so is what differs from other pages in its numbers alone.

It grows with the number of pages known. Weights that were fitted to sites followed those of one
kind, and made pages of others worse.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from sitesieve.clean.page_type.guess import TYPES, PageType
from sitesieve.clean.sieve.evidence import Surroundings
from sitesieve.page.tree import PageTree
from sitesieve.site.kinds import Kinds
from sitesieve.site.model import SiteModel
from sitesieve.site.phrases import both_ids
from sitesieve.site.placing import Placing

UNKNOWN = -1.0
HEIGHTS = (1,)  # of `Surroundings.larger` at which places are looked at
TEXT_NAMES = (
    *("text on another page", "share of pages with the text", "share with its numbers"),
    "text common at the place",
    *("kind of place is noise", "place alike"),
)
PLACE_NAMES = ("share of pages with the place", "texts differ", "own words")
NAMES = (
    "other pages known",
    *TEXT_NAMES,
    *PLACE_NAMES,
    *(f"{name} at {height}" for height in HEIGHTS for name in PLACE_NAMES),
)

_FEW, _MOST = 0.3, 0.7  # of the pages: from here on a text counts as the site's, from there fully
_OF_SITE = -4.0  # what is the site's
_OF_THING = 1.5  # what is new where texts differ, on a page about a thing
_NUMBERS = 1.0  # what differs in its numbers alone, on such a page
_PAGES = 2.0  # that must be known for half of the term

Column = npt.NDArray[np.float64]
Rows = npt.NDArray[np.float32]


def no_site(count: int) -> Rows:
    """The evidence about so many paragraphs where nothing is known of their site."""
    return np.full((count, len(NAMES)), UNKNOWN, np.float32)


def site_evidence(model: SiteModel, placing: Placing, around: Surroundings) -> Rows:
    """A row for each paragraph, a column for each of `NAMES`."""
    tree, paragraphs = around.tree, around.paragraphs
    learned = int(tree.digest in model.counts.seen)  # then the page itself is among those
    others = model.pages - learned
    if others <= 0:
        return no_site(len(paragraphs))
    weight = np.maximum(tree.leaf_words, 0.1)
    first = paragraphs.first_leaf[:-1]
    total = np.add.reduceat(weight, first)
    columns = [np.full(len(paragraphs), np.log2(others + 1.0))]
    for of_leaf in _texts(model, placing, tree, learned, others):
        # The mean over what is known.
        known = of_leaf >= 0
        sums = np.add.reduceat(np.where(known, of_leaf * weight, 0), first)
        there = np.add.reduceat(np.where(known, weight, 0), first)
        columns.append(np.where(there > 0, sums / np.maximum(there, 0.05), UNKNOWN))
    heaviest = _heaviest(weight, paragraphs.of_leaf, len(total))
    for nodes in (tree.leaves[heaviest], *(around.larger[height] for height in HEIGHTS)):
        columns += _places(model.kinds, placing, nodes, learned, others)
    return np.stack(columns, axis=1).astype(np.float32)


def site_term(rows: Rows, types: Sequence[float]) -> Column:
    """What the evidence adds to the log-odds of content; `types` says how likely the page is
    of each type."""
    known = {name: np.maximum(rows[:, i].astype(np.float64), 0) for i, name in enumerate(NAMES)}
    exact, masked = (
        np.clip((known[name] - _FEW) / (_MOST - _FEW), 0, 1)
        for name in ("share with its numbers", "share of pages with the text")
    )
    differ, around = known["texts differ"], known["texts differ at 1"]
    things = min(1.0, 2 * types[TYPES.index(PageType.PRODUCT)])
    new = 1 - known["share with its numbers"]
    term = _OF_SITE * exact * (1 - differ) * (1 - around)
    term += things * (_OF_THING * new * known["own words"] + _NUMBERS * (masked - exact).clip(0))
    pages = 2 ** known["other pages known"] - 1
    added: Column = term * pages / (pages + _PAGES)
    return added


def _texts(
    model: SiteModel, placing: Placing, tree: PageTree, learned: int, others: int
) -> list[Column]:
    """What is known of the text of each leaf: `TEXT_NAMES`."""
    (phrases, exact), linked = both_ids(tree), tree.in_link[tree.leaves]
    elsewhere, exactly = (
        np.maximum(model.pages_with(ids, linked) - learned, 0) for ids in (phrases, exact)
    )
    kinds, kind = model.kinds, placing.kind[tree.leaves]
    shown = kinds.pages(kind) - learned
    with_text = np.maximum(kinds.pages_with(kind, phrases) - learned, 0)
    rows = model.tree.rows(placing)
    at = rows[np.where(placing.leaf >= 0, placing.leaf, np.arange(len(tree)))][tree.leaves]
    several = (at >= 0) & (model.tree.pages[np.maximum(at, 0)] > 1)
    noise = [why is not None for why in kinds.noisy(tree, placing, phrases)]
    return [
        (elsewhere > 0).astype(np.float64),
        np.minimum(elsewhere / others, 1.0),
        np.minimum(exactly / others, 1.0),
        np.where(shown > 0, np.minimum(with_text / np.maximum(shown, 1), 1.0), UNKNOWN),
        np.array(noise, np.float64),
        np.where(several, 1 - model.tree.importance[np.maximum(at, 0)], UNKNOWN),
    ]


def _places(
    kinds: Kinds, placing: Placing, nodes: npt.NDArray[np.int32], learned: int, others: int
) -> list[Column]:
    """What is known of the kinds of places of some nodes: `PLACE_NAMES`."""
    kind = placing.kind[nodes]
    shown = np.maximum(kinds.pages(kind) - learned, 0)
    return [np.minimum(shown / others, 1.0), *kinds.differing(kind)]


def _heaviest(
    weight: Column, paragraph: npt.NDArray[np.int32], count: int
) -> npt.NDArray[np.int64]:
    """The leaf of each paragraph with most words."""
    order = np.lexsort((-np.arange(len(weight)), weight, paragraph))
    last = np.searchsorted(paragraph[order], np.arange(count), "right") - 1
    return order[last]
