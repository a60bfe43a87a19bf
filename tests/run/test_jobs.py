"""What a job reads, learns from and shares with its workers."""

import io
import json
import os
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from pool_tasks import process_id

from sample_web import generate
from sitesieve.cleaning.methods import Sieve, SiteStyleTree
from sitesieve.errors import Reason
from sitesieve.page.page import Page
from sitesieve.run import pool
from sitesieve.run.job import Job, SpooledItems, mapped, prepare
from sitesieve.run.tally import Tally
from sitesieve.run.tasks import Clean
from sitesieve.run.teaching import several_of_a_site
from sitesieve.sinks import FileSink, Formatter
from sitesieve.sources import Source
from sitesieve.sources.items import Failure, Item


def page(site: str, number: int = 0) -> Page:
    return Page(f"https://{site}.example/{number}", f"<p>page {number} of {site}</p>")


def urls(items: Iterator[Item]) -> list[str]:
    return [item.url or "" if isinstance(item, Page) else item.name for item in items]


def test_pages_that_are_the_only_ones_of_their_sites_are_left_out() -> None:
    items: list[Item] = [page("a"), page("lone"), page("b"), page("a", 1), page("b", 1)]
    learned = urls(several_of_a_site(items))
    assert sorted(learned) == sorted(f"https://{s}.example/{n}" for s in "ab" for n in (0, 1))


def test_failures_and_pages_without_a_site_are_learned_from_as_they_come() -> None:
    failure = Failure("line 2", Reason.CORRUPT, "damaged")
    items: list[Item] = [Page(None, "<p>x", name="x.html"), failure, page("a")]
    assert list(several_of_a_site(items)) == items[:2]


def test_the_input_is_read_again_only_as_far_as_there_are_first_pages() -> None:
    class Counted(list[Item]):
        read = 0

        def __iter__(self) -> Iterator[Item]:
            for item in super().__iter__():
                self.read += 1
                yield item

    items = Counted([page("a", number) for number in range(50)])
    assert len(list(several_of_a_site(items))) == 50
    assert items.read == 51


def test_spooled_items_can_be_read_again_and_again() -> None:
    items: list[Item] = [page("a"), Failure("line 2", Reason.CORRUPT, "damaged"), page("b")]
    spooled = SpooledItems(io.BytesIO(), iter(items))
    for _ in range(2):
        assert urls(iter(spooled)) == urls(iter(items))


def written(path: Path, *pages: Page) -> Path:
    lines = (json.dumps({"url": one.url, "html": str(one.html)}) + "\n" for one in pages)
    path.write_text("".join(lines))
    return path


def run(path: Path, alone: bool = False) -> tuple[bytes, Job, Tally]:
    out, source = path.with_name("out.jsonl"), Source([str(path)])
    job = Job(source, Sieve(), FileSink(out, "jsonl"), Formatter(), jobs=0, alone=alone)
    tally = job.run()
    return out.read_bytes(), job, tally


@pytest.fixture
def sample(tmp_path: Path) -> Path:
    """Ten pages of a site, and one of another."""
    pages = [page for site in generate(size=0)[:1] for page in site.pages][:10]
    return written(tmp_path / "in.jsonl", *(Page(p.url, p.html) for p in pages), page("lone"))


def test_nothing_is_learned_of_a_site_with_one_page_and_its_text_is_the_same(
    sample: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    output, job, tally = run(sample)
    assert isinstance(job.method, Sieve)
    assert len(job.method.sites) == 1
    assert tally.cleaned == 11
    assert tally.fits == {}  # the pages are those that were learned from: they cannot but fit
    monkeypatch.setattr(Sieve, "least_pages", 1)
    with_all, job, _ = run(sample)
    assert isinstance(job.method, Sieve)
    assert len(job.method.sites) == 2
    assert output == with_all


def mixed(folder: Path) -> tuple[Path, int]:
    """A file with pages of all sample sites in turns, and how many they are."""
    turns = zip(*(site.pages[:8] for site in generate(size=0)), strict=True)
    pages = [Page(page.url, page.html) for several in turns for page in several]
    return written(folder / "in.jsonl", *pages), len(pages)


def shelving_job(
    path: Path, folder: Path, most_rows: int, jobs: int = 0, drop_duplicates: bool = False
) -> tuple[Job, Sieve]:
    """A job that puts on the shelf what takes more memory than that."""
    (folder / "shelf").mkdir(exist_ok=True)
    method = Sieve()
    method.models.most_rows = most_rows
    sink = FileSink(folder / "shelved.jsonl", "jsonl")
    job = Job(Source([str(path)]), method, sink, Formatter(), jobs, shelf=folder / "shelf")
    job.drop_duplicates = drop_duplicates
    return job, method


@pytest.mark.parametrize("jobs", [0, 2])
def test_more_than_memory_holds_is_learned_on_the_shelf_and_gives_the_same(
    tmp_path: Path, jobs: int
) -> None:
    path, pages = mixed(tmp_path)
    whole, _, _ = run(path)
    job, method = shelving_job(path, tmp_path, 4 * pages, jobs)  # four rows for each on the shelf
    job.run()
    assert method.models.overflowed
    assert (method.models.refused, method.models.pruned) == (0, 0)
    assert all(method.models._added_up.rows_away(site) for site in method.models)
    assert (tmp_path / "shelved.jsonl").read_bytes() == whole


def test_more_than_memory_holds_is_learned_on_the_shelf_while_copies_are_looked_for(
    tmp_path: Path,
) -> None:
    path, pages = mixed(tmp_path)
    whole, enough = shelving_job(path, tmp_path, 10**6, drop_duplicates=True)
    whole.run()
    expected = (tmp_path / "shelved.jsonl").read_bytes()
    job, method = shelving_job(path, tmp_path, 4 * pages, drop_duplicates=True)
    job.run()
    assert (enough.models.overflowed, method.models.overflowed) == (False, True)
    assert (method.models.refused, method.models.pruned) == (0, 0)
    assert (tmp_path / "shelved.jsonl").read_bytes() == expected


@pytest.mark.parametrize("drop_duplicates", [False, True])
def test_a_job_that_learned_from_smaller_samples_than_it_was_to_can_be_resumed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, drop_duplicates: bool
) -> None:
    monkeypatch.setattr("sitesieve.run.job._COMMIT_EVERY", -1.0)
    monkeypatch.setattr("sitesieve.run.job._SEAL_EVERY", 1)
    path, pages = mixed(tmp_path)

    def job() -> tuple[Job, Sieve]:
        job, method = shelving_job(path, tmp_path, 3 * pages, drop_duplicates=drop_duplicates)
        return job, method

    def interrupt(phase: str, pages: int, _: float | None) -> None:
        if phase == "cleaning" and pages == 5:
            raise KeyboardInterrupt

    undisturbed, method = job()
    undisturbed.run()
    assert method.models.sample < Sieve().models.sample
    assert job()[0].is_complete()
    expected = (tmp_path / "shelved.jsonl").read_bytes()
    interrupted, _ = job()
    interrupted.report = interrupt
    with pytest.raises(KeyboardInterrupt):
        interrupted.run()
    tally = job()[0].run(resume=True)
    assert tally.items == pages
    assert (tmp_path / "shelved.jsonl").read_bytes() == expected


