"""`sitesieve experiment`: from labelled pages to tables, JSON and a page of plots."""

import json
import re
from dataclasses import asdict
from pathlib import Path
from unittest import mock

import pytest
from command_line import lines_file, sitesieve

from sitesieve.mining.inputs import ALL_TASKS
from sitesieve.mining.settings import MiningSettings
from sitesieve.report.html import histograms

TOPICS = {"ships": "sail mast hull harbour", "bread": "dough oven flour crust"}


def html(site: str, topic: str, number: int) -> str:
    return f"<nav><a href=/>menu</a> of {site}</nav><p>{TOPICS[topic]} story{number}</p>"


def rows(sites: str = "abc", **more: object) -> list[dict[str, object]]:
    return [
        {
            "url": f"https://x.example/{site}/{topic}{n}",
            "html": html(site, topic, n),
            "site": site,
            "label": topic,
            **more,
        }
        for site in sites
        for topic in TOPICS
        for n in range(3)
    ]


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    return lines_file(tmp_path / "in.jsonl", *rows())


FEW = ("--runs", "5", "--input", "none", "--input", "tag-filter")
QUICK = ("--runs", "2", "--input", "none", "--task", "k-means")


def test_tables_for_a_person(pages: Path) -> None:
    done = sitesieve("experiment", pages, *FEW)
    assert done.code == 0
    text = done.out.decode()
    for heading in (
        "18 pages",
        "k-means, 5 runs",
        *(f"F scores of the SVM, configuration {n}" for n in (1, 2, 3)),
        *(f"accuracies of the SVM, configuration {n}" for n in (1, 2, 3)),
        "F scores of naive Bayes",
        "averages",
        "products (thesis): none",
    ):
        assert heading in text
    assert re.search(r"average +\.?\d", text)
    assert "F scores of the SVM" not in sitesieve("experiment", pages, *FEW, "--brief").out.decode()


def test_json_has_all_figures(pages: Path, tmp_path: Path) -> None:
    output = tmp_path / "out.json"
    done = sitesieve("experiment", pages, *FEW, "--json", "-o", output)
    figures = json.loads(done.out)
    assert figures == json.loads(output.read_text())
    assert figures["settings"]["runs"] == 5
    (group,) = figures["experiments"]
    assert group["pages_by_class_and_site"]["ships"] == {"a": 3, "b": 3, "c": 3}
    none, tags = group["results"]
    assert len(tags["k_means"]["scores"]) == 5
    assert tags["svm"]["3"]["f"] == 1
    assert tags["svm"]["3"]["pairs"][0][:2] == ["bread", "ships"]
    assert none["words"] > tags["words"]
    assert not output.with_name("out.json.part").exists()


def test_the_report_is_one_page_with_all_in_it(pages: Path, tmp_path: Path) -> None:
    report = tmp_path / "out.html"
    assert sitesieve("experiment", pages, *FEW, "--report", report).code == 0
    page = report.read_text()
    assert page.count("<svg") >= 3
    assert not re.search(r"""(src|href)=["']?https?:""", page)
    inside = re.search(r'<script type="application/json" id="results">(.*?)</script>', page, re.S)
    assert inside is not None
    assert json.loads(inside[1])["settings"]["seed"] == 0
    assert "sitesieve experiment" in page


def test_hostile_names_do_no_harm_in_the_report(tmp_path: Path) -> None:
    bad = "</script><script>alert(1)</script>"
    given = rows()
    for row in given:
        row["label"] = f"{row['label']}{bad}"
    pages, report = lines_file(tmp_path / "in.jsonl", *given), tmp_path / "out.html"
    assert sitesieve("experiment", pages, *FEW, "--report", report).code == 0
    assert "<script>alert" not in report.read_text()


def test_names_are_shown_as_they_are(tmp_path: Path) -> None:
    given = rows()
    for row in given:
        row["label"] = f"[bold]{row['label']}\x1b[31m"
    done = sitesieve("experiment", lines_file(tmp_path / "in.jsonl", *given), *FEW)
    assert "[bold]ships" in done.out.decode()
    assert b"\x1b[31m" not in done.out


