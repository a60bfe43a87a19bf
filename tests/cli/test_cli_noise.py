"""`sitesieve noise`: a census of what pages are made of."""

import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path

import pytest
from command_line import html, lines_file, sitesieve

from sample_web import generate
from sitesieve import Kind, Page
from sitesieve.cleaning.methods import Sieve
from sitesieve.run.census import name_blocks, take_census
from sitesieve.site.store import PageObservation
from sitesieve.sources import Source
from sitesieve.sources.items import Item


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Pages of two sample sites, one that has no text and a line that is no page."""
    sites = [site.pages[:8] for site in generate(size=0)[:2]]
    records: list[dict[str, str] | str] = [
        {"url": page.url, "html": page.html} for site in sites for page in site
    ]
    records += [{"url": "https://harbourpost.example/empty", "html": "<img src=x.png>"}, "{no"]
    return lines_file(tmp_path_factory.mktemp("census") / "pages.jsonl", *records)


@pytest.fixture(scope="module")
def census(pages: Path) -> dict[str, dict[str, object]]:
    out = pages.with_name("census.json")
    done = sitesieve("noise", pages, "-o", out, "-j", 1)
    assert (done.code, done.out) == (0, b"")
    assert "17 pages of 2 sites" in done.err
    assert "1 failed" in done.err
    data: dict[str, dict[str, object]] = json.loads(out.read_bytes())
    return data


def test_the_census_adds_up(census: dict[str, dict[str, object]]) -> None:
    whole, sites = census["overall"], list(census["sites"].values())
    assert census["failed"] == {"malformed-json": 1}
    assert [site["pages"] for site in sites] == [9, 8]  # type: ignore[index]
    for part in (whole, *sites):
        kinds = part["kinds"]  # type: ignore[index]
        assert sum(count["words"] for count in kinds.values()) == part["words"]  # type: ignore[index]
        assert sum(count["share"] for count in kinds.values()) == pytest.approx(1, abs=0.002)
        content = kinds["content"]["share"]
        assert part["noise_share"] == pytest.approx(1 - content, abs=0.001)  # type: ignore[index]
        for name, count in kinds.items():
            assert name in tuple(Kind)
            assert 0 < count["pages"] <= part["pages"]  # type: ignore[index]
            assert count["pages"] <= count["blocks"]
            assert 0 < count["confidence"] <= 1
            times = [example["times"] for example in count["examples"]]
            assert times == sorted(times, reverse=True)
            assert sum(times) <= count["blocks"]
            texts = [example["text"] for example in count["examples"]]
            assert 0 < len(texts) <= 5
            assert len(set(texts)) == len(texts)


def test_what_is_on_every_page_is_an_example(census: dict[str, dict[str, object]]) -> None:
    press = census["sites"]["harbourpost.example"]["kinds"]  # type: ignore[index]
    notice = press["declaration"]["examples"][0]
    assert "All rights reserved" in notice["text"]
    assert notice["times"] >= 6


def test_the_census_does_not_depend_on_the_number_of_processes(
    pages: Path, census: dict[str, object], tmp_path: Path
) -> None:
    out = tmp_path / "census.json"
    assert sitesieve("noise", pages, "-o", out, "-j", 2, "-q").code == 0
    assert json.loads(out.read_bytes()) == census


def test_tables_are_printed_for_each_site_and_for_all(pages: Path) -> None:
    done = sitesieve("noise", pages, "-j", 1, "-q", "--not-by-links", "--strict")
    shown = done.out.decode()
    assert (done.code, done.err) == (3, "")  # one page failed
    for expected in ("all 2 sites: 17 pages", "harbourpost.example: 9 pages", "shedandsky"):
        assert expected in shown
    assert "words are noise" in shown
    assert shown.count("page-recommendation") == 3


def test_pages_that_links_lead_to_are_compared_if_asked_for(pages: Path, tmp_path: Path) -> None:
    out = tmp_path / "census.json"
    options = ("-j", 1, "-q", "--not-by-links", "--by-targets")
    assert sitesieve("noise", pages, "-o", out, *options).code == 0
    kinds = json.loads(out.read_bytes())["sites"]["harbourpost.example"]["kinds"]
    compared = kinds["directory-global"]["targets"]
    assert compared["links"] > 0
    assert 0 <= compared["content"] < compared["style"] <= 1
    assert "targets" not in kinds["declaration"] or kinds["declaration"]["targets"]["links"]
    shown = sitesieve("noise", pages, *options).out.decode()
    assert "alike" in shown
    assert "alike" not in sitesieve("noise", pages, *options[:-1]).out.decode()


@pytest.mark.parametrize(("columns", "examples"), [(60, False), (80, False), (120, True)])
def test_numbers_are_whole_however_narrow_the_terminal_is(
    pages: Path, monkeypatch: pytest.MonkeyPatch, columns: int, examples: bool
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    shown = sitesieve("noise", pages, "-j", 1, "-q", "--by-targets").out.decode()
    rows = [line for line in shown.splitlines() if re.match(" con", line)]
    assert len(rows) >= 3
    for row in rows:
        assert re.match(r" [\w…-]+ +[\d,]+ +[\d,]+ +[\d.]+% +\d+%  [01]\.\d\d ", row)
        assert len(row) <= columns
    assert ("for example" in shown) is examples


class Checked(HTMLParser):
    """Notes what does not close, and what is fetched from elsewhere."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.fetched: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag != "meta":
            self.open.append(tag)
        self.fetched += [value or "" for name, value in attrs if name in ("src", "href")]

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_report_is_one_page_that_needs_nothing_else(pages: Path, tmp_path: Path) -> None:
    report, other = tmp_path / "report", tmp_path / "o.html"
    done = sitesieve("noise", pages, "--report", report, "-o", other, "-j", 1, "--examples", 2)
    assert (done.code, done.out) == (0, b"")
    text = report.read_text()
    assert text == other.read_text()
    checked = Checked()
    checked.feed(text)
    assert (checked.open, checked.fetched) == ([], [])
    for expected in ("Noise by kind", "shedandsky.example", "All rights reserved", 'class="bars"'):
        assert expected in text


