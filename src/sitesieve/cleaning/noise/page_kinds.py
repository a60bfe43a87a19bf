"""The kind of every text of a page, found when somebody asks for it.

A kind says what a text is, not whether it stays. Where a method itself knows what some texts
are (the sieve its comments, a classifier of advertisements those), that counts; all others are
named by paragraph.
"""

import copy
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from sitesieve.cleaning.kinds import KINDS, Kind
from sitesieve.cleaning.sieve.judging import Judged, judged
from sitesieve.cleaning.sieve.trained import shipped
from sitesieve.page.page import Page
from sitesieve.page.urls import mirror_url
from sitesieve.site.model import SiteModel

if TYPE_CHECKING:  # what names kinds is loaded when somebody asks for them
    from sitesieve.cleaning.noise.naming import Named, Naming

_COMPUTED = ("_named", "_why", "of_leaf", "_kinds", "confidence")


@dataclass(frozen=True, eq=False, slots=True)
class Told:
    """Texts whose kind the method knows."""

    kind: Kind
    leaves: npt.NDArray[np.bool_]
    confidence: npt.NDArray[np.float64]  # for each text of the page


class PageKinds:
    """The kind of each text of a page, with a confidence and what decided.

    `found` is what the sieve made of the page, if it has been asked; otherwise it is asked
    here, with what `model` knows of the site by then.
    """

    def __init__(
        self,
        page: Page,
        found: Judged | None = None,
        model: SiteModel | None = None,
        told: Sequence[Told] = (),
    ) -> None:
        self._page = page
        self._found = found
        self._model = model
        self._told = told
        self._url = page.url or mirror_url(page.name or "")
        self._roles: Mapping[str, str] | None = None

    def with_roles(self, roles: Mapping[str, str], url: str) -> "PageKinds":
        """The same, knowing the role of pages that links lead to, by address; `url` is the
        address that the page itself goes by among them."""
        other = copy.copy(self)
        for name in _COMPUTED:
            other.__dict__.pop(name, None)
        other._roles, other._url = roles, url
        return other

    def __getstate__(self) -> dict[str, Any]:
        # What travels takes along what its site's model said, not the model.
        state = {name: value for name, value in vars(self).items() if name not in _COMPUTED}
        if self._model is not None:
            state |= {"_found": self.found, "_model": None}
        return state

    @property
    def found(self) -> Judged:
        """What the sieve made of the page."""
        if self._found is None:
            self._found = judged(self._page.tree, shipped(), self._model)
        return self._found

    @cached_property
    def _named(self) -> "Named":
        from sitesieve.cleaning.noise.page_context import Known

        return _naming().name(Known(self.found, self._url, self._roles))

    @cached_property
    def of_leaf(self) -> npt.NDArray[np.int8]:
        """For each text, the place of its kind in `KINDS`."""
        leaf = self.paragraph
        kinds = self._named.kind[leaf] if len(leaf) else np.zeros(0, np.int8)
        for told in self._told:
            kinds = np.where(told.leaves, np.int8(KINDS.index(told.kind)), kinds)
        return kinds

    @cached_property
    def confidence(self) -> npt.NDArray[np.float64]:
        """For each text, how sure its kind is, from 0 to 1."""
        leaf = self.paragraph
        sure = self._named.confidence[leaf].astype(np.float64) if len(leaf) else np.zeros(0)
        for told in self._told:
            sure = np.where(told.leaves, told.confidence, sure)
        return sure

    def told(self, kind: Kind) -> npt.NDArray[np.bool_]:
        """Which texts are of a kind because the method says so; nothing is named for that."""
        leaves = np.zeros(len(self._page.tree.leaves), np.bool_)
        for told in self._told:
            if told.kind is kind:
                leaves = leaves | told.leaves
        return leaves

    @property
    def paragraph(self) -> npt.NDArray[np.int32]:
        """For each text, the number of its paragraph."""
        return self.found.paragraphs.of_leaf

    def kind_of(self, leaf: int) -> Kind:
        """The kind of a text."""
        return self._kinds[leaf]

    @cached_property
    def _kinds(self) -> list[Kind]:
        return [KINDS[number] for number in self.of_leaf.tolist()]

    def are(self, kinds: Collection[Kind]) -> npt.NDArray[np.bool_]:
        """Which texts are of one of these kinds."""
        return np.isin(self.of_leaf, [KINDS.index(kind) for kind in kinds])

    def evidence(self, leaf: int) -> dict[str, Any]:
        """Why a text has its kind."""
        if any(told.leaves[leaf] for told in self._told):
            sure = round(float(self.confidence[leaf]), 3)
            return {"confidence": sure, "rule": "so judged by the cleaning method"}
        number = int(self.paragraph[leaf])
        if number not in self._why:
            self._why[number] = self._named.evidence(number)
        return self._why[number]

    @cached_property
    def _why(self) -> dict[int, dict[str, Any]]:
        return {}  # what was said of paragraphs so far


@cache
def _naming() -> "Naming":
    """The shipped rules and models, read once."""
    from sitesieve.cleaning.noise.naming import Naming

    return Naming()
