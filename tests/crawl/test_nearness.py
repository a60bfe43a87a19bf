"""With a depth limit, just the pages so many clicks from the start: in whatever order they come."""

import heapq
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitesieve.crawl.database import open_database
from sitesieve.crawl.frontier import Frontier, Lead, Result, Row
from sitesieve.crawl.options import CrawlOptions
from sitesieve.crawl.outcome import Outcome
from sitesieve.crawl.scope import Scope
from sitesieve.crawl.state import CrawlState

SITE = "http://a.example"
MAP = f"{SITE}/map.xml"


def address(page: int) -> str:
    """Every third page is in a folder with a depth limit of its own."""
    return f"{SITE}/archive/{page}" if page % 3 == 2 else f"{SITE}/{page}"


def number(url: str) -> int:
    """The page at an address."""
    return int(url.partition("?")[0].rstrip("/").rpartition("/")[2])


@dataclass(frozen=True)
class Graph:
    """Pages by number, 0 the start; some redirect, some have a canonical address."""

    links: tuple[tuple[int, ...], ...]
    redirects: dict[int, int]
    canonical: dict[int, int]
    listed: tuple[int, ...]  # in the sitemap

    def leads(self, page: int) -> list[Lead]:
        if page in self.redirects:
            return [Lead(address(self.redirects[page]), 0, hops=1)]
        # An address may be written in several ways, and the farther pages look promising.
        end = "/" if page % 2 else ""
        scores = [
            Lead(f"{address(to)}{end}?sid={page}", 1, score=1 + page) for to in self.links[page]
        ]
        if page in self.canonical:
            scores.append(Lead(address(self.canonical[page]), 0, least=1))
        return scores

    def within(self, scope: Scope) -> dict[int, int]:
        """By Dijkstra's algorithm: the pages near enough, and how near."""
        near: dict[int, int] = {}
        ways = [(0, 0), *((1, page) for page in self.listed)]
        while ways:
            depth, page = heapq.heappop(ways)
            if page in near or depth > scope.max_depth(address(page)):
                continue
            near[page] = depth
            for lead in self.leads(page):
                at = max(depth + lead.steps, lead.least)
                heapq.heappush(ways, (at, number(lead.url)))
        return near


def some_graph(chance: Random) -> Graph:
    """A row of pages, each linking to the next, with shortcuts, ways back and redirects."""
    pages = range(chance.randint(6, 14))
    links = [[here + 1] if here < pages[-1] else [] for here in pages]
    for _ in range(chance.randint(3, 8)):
        chance.choice(links).append(chance.choice(pages))

    def some_pairs() -> dict[int, int]:
        some = chance.choice((0, 0, 1))
        return {chance.choice(pages): chance.choice(pages) for _ in range(some)}

    listed = tuple(some_pairs())
    return Graph(tuple(map(tuple, links)), some_pairs(), some_pairs(), listed)


class Visit:
    """A crawl of a graph, with answers in an order that is drawn."""

    def __init__(self, graph: Graph, options: CrawlOptions) -> None:
        self.graph = graph
        self.options = options
        self.asked: list[int] = []
        self.under_way: list[Row] = []
        self.state = CrawlState(options)
        self.state.begin([MAP] if graph.listed else [])

    def answer(self, row: Row) -> None:
        if row.kind == "sitemap":
            leads = [Lead(address(page), 0, least=1) for page in self.graph.listed]
            self.state.finish(row, Result(Outcome.SITEMAP, leads=tuple(leads)))
            return
        page = number(row.url)
        self.asked.append(page)
        outcome = Outcome.REDIRECTED if page in self.graph.redirects else Outcome.FETCHED
        self.state.finish(row, Result(outcome, leads=tuple(self.graph.leads(page))))

    def die_and_go_on(self) -> None:
        self.state.close()
        self.under_way.clear()
        self.state = CrawlState(self.options)

    def run(self, order: Random) -> None:
        """Ask for pages and answer, often the last one first, with some trouble on the way."""
        troubles = 4
        frontier = self.state.frontier
        while frontier.waiting:
            trouble = troubles and order.random() < 0.05
            if trouble and order.random() < 0.5:
                troubles -= 1
                self.die_and_go_on()
                frontier = self.state.frontier
            elif order.random() < 0.7 and (row := self.state.next()) is not None:
                self.under_way.append(row)
            elif self.under_way:
                last = len(self.under_way) - 1
                row = self.under_way.pop(last if order.random() < 0.9 else order.randint(0, last))
                if trouble:
                    troubles -= 1
                    row.attempts += 1
                    self.state.try_again(row)
                else:
                    self.answer(row)


