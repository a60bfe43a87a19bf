"""`sitesieve thresholds`: pages at several thresholds, and one that is kept."""

from pathlib import Path

import pytest
from command_line import BY_TREE, lines_file, sitesieve

WORDS = "ships bread stars bikes trains clouds roses lakes songs wolves".split()
BY_TREE_ALONE = ("--set", "kinds=false", "--set", "mend_lines=false")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    html = "<nav>menu</nav><p>note {0}</p><article>{0} old{0} red{0} big{0} far{0}</article>"
    rows = [{"url": f"http://a.example/{w}", "html": html.format(w)} for w in WORDS]
    lines_file(folder / "pages.jsonl", *rows)
    for name in ("sieve", "site-style-tree"):
        done = sitesieve(
            "learn", folder / "pages.jsonl", "-o", folder / f"{name}.sieve", "--method", name
        )
        assert done.code == 0
    return folder


def test_a_table_shows_what_goes_at_each_threshold(folder: Path) -> None:
    done = sitesieve("thresholds", folder / "pages.jsonl", "--at", "0.1,0.95", *BY_TREE_ALONE)
    assert done.code == 0, done.err
    shown = done.out.decode()
    assert "a.example: 10 pages, 80 words" in shown
    rows = [line.split() for line in shown.splitlines()]
    assert ["0.1", "87.5%", "10", "pages:", "menu"] in rows
    assert any(row[:2] == ["0.95", "62.5%"] for row in rows)
    assert "and 6 more" in shown


@pytest.mark.parametrize("model", ["sieve", "site-style-tree"])
def test_json_has_all_of_it_by_a_model_too(folder: Path, model: str) -> None:
    arguments = ("--model", folder / f"{model}.sieve", "--at", "0.1,0.95", "--json", "--pages", 2)
    done = sitesieve("thresholds", folder / "pages.jsonl", *arguments, *BY_TREE_ALONE)
    assert done.code == 0, done.err
    (trial,) = done.records
    assert trial["site"] == "a.example"
    assert [rung["words_kept"] for rung in trial["thresholds"]] == [14, 10]
    assert len(trial["pages"]) == 2
    assert [text["gone_from"] for text in trial["pages"][0]["texts"]] == [0.1, 0.95, None]


def test_the_report_has_the_pages_side_by_side(folder: Path, tmp_path: Path) -> None:
    report = tmp_path / "tried.html"
    done = sitesieve("thresholds", folder / "pages.jsonl", "--report", report, *BY_TREE_ALONE)
    assert done.code == 0, done.err
    page = report.read_text()
    assert "http://a.example/ships" in page
    assert (
        page.count("ships oldships redships bigships farships") >= 7
    )  # a column for each threshold
    assert "(auto)" in page
    assert "wrote" in done.err


def test_a_chosen_threshold_is_gone_by(folder: Path, tmp_path: Path) -> None:
    model = tmp_path / "site.sieve"
    model.write_bytes((folder / "sieve.sieve").read_bytes())

    def text() -> str:
        done = sitesieve(
            *("clean", folder / "pages.jsonl", "--model", model, *BY_TREE, *BY_TREE_ALONE)
        )
        assert done.code == 0, done.err
        return str(done.records[0]["text"])

    assert "note" not in text()
    done = sitesieve("thresholds", "--model", model, "--choose", "a.example=0.5")
    assert (done.code, done.err.strip()) == (0, "sitesieve: the threshold of a.example is 0.5")
    assert "note" in text()
    assert "threshold 0.50 (chosen by a person)" in sitesieve("describe", model).out.decode()
    assert sitesieve("thresholds", "--model", model, "--choose", "a.example=auto").code == 0
    assert "note" not in text()


def test_the_letter_of_the_thesis(folder: Path) -> None:
    arguments = ("thresholds", folder / "pages.jsonl", "--paper", "--json", "--at", "0.1")
    done = sitesieve(*arguments)
    assert done.code == 0, done.err
    (trial,) = done.records
    assert trial["thresholds"][0]["words_kept"] == 60  # "note" is locally noisy
    assert sitesieve(*arguments, "--set", "leaf_height=9").records[0]["words"] == 80


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--choose", "a.example=0.5"), "name it with --model"),
        (("--model", "{}", "--choose", "a.example"), "SITE=N, N from 0 to 1"),
        (("--model", "{}", "--choose", "a.example=2"), "from 0 to 1, not 2"),
        (("--model", "{}", "--choose", "b.example=0.5"), "no model of 'b.example'"),
        (("pages", "--model", "{}", "--choose", "a.example=0.5"), "with --model alone"),
        (("pages", "--model", "{}", "--paper"), "no --paper"),
        (("pages", "--at", "0.1,x"), "numbers from 0 to 1"),
        (("pages", "--set", "gamma=7"), "gamma must be from 0 to 1"),
        ((), "Nothing to read"),
    ],
)
def test_what_is_asked_wrongly_is_refused(
    folder: Path, arguments: tuple[str, ...], message: str
) -> None:
    model, pages = folder / "site-style-tree.sieve", folder / "pages.jsonl"
    given = [str(pages) if a == "pages" else a.format(model) for a in arguments]
    done = sitesieve("thresholds", *given)
    assert done.code == 2
    assert message in done.err


def test_pages_of_other_sites_cannot_be_tried(folder: Path, tmp_path: Path) -> None:
    other = lines_file(tmp_path / "b.jsonl", {"url": "http://b.example/", "html": "<p>x"})
    done = sitesieve("thresholds", other, "--model", folder / "sieve.sieve")
    assert done.code == 1
    assert "none of the pages is of a site" in done.err
    for model in ((), ("--model", folder / "sieve.sieve")):
        done = sitesieve("thresholds", folder / "pages.jsonl", "--site", "b.example", *model)
        assert done.code == 1
        assert "no site 'b.example'; it has a.example" in done.err
