"""Tag filter (Kang-Kim §III.C.1): text is noise or core by the tags around it.

Text under a *negative* tag is dropped: links, options of a select. Scripts,
styles and comments, which the paper also lists, are never text here. Text
under a *positive* tag is kept whatever else is said about it; the paper uses
none, so there are none unless asked for.
"""

from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt

from sitesieve.cleaning.document import Document
from sitesieve.cleaning.method import Method
from sitesieve.cleaning.verdicts import Verdict
from sitesieve.page import Page, PageTree
from sitesieve.page.tags import TAG_ID

NEGATIVE_TAGS = ("a", "select", "option")


class TagFilter(Method):
    """Keeps the text outside negative tags, and all text inside positive ones."""

    name = "tag-filter"

    def __init__(
        self, negative: Iterable[str] = NEGATIVE_TAGS, positive: Iterable[str] = ()
    ) -> None:
        self.negative = tuple(negative)
        self.positive = tuple(positive)
        for tag in (*self.negative, *self.positive):
            if tag not in TAG_ID:
                raise ValueError(f"not an HTML element: {tag!r}")

    def settings(self) -> dict[str, Any]:
        return {"negative": list(self.negative), "positive": list(self.positive)}

    def positive_leaves(self, tree: PageTree) -> npt.NDArray[np.bool_]:
        """The leaves that stay whatever else is said."""
        return tree.below(*(TAG_ID[tag] for tag in self.positive))[tree.leaves]

    def negative_leaves(self, tree: PageTree) -> npt.NDArray[np.bool_]:
        """The leaves that go."""
        negative = tree.below(*(TAG_ID[tag] for tag in self.negative))[tree.leaves]
        gone: npt.NDArray[np.bool_] = negative & ~self.positive_leaves(tree)
        return gone

    def clean_page(self, page: Page) -> Document:
        gone = self.negative_leaves(page.tree)
        return Document(page, [NEGATIVE if g else OTHERWISE for g in gone], self.name)


NEGATIVE = Verdict(False, "inside an element whose text is left out")
OTHERWISE = Verdict(True, "inside no element whose text is left out")