@pytest.fixture(scope="module", autouse=True)
def _no_waiting_for_the_disk() -> Iterator[None]:
    def open_fast(path: Path) -> sqlite3.Connection:
        db = open_database(path)
        db.execute("PRAGMA synchronous = OFF")
        return db

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sitesieve.crawl.frontier.open_database", open_fast)
        patch.setattr("os.fsync", lambda _: None)
        yield


@given(st.integers(0, 2**32))
def test_fetched_is_what_is_near_enough_whatever_the_order(
    tmp_path_factory: pytest.TempPathFactory, seed: int
) -> None:
    chance = Random(seed)
    graph = some_graph(chance)
    options = CrawlOptions(
        address(0),
        tmp_path_factory.mktemp("crawl") / "site.warc",
        max_depth=chance.randint(2, 6),
        path_depths=(("/archive/", chance.randint(1, 8)),),
        focus=chance.random() < 0.5,
        resume=True,
    )
    visit = Visit(graph, options)
    try:
        visit.run(chance)
        rows = [page for page in visit.state.frontier.pages() if page["kind"] == "page"]
        counted = visit.state.frontier.counts[Outcome.TOO_DEEP]
    finally:
        visit.state.close()
    near = graph.within(visit.state.scope)
    assert sorted(visit.asked) == sorted(near)
    told = {number(row["url"]): row["depth"] for row in rows if row["outcome"] != "too-deep"}
    assert told == near
    assert counted == len(rows) - len(told)


@contextmanager
def begun(folder: Path, **more: Any) -> Iterator[CrawlState]:
    state = CrawlState(CrawlOptions(f"{SITE}/", folder / "site.warc", **more))
    try:
        state.begin([])
        yield state
    finally:
        state.close()


def take(frontier: Frontier, path: str) -> Row:
    """The row of an address, which has to come next."""
    row = frontier.next()
    assert row is not None
    assert row.url == SITE + path
    return row


def links(*paths: str) -> Result:
    return Result(Outcome.FETCHED, leads=tuple(Lead(SITE + path) for path in paths))


def test_a_page_behind_one_that_is_nearer_than_it_seemed_is_fetched(tmp_path: Path) -> None:
    with begun(tmp_path, max_depth=3) as state:
        state.finish(take(state.frontier, "/"), links("/long", "/late"))
        long, late = take(state.frontier, "/long"), take(state.frontier, "/late")
        state.finish(long, links("/longer"))
        state.finish(take(state.frontier, "/longer"), links("/hub"))
        state.finish(take(state.frontier, "/hub"), links("/leaf"))
        assert state.next() is None
        assert state.frontier.counts[Outcome.TOO_DEEP] == 1
        state.finish(late, links("/hub"))  # two links from the start, not three
        state.finish(take(state.frontier, "/leaf"), links())
        assert not state.frontier.counts[Outcome.TOO_DEEP]
        assert state.frontier.counts[Outcome.FETCHED] == 6


def test_a_page_under_way_is_as_near_as_it_turns_out_to_be(tmp_path: Path) -> None:
    with begun(tmp_path, max_depth=3) as state:
        state.finish(take(state.frontier, "/"), links("/long", "/late"))
        long, late = take(state.frontier, "/long"), take(state.frontier, "/late")
        state.finish(long, links("/longer"))
        state.finish(take(state.frontier, "/longer"), links("/hub"))
        hub = take(state.frontier, "/hub")
        state.finish(late, links("/hub"))
        state.finish(hub, links("/leaf"))
        assert take(state.frontier, "/leaf").depth == 3


def test_what_is_too_deep_is_in_the_index_with_the_page_it_was_found_on(tmp_path: Path) -> None:
    with begun(tmp_path, max_depth=0) as state:
        state.finish(take(state.frontier, "/"), links("/leaf"))
        assert state.frontier.waiting == 0
        leaf = list(state.frontier.pages())[1]
    assert (leaf["outcome"], leaf["depth"], leaf["found_on"]) == ("too-deep", 1, f"{SITE}/")


def test_a_page_known_already_comes_nearer_though_no_more_queries_are_taken(
    tmp_path: Path,
) -> None:
    with begun(tmp_path, max_depth=2, max_queries=1) as state:
        state.finish(take(state.frontier, "/"), links("/a", "/late"))
        a, late = take(state.frontier, "/a"), take(state.frontier, "/late")
        state.finish(a, links("/b"))
        state.finish(take(state.frontier, "/b"), links("/list?page=1"))
        assert state.next() is None
        state.finish(late, links("/list?page=1", "/list?page=2"))
        state.finish(take(state.frontier, "/list?page=1"), links("/list?page=2"))
        assert state.next() is None
