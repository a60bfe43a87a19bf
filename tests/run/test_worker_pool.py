"""Worker processes: order, limits, crashes, back-pressure."""

import os
import sys
from collections import deque
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pool_tasks import Lengthy, Misbehave, process_id, shout

from sitesieve.errors import MissingExtra, Reason
from sitesieve.page.page import Page
from sitesieve.run import pool
from sitesieve.run.job import mapped
from sitesieve.run.pool import Task, WorkerPool, default_jobs
from sitesieve.sources.items import Failure, Item

T = TypeVar("T")


def numbered(count: int) -> list[Item]:
    return [
        Page(f"https://a.example/{i}", f"text {i}", name=f"page {i}") for i in range(1, count + 1)
    ]


def run(task: Task[T], items: list[Item], jobs: int, seconds: float = 60.0) -> list[T | Failure]:
    with mapped(task, items, jobs, seconds) as results:
        return list(results)


def shouted(count: int) -> list[str]:
    return [f"TEXT {i}" for i in range(1, count + 1)]


@pytest.fixture
def short_grace(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a slow page may take beyond its limit: little, so that the tests are fast."""
    monkeypatch.setattr(pool, "_GRACE", 0.2)


@pytest.mark.parametrize("jobs", [0, 1, 2, 3])
def test_results_come_in_the_order_of_the_pages(jobs: int) -> None:
    assert run(shout, numbered(100), jobs) == shouted(100)


@pytest.mark.parametrize("jobs", [0, 2])
def test_no_pages_give_no_results(jobs: int) -> None:
    assert run(shout, [], jobs) == []


def test_the_work_is_done_in_other_processes_and_here_only_when_asked() -> None:
    assert set(run(process_id, numbered(3), 0)) == {os.getpid()}
    assert os.getpid() not in run(process_id, numbered(30), 2)


@pytest.mark.parametrize("jobs", [0, 2])
def test_failures_among_the_pages_pass_through_in_their_place(jobs: int) -> None:
    items = numbered(20)
    lost = Failure("page 5", Reason.CORRUPT, "damaged")
    items[0] = items[4] = items[19] = lost
    expected: list[str | Failure] = [*shouted(20)]
    expected[0] = expected[4] = expected[19] = lost
    assert run(shout, items, jobs) == expected


@pytest.mark.parametrize("jobs", [0, 2])
def test_only_failures_in_give_only_failures_out(jobs: int) -> None:
    items: list[Item] = [Failure(f"page {i}", Reason.CORRUPT, "damaged") for i in range(200)]
    assert run(shout, items, jobs) == items


@pytest.mark.usefixtures("short_grace")
@pytest.mark.parametrize("how", ["spin", "sleep"])
def test_a_page_that_hangs_is_abandoned_and_the_others_are_done(how: str) -> None:
    results = run(Misbehave(how, on=(3,)), numbered(20), 2, seconds=0.5)
    slow = results[2]
    assert isinstance(slow, Failure)
    assert (slow.name, slow.url) == ("page 3", "https://a.example/3")
    assert slow.reason is Reason.TOO_SLOW
    assert "0.5 s" in slow.detail
    assert results[:2] + results[3:] == shouted(20)[:2] + shouted(20)[3:]


@pytest.mark.parametrize("how", ["exit", "killed", "system exit"])
def test_a_page_that_kills_its_worker_is_reported_and_the_rest_of_its_batch_is_done(
    how: str,
) -> None:
    results = run(Misbehave(how, on=(1, 12, 40)), numbered(40), 1)
    assert [isinstance(result, Failure) for result in results] == [
        i in (1, 12, 40) for i in range(1, 41)
    ]
    for i in (1, 12, 40):
        crashed = results[i - 1]
        assert isinstance(crashed, Failure)
        assert crashed.reason is Reason.CRASHED
        assert crashed.name == f"page {i}"
    assert [result for result in results if not isinstance(result, Failure)] == [
        text for i, text in enumerate(shouted(40), 1) if i not in (1, 12, 40)
    ]


def test_workers_that_die_on_every_page_do_not_stop_the_job() -> None:
    results = run(Misbehave("exit", on=tuple(range(1, 13))), numbered(12), 2)
    reasons = [result.reason for result in results if isinstance(result, Failure)]
    assert reasons == [Reason.CRASHED] * 12


@pytest.mark.parametrize("jobs", [0, 2])
def test_a_task_that_raises_makes_an_internal_error_of_that_page_only(jobs: int) -> None:
    results = run(Misbehave("raise", on=(2,)), numbered(5), jobs)
    bug = results[1]
    assert isinstance(bug, Failure)
    assert bug.reason is Reason.INTERNAL
    assert "ZeroDivisionError: a bug" in bug.detail
    assert [results[0], *results[2:]] == ["TEXT 1", "TEXT 3", "TEXT 4", "TEXT 5"]


@pytest.mark.parametrize("jobs", [0, 2])
def test_a_page_error_keeps_its_reason(jobs: int) -> None:
    results = run(Misbehave("page error", on=(2,)), numbered(3), jobs)
    assert results[1] == Failure("page 2", Reason.BINARY, "not a page", "https://a.example/2")


@pytest.mark.parametrize("jobs", [0, 2])
def test_a_missing_package_stops_the_job(jobs: int) -> None:
    with pytest.raises(MissingExtra, match="pip install"):
        run(Misbehave("missing extra", on=(2,)), numbered(30), jobs)


def test_one_process_and_several_agree() -> None:
    items = numbered(60)
    items[7] = Failure("page 8", Reason.EMPTY, "nothing")
    task = Misbehave("raise", on=(3, 30, 60))
    assert run(task, items, 0) == run(task, items, 2) == run(task, items, 3)


def test_reading_does_not_run_far_ahead_of_writing() -> None:
    read = 0

    def endless() -> Iterator[Item]:
        nonlocal read
        while True:
            read += 1
            yield Page(None, f"text {read}", name=f"page {read}")

    with mapped(shout, endless(), 2, 60.0) as results:
        most_ahead = 0
        for written in range(1, 401):
            next(results)
            most_ahead = max(most_ahead, read - written)
    assert read >= 400
    assert most_ahead <= 2 * pool._PAGES_AT_ONCE * pool._BATCHES_AHEAD


def test_few_results_wait_for_one_that_comes_late(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pool, "_BYTES_AHEAD", 50_000)
    monkeypatch.setattr(pool, "_TICK", 0.01)
    waiting: list[int] = []
    with WorkerPool(Lengthy(tmp_path / "go on"), 2, 60.0) as workers:
        collect = workers._collect

        def watched(patience: float) -> None:
            collect(patience)
            waiting.append(len(workers._results))
            if waiting[-1] and waiting[-20:] == waiting[-1:] * 20:  # nothing comes any more
                (tmp_path / "go on").touch()

        monkeypatch.setattr(workers, "_collect", watched)
        results = [int(str(result)) for result in workers.map(numbered(300))]
    assert results == list(range(1, 301))
    assert max(waiting) <= 2 * 5 + 2 * pool._PAGES_AT_ONCE


@pytest.mark.parametrize("jobs", [1, 2])
def test_pages_that_end_their_workers_stop_nothing_where_results_are_large(
    jobs: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pool, "_BYTES_AHEAD", 1000)
    monkeypatch.setattr(pool, "_TICK", 0.01)
    pages = [Page(None, f"<p>{n} ", name=f"page {n}") for n in range(60)]
    for number, page in enumerate(pages):
        page.site = "abc"[number % 3]  # handed out site by site
    with WorkerPool(Misbehave("exit", on=(4, 20, 41), times=1000), jobs, 60.0) as workers:
        collect, rounds = workers._collect, count()

        def counted(patience: float) -> None:
            assert next(rounds) < 3000, "nothing comes any more"
            collect(patience)

        monkeypatch.setattr(workers, "_collect", counted)
        results = list(workers.map(pages))
    failed = [n for n, result in enumerate(results) if isinstance(result, Failure)]
    assert failed == [4, 20, 41]
    assert [str(r).split()[0] for r in results if isinstance(r, str)] == [
        f"<P>{n}" for n in range(60) if n not in failed
    ]


def test_nothing_is_read_before_the_first_result_is_asked_for() -> None:
    def complain() -> Iterator[Item]:
        raise AssertionError("read too early")
        yield

    with mapped(shout, complain(), 0, 60.0):
        pass
    with mapped(shout, complain(), 1, 60.0):
        pass


def test_large_pages_go_through_whole() -> None:
    text = "x" * 3_000_000
    items: list[Item] = [Page(None, text + str(i), name=f"page {i}") for i in range(6)]
    results = run(shout, items, 2)
    assert [str(result)[-1] for result in results] == list("012345")
    assert {len(str(result)) for result in results} == {3_000_001}


def test_workers_are_gone_when_the_job_is_left_early() -> None:
    with mapped(process_id, iter(numbered(100)), 2, 60.0) as results:
        worker = next(results)
    assert isinstance(worker, int)
    assert not os.path.exists(f"/proc/{worker}/exe")


def test_the_default_is_at_least_one_process() -> None:
    assert 1 <= default_jobs() <= (os.cpu_count() or 1)


def test_what_is_defined_in_the_program_is_told_from_texts_with_its_name(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Own:
        pass

    Own.__module__, Own.__qualname__ = "__main__", "Own"
    monkeypatch.setattr(sys.modules["__main__"], "Own", Own, raising=False)
    for part in (Own, Own()):
        assert pool._PartsOfProgram.are_in([{"task": (shout, part)}])
    texts = "__main__", b"\x8c\x08__main__", "https://docs.example/library/__main__.html"
    assert not pool._PartsOfProgram.are_in([shout, *texts])


def of_sites(sites: str) -> pool._Waiting:
    waiting = pool._Waiting()
    for number, site in enumerate(sites):
        waiting.put([(number, Page(None, "", site=site))])
    return waiting


def places(batch: deque[tuple[int, Page]]) -> list[int]:
    return [place for place, _ in batch]


def test_pages_are_worked_on_site_by_site_beginning_with_the_oldest() -> None:
    waiting = of_sites("abcabca")
    assert places(waiting.take(2)) == [0, 3]
    assert places(waiting.take(4)) == [1, 4, 2, 5]
    assert places(waiting.take(4)) == [6]
    assert len(waiting) == 0


@given(st.text("abc", max_size=60), st.data())
def test_every_page_is_handed_out_until_it_is_not_put_back(sites: str, data: st.DataObject) -> None:
    waiting = of_sites("")
    coming = deque(enumerate(sites))
    out: list[deque[tuple[int, Page]]] = []
    done: list[int] = []
    held: set[int] = set()
    while coming or len(waiting) or out:
        assert len(waiting) == len(held)
        assert not held or waiting.first == min(held)
        step = data.draw(st.sampled_from(["add", "take", "put back", "done"]))
        if step == "add" and coming:
            number, site = coming.popleft()
            waiting.put([(number, Page(None, "", site=site))])
            held.add(number)
        elif step == "take" and len(waiting):
            out.append(waiting.take(data.draw(st.integers(1, 5))))
            assert out[-1]
            held -= set(places(out[-1]))
        elif step == "put back" and out and data.draw(st.booleans()):
            back = out.pop(data.draw(st.integers(0, len(out) - 1)))
            held |= set(places(back))
            waiting.put(back)
        elif step == "done" and out:
            done += places(out.pop())
        elif not coming and not out:
            batch = places(waiting.take(5))
            held -= set(batch)
            done += batch
    assert sorted(done) == list(range(len(sites)))
