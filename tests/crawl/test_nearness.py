"""With a depth limit, just the pages so many clicks from the start: in whatever order they come."""

import heapq
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sitesieve.crawl.frontier import Frontier, Lead, Result, Row
from sitesieve.crawl.options import CrawlOptions
from sitesieve.crawl.outcome import Outcome
from sitesieve.crawl.run import nothing_told
from sitesieve.crawl.scope import Scope
from sitesieve.crawl.state import CrawlState

SITE = "http://a.example"
MAP = f"{SITE}/map.xml"


def address(page: int) -> str:
    """Every third page is in a folder with a depth limit of its own."""
    return f"{SITE}/archive/{page}" if page % 3 == 2 else f"{SITE}/{page}"


def number(url: str) -> int:
    """The page at an address."""
    return int(url.partition("?")[0].rpartition("/")[2])


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
        # An address may be written in several ways.
        found = [Lead(f"{address(to)}?sid={page}", 1, score=1 + page) for to in self.links[page]]
        if page in self.canonical:
            found.append(Lead(address(self.canonical[page]), 0, least=1))
        return found

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


@st.composite
def graphs(draw: st.DrawFn) -> Graph:
    size = draw(st.integers(2, 9))
    page = st.integers(0, size - 1)
    links = st.lists(page, max_size=3).map(tuple)
    return Graph(
        tuple(draw(links) for _ in range(size)),
        draw(st.dictionaries(page, page, max_size=2)),
        draw(st.dictionaries(page, page, max_size=2)),
        tuple(draw(st.lists(page, max_size=2))),
    )


class Visit:
    """A crawl of a graph, with answers in an order that is drawn."""

    def __init__(self, graph: Graph, options: CrawlOptions) -> None:
        self.graph = graph
        self.options = options
        self.asked: list[int] = []
        self.under_way: list[Row] = []
        self.state = CrawlState(options, nothing_told)
        self.state.begin([MAP] if graph.listed else [])

    def answer(self, row: Row) -> None:
        if row.kind == "sitemap":
            leads = [Lead(address(page), 0, least=1) for page in self.graph.listed]
            self.state.not_stored(row, Result(Outcome.SITEMAP, leads=tuple(leads)))
            return
        page = number(row.url)
        self.asked.append(page)
        outcome = Outcome.REDIRECTED if page in self.graph.redirects else Outcome.FETCHED
        self.state.not_stored(row, Result(outcome, leads=tuple(self.graph.leads(page))))

    def die_and_go_on(self) -> None:
        self.state.close()
        self.under_way.clear()
        self.state = CrawlState(self.options, nothing_told)

    def run(self, draw: st.DataObject) -> None:
        troubles = 6
        while self.state.frontier.waiting:
            # A letter: ask for one more, answer, have it asked again, die.
            begun = all(row.depth for row in self.under_way)  # the start is fetched alone
            can = "n" * (begun and self.state.frontier.handed_out < self.state.frontier.waiting)
            can += "a" * bool(self.under_way)
            can += ("r" * bool(self.under_way) + "k") * (troubles > 0)
            what = draw.draw(st.sampled_from(can))
            if what == "n":
                row = self.state.next()
                assert row is not None
                self.under_way.append(row)
                continue
            if what == "k":
                troubles -= 1
                self.die_and_go_on()
                continue
            at = draw.draw(st.integers(0, len(self.under_way) - 1))
            row = self.under_way.pop(at)
            if what == "a":
                self.answer(row)
            else:
                troubles -= 1
                row.attempts += 1
                self.state.try_again(row)


@settings(max_examples=80)
@given(graphs(), st.integers(0, 4), st.integers(0, 4), st.booleans(), st.data())
def test_fetched_is_what_is_near_enough_whatever_the_order(
    tmp_path_factory: pytest.TempPathFactory,
    graph: Graph,
    depth: int,
    archive_depth: int,
    focus: bool,
    data: st.DataObject,
) -> None:
    options = CrawlOptions(
        address(0),
        tmp_path_factory.mktemp("crawl") / "site.warc",
        max_depth=depth,
        path_depths=(("/archive/", archive_depth),),
        focus=focus,
        resume=True,
    )
    visit = Visit(graph, options)
    try:
        visit.run(data)
        rows = [page for page in visit.state.frontier.pages() if page["kind"] == "page"]
        counted = visit.state.frontier.counts[Outcome.TOO_DEEP]
    finally:
        visit.state.close()
    near = graph.within(Scope(options))
    assert sorted(visit.asked) == sorted(near)
    told = {number(row["url"]): row["depth"] for row in rows if row["outcome"] != "too-deep"}
    assert told == near
    assert counted == len(rows) - len(told)


@contextmanager
def begun(folder: Path, **more: Any) -> Iterator[CrawlState]:
    state = CrawlState(CrawlOptions(f"{SITE}/", folder / "site.warc", **more), nothing_told)
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
        state.not_stored(take(state.frontier, "/"), links("/long", "/late"))
        long, late = take(state.frontier, "/long"), take(state.frontier, "/late")
        state.not_stored(long, links("/longer"))
        state.not_stored(take(state.frontier, "/longer"), links("/hub"))
        state.not_stored(take(state.frontier, "/hub"), links("/leaf"))
        assert state.next() is None
        assert state.frontier.counts[Outcome.TOO_DEEP] == 1
        state.not_stored(late, links("/hub"))  # two links from the start, not three
        state.not_stored(take(state.frontier, "/leaf"), links())
        assert not state.frontier.counts[Outcome.TOO_DEEP]
        assert state.frontier.counts[Outcome.FETCHED] == 6


def test_what_is_too_deep_is_in_the_index_with_the_page_it_was_found_on(tmp_path: Path) -> None:
    with begun(tmp_path, max_depth=0) as state:
        state.not_stored(take(state.frontier, "/"), links("/leaf"))
        assert state.frontier.waiting == 0
        leaf = list(state.frontier.pages())[1]
    assert (leaf["outcome"], leaf["depth"], leaf["found_on"]) == ("too-deep", 1, f"{SITE}/")


def test_a_page_known_already_comes_nearer_though_no_more_queries_are_taken(
    tmp_path: Path,
) -> None:
    with begun(tmp_path, max_depth=2, max_queries=1) as state:
        state.not_stored(take(state.frontier, "/"), links("/a", "/late"))
        a, late = take(state.frontier, "/a"), take(state.frontier, "/late")
        state.not_stored(a, links("/b"))
        state.not_stored(take(state.frontier, "/b"), links("/list?page=1"))
        assert state.next() is None
        state.not_stored(late, links("/list?page=1", "/list?page=2"))
        state.not_stored(take(state.frontier, "/list?page=1"), links("/list?page=2"))
        assert state.next() is None
