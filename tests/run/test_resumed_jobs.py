"""Jobs that are interrupted and go on: in this process, with a commit after every page."""

import json
import os
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from sample_web import generate
from sitesieve.cleaning import PageType, methods
from sitesieve.cleaning.method import LearningMethod
from sitesieve.errors import OutputError
from sitesieve.run import job as job_module
from sitesieve.run.job import Job, learn
from sitesieve.run.tally import Tally
from sitesieve.run.tasks import PageFilter
from sitesieve.sinks import FileSink, Formatter, Record, Sink, Workspace, open_sink
from sitesieve.sources import ReadOptions, Source
from sitesieve.sources.items import Item

OUTPUTS = ["out.jsonl", "out.jsonl.gz", "out.txt.zst", "out.parquet", "folder"]
PAGES, ITEMS = 24, 27  # pages that can be cleaned; with lines that cannot be read
METHODS = ["tag-filter", "redundant-phrases", "redundant-words"]
FORMATS = {"out.txt.zst": "txt", "out.parquet": "parquet", "folder": "txt"}


@pytest.fixture(scope="module")
def pages_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Some sample pages, one of them twice, and three lines that fail."""
    pages = [page for site in generate(size=0) for page in site.pages][::5][:PAGES]
    lines = [json.dumps({"url": page.url, "html": page.html}) for page in pages]
    lines[10] = lines[11]
    for place in (5, 12, 22):
        lines.insert(place, '{"url": "https://a.example/", "html')
    path = tmp_path_factory.mktemp("input") / "pages.jsonl"
    path.write_text("".join(line + "\n" for line in lines))
    return path


@pytest.fixture
def commit_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(job_module, "_COMMIT_EVERY", -1.0)
    monkeypatch.setattr(job_module, "_SEAL_EVERY", 1)


@pytest.fixture(params=["saved", "learned again"])
def model(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was learned before an interruption: on disk, or quickly learned."""
    monkeypatch.setattr(job_module, "_LONG", -1.0 if request.param == "saved" else 1000.0)


class Interrupted(Source):
    """A source at which somebody presses Ctrl-C after some items of the last pass."""

    def __init__(self, location: Path, after: int, in_pass: int) -> None:
        super().__init__([str(location)])
        self._after = after
        self._passes_left = in_pass

    def __iter__(self) -> Iterator[Item]:
        self._passes_left -= 1
        for i, item in enumerate(super().__iter__()):
            if not self._passes_left and i == self._after:
                raise KeyboardInterrupt
            yield item


def make_job(
    source: Source | Path,
    folder: Path,
    name: str = "out.jsonl",
    method: str = "tag-filter",
    jobs: int = 0,
    errors: bool = False,
) -> Job:
    form = FORMATS.get(name, "jsonl")
    folder.mkdir(exist_ok=True)
    return Job(
        source if isinstance(source, Source) else Source([str(source)]),
        methods.named(method),
        open_sink(folder / name, form, folder=name == "folder"),
        Formatter(form),
        jobs=jobs,
        errors=FileSink(folder / "errors.jsonl", "jsonl") if errors else None,
    )


