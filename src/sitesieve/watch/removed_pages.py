"""Pages that are gone: one item for each, or one for all where they are many."""

from collections.abc import Sequence

from sitesieve.watch.history import History
from sitesieve.watch.intervals import as_time
from sitesieve.watch.items import Items, NewItem
from sitesieve.watch.pages import WatchedPage, WatchedPages
from sitesieve.watch.state import State
from sitesieve.watch.watches import Watch

_MANY = 10  # pages of one visit, from which they are one item
_NAMED = 100  # addresses in such an item


def report_gone(state: State, watch: Watch, now: float) -> list[int]:
    """Add items for the pages that are gone, inside a transaction; the numbers of the items."""
    pages, items = WatchedPages(state, watch.id), Items(state)
    gone = pages.newly_gone()
    for page in gone:
        pages.reported_gone(page.id, now)
    if len(gone) >= _MANY:
        return [items.add(watch.id, _together(watch, gone), now)]
    history = History(state)
    return [items.add(watch.id, _alone(page, history), now) for page in gone]


def _alone(page: WatchedPage, history: History) -> NewItem:
    seen = f"; it was last seen on {as_time(page.visited)}" if page.visited is not None else ""
    return NewItem(
        "gone",
        page.url,
        page.title or page.url,
        before=history.last(page.id),
        after=(),
        page=page.id,
        note=f"The page is no longer there{seen}.",
    )


def _together(watch: Watch, gone: Sequence[WatchedPage]) -> NewItem:
    named = [page.url for page in gone[:_NAMED]]
    if len(gone) > _NAMED:
        named.append("…")
    title = f"{len(gone):,} pages of {watch.site} are gone"
    return NewItem("gone", watch.url, title, note="\n".join(named))