def test_the_settings_of_reading_must_be_the_same_to_go_on(pages: Path, tmp_path: Path) -> None:
    output = tmp_path / "out.json"
    part = tmp_path / "out.json.part"
    asked = ("experiment", pages, *QUICK, "--json", "-o", output, "-q")
    with mock.patch("sitesieve.run.experimenting.worked", side_effect=KeyboardInterrupt):
        assert sitesieve(*asked).code == 130
    assert part.exists()
    other = sitesieve(*asked, "--resume", "--max-depth", "7")
    assert other.code == 1
    assert "other inputs or settings" in other.err
    done = sitesieve(*asked, "--resume")
    assert done.code == 0
    output.unlink()
    assert sitesieve(*asked).out == done.out


def test_folders_of_sites_and_classes(tmp_path: Path) -> None:
    for row in rows():
        path = tmp_path / "web" / str(row["site"]) / str(row["label"]) / f"{row['url']}"[-1:]
        path.parent.mkdir(parents=True, exist_ok=True)
        path.with_suffix(".html").write_text(str(row["html"]))
    done = sitesieve("experiment", tmp_path / "web", *QUICK, "--json")
    (group,) = json.loads(done.out)["experiments"]
    assert group["pages_by_class_and_site"]["bread"] == {"a": 3, "b": 3, "c": 3}


def test_several_experiments_in_one_file(tmp_path: Path) -> None:
    given = [*rows("ab", experiment="one"), *rows("cde", experiment="two")]
    pages = lines_file(tmp_path / "in.jsonl", *given)
    both = json.loads(sitesieve("experiment", pages, *QUICK, "--json").out)
    assert [group["name"] for group in both["experiments"]] == ["one", "two"]
    done = sitesieve("experiment", pages, *QUICK, "--json", "--experiment", "two")
    assert [group["name"] for group in json.loads(done.out)["experiments"]] == ["two"]
    done = sitesieve("experiment", pages, *QUICK, "--experiment", "three")
    assert done.code == 1
    assert "all 30 pages are of other experiments" in done.err


def test_pages_without_a_class_are_said_and_the_rest_runs(tmp_path: Path) -> None:
    given = rows()
    for row in given[1:3]:
        del row["label"]
    done = sitesieve("experiment", lines_file(tmp_path / "in.jsonl", *given), *QUICK, "--json")
    assert done.code == 0
    assert "2 of 18 pages have no class" in json.loads(done.out)["remarks"][0]
    assert json.loads(done.out)["experiments"][0]["pages"] == 16


@pytest.mark.parametrize(
    ("arguments", "code", "complaint"),
    [
        (("{in}", "--label", "topic"), 1, "has no 'topic'; it has url, html, site, label"),
        (("{in}", "--split-by", "topic"), 1, "has no 'topic'"),
        (("{in}", "--label", "site"), 0, ""),
        (("{in}", "--runs", "0"), 2, "--runs"),
        (("{in}", "--input", "magic"), 2, "magic"),
        (("{in}", "--resume"), 2, "--resume goes with"),
        (("{in}", "--experiment", "one"), 2, "--split-by"),
        (("{in}", "-o", "{out}", "--report", "{out}"), 2, "same file"),
        (("{in}", "-o", "{out}/no/such.json"), 1, "such.json"),
        (("nowhere.jsonl",), 1, "no such file"),
        ((), 2, "Nothing to read"),
    ],
)
def test_what_cannot_be_done_is_said(
    pages: Path, tmp_path: Path, arguments: tuple[str, ...], code: int, complaint: str
) -> None:
    names = {"in": str(pages), "out": str(tmp_path / "out")}
    few = ("--input", "none") if "--input" not in arguments else ()
    runs = ("--runs", "2") if "--runs" not in arguments else ()
    done = sitesieve("experiment", *(a.format(**names) for a in arguments), *few, *runs)
    assert done.code == code
    assert complaint in done.err
    assert "Traceback" not in done.err


