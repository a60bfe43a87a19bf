"""How often a border of each kind separates content from noise, on labelled pages."""

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from sitesieve.cleaning.sieve.decision import Prices
from sitesieve.cleaning.sieve.outline import NEIGHBOURS, PARTS, Outline, outline_of
from training.corpus import LANDMARKED, TEXTS, LabelledPage

_BELIEF = 20.0  # borders of which half separate, seen before any page

Column = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]


def fit_prices(pages: Iterable[LabelledPage]) -> Prices:
    """The log-odds that a border of each kind does not separate content from noise.

    A border between a part and what is left of the part around it counts where one of the two
    is content, by the root of the words on its smaller side; so does one between neighbours.
    """
    border, side = np.full((len(PARTS), 2), _BELIEF / 2), np.full((len(NEIGHBOURS), 2), _BELIEF / 2)
    for page in pages:
        if page.gold.collection in (*TEXTS, *LANDMARKED) and page.gold.learned_from:
            outline = outline_of(page.around)
            content = _below(outline, page.around.words * page.content)
            up, left = np.maximum(outline.parent, 0), np.maximum(outline.before, 0)
            _count(border, outline.border, (outline.words, content),
                   (outline.words[up] - outline.words, content[up] - content),
                   outline.parent >= 0)  # fmt: skip
            _count(side, outline.side, (outline.words, content),
                   (outline.words[left], content[left]), outline.before >= 0)  # fmt: skip
    return Prices(*(np.log(counts[:, 0] / counts[:, 1]) for counts in (border, side)))


def _count(
    counts: Column,
    kind: npt.NDArray[np.int64],
    one: tuple[Column, Column],
    other: tuple[Column, Column],
    there: Flags,
) -> None:
    """Add the weight of the borders that do not separate, and of those that do."""
    (words, content), (their_words, their_content) = one, other
    is_content, theirs_is = 2 * content > words, 2 * their_content > their_words
    use = there & (is_content | theirs_is)
    amount = np.sqrt(np.minimum(words, their_words).clip(0))
    separates = (is_content != theirs_is).astype(np.int64)
    np.add.at(counts, (kind[use], separates[use]), amount[use])


def _below(outline: Outline, of_paragraph: Column) -> Column:
    """The sums at and below each part."""
    sums = np.zeros(len(outline.parent))
    sums[outline.paragraph] = of_paragraph
    for node in range(len(sums) - 1, 0, -1):
        sums[outline.parent[node]] += sums[node]
    return sums
