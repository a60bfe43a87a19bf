"""Pages that are no more: reported once each, or together where they are many."""

from collections.abc import Sequence

from sitesieve.watch.history import History
from sitesieve.watch.intervals import as_time
from sitesieve.watch.items import Found, Items
from sitesieve.watch.pages import Pages, WatchedPage
from sitesieve.watch.state import State
from sitesieve.watch.watches import Watch

_MANY = 10  # pages of one visit, from which they are one item
_NAMED = 100  # addresses in such an item


def report_gone(state: State, watch: Watch, now: float) -> list[int]:
    """Note the pages that are gone, inside a transaction; the numbers of the items."""
    pages, items = Pages(state, watch.id), Items(state)
    gone = pages.newly_gone()
    for page in gone:
        pages.reported_gone(page.id, now)
    if len(gone) >= _MANY:
        return [items.add(watch.id, _together(watch, gone), now)]
    history = History(state)
    return [items.add(watch.id, _alone(page, history), now) for page in gone]


def _alone(page: WatchedPage, history: History) -> Found:
    seen = f"; it was last seen on {as_time(page.visited)}" if page.visited is not None else ""
    return Found(
        "gone",
        page.url,
        page.title or page.url,
        before=history.last(page.id),
        after=(),
        page=page.id,
        note=f"The page is no longer there{seen}.",
    )


def _together(watch: Watch, gone: Sequence[WatchedPage]) -> Found:
    named = [page.url for page in gone[:_NAMED]]
    if len(gone) > _NAMED:
        named.append("…")
    title = f"{len(gone):,} pages of {watch.site} are gone"
    return Found("gone", watch.url, title, note="\n".join(named))