def test_markup_in_texts_is_shown_and_not_obeyed(tmp_path: Path) -> None:
    evil = "<footer><p>© 2024 &lt;script&gt;alert(1)&lt;/script&gt; [bold]Ltd[/]</p></footer>"
    path = lines_file(
        tmp_path / "p.jsonl",
        *({"url": f"https://a.example/{n}", "html": html(f"t{n}") + evil} for n in range(3)),
    )
    report = tmp_path / "r.html"
    done = sitesieve("noise", path, "--report", report, "-j", 1)
    assert done.code == 0, done.err
    assert "<script" not in report.read_text()
    assert "[bold]" in report.read_text()


def test_a_saved_model_is_used(pages: Path, tmp_path: Path) -> None:
    model, out = tmp_path / "m.sieve", tmp_path / "c.json"
    assert sitesieve("learn", pages, "-o", model, "-q", "-j", 1).code == 0
    done = sitesieve("noise", pages, "--model", model, "-o", out, "-j", 1)
    assert done.code == 0, done.err
    phrases = tmp_path / "p.sieve"
    by_phrases = ("--method", "redundant-phrases", "-q", "-j", 1)
    assert sitesieve("learn", pages, "-o", phrases, *by_phrases).code == 0
    done = sitesieve("noise", pages, "--model", phrases)
    assert done.code == 2
    assert "knows nothing of sites" in " ".join(done.err.split())


def test_what_cannot_be_done_is_said(pages: Path, tmp_path: Path) -> None:
    done = sitesieve("noise", pages, "-o", tmp_path / "x.txt")
    assert (done.code, ".json or .html" in done.err) == (2, True)
    broken = lines_file(tmp_path / "b.jsonl", "{no", "{no")
    done = sitesieve("noise", broken, "-j", 1)
    assert done.code == 1
    assert "no page could be used (2 malformed-json)" in " ".join(done.err.split())


def test_a_page_of_one_paragraph_has_a_census(tmp_path: Path) -> None:
    path = tmp_path / "one.html"
    path.write_text("<p>x")
    out = tmp_path / "c.json"
    assert sitesieve("noise", path, "-o", out).code == 0
    assert json.loads(out.read_bytes())["overall"]["words"] == 1


def test_blocks_are_runs_of_one_kind_without_what_is_hidden() -> None:
    page = Page("https://a.example/", "<p>© 2024 A Ltd.</p><p hidden>© 2023 B</p><p>© 2025 C</p>")
    _, blocks = name_blocks(Sieve(), {}, page)
    for before, after in pairwise(blocks):
        assert before.kind != after.kind
    assert "B" not in " ".join(block.text for block in blocks)
    assert sum(block.words for block in blocks) == 5


def test_a_model_that_was_learned_is_not_taught_again(pages: Path) -> None:
    taught: list[str | None] = []

    class Watched(Sieve):
        def observe(self, page: Page, asked: bool = True) -> PageObservation:
            taught.append(page.url)
            return super().observe(page, asked)

    assert len(take_census(Watched(), Source([str(pages)]), learned=True).sites) == 2
    assert taught == []
    take_census(Watched(), Source([str(pages)]))
    assert len(taught) == 17


def test_ctrl_c_is_exit_code_130_and_leaves_nothing(
    pages: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(_: Source) -> Iterator[Item]:
        yield Page("https://a.example/", html("x"))
        raise KeyboardInterrupt

    monkeypatch.setattr(Source, "__iter__", interrupted)
    done = sitesieve("noise", pages, "-o", tmp_path / "c.json", "-j", 1)
    assert done.code == 130
    assert "interrupted: nothing was written" in done.err
    assert list(tmp_path.iterdir()) == []
