"""Places whose texts come and go: adverts, polls, the weather, what others read.

Whenever a known page is seen again, each of its passages either stood there before or came
since. A text stays where it was written for the page; where most of what is there came since
the last visit, on page after page, nothing that comes is news.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

_COMING = 0.3  # of the passages of a place, that came since the last visit
_SOME = 0.05  # the same, from which a place is not quite still
_PAGES = 3  # on which that was so
_VISITS = 3  # to a page alone, on which nothing at the place stayed
_FEW = 3  # passages that come at once in a place of one page alone; a list of news has more
_MOST_PLACES = 20_000


@dataclass(slots=True)
class _PlaceHistory:
    stayed: int = 0
    came: int = 0
    visits: int = 0  # on which something came
    pages: set[int] = field(default_factory=set)  # some of those on which something came


class Persistence:
    """How the places of a site keep their texts. A place is a way down through the styles, or
    the look of the surroundings, where each page has a way of its own."""

    def __init__(self) -> None:
        self._places: dict[int, _PlaceHistory] = {}

    def note(self, page: int, passages: Iterable[tuple[int, bool]]) -> None:
        """Note a page seen again: the place of each passage, and whether it stood there before."""
        came_here: set[int] = set()
        for at, stood in passages:
            place = self._places.get(at)
            if place is None:
                if len(self._places) >= _MOST_PLACES:
                    continue
                place = self._places[at] = _PlaceHistory()
            if stood:
                place.stayed += 1
                continue
            place.came += 1
            came_here.add(at)
        for at in came_here:
            place = self._places[at]
            place.visits += 1
            if len(place.pages) < _PAGES:
                place.pages.add(page)

    def is_uneasy(self, at: int) -> bool:
        """Whether some of what comes at a place is no news: what is short there, is none."""
        place = self._places.get(at)
        if place is None or len(place.pages) < _PAGES:
            return False
        return place.came >= _SOME * (place.came + place.stayed)

    def is_restless(self, at: int) -> bool:
        """Whether what comes at a place is no news."""
        place = self._places.get(at)
        if place is None or place.came < _COMING * (place.came + place.stayed):
            return False
        if len(place.pages) >= _PAGES:
            return True
        alone = len(place.pages) == 1 and place.visits >= _VISITS and not place.stayed
        return alone and place.came <= _FEW * place.visits

    def to_rows(self) -> list[list[Any]]:
        """As plain data."""
        return [
            [at, place.stayed, place.came, place.visits, sorted(place.pages)]
            for at, place in sorted(self._places.items())
        ]

    def restore(self, rows: Iterable[Iterable[Any]]) -> None:
        """Take over what was noted."""
        for at, stayed, came, visits, pages in rows:
            self._places[int(at)] = _PlaceHistory(int(stayed), int(came), int(visits), set(pages))