def test_the_sample_web_as_one_file(tmp_path: Path) -> None:
    path = tmp_path / "web.jsonl"
    assert sitesieve("sample", "--jsonl", path).code == 0
    first = json.loads(path.read_text().splitlines()[0])
    assert {"url", "html", "site", "topic", "main_text", "language"} <= first.keys()
    done = sitesieve(
        *("experiment", path, "--label", "topic", "--split-by", "language", "--experiment", "en"),
        *(*FEW, "--task", "svm", "--json"),
    )
    result = json.loads(done.out)["experiments"][0]["results"][1]
    assert result["svm"]["1"]["f"] > 0.8
    assert "k_means" not in result


def test_an_input_may_bring_its_settings(pages: Path) -> None:
    names = ("structure-tree", "structure-tree:paper,power=2.0", "tag-filter:negative=nav")
    chosen = [argument for name in names for argument in ("--input", name)]
    done = sitesieve("experiment", pages, "--json", "--runs", 2, "--task", "k-means", *chosen)
    (group,) = json.loads(done.out)["experiments"]
    assert [result["input"] for result in group["results"]] == list(names)


@pytest.mark.parametrize("name", ["none:paper", "trafilatura:x=1", "structure-tree:speed=1"])
def test_settings_that_there_are_not_are_named(pages: Path, name: str) -> None:
    done = sitesieve("experiment", pages, "--input", name)
    assert done.code == 2
    assert "settings" in done.err


def test_to_the_letter_of_the_thesis(pages: Path, tmp_path: Path) -> None:
    report = tmp_path / "out.html"
    done = sitesieve("experiment", pages, "--paper", "--runs", "3", "--json", "--report", report)
    figures = json.loads(done.out)
    assert figures["settings"]["tasks"] == ["k-means", "svm"]
    mining = figures["settings"]["mining"]
    assert (mining["loss"], mining["c"], mining["f"], mining["unit"]) == (
        "hinge",
        0,
        "first",
        False,
    )
    bases = [name.partition(":")[0] for name in figures["inputs"]]
    assert bases == ["none", "pagelet-templates", "site-style-tree", "structure-tree"]
    assert figures["inputs"][3] == "structure-tree:paper"
    (group,) = figures["experiments"]
    claims = {finding["claim"]: finding for finding in group["findings"]}
    assert set(claims["For clustering W is best, then S, then T"]) == {
        *("section", "claim", "verdict", "figures", "against", "in_thesis"),
    }
    assert figures["thesis"]["products"]["svm"]["1"][0][:3] == ["camera", "mobile", 0.9829]
    page = report.read_text()
    for shown in (
        "Which findings of the thesis hold here",
        "For clustering W is best, then S, then T",
        "How many of the runs have which F",
        *(f"Thesis, table 5-{n}:" for n in range(1, 17)),
        "The SVM by configuration: F, then accuracy",
    ):
        assert shown in page
    text = sitesieve("experiment", pages, "--paper", "--runs", "3").out.decode()
    assert "For clustering W is best, then S, then T (§5.4, conclusion 2)" in " ".join(text.split())


def test_histograms_count_runs_in_bins() -> None:
    drawn = histograms(["<none>", "tree"], [[0.0, 0.04, 0.5, 1.0], [0.95]])
    assert drawn.count("<svg") == 2
    assert "&lt;none&gt;" in drawn
    assert "0 to 0.05: 50.0%" in drawn
    assert "0.5 to 0.55: 25.0%" in drawn
    assert "0.95 to 1: 25.0%" in drawn  # 1 belongs to the last
    assert "0.95 to 1: 100.0%" in drawn
    assert histograms(["none"], [[]]).count("<rect") == 0


