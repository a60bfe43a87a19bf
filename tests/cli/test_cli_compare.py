"""`sitesieve compare`: all methods on the same pages."""

import json
from html.parser import HTMLParser
from pathlib import Path

import pytest
from command_line import lines_file, sitesieve

from sitesieve.cleaning.methods import METHODS, by_paper

WORDS = ("ships", "bread", "stars", "bikes", "roses")


def page(word: str, **more: object) -> dict[str, object]:
    story = f"{word} are what this page is about, and {word} only"
    html = f"<title>{word}</title><nav><a href=/>home</a> menu</nav><p>{story}</p>"
    return {"url": f"https://a.example/{word}.html", "html": html, "gold": story, **more}


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    return lines_file(tmp_path / "in.jsonl", *(page(word) for word in WORDS))


def test_every_method_and_none_are_compared(pages: Path) -> None:
    done = sitesieve("compare", pages, "--gold", "gold", "--json")
    assert done.code == 0
    figures = json.loads(done.out)
    assert figures["pages"] == 5
    assert list(figures["methods"]) == ["none", *METHODS]
    none, tree = figures["methods"]["none"], figures["methods"]["site-style-tree"]
    assert none["words_kept"] == 1
    assert none["recall"] == 1
    assert tree["f"] == tree["precision"] == 1
    assert tree["agreement"]["site-style-tree"] == 1
    # Of the 12 words of a page, "home" and "menu" are what the tree removes.
    assert tree["agreement"]["none"] == pytest.approx(tree["words_kept"])
    assert tree["words_kept"] == pytest.approx(10 / 12)


def test_without_gold_there_are_no_scores(pages: Path) -> None:
    figures = json.loads(sitesieve("compare", pages, "--json").out)
    assert "f" not in figures["methods"]["none"]


def test_methods_can_be_chosen(pages: Path) -> None:
    done = sitesieve("compare", pages, "--json", "--method", "tag-filter", "--method", "tag-filter")
    assert list(json.loads(done.out)["methods"]) == ["none", "tag-filter"]


def test_a_person_sees_a_table(pages: Path) -> None:
    done = sitesieve("compare", pages, "--gold", "gold")
    text = done.out.decode()
    assert "5 pages" in text
    assert "site-style-tree" in text
    assert "precision" in text
    assert "two methods judge alike" in text


class Fetched(HTMLParser):
    """What a page would fetch, and the elements it has."""

    def __init__(self) -> None:
        super().__init__()
        self.addresses: list[str] = []
        self.tags: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.addresses += [str(v) for name, v in attrs if name in ("src", "href")]


def test_the_report_is_one_page_that_needs_nothing_else(tmp_path: Path) -> None:
    evil = page("<script>alert(1)</script>", gold="x")
    lines = lines_file(tmp_path / "evil.jsonl", evil, *(page(word) for word in WORDS))
    report = tmp_path / "out.html"
    done = sitesieve("compare", lines, "--gold", "gold", "--report", report, "--show", "2")
    assert done.code == 0
    assert f"wrote {report}" in done.err.replace("\n", "")
    html = report.read_text()
    addresses = Fetched()
    addresses.feed(html)
    assert addresses.addresses == []
    assert "script" not in addresses.tags
    assert 'class="bars"' in html
    assert "ships are what this page is about" in html
    assert "bread are what this page is about" not in html  # the third page


def test_pages_to_be_shown_can_be_named(pages: Path, tmp_path: Path) -> None:
    report = tmp_path / "out.html"
    arguments = ("compare", pages, "--report", report, "--page")
    assert sitesieve(*arguments, "https://a.example/stars.html").code == 0
    assert "stars are what" in report.read_text()
    assert "ships are what" not in report.read_text()
    report.unlink()
    done = sitesieve(*arguments, "https://a.example/nowhere.html")
    assert (done.code, report.exists()) == (1, False)
    assert "not all of the pages" in done.err


def test_pages_that_fail_are_counted(tmp_path: Path) -> None:
    lines = lines_file(tmp_path / "in.jsonl", *(page(word) for word in WORDS), "{broken")
    done = sitesieve("compare", lines, "--json")
    assert json.loads(done.out)["failures"] == {"malformed-json": 1}


@pytest.mark.parametrize(
    ("arguments", "code", "complaint"),
    [
        (("{pages}", "--gold", "nothing"), 1, "nothing"),
        (("{pages}", "--page", "x"), 2, "--report"),
        (("{pages}", "--method", "magic"), 2, "magic"),
        (("{pages}", "--report", "{pages}/x.html"), 1, "x.html"),
        ((), 2, "Nothing to read"),
    ],
)
def test_what_cannot_be_done_is_said(
    pages: Path, arguments: tuple[str, ...], code: int, complaint: str
) -> None:
    done = sitesieve("compare", *(a.format(pages=pages) for a in arguments))
    assert done.code == code
    assert complaint in done.err
    assert "Traceback" not in done.err


def test_a_job_without_a_usable_page_is_an_error(tmp_path: Path) -> None:
    done = sitesieve("compare", lines_file(tmp_path / "bad.jsonl", "{"))
    assert done.code == 1
    assert "malformed-json" in done.err


def test_settings_of_each_method_and_two_of_one(pages: Path) -> None:
    names = ("site-style-tree", "site-style-tree:threshold=0,kinds=false")
    chosen = [argument for name in names for argument in ("--method", name)]
    figures = json.loads(sitesieve("compare", pages, "--json", *chosen).out)
    assert list(figures["methods"]) == [
        "none",
        names[0],
        "site-style-tree:threshold=0.0,kinds=false",
    ]


def test_a_setting_that_there_is_not_is_named(pages: Path) -> None:
    done = sitesieve("compare", pages, "--method", "tag-filter:speed=1")
    assert done.code == 2
    assert "tag-filter has the settings negative, positive." in done.err


def test_each_by_its_paper(pages: Path) -> None:
    figures = json.loads(sitesieve("compare", pages, "--json", "--paper").out)
    assert list(figures["methods"]) == ["none", *map(by_paper, METHODS)]
    assert "sieve" in figures["methods"]
