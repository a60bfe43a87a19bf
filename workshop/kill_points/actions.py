"""What is killed: each action begins, can be taken up, and has a result."""

import functools
import json
import os
import tempfile
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import Message
from pathlib import Path
from unittest import mock

from sample_web import generate
from sitesieve.cleaning import methods
from sitesieve.cleaning.kinds import Kind
from sitesieve.cleaning.method import LearningMethod
from sitesieve.cleaning.output import OutputOptions
from sitesieve.crawl.options import CrawlOptions
from sitesieve.crawl.run import crawl
from sitesieve.fetching import Client, Response
from sitesieve.mining.weights import WordWeights
from sitesieve.rules import Field, RuleFile, condition, make_case
from sitesieve.run import job as job_module
from sitesieve.run.job import Job, learn
from sitesieve.run.weighing import Svmlight, weigh
from sitesieve.sinks import FileSink, Formatter, open_sink
from sitesieve.sources import Source
from sitesieve.watch.clock import SimulatedClock
from sitesieve.watch.fetching import FetchOptions
from sitesieve.watch.watcher import Watcher

_PAGES = 8
_DAY = 86_400.0
_START = 1_700_000_000.0


@functools.cache
def pages() -> list[tuple[str, str]]:
    """Addresses and pages."""
    return [(page.url, page.html) for page in generate(size=0)[0].pages[:_PAGES]]


@functools.cache
def _input() -> Path:
    folder = Path(tempfile.mkdtemp(prefix="kill-points-"))
    lines = [json.dumps({"url": url, "html": html}) for url, html in pages()]
    (folder / "pages.jsonl").write_text("\n".join([*lines[:5], "{no json", *lines[5:]]))
    return folder / "pages.jsonl"


@functools.cache
def warm_up() -> None:
    """Make and import what all processes share, before they are forked."""
    _input()
    with tempfile.TemporaryDirectory() as folder:
        Clean("out.jsonl").begin(Path(folder))  # loads the trained models


class Action(ABC):
    """Something that is written to a folder."""

    name: str

    def prepare(self, folder: Path) -> None:  # noqa: B027 - not everything needs it
        """What is there before."""

    @abstractmethod
    def begin(self, folder: Path) -> None:
        """Do it."""

    def take_up(self, folder: Path) -> None:
        """Go on after it was killed; of most, begin again."""
        self.begin(folder)

    def check(self, folder: Path, result: object) -> None:  # noqa: B027 - some show nothing yet
        """What must hold between the kill and going on: nothing is half there."""

    @abstractmethod
    def result(self, folder: Path) -> object:
        """What came of it."""


class Clean(Action):
    """A job with errors and site cards, whose journal is written after every page."""

    def __init__(self, output: str) -> None:
        self.name = f"clean to {output}"
        self._output = output

    def _job(self, folder: Path) -> Job:
        form = {".txt": "txt", ".parquet": "parquet"}.get(Path(self._output).suffix, "jsonl")
        is_folder = self._output == "folder"
        sink = open_sink(folder / self._output, form, is_folder, ())
        method = methods.named("tag-filter")
        return Job(
            source=Source([str(_input())]),
            method=method,
            sink=sink,
            formatter=Formatter(form),
            jobs=0,
            errors=FileSink(folder / "errors.jsonl", "jsonl"),
            output=OutputOptions(once=frozenset({Kind.DECLARATION})),
            cards=folder / "cards.jsonl",
        )

    @contextmanager
    def _often(self) -> Iterator[None]:
        with (
            mock.patch.object(job_module, "_COMMIT_EVERY", -1.0),
            mock.patch.object(job_module, "_SEAL_EVERY", 1),
        ):
            yield

    def begin(self, folder: Path) -> None:
        with self._often():
            self._job(folder).run()

    def take_up(self, folder: Path) -> None:
        job = self._job(folder)
        with self._often():
            if not job.is_complete():
                job.run(resume=True)

    def check(self, folder: Path, result: object) -> None:
        assert isinstance(result, dict)
        for name in (self._output, "cards.jsonl"):
            if (folder / name).is_file():
                assert (folder / name).read_bytes() == result[name], f"{name} is not whole"

    def result(self, folder: Path) -> object:
        left = [path for path in folder.rglob("*.part") if path.is_dir()]
        assert not left, f"{left} is left"
        # A file that was being written when the process was killed stays, hidden, as it is.
        files = (path for path in folder.rglob("*") if path.is_file() and path.name[0] != ".")
        return {str(path.relative_to(folder)): path.read_bytes() for path in files}


class Save(Action):
    """A model is learned and saved over another."""

    name = "learn"

    def _save(self, folder: Path, number: int) -> None:
        method = methods.named("redundant-phrases")
        assert isinstance(method, LearningMethod)
        learn(method, Source([str(_input())]))
        if number:
            method.merge(method)
        method.save(folder / "model.sieve")

    def prepare(self, folder: Path) -> None:
        method = methods.named("redundant-phrases")
        method.save(folder / "model.sieve")

    def begin(self, folder: Path) -> None:
        self._save(folder, 0)

    def check(self, folder: Path, result: object) -> None:  # noqa: ARG002
        methods.load(folder / "model.sieve")

    def result(self, folder: Path) -> object:
        return methods.load(folder / "model.sieve").digest()


