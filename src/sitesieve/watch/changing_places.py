"""Places of a site whose texts keep changing: adverts, polls, the weather, most-read lists.

Whenever a page is seen again, each of its passages was there before or is new since the last
visit. Where texts are written for the page they stay. Where a large share is new since the last
visit, on page after page, what appears there is not reported.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

_OFTEN = 0.3  # of the passages of a place that are new since the last visit
_SOMETIMES = 0.05  # the same, from which short passages are not reported
_PAGES = 3  # on which that was so
_VISITS = 3  # to a single page, on which nothing in the place stayed
_FEW = 3  # passages that appear at once in a place of a single page; a list of news has more
_MOST_PLACES = 20_000


@dataclass(slots=True)
class _PlaceCounts:
    stayed: int = 0  # passages
    appeared: int = 0  # passages
    visits: int = 0  # on which something appeared
    pages: set[int] = field(default_factory=set)  # up to _PAGES of those where something appeared


class ChangingPlaces:
    """Counts, for each place of a site, the passages that stayed and those that appeared.

    A place is a hash: of the styles on the path to a passage, or, because the path may differ from
    page to page, of the look of the passage and the element around it.
    """

    def __init__(self) -> None:
        self._places: dict[int, _PlaceCounts] = {}

    def note(self, page: int, passages: Iterable[tuple[int, bool]]) -> None:
        """Count the passages of a page seen again: the place of each, and whether it stayed."""
        changed: set[int] = set()
        for place, stayed in passages:
            counts = self._places.get(place)
            if counts is None:
                if len(self._places) >= _MOST_PLACES:
                    continue
                counts = self._places[place] = _PlaceCounts()
            if stayed:
                counts.stayed += 1
                continue
            counts.appeared += 1
            changed.add(place)
        for place in changed:
            counts = self._places[place]
            counts.visits += 1
            if len(counts.pages) < _PAGES:
                counts.pages.add(page)

    def change_sometimes(self, place: int) -> bool:
        """Whether short passages that appear in a place are not to be reported."""
        counts = self._places.get(place)
        if counts is None or len(counts.pages) < _PAGES:
            return False
        return counts.appeared >= _SOMETIMES * (counts.appeared + counts.stayed)

    def change_often(self, place: int) -> bool:
        """Whether nothing that appears in a place is to be reported."""
        counts = self._places.get(place)
        if counts is None or counts.appeared < _OFTEN * (counts.appeared + counts.stayed):
            return False
        if len(counts.pages) >= _PAGES:
            return True
        alone = len(counts.pages) == 1 and counts.visits >= _VISITS and not counts.stayed
        return alone and counts.appeared <= _FEW * counts.visits

    def to_rows(self) -> list[list[Any]]:
        """As plain data."""
        return [
            [place, counts.stayed, counts.appeared, counts.visits, sorted(counts.pages)]
            for place, counts in sorted(self._places.items())
        ]

    def restore(self, rows: Iterable[Iterable[Any]]) -> None:
        """Take over the counts of `to_rows`."""
        for place, stayed, appeared, visits, pages in rows:
            counts = _PlaceCounts(int(stayed), int(appeared), int(visits), set(pages))
            self._places[int(place)] = counts
