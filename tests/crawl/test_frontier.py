"""What waits to be fetched, in which order, and that it survives."""

import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitesieve.crawl.frontier import Frontier, Lead, Result
from sitesieve.crawl.outcome import Outcome
from sitesieve.crawl.warc_file import Place
from sitesieve.errors import InputError, OutputError
from sitesieve.page.addresses import normal_form

SITE = "http://a.example"
Open = Callable[..., Frontier]


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Open]:
    """Opens the frontier of one file; the one before is closed first."""
    open_now: list[Frontier] = []

    def open_frontier(by_score: bool = False) -> Frontier:
        while open_now:
            open_now.pop().close()
        open_now.append(Frontier(tmp_path / "state", by_score))
        return open_now[-1]

    yield open_frontier
    for frontier in open_now:
        frontier.close()


def paths(frontier: Frontier) -> list[str]:
    """All that waits, in order."""
    rows = []
    while (row := frontier.next()) is not None:
        rows.append(row.url.removeprefix(SITE))
    return rows


def fetched(*leads: Lead, **more: int) -> Result:
    return Result(Outcome.FETCHED, leads=leads, place=Place(0, 5, 9), **more)  # type: ignore[arg-type]


def test_near_pages_come_first_and_sitemaps_before_them(opened: Open) -> None:
    frontier = opened()
    frontier.add([Lead(f"{SITE}/far", 3), Lead(f"{SITE}/near", 1), Lead(f"{SITE}/next", 1)])
    frontier.add([Lead(f"{SITE}/map.xml", 1, kind="sitemap")])
    assert paths(frontier) == ["/map.xml", "/near", "/next", "/far"]


def test_the_start_comes_before_all_else_and_alone(opened: Open) -> None:
    frontier = opened(by_score=True)
    frontier.add([Lead(f"{SITE}/map.xml", 1, kind="sitemap"), Lead(f"{SITE}/", 0)])
    for _ in range(2):
        start = frontier.next()
        assert start is not None
        assert start.url == f"{SITE}/"
        assert frontier.next() is None
        start.attempts += 1
        frontier.put_back(start, archive_end=0)
    start = frontier.next()
    assert start is not None
    frontier.finish(start, Result(Outcome.REDIRECTED, leads=(Lead(f"{SITE}/home", 0),)), 0)
    home = frontier.next()
    assert home is not None
    assert home.url == f"{SITE}/home"
    assert frontier.next() is None
    frontier.finish(home, fetched(), archive_end=0)
    assert paths(frontier) == ["/map.xml"]


def test_promising_pages_come_first_when_asked_for(opened: Open) -> None:
    frontier = opened(by_score=True)
    frontier.add([Lead(f"{SITE}/menu", 1, 0.2), Lead(f"{SITE}/story", 5, 0.9)])
    frontier.add([Lead(f"{SITE}/other", 1, 0.5)])
    assert paths(frontier) == ["/story", "/other", "/menu"]


def test_a_page_is_judged_by_all_links_to_it_that_were_seen(opened: Open) -> None:
    frontier = opened(by_score=True)
    frontier.add([Lead(f"{SITE}/menu", 1, 0.9), Lead(f"{SITE}/story", 1, 0.8)])
    frontier.add([Lead(f"{SITE}/menu", 1, 0.1)])
    assert paths(opened(by_score=True)) == ["/story", "/menu"]


def test_a_shorter_way_to_a_page_counts(opened: Open) -> None:
    frontier = opened()
    frontier.add([Lead(f"{SITE}/a", 4), Lead(f"{SITE}/b", 3)])
    frontier.add([Lead(f"{SITE}/a", 1)])
    assert paths(opened()) == ["/a", "/b"]


def test_what_was_under_way_waits_again_after_a_crash_and_what_was_done_does_not(
    opened: Open,
) -> None:
    frontier = opened()
    frontier.add([Lead(f"{SITE}/", 0)])
    start = frontier.next()
    assert start is not None
    frontier.finish(start, fetched(Lead(f"{SITE}/a", 1), Lead(f"{SITE}/b", 1)), archive_end=77)
    assert frontier.next() is not None  # and then it dies

    frontier = opened()
    assert frontier.stored == 1
    assert frontier.waiting == 2
    assert frontier.fact("archive_end") == "77"
    assert paths(frontier) == ["/a", "/b"]


def test_a_page_to_be_tried_again_comes_after_its_like(opened: Open) -> None:
    frontier = opened()
    frontier.add([Lead(f"{SITE}/a", 1), Lead(f"{SITE}/b", 1)])
    row = frontier.next()
    assert row is not None
    row.attempts += 1
    frontier.put_back(row, archive_end=0)
    frontier = opened()
    assert paths(frontier) == ["/b", "/a"]


def test_texts_seen_are_remembered_whatever_their_number(opened: Open) -> None:
    frontier = opened()
    frontier.add([Lead(f"{SITE}/", 0)])
    row = frontier.next()
    assert row is not None
    seen = {0: 1, 2**63 - 1: 2, 2**63: 3, 2**64 - 1: 4}
    frontier.finish(row, Result(Outcome.FETCHED, phrases=seen), archive_end=1)
    assert opened().phrases() == seen


@given(st.lists(st.tuples(st.sampled_from("abcdef"), st.integers(1, 4), st.floats(0, 1))))
def test_every_address_is_handed_out_once(
    tmp_path_factory: pytest.TempPathFactory, links: list[tuple[str, int, float]]
) -> None:
    frontier = Frontier(tmp_path_factory.mktemp("f") / "state", by_score=True)
    frontier.add(Lead(f"{SITE}/{name}?sid={depth}", depth, score) for name, depth, score in links)
    handed_out = paths(frontier)
    frontier.close()
    keys = [normal_form(SITE + path) for path in handed_out]
    assert sorted(keys) == sorted({f"a.example/{name}" for name, _, _ in links})


def test_two_crawls_cannot_write_to_one_file(tmp_path: Path) -> None:
    first = Frontier(tmp_path / "state", by_score=False)
    with pytest.raises(OutputError, match="another crawl"):
        Frontier(tmp_path / "state", by_score=False)
    first.close()


def test_a_file_that_is_no_state_is_refused(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("not a database at all " * 100)
    with pytest.raises(InputError, match="not the state of a crawl"):
        Frontier(tmp_path / "text", by_score=False)
    other = sqlite3.connect(tmp_path / "other")
    other.execute("CREATE TABLE fact (name, value)")
    other.close()
    with pytest.raises(InputError, match="another version"):
        Frontier(tmp_path / "other", by_score=False)