def test_what_a_killed_job_left_on_disk_is_removed_by_the_next_with_its_output(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(temporary))
    path, pages = mixed(tmp_path)
    job, method = shelving_job(path, tmp_path, 4 * pages)
    other = Job(Source([]), Sieve(), FileSink(tmp_path / "other.jsonl", "jsonl"), Formatter())
    left = []
    for one in (job, other):
        with one.temporary_folder() as folder:
            left.append(Path(folder))
    for path in left:  # as if they had been killed
        path.mkdir()
        (path / "1.shelf").write_bytes(b"much")
    with job.temporary_folder() as shelf:
        job.shelf = Path(shelf)
        job.run()
        assert method.models.overflowed
        assert [path.exists() for path in left] == [False, True]
    assert [*temporary.iterdir()] == left[1:]


def test_what_took_long_to_learn_is_saved_for_resuming_if_memory_holds_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, pages = mixed(tmp_path)
    monkeypatch.setattr("sitesieve.run.job._LONG", -1.0)
    saved: list[object] = []
    monkeypatch.setattr(Sieve, "save", lambda _, to: saved.append(to))
    for most_rows, times in ((4 * pages, 0), (10**6, 1)):
        job, _ = shelving_job(path, tmp_path, most_rows)
        job.run()
        assert len(saved) == times


def test_alone_nothing_is_learned(sample: Path) -> None:
    output, job, _ = run(sample, alone=True)
    assert isinstance(job.method, Sieve)
    assert not job.method.sites
    sieve = Sieve()
    texts = [json.loads(line)["text"] for line in output.splitlines()]
    rows = [json.loads(line) for line in sample.read_text().splitlines()]
    assert texts == [sieve.clean(row["html"], url=row["url"]).text for row in rows]


def test_models_are_made_before_workers_share_them() -> None:
    method = SiteStyleTree().learn([page(site, n) for site in "ab" for n in range(3)])
    assert isinstance(method, SiteStyleTree)
    prepare(Clean(method, Formatter()))
    assert all(model._grown is not None for model in method.sites.values())


def test_workers_share_what_is_in_memory_unless_another_thread_runs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    started: list[str] = []
    choose = pool._start_context

    def noted() -> object:
        started.append(choose().get_start_method())
        return choose()

    monkeypatch.setattr(pool, "_start_context", noted)
    stop = threading.Event()
    thread = threading.Thread(target=stop.wait)
    thread.start()
    try:
        with mapped(process_id, iter([page("a")]), 1, 60.0) as results:
            assert os.getpid() not in list(results)
    finally:
        stop.set()
        thread.join()
    assert started[0] != "fork"
    if sys.platform == "linux" and len(sys._current_frames()) == 1:
        with mapped(process_id, iter([page("a")]), 1, 60.0) as results:
            assert os.getpid() not in list(results)
        assert started[1] == "fork"


def test_large_pages_are_not_read_far_ahead() -> None:
    read = 0

    def large() -> Iterator[Item]:
        nonlocal read
        for read in range(1, 101):
            yield Page(None, "x" * 4_000_000, name=f"page {read}")

    with mapped(process_id, large(), 1, 60.0) as results:
        next(results)
        assert read * 4_000_000 <= pool._BYTES_AHEAD + 4_000_000
