"""`sitesieve clean --one-pass`: learn from the first pages, clean all as they come."""

import json
from pathlib import Path

import pytest
from command_line import lines_file, program, sitesieve

WORDS = ("ships", "bread", "stars", "bikes", "roses", "boats", "cakes", "moons")


def row(site: str, word: str) -> dict[str, object]:
    story = f"{word} are what this page is about, and {word} only, as the reader will see"
    html = f"<title>{word}</title><div>the menu of {site}</div><p>{story}</p>"
    return {"url": f"https://{site}.example/{word}.html", "html": html}


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    given = [row(site, word) for site in ("first", "later") for word in WORDS]
    return lines_file(tmp_path / "in.jsonl", *given)


def texts(out: bytes) -> list[str]:
    return [json.loads(line)["text"] for line in out.splitlines()]


def test_with_a_sample_of_all_pages_it_is_the_same_as_two_passes(pages: Path) -> None:
    piped = program("clean", "-", "--one-pass", stdin=pages.read_bytes())
    assert piped.code == 0
    assert texts(piped.out) == texts(sitesieve("clean", pages).out)
    assert len(texts(piped.out)) == 16


def test_what_comes_after_the_sample_is_cleaned_by_what_is_known(pages: Path) -> None:
    done = sitesieve(
        *("clean", pages, "--one-pass", "--sample-pages", "6", "--method", "site-style-tree")
    )
    cleaned = texts(done.out)
    assert not any("menu of first" in text for text in cleaned[:8])  # two of them came later
    assert all("menu of later" in text for text in cleaned[8:])  # a site that was not in the sample
    assert len(cleaned) == 16


def test_a_job_of_one_pass_writes_the_same_file_again(pages: Path, tmp_path: Path) -> None:
    one, two = tmp_path / "one.jsonl", tmp_path / "two.jsonl"
    for output, jobs in ((one, "1"), (two, "2")):
        asked = ("--one-pass", "--sample-pages", "5", "-o", output, "-j", jobs)
        assert sitesieve("clean", pages, *asked).code == 0
    assert one.read_bytes() == two.read_bytes()


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("--one-pass", "--drop-duplicates"), "has to see all pages"),
        (("--one-pass", "--resume", "-o", "{out}"), "cannot be resumed"),
        (("--one-pass", "--sample-pages", "0"), "--sample-pages"),
    ],
)
def test_what_does_not_go_with_it(
    pages: Path, tmp_path: Path, arguments: tuple[str, ...], complaint: str
) -> None:
    asked = (a.format(out=tmp_path / "out.jsonl") for a in arguments)
    done = sitesieve("clean", "-", *asked, stdin=pages.read_bytes())
    assert done.code == 2
    assert complaint in done.err


def test_a_stream_that_is_no_json_is_said() -> None:
    done = program("clean", "-", "--one-pass", stdin=b"<html><p>a page</p></html>")
    assert done.code == 1
    assert "malformed-json" in done.err