class Weigh(Action):
    """Weights for svmlight, with the words beside them."""

    name = "weigh"

    def begin(self, folder: Path) -> None:
        source, weights, form = Source([str(_input())]), WordWeights(), Svmlight(None, None)
        learn(weights, source)
        weigh(weights, source, FileSink(folder / "out.svmlight", "jsonl"), form)
        form.save(folder / "out.svmlight")

    def result(self, folder: Path) -> object:
        return [(folder / f"out.svmlight{end}").read_bytes() for end in ("", ".words")]


class Rule(Action):
    """A rule added to a file of rules."""

    name = "rules"

    def prepare(self, folder: Path) -> None:
        self._add(folder, "ships", "sea")

    def _add(self, folder: Path, word: str, category: str) -> None:
        case = make_case(f"https://a.example/{word}", word, f"{word} sail north", word)
        with RuleFile(folder / "rules.json").changing() as rules:
            if category not in rules.categories:
                rules.add(rules.propose([condition(Field.TITLE, word)], [category], case))

    def begin(self, folder: Path) -> None:
        self._add(folder, "boats", "lakes")

    def check(self, folder: Path, result: object) -> None:  # noqa: ARG002
        assert "sea" in RuleFile(folder / "rules.json").read().categories

    def result(self, folder: Path) -> object:
        return RuleFile(folder / "rules.json").read().categories


def _answer(_: Client, url: str, *__: object, **___: object) -> Response:
    """A small site whose pages link to the next ones."""
    headers = Message()
    headers["Content-Type"] = "text/html; charset=utf-8"
    name = url.rpartition("/")[2]
    number = int(name) if name.isdecimal() else 0
    status = 404 if url.endswith((".txt", ".xml")) else 200
    links = "".join(
        f'<p><a href="/{n}">Page {n}</a></p>' for n in range(number, number + 3) if n < 6
    )
    body = f"<title>Page {number}</title>{pages()[number][1]}{links}".encode()
    return Response(url, {}, status, headers, body, "192.0.2.1", 0.0)


class Crawl(Action):
    """A crawl into an archive."""

    name = "crawl"

    def _crawl(self, folder: Path, resume: bool) -> None:
        options = CrawlOptions(
            "https://a.example/",
            folder / "site.warc.gz",
            max_pages=6,
            delay=0.0,
            concurrency=1,
            sitemaps=False,
            resume=resume,
        )
        with mock.patch.object(Client, "get", _answer):
            crawl(options)

    def begin(self, folder: Path) -> None:
        self._crawl(folder, resume=False)

    def take_up(self, folder: Path) -> None:
        self._crawl(folder, resume=True)

    def result(self, folder: Path) -> object:
        source = Source([str(folder / "site.warc.gz")])
        stored = sorted((str(page.url), page.html) for page in source)  # type: ignore[union-attr]
        assert not source.lost
        index = (folder / "site.warc.gz.index.jsonl").read_text().splitlines()
        return stored, sorted(json.loads(line)["url"] for line in index)


class Watch(Action):
    """A visit that finds something new."""

    name = "watch"

    def _run(self, folder: Path, day: int) -> None:
        def answer(client: Client, url: str, *_: object, **__: object) -> Response:
            response = _answer(client, url)
            news = "".join(
                f"<p>News of day {n}: the ships sail north from {pages()[n][0]}, and all of crew "
                f"number {n} sings.</p>"
                for n in range(1, day + 1)
            )
            return Response(url, {}, response.status, response.headers,
                            news.encode() + response.body, "192.0.2.1", 0.0)  # fmt: skip

        clock = SimulatedClock(_START + 2 * day * _DAY)
        with (
            mock.patch.object(Client, "get", answer),
            Watcher(folder / "state", FetchOptions(delay=0.0), clock) as watcher,
        ):
            if not watcher.watches():
                watcher.add("https://a.example/", "section", _DAY, "a", max_pages=4)
            watcher.run()

    def prepare(self, folder: Path) -> None:
        self._run(folder, 0)

    def begin(self, folder: Path) -> None:
        self._run(folder, 1)

    def result(self, folder: Path) -> object:
        with Watcher(folder / "state", create=False) as watcher:
            found = watcher.new(since=0.0)
            return sorted((item.kind, item.url, item.title, item.text) for item in found)


ACTIONS: list[Action] = [
    *map(Clean, ("out.jsonl", "out.jsonl.gz", "out.txt", "out.parquet", "folder")),
    *(Save(), Weigh(), Rule(), Crawl(), Watch()),
]
os.environ.setdefault("ARROW_DEFAULT_MEMORY_POOL", "system")
