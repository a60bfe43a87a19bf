"""Judging pages by themselves for what they say of their site's places, as late as possible.

Of a site the pages with the smallest digests are asked. Which these are is known when all pages
have been seen; until then four times as many look as if they were. So the judgement is made when
somebody wants it: when the pages of a site are added up, or when what was observed of a page is
sent to another process. Pages that wait keep their trees, so only some may wait at a time.
"""

from collections import deque
from collections.abc import Callable
from typing import Any

from sitesieve.page.page import Page
from sitesieve.page.tree import PageTree
from sitesieve.site.place_odds import PlaceOdds, SmallestDigests

_MOST_WAITING = 100

Judge = Callable[[PageTree], PlaceOdds]


class LateOdds:
    """What a page says of its places, found when it is asked for."""

    def __init__(self, site: str, address: str, tree: PageTree, judge: Judge) -> None:
        self.page = (site, tree.digest, address)  # as `SmallestDigests` knows it
        self._tree: PageTree | None = tree
        self._judge: Judge | None = judge
        self._odds = PlaceOdds()

    def told(self) -> PlaceOdds:
        """What it says."""
        if self._tree is not None and self._judge is not None:
            self._odds = self._judge(self._tree)
            self.forget()
        return self._odds

    def forget(self) -> None:
        """Not to be asked any more; what has been said stays."""
        self._tree = self._judge = None

    def __reduce__(self) -> tuple[Any, ...]:
        return _said, (self.told(),)


def _said(odds: PlaceOdds) -> PlaceOdds:
    return odds


class LateJudging:
    """Chooses the pages of each site that may be asked."""

    def __init__(self, judge: Judge) -> None:
        self._judge = judge
        self._smallest = SmallestDigests()
        self._waiting: deque[LateOdds] = deque()

    def of(self, page: Page) -> LateOdds | None:
        """What a page will say of its places; None if it need not be asked."""
        tree = page.tree
        late = LateOdds(page.site, page.url or "", tree, self._judge)
        if not self._smallest.takes(*late.page):
            return None
        self._waiting.append(late)
        if len(self._waiting) > _MOST_WAITING:
            self._make_room()
        return late

    def _make_room(self) -> None:
        """Forget pages that others have replaced; where that is not enough, ask the first."""
        for late in self._waiting:
            if not self._smallest.holds(*late.page):
                late.forget()
        waiting = [late for late in self._waiting if self._smallest.holds(*late.page)]
        for late in waiting[: -_MOST_WAITING // 2]:
            late.told()
        self._waiting = deque(waiting[-_MOST_WAITING // 2 :])

    def __getstate__(self) -> dict[str, Any]:
        return vars(self) | {"_waiting": deque()}
