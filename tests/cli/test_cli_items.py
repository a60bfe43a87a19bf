"""`explain` and `learn --labels` for methods that judge images and links one by one."""

import re
import sys
from pathlib import Path
from unittest import mock

import pytest
from command_line import sitesieve

BANNER = (
    "<p>A story about ships.</p><div><a href='https://ads.b.example/click?id=1'>"
    "<img src='https://ads.b.example/banner.gif' width=468 height=60>{}</a></div>"
)


@pytest.fixture
def page(tmp_path: Path) -> Path:
    path = tmp_path / "page.html"
    path.write_text(BANNER.format("Buy ropes"))
    return path


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    folder = tmp_path / "pages"
    folder.mkdir()
    for n in range(20):
        word = "harbour" if n % 2 else "lotto"
        (folder / f"{n}.html").write_text(f"<a href=/{n}><img src=/{n}.gif alt={word}>{word}</a>")
    return folder


def table(path: Path, *more: str) -> Path:
    rows = [f"{n}.html,/{n}.gif,{'no' if n % 2 else 'yes'}" for n in range(20)]
    path.write_text("\n".join(("page,item,label", *rows, *more)) + "\n")
    return path


def test_explain_prints_the_rule_that_fired(page: Path) -> None:
    done = sitesieve("explain", page, "--method", "ad-images")
    shown = done.out.decode()
    assert done.code == 0
    address = re.escape("/html/body/div[1]/a[1]/text()[1]")
    assert re.search(rf"goes   advertisement \d+% +{address}\n", shown)
    assert "at least 1 advertising word in the link's address" in shown
    assert "https://ads.b.example/banner.gif: trained kept 0" in shown
    assert "width 468" in shown
    assert "  /html/body/p[1]/text()[1]\n       belongs to no image" in shown


def test_explain_shows_an_image_without_text_too(page: Path) -> None:
    page.write_text(BANNER.format(""))
    done = sitesieve("explain", page, "--method", "ad-images", "--json", "--show", "removed")
    [block] = done.records[0]["blocks"]
    assert block["address"] == "/html/body/div[1]/a[1]/img[1]"
    assert "advertising word" in block["reason"]
    assert block["evidence"]["height"] == 60


def test_explain_prints_rules_about_links(page: Path) -> None:
    page.write_text("<ul><li><a href=/>Home</a><li><a href=/b>B</a><li><a href=/c>C</a></ul>")
    shown = sitesieve("explain", page, "--method", "nepotistic-links").out.decode()
    assert "words a link in its list ≤" in shown
    assert "same host 1" in shown


def test_a_tree_is_trained_saved_and_used(pages: Path, tmp_path: Path) -> None:
    labels, model = table(tmp_path / "labels.csv"), tmp_path / "ads.sieve"
    train = ("learn", "--method", "ad-images", "--labels", labels, pages, "-o", model, "-j", 1)
    done = sitesieve(*train)
    assert done.code == 0, done.err
    assert "trained on 20 labelled items, 10 of them noise, of 20 pages" in done.err
    assert "goes  the alt text" in done.err
    assert "(10 of 10 noise)" in done.err
    cleaned = sitesieve("clean", pages, "--model", model, "-q", "-j", 1)
    assert sorted({record["text"] for record in cleaned.records}) == ["", "harbour"]
    first = model.read_bytes()
    assert sitesieve(*train, "-q").err == ""
    assert model.read_bytes() == first


def test_bad_rows_are_named_and_the_rest_is_used(pages: Path, tmp_path: Path) -> None:
    labels = table(tmp_path / "labels.csv", "3.html,/nope.gif,yes", "0.html,/0.gif,maybe", "x")
    done = sitesieve(
        *("learn", "--method", "ad-images", "--labels", labels, pages),
        *("-o", tmp_path / "m.sieve", "-j", 1),
    )
    assert done.code == 0
    assert "1 row not used: the page has no such item (line 22)" in done.err
    assert "1 row not used: the label is neither yes nor no (line 23)" in done.err
    assert "1 row not used: fields are missing (line 24)" in done.err


def test_labels_that_match_nothing_are_an_error_that_says_why(pages: Path, tmp_path: Path) -> None:
    labels = tmp_path / "labels.csv"
    labels.write_text("page,item,label\nother.html,/1.gif,yes\n")
    done = sitesieve(
        *("learn", "--method", "ad-images", "--labels", labels, pages),
        *("-o", tmp_path / "m.sieve", "-j", 1),
    )
    assert done.code == 1
    assert "labels of both kinds are needed: of 0 items" in done.err
    assert "the page is not among those read (line 2)" in done.err
    assert not (tmp_path / "m.sieve").exists()


def test_training_without_scikit_learn_says_what_to_install(pages: Path, tmp_path: Path) -> None:
    labels = table(tmp_path / "labels.csv")
    with mock.patch.dict(sys.modules, {"sklearn": None, "sklearn.tree": None}):
        done = sitesieve(
            *("learn", "--method", "ad-images", "--labels", labels, pages),
            *("-o", tmp_path / "m.sieve", "-j", 1),
        )
    assert done.code == 1
    assert (
        "training on labels needs an optional package: pip install 'sitesieve[mining]'" in done.err
    )


@pytest.mark.parametrize(
    ("arguments", "code", "complaint"),
    [
        (("--labels", "{labels}"), 2, "--labels goes with --method ad-images or nepotistic-links"),
        (("--method", "ad-images"), 2, "ad-images is trained on labels: --labels FILE"),
        (("--method", "ad-images", "--labels", "{labels}", "--prune"), 2, "exclude each other"),
        (("--method", "ad-images", "--labels", "{page}"), 1, "no column page, item, label"),
        (("--method", "ad-images", "--labels", "nowhere.csv"), 2, "nowhere.csv"),
        (
            ("--method", "ad-images", "--labels", "{labels}", "--set", "caption=-1"),
            2,
            "caption must be",
        ),
    ],
)
def test_what_does_not_fit_together_is_refused(
    page: Path, tmp_path: Path, arguments: tuple[str, ...], code: int, complaint: str
) -> None:
    labels = table(tmp_path / "labels.csv")
    filled = [argument.format(labels=labels, page=page) for argument in arguments]
    done = sitesieve("learn", page, "-o", tmp_path / "m.sieve", *filled)
    assert done.code == code
    assert complaint in " ".join(done.err.split())
