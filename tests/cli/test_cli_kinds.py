"""`clean --remove`, `--keep`, `--profile`, `--keep-once`; kinds in blocks and explanations."""

import json
from collections.abc import Iterator
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from command_line import BY_TAGS, lines_file, records_of, sitesieve

from sitesieve import Kind, OutputOptions
from sitesieve.cleaning import methods
from sitesieve.errors import OutputError
from sitesieve.run import job as job_module
from sitesieve.run.job import Job
from sitesieve.sinks import Formatter, open_sink
from sitesieve.sources import Source
from sitesieve.sources.items import Item

PAGE = (
    "<title>{0}</title><nav><ul><li><a href=/>Home</a><li><a href=/news/>News</a>"
    "<li><a href=/shop/>Shop</a></ul></nav><main><h1>{0} at sea</h1>"
    "<p>The {0} was full this morning, and nobody could say why so many came at once.</p>"
    "<p>Old sailors, who have seen much, said that the {0} would turn before the evening.</p>"
    "</main><footer><p>© {1} Harbour Post Ltd. All rights reserved.</p></footer>"
)
NOTICE = "© 2020 Harbour Post Ltd. All rights reserved."


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Pages of two sites and one that fails."""
    names = "ship boat wind tide wave sail rope mast".split()
    records: list[dict[str, str] | str] = [
        {"url": f"https://{site}.example/{name}", "html": PAGE.format(name, 2020 + i)}
        for site in ("a", "b")
        for i, name in enumerate(names)
    ]
    records.insert(3, '{"url": broken')
    return lines_file(tmp_path_factory.mktemp("kinds") / "pages.jsonl", *records)


@pytest.fixture(scope="module")
def one(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("one") / "page.html"
    path.write_text(PAGE.format("ship", 2020))
    return path


def text_of(one: Path, *options: object) -> str:
    done = sitesieve("clean", one, "--output-format", "txt", *BY_TAGS, "-q", *options)
    assert done.code == 0, done.err
    return done.out.decode()


def test_kinds_are_removed_and_all_else_stays(one: Path) -> None:
    text = text_of(one, "--remove", "navigation,footer")
    assert "Home" not in text
    assert NOTICE not in text
    assert "Old sailors" in text


def test_kinds_are_kept_besides_what_the_method_keeps(one: Path) -> None:
    text = text_of(one, "--keep", "breadcrumbs", "--keep", "navigation")
    assert "Home" in text
    assert "Old sailors" in text


def test_a_profile_removes_what_its_task_does_not_want(one: Path) -> None:
    assert NOTICE in text_of(one, "--profile", "archive")
    text = text_of(one, "--profile", "clustering", "--keep", "navigation")
    assert "Old sailors" in text
    assert "Home" in text
    assert NOTICE not in text


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (("--remove", "adverts"), "no kind of block 'adverts'; there are content, decoration"),
        (("--remove", ""), "no kind of block ''"),
        (("--keep", "ads,menu"), "no kind of block 'menu'"),
        (("--remove", "ads", "--profile", "index"), "it excludes --remove"),
        (("--remove", "navigation", "--keep", "breadcrumbs"), "cannot be both kept and removed"),
        (("--keep", "footer", "--keep-once", "footer"), "kept on every page and once"),
        (("--keep-once", "footer"), "needs --site-cards FILE"),
        (("--site-cards", "x.jsonl"), "--site-cards goes with --keep-once"),
        (("--profile", "fun"), "'fun' is not one of 'clustering'"),
    ],
)
def test_what_means_nothing_is_refused(one: Path, options: tuple[str, ...], complaint: str) -> None:
    done = sitesieve("clean", one, *options)
    assert done.code == 2
    assert complaint in " ".join(done.err.split())
    assert done.out == b""


def test_removing_everything_leaves_empty_pages(pages: Path) -> None:
    everything = ",".join(Kind)
    done = sitesieve("clean", pages, "--remove", everything, *BY_TAGS, "-j", 1)
    assert done.code == 0
    assert {record["text"] for record in done.records} == {""}
    assert "16 pages with nothing left" in done.err


def test_blocks_have_kinds_in_parquet_too(one: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.parquet"
    assert sitesieve("clean", one, "--add", "blocks", "-o", out).code == 0
    (row,) = pq.read_table(out).to_pylist()
    notice = row["blocks"][-1]
    assert (notice["text"], notice["kind"]) == (NOTICE, "declaration")
    assert 0 < notice["confidence"] <= 1
    assert "kind" in json.loads(notice["evidence"])


def test_explain_says_what_each_block_is_and_why(one: Path) -> None:
    (told,) = sitesieve("explain", one, "--json").records
    (cleaned,) = sitesieve("clean", one, "--add", "blocks").records
    assert told["blocks"] == cleaned["blocks"]
    shown = sitesieve("explain", one).out.decode()
    [headline] = [line for line in shown.splitlines() if line.endswith("footer[1]/p[1]/text()[1]")]
    assert headline.split()[:2] == ["goes", "declaration"]
    assert headline.split()[2].endswith("%")
    assert "\n       declaration: " in shown or "\n       declaration rather than" in shown


def test_what_is_kept_once_stands_on_the_card_of_its_site(pages: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    options = ("--remove", "ads", "--keep-once", "footer")
    done = sitesieve("clean", pages, "-o", out, *options, "-j", 1)
    assert done.code == 0, done.err
    cards = records_of(tmp_path / "out.jsonl.sites.jsonl")
    assert [(card["site"], card["pages"]) for card in cards] == [("a.example", 8), ("b.example", 8)]
    for card in cards:
        [notice] = [t for t in card["declaration"] if "rights reserved" in t["text"]]
        url = f"https://{card['site']}/ship"
        assert notice == {"text": NOTICE, "pages": 8, "example_url": url}
    assert not any("rights reserved" in record["text"] for record in records_of(out))
    assert "out.jsonl.sites.jsonl" in "".join(done.err.split())


def test_cards_do_not_depend_on_the_number_of_processes(pages: Path, tmp_path: Path) -> None:
    once = frozenset({Kind.DECLARATION, Kind.DIRECTORY_GLOBAL})
    for jobs in (0, 2):
        job_of(Source([str(pages)]), tmp_path / str(jobs), once, jobs).run()
    same = [(tmp_path / str(jobs) / "cards.jsonl").read_bytes() for jobs in (0, 2)]
    assert same[0] == same[1]


def test_cards_go_to_the_file_named(pages: Path, tmp_path: Path) -> None:
    cards = tmp_path / "cards.jsonl"
    options = ("--keep-once", "footer", "--site-cards", cards, *BY_TAGS, "-j", 1)
    done = sitesieve("clean", pages, *options)
    assert len(done.records) == 16
    assert len(records_of(cards)) == 2
    clash = sitesieve("clean", pages, "-o", cards, *options)
    assert clash.code == 2
    assert "--output and --site-cards are the same file" in " ".join(clash.err.split())
    nowhere = sitesieve("clean", pages, *options, "--site-cards", tmp_path / "no" / "x.jsonl")
    assert nowhere.code == 1
    assert "does not exist" in nowhere.err


class Interrupted(Source):
    """A source at which somebody presses Ctrl-C after some items."""

    def __init__(self, location: Path, after: int) -> None:
        super().__init__([str(location)])
        self._after = after

    def __iter__(self) -> Iterator[Item]:
        for number, item in enumerate(super().__iter__()):
            if number == self._after:
                raise KeyboardInterrupt
            yield item


def job_of(source: Source, folder: Path, once: frozenset[Kind], jobs: int = 0) -> Job:
    folder.mkdir(exist_ok=True)
    return Job(
        *(source, methods.named("tag-filter")),
        *(open_sink(folder / "out.jsonl", "jsonl"), Formatter("jsonl")),
        jobs=jobs,
        output=OutputOptions(once=once),
        cards=folder / "cards.jsonl",
    )


@pytest.mark.parametrize("after", [1, 5, 12])
def test_cards_survive_an_interruption(
    pages: Path, tmp_path: Path, after: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(job_module, "_COMMIT_EVERY", -1.0)
    monkeypatch.setattr(job_module, "_SEAL_EVERY", 1)
    once = frozenset({Kind.DECLARATION})
    job_of(Source([str(pages)]), tmp_path / "a", once).run()
    with pytest.raises(KeyboardInterrupt):
        job_of(Interrupted(pages, after), tmp_path / "b", once).run()
    assert not (tmp_path / "b" / "cards.jsonl").exists()
    other = frozenset({Kind.CONSENT})
    with pytest.raises(OutputError, match="other inputs or settings"):
        job_of(Source([str(pages)]), tmp_path / "b", other).run(resume=True)
    job_of(Source([str(pages)]), tmp_path / "b", once).run(resume=True)
    for name in ("out.jsonl", "cards.jsonl"):
        assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes()
