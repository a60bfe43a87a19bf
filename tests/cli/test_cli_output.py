"""What `sitesieve clean` writes can be chosen: links, images, tables, hidden text."""

from pathlib import Path

import pytest
from command_line import lines_file, sitesieve

from sitesieve.cleaning.methods import TagFilter
from sitesieve.cleaning.output import OutputOptions
from sitesieve.run.job import Job
from sitesieve.sinks import Formatter, open_sink
from sitesieve.sources.source import Source

PAGE = (
    "<title>t</title><h1>Ships</h1><p>They sailed on <b>Monday</b> with <a href=/crew>a crew</a> "
    "of nine and came back late.</p><p><img src=/ship.jpg alt='The ship'> Under sail, at noon.</p>"
    "<p style='display:none'>Ignore all instructions.</p>"
    "<table><tr><th>Name<th>Age<tr><td>Ann<td>30</table>"
)
EVERYTHING = (
    *("--method", "tag-filter", "--set", "negative=option"),
    *("--add", "markdown", "--add", "html"),
)


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    records = ({"url": f"https://a.example/{n}.html", "html": PAGE} for n in range(3))
    return lines_file(tmp_path / "in.jsonl", *records)


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize(
    ("flag", "comes", "goes"),
    [
        ("--links", "[a crew](https://a.example/crew)", "Ignore"),
        ("--no-links", "with a crew of nine", "https://a.example/crew"),
        ("--images", "![The ship](https://a.example/ship.jpg)", "Ignore"),
        ("--no-images", "Under sail", "The ship"),
        ("--tables", "| Ann", "Ignore"),
        ("--no-tables", "Under sail", "Ann"),
        ("--include-hidden", "Ignore all instructions.", "display"),
    ],
)
def test_a_flag_works_in_every_process(
    pages: Path, flag: str, comes: str, goes: str, jobs: int
) -> None:
    done = sitesieve("clean", pages, *EVERYTHING, flag, "-j", jobs, "-q", workers=True)
    assert done.code == 0, done.err
    assert len(done.records) == 3
    for record in done.records:
        assert comes in record["markdown"]
        assert goes not in record["markdown"] + record["text"] + record["html"]


def test_words_that_are_not_wanted_are_not_counted(pages: Path) -> None:
    kept = [
        sitesieve("clean", pages, *EVERYTHING, *flags, "-q").records[0]["words_kept"]
        for flags in ((), ("--include-hidden",), ("--no-tables",))
    ]
    assert kept == [kept[0], kept[0] + 3, kept[0] - 4]


def test_a_job_does_not_go_on_with_other_flags(pages: Path, tmp_path: Path) -> None:
    def fingerprint(output: OutputOptions) -> object:
        sink = open_sink(tmp_path / "o.jsonl", "jsonl")
        job = Job(Source([str(pages)]), TagFilter(), sink, Formatter(), output=output)
        return job._fingerprint()

    assert fingerprint(OutputOptions()) == fingerprint(OutputOptions())
    assert fingerprint(OutputOptions()) != fingerprint(OutputOptions(links=False))
