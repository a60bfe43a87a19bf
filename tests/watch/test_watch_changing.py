"""A site that changes over simulated days: what is new is reported, noise is not."""

from collections import Counter
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import urlsplit

from watched_site import DAY, HERE

from sample_web import Calendar, ChangingWeb, serve_changing
from sitesieve.watch import SimulatedClock, Watcher

START = datetime(2025, 3, 3, 6, tzinfo=UTC).timestamp()
CALENDAR = Calendar(days=4, new_a_day=1, longer=(1, 3), renamed=(1,), removed=(1,), redesign=2)

Reported = tuple[int, str, str]


def watched(web: ChangingWeb, state: Path) -> list[Reported]:
    """What is reported of a site that is visited twice on the first day, and then daily."""
    clock = SimulatedClock(START)
    items: list[Reported] = []
    with serve_changing(web) as address, Watcher(state, HERE, clock) as watcher:
        watcher.add(f"{address}/", kind="site", every=DAY)
        for day, hour in [(0, 0), *((day, 3) for day in range(web.calendar.days))]:
            web.day = day
            clock.set(START + day * DAY + hour * 3600)
            report = watcher.run(everything=True)
            assert [visit.problem for visit in report.visits] == [None]
            for item in report.items:
                path = "" if item.kind == "redesign" else urlsplit(item.url).path
                items.append((day, item.kind, path))
    return items


def test_news_is_reported_once_on_its_day_and_noise_is_not(tmp_path: Path) -> None:
    web = ChangingWeb(calendar=CALENDAR, size=0.7)
    true: list[Reported] = [
        # A page is reported as gone when two visits in a row did not find it.
        (c.day + 1, "gone", c.path) if c.what == "removed" else (c.day, c.what, c.path)
        for c in web.changes
    ]
    assert {what for _, what, _ in true} == {"new", "changed", "redesign", "gone"}
    assert Counter(watched(web, tmp_path / "state")) == Counter(true)


def test_pages_that_have_not_changed_are_not_sent_again(tmp_path: Path) -> None:
    web = ChangingWeb(calendar=Calendar(days=1), size=0, noise=False)
    clock = SimulatedClock(START)
    with serve_changing(web) as address, Watcher(tmp_path / "state", HERE, clock) as watcher:
        watcher.add(f"{address}/gardening/", kind="section")
        (first,) = watcher.run().visits
        assert first.fetched > 1
        (second,) = watcher.run(everything=True).visits
        assert (second.fetched, second.unchanged) == (0, first.fetched)
        assert not watcher.new()


def test_the_changing_web_is_the_same_every_time() -> None:
    one, other = (ChangingWeb(size=0.5) for _ in range(2))
    assert one.changes == other.changes
    assert [one.page(path) for path in one.paths()] == [other.page(path) for path in other.paths()]
    again = [one.page(path) for path in one.paths()]
    assert all(html != one.page(path) for html, path in zip(again, one.paths(), strict=True))