def bytes_below(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def interrupt(pages: Path, folder: Path, name: str, after: int, method: str = "tag-filter") -> None:
    learns = isinstance(methods.named(method), LearningMethod)
    source = Interrupted(pages, after, in_pass=2 if learns else 1)
    with pytest.raises(KeyboardInterrupt):
        make_job(source, folder, name, method, errors=True).run()


@pytest.mark.usefixtures("commit_often")
@pytest.mark.parametrize("name", OUTPUTS)
def test_a_resumed_job_gives_the_bytes_of_an_undisturbed_one(
    pages_file: Path, tmp_path: Path, name: str
) -> None:
    undisturbed = tmp_path / "undisturbed"
    expected = make_job(pages_file, undisturbed, name, errors=True).run()
    for after in (0, 1, 7, ITEMS - 1):
        resumed = tmp_path / f"after {after}"
        interrupt(pages_file, resumed, name, after)
        tally = make_job(pages_file, resumed, name, errors=True).run(resume=True)
        assert bytes_below(resumed) == bytes_below(undisturbed), after
        assert tally == expected, after


@pytest.mark.usefixtures("commit_often", "model")
@pytest.mark.parametrize("method", METHODS)
def test_every_method_can_be_resumed(pages_file: Path, tmp_path: Path, method: str) -> None:
    make_job(pages_file, tmp_path / "a", method=method, errors=True).run()
    interrupt(pages_file, tmp_path / "b", "out.jsonl", 14, method)
    make_job(pages_file, tmp_path / "b", method=method, errors=True).run(resume=True)
    assert bytes_below(tmp_path / "a") == bytes_below(tmp_path / "b")


@pytest.mark.usefixtures("commit_often")
def test_a_job_can_be_interrupted_again_and_again(pages_file: Path, tmp_path: Path) -> None:
    make_job(pages_file, tmp_path / "a", errors=True).run()
    interrupt(pages_file, tmp_path / "b", "out.jsonl", 9)
    for after in (12, 13, 20):
        source = Interrupted(pages_file, after, in_pass=1)
        with pytest.raises(KeyboardInterrupt):
            make_job(source, tmp_path / "b", errors=True).run(resume=True)
    make_job(pages_file, tmp_path / "b", errors=True).run(resume=True)
    assert bytes_below(tmp_path / "a") == bytes_below(tmp_path / "b")


@pytest.mark.usefixtures("commit_often")
def test_a_resumed_job_does_not_clean_again_what_it_has(
    pages_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    interrupt(pages_file, tmp_path / "b", "out.jsonl", 17)
    written: list[str | None] = []
    write = FileSink.write

    def counting(self: FileSink, record: Record) -> None:
        written.append(record.name)
        write(self, record)

    monkeypatch.setattr(FileSink, "write", counting)
    make_job(pages_file, tmp_path / "b", errors=True).run(resume=True)
    assert len(written) == ITEMS - 17


@pytest.mark.usefixtures("commit_often")
@pytest.mark.parametrize("name", OUTPUTS)
def test_a_crash_between_commit_and_journal_does_no_harm(
    pages_file: Path, tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_job(pages_file, tmp_path / "a", name).run()
    saves = 0

    def crash(self: Workspace, journal: dict[str, Any]) -> None:
        nonlocal saves
        saves += 1
        if saves == 12:
            raise KeyboardInterrupt
        save(self, journal)

    save = Workspace.save
    with monkeypatch.context() as patch:
        patch.setattr(Workspace, "save", crash)
        with pytest.raises(KeyboardInterrupt):
            make_job(pages_file, tmp_path / "b", name).run()
    make_job(pages_file, tmp_path / "b", name).run(resume=True)
    assert bytes_below(tmp_path / "a") == bytes_below(tmp_path / "b")


@pytest.mark.parametrize("name", OUTPUTS)
def test_output_does_not_depend_on_how_often_the_job_was_committed(
    pages_file: Path, tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(job_module, "_SEAL_EVERY", 7)
    make_job(pages_file, tmp_path / "a", name).run()
    monkeypatch.setattr(job_module, "_COMMIT_EVERY", -1.0)
    make_job(pages_file, tmp_path / "b", name).run()
    if name == "out.parquet":
        one, other = (pq.read_table(tmp_path / folder / name).to_pylist() for folder in "ab")
        assert one == other
    assert bytes_below(tmp_path / "a") == bytes_below(tmp_path / "b")


@pytest.mark.parametrize("name", ["out.jsonl", "out.parquet", "folder"])
def test_output_does_not_depend_on_the_number_of_processes(
    pages_file: Path, tmp_path: Path, name: str
) -> None:
    results = []
    for jobs in (0, 1, 3):
        folder = tmp_path / str(jobs)
        make_job(pages_file, folder, name, "redundant-phrases", jobs, errors=True).run()
        results.append(bytes_below(folder))
    assert results[0]
    assert results[1:] == results[:1] * 2


@pytest.mark.parametrize("name", OUTPUTS)
def test_the_output_is_not_there_while_the_job_runs_and_after_it_failed(
    pages_file: Path, tmp_path: Path, name: str
) -> None:
    job = make_job(pages_file, tmp_path / "a", name)
    target = tmp_path / "a" / name
    seen: list[bool] = []
    job.report = lambda *_: seen.append(target.is_file())
    job.run()
    assert len(seen) == ITEMS
    assert not any(seen)
    assert target.exists()
    interrupt(pages_file, tmp_path / "b", name, 20)
    assert not (tmp_path / "b" / name).is_file()


@pytest.mark.parametrize("name", OUTPUTS[:4])
def test_an_old_output_is_untouched_by_a_job_that_failed(
    pages_file: Path, tmp_path: Path, name: str
) -> None:
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / name).write_bytes(b"old")
    interrupt(pages_file, tmp_path / "b", name, 20)
    assert (tmp_path / "b" / name).read_bytes() == b"old"


@pytest.mark.usefixtures("commit_often")
def test_without_resume_a_job_starts_over(pages_file: Path, tmp_path: Path) -> None:
    make_job(pages_file, tmp_path / "a", errors=True).run()
    interrupt(pages_file, tmp_path / "b", "out.jsonl", 17)
    assert (tmp_path / "b" / "out.jsonl.part").is_dir()
    make_job(pages_file, tmp_path / "b", errors=True).run(resume=False)
    assert bytes_below(tmp_path / "a") == bytes_below(tmp_path / "b")


def test_resume_with_nothing_to_go_on_from_starts_at_the_beginning(
    pages_file: Path, tmp_path: Path
) -> None:
    make_job(pages_file, tmp_path / "a").run()
    make_job(pages_file, tmp_path / "b").run(resume=True)
    assert bytes_below(tmp_path / "a") == bytes_below(tmp_path / "b")


def test_what_took_long_to_learn_is_not_learned_again(
    pages_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(job_module, "_LONG", -1.0)
    interrupt(pages_file, tmp_path, "out.jsonl", 12, "redundant-words")
    job = make_job(pages_file, tmp_path, method="redundant-words", errors=True)
    phases: list[str] = []
    job.report = lambda phase, *_: phases.append(phase)
    job.run(resume=True)
    assert set(phases) == {"cleaning"}


def test_a_job_interrupted_while_learning_can_be_resumed(pages_file: Path, tmp_path: Path) -> None:
    make_job(pages_file, tmp_path / "a", method="redundant-phrases").run()
    source = Interrupted(pages_file, 12, in_pass=1)
    with pytest.raises(KeyboardInterrupt):
        make_job(source, tmp_path / "b", method="redundant-phrases").run()
    make_job(pages_file, tmp_path / "b", method="redundant-phrases").run(resume=True)
    assert bytes_below(tmp_path / "a") == bytes_below(tmp_path / "b")


def changed_settings(job: Job) -> None:
    job.method = methods.TagFilter(positive=["h1"])


def changed_method(job: Job) -> None:
    job.method = methods.named("redundant-words")


def changed_format(job: Job) -> None:
    job.formatter = Formatter("jsonl", ("words",))


def changed_options(job: Job) -> None:
    job.source.options = ReadOptions(carry=("id",))


def changed_errors(job: Job) -> None:
    job.errors = None


def changed_types(job: Job) -> None:
    job.admits = PageFilter(types=(PageType.ARTICLE,))


def changed_words(job: Job) -> None:
    job.admits = PageFilter(words=10)


CHANGES = [
    *(changed_settings, changed_method, changed_format, changed_options, changed_errors),
    *(changed_types, changed_words),
]


@pytest.mark.usefixtures("commit_often")
@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
def test_resume_is_refused_when_something_is_different(
    pages_file: Path, tmp_path: Path, change: Callable[[Job], None]
) -> None:
    interrupt(pages_file, tmp_path, "out.jsonl", 17)
    job = make_job(pages_file, tmp_path, errors=True)
    change(job)
    with pytest.raises(OutputError, match="other inputs or settings"):
        job.run(resume=True)
    assert not (tmp_path / "out.jsonl").exists()


@pytest.mark.usefixtures("commit_often")
def test_resume_is_refused_for_other_inputs(pages_file: Path, tmp_path: Path) -> None:
    interrupt(pages_file, tmp_path, "out.jsonl", 17)
    other = tmp_path / "other.jsonl"
    other.write_text('{"html": "<p>x"}\n')
    with pytest.raises(OutputError, match="other inputs or settings"):
        make_job(other, tmp_path, errors=True).run(resume=True)


@pytest.mark.usefixtures("commit_often")
def test_resume_is_refused_when_a_file_of_the_input_folder_has_changed(tmp_path: Path) -> None:
    pages = tmp_path / "in"
    pages.mkdir()
    for i in range(6):
        (pages / f"{i}.html").write_text(f"<p>text {i}")
    interrupt(pages, tmp_path, "out.jsonl", 3)
    (pages / "0.html").write_text("<p>fox 10")  # as long as before
    os.utime(pages / "0.html", (1, 1))
    with pytest.raises(OutputError, match="other inputs or settings"):
        make_job(pages, tmp_path, errors=True).run(resume=True)


@pytest.mark.usefixtures("commit_often")
def test_resume_is_refused_with_another_model(pages_file: Path, tmp_path: Path) -> None:
    def with_model(source: Source) -> Job:
        job = make_job(source, tmp_path)
        job.method, job.learned = methods.named("redundant-phrases"), True
        return job

    with pytest.raises(KeyboardInterrupt):
        with_model(Interrupted(pages_file, 17, in_pass=1)).run()
    job = with_model(Source([str(pages_file)]))
    assert isinstance(job.method, LearningMethod)
    learn(job.method, job.source)  # now it knows the pages; before it knew nothing
    with pytest.raises(OutputError, match="cannot resume"):
        job.run(resume=True)


@pytest.mark.usefixtures("commit_often")
@pytest.mark.parametrize("content", [b"", b"{", b"[]", b'{"version": 1}', b'{"version": 99}'])
def test_a_damaged_journal_is_an_error_that_says_so(
    pages_file: Path, tmp_path: Path, content: bytes
) -> None:
    interrupt(pages_file, tmp_path, "out.jsonl", 17)
    (tmp_path / "out.jsonl.part" / "journal.json").write_bytes(content)
    with pytest.raises(OutputError, match="cannot resume"):
        make_job(pages_file, tmp_path, errors=True).run(resume=True)


def test_a_failing_database_of_names_is_an_output_error(
    pages_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = make_job(pages_file, tmp_path, "folder")

    class Full:
        def execute(self, *_: object) -> None:
            raise sqlite3.OperationalError("database or disk is full")

        def commit(self) -> None:
            raise sqlite3.OperationalError("database or disk is full")

        def close(self) -> None:
            """Nothing is open."""

    monkeypatch.setattr(job.sink, "_names", Full())
    with pytest.raises(OutputError, match="disk is full"):
        job.run()


def test_leftovers_of_an_older_job_do_not_get_into_the_list_of_errors(
    pages_file: Path, tmp_path: Path
) -> None:
    class Nowhere(Sink):
        def write(self, record: Record) -> None:
            """Like standard output: nothing to keep."""

        def finish(self) -> None:
            """Nothing to publish."""

    job = make_job(pages_file, tmp_path, errors=True)
    job.sink = Nowhere()
    (tmp_path / "errors.jsonl.part").mkdir()
    (tmp_path / "errors.jsonl.part" / "data").write_bytes(b"left over\n" * 500)
    job.run()
    lines = (tmp_path / "errors.jsonl").read_bytes().splitlines()
    assert [json.loads(line)["reason"] for line in lines] == ["malformed-json"] * 3


def test_the_tally_survives_being_written_down(pages_file: Path, tmp_path: Path) -> None:
    tally = make_job(pages_file, tmp_path).run()
    assert tally.cleaned == PAGES
    assert tally.failures == {"malformed-json": 3}
    assert tally.items == ITEMS
    assert Tally.from_json(json.loads(json.dumps(tally.to_json()))) == tally


def test_resume_without_a_file_is_refused(pages_file: Path, tmp_path: Path) -> None:
    job = make_job(pages_file, tmp_path)
    job.sink = open_sink(None, "jsonl")
    with pytest.raises(OutputError, match="--resume needs an output"):
        job.run(resume=True)