def test_random_sets_beside_those_of_das(pages: Path, tmp_path: Path) -> None:
    few = ("--set", "set_share=1", "--set", "sets=2")
    asked = ("experiment", pages, "--task", "gaussian-bayes", *few)
    report = tmp_path / "out.html"
    figures = json.loads(sitesieve(*asked, "--paper", "--json", "--report", report).out)
    assert "figures 6 and 7" in report.read_text()
    assert figures["inputs"] == ["field-words:paper", "field-words:paper,pruned=true"]
    (group,) = figures["experiments"]
    before, after = (result["gaussian_bayes"] for result in group["results"])
    assert len(before["sets"]) == len(after["sets"]) == 2
    assert after["f"] == pytest.approx(sum(f for f, _, _ in after["sets"]) / 2)
    assert "svm" not in group["results"][0]
    text = sitesieve(*asked, "--brief").out.decode()
    assert "naive Bayes with normal distributions" in text
    assert re.search(r"average .*\.696", text)


def test_figures_of_das_stand_beside_ours_on_a_narrow_terminal(
    pages: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    inputs = ("none", "tag-filter", "field-words:paper,pruned=true", "pagelet-templates")
    named = [part for name in inputs for part in ("--input", name)]
    asked = ("experiment", pages, "--task", "gaussian-bayes", "--set", "sets=2", *named)
    text = sitesieve(*asked).out.decode()
    assert max(map(len, text.splitlines())) <= 80
    headings = [line for line in text.splitlines() if line.startswith("  set ")]
    assert len(headings) == 4  # F and accuracy, in two parts each
    assert all(re.search(r"[a-z] +before +after *$", line) for line in headings)
    averages = re.findall(r"average .*(\.\d+ +\.\d+) *\n", text)
    assert [line.split() for line in averages] == [[".696", ".914"]] * 2 + [[".792", ".940"]] * 2
    assert "(thesis)" not in text  # which has no such figures


def test_the_thesis_stands_below_ours_in_every_part_of_a_table(
    pages: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    text = sitesieve("experiment", pages, *FEW, "--brief").out.decode()
    parts = re.split(r"^averages.*$", text, flags=re.MULTILINE)[1:]
    assert len(parts) > 1
    assert all("products (thesis): none" in part for part in parts)


def test_settings_of_mining(pages: Path) -> None:
    asked = ("experiment", pages, *QUICK, "--json")
    figures = json.loads(sitesieve(*asked, "--set", "iterations=5", "--set", "unit=false").out)
    assert figures["settings"]["mining"]["iterations"] == 5
    assert figures["settings"]["mining"]["unit"] is False
    for wrong, complaint in {
        "kernel=rbf": "goes with the loss hinge",
        "depth=3": "mining has the settings unit, init",
        "c=much": "c: a number",
    }.items():
        done = sitesieve(*asked, "--set", wrong)
        assert done.code == 2
        assert complaint in " ".join(done.err.split())


@pytest.mark.parametrize(
    ("task", "settings", "complaint"),
    [
        ("svm", ("gamma=3",), "gamma goes with the kernel rbf, not linear"),
        ("svm", ("loss=hinge", "kernel=rbf", "degree=2"), "kernel polynomial, not rbf"),
        ("svm", ("iterations=5",), "iterations is a setting of the task k-means"),
        ("k-means", ("c=3",), "c is a setting of the task svm"),
        ("naive-bayes", ("unit=false",), "unit is a setting of the task k-means or svm"),
        *(
            ("svm", (setting,), "is a setting of the task gaussian-bayes")
            for setting in ("sets=3", "set_classes=3", "set_share=0.3")
        ),
    ],
)
def test_settings_that_would_change_nothing_are_refused(
    pages: Path, task: str, settings: tuple[str, ...], complaint: str
) -> None:
    assigned = [part for setting in settings for part in ("--set", setting)]
    done = sitesieve("experiment", pages, "--task", task, *assigned)
    assert done.code == 2
    assert complaint in " ".join(done.err.replace("│", " ").split())


def test_every_setting_of_mining_has_a_task() -> None:
    rbf = MiningSettings(loss="hinge", kernel="rbf")
    rbf.check_used(asdict(rbf).keys() - {"degree"}, ALL_TASKS)
    MiningSettings(loss="hinge", kernel="polynomial").check_used(["degree"], ALL_TASKS)
