"""`sitesieve explain` and `describe`: why a block goes, and what a model knows."""

import io
import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from command_line import BY_TREE, html, lines_file, plain_environment, program, sitesieve

from sample_web import generate, write
from sitesieve.cleaning.methods import TagFilter

BY_PHRASES = ("--method", "redundant-phrases")


@pytest.fixture(scope="module")
def web(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files of two sample sites, and models of both, of one, and by another method."""
    folder = tmp_path_factory.mktemp("web")
    for name, sites in (("one", generate(size=0)[:1]), ("two", generate(size=0)[:2])):
        write(folder / name, sites)
        learned = sitesieve("learn", folder / name, "-o", folder / f"{name}.sieve", *BY_TREE)
        assert learned.code == 0
    phrases = folder / "phrases.sieve"
    assert sitesieve("learn", folder / "one", "-o", phrases, *BY_PHRASES, "-q").code == 0
    TagFilter().save(folder / "tags.sieve")
    return folder


@pytest.fixture(scope="module")
def page(web: Path) -> Path:
    return max((web / "one").rglob("*.html"), key=lambda path: path.stat().st_size)


def changed(model: Path, to: Path, member: str, change: Callable[[bytes], bytes]) -> Path:
    """A model file with one member changed."""
    with zipfile.ZipFile(model) as old, zipfile.ZipFile(to, "w") as new:
        assert member in old.namelist()
        for name in old.namelist():
            content = old.read(name)
            new.writestr(name, change(content) if name == member else content)
    return to


def header_with(**more: Any) -> Callable[[bytes], bytes]:
    return lambda content: json.dumps(json.loads(content) | more).encode()


def shortened(content: bytes) -> bytes:
    column = io.BytesIO()
    np.save(column, np.load(io.BytesIO(content))[..., :-1])
    return column.getvalue()


def test_a_page_is_explained_block_by_block_on_standard_output(web: Path, page: Path) -> None:
    done = program("explain", page, "--model", web / "one.sieve", env=plain_environment())
    shown = done.out.decode()
    assert (done.code, done.err) == (0, "")
    assert shown.startswith(page.name)
    assert "words stay; the model recognises 100% of the page" in shown
    assert "\x1b" not in shown
    for expected in ("\nstays  ", "\ngoes   ", "of 35 pages", "style entropy", "word entropy"):
        assert expected in shown
    assert "importance" in shown
    assert "threshold" in shown


def test_a_page_by_itself_is_explained_as_it_is_cleaned_without_a_model_of_it(page: Path) -> None:
    explained = sitesieve("explain", page, "--json")
    (record,), (cleaned,) = explained.records, sitesieve("clean", page).records
    assert (explained.code, explained.err, record["fit"]) == (0, "", None)
    assert record["words_kept"] == cleaned["words_kept"]
    assert "other pages" not in str([block["reason"] for block in record["blocks"]])


def test_the_json_of_a_page_has_addresses_verdicts_and_evidence(web: Path, page: Path) -> None:
    done = sitesieve("explain", page, "--model", web / "one.sieve", "--json")
    (record,) = done.records
    assert (done.code, done.err) == (0, "")
    assert 0 < record["words_kept"] < record["words_before"]
    assert record["fit"] == 1
    in_tree = [block for block in record["blocks"] if "path" in block["evidence"]]
    assert {"pages", "of", "style_entropy", "word_entropy", "threshold"} <= set(
        in_tree[0]["evidence"]
    )
    assert all(block["address"].startswith("/html/") for block in record["blocks"])
    for block in in_tree:
        if not block["keep"] and block["reason"].startswith("importance"):
            assert block["importance"] <= block["evidence"]["threshold"] + 1e-4


def test_the_explanation_agrees_with_what_clean_does(web: Path, page: Path) -> None:
    model = ("--model", web / "one.sieve")
    (told,) = sitesieve("explain", page, *model, "--json").records
    (cleaned,) = sitesieve("clean", page, *model, "--add", "blocks").records
    assert told["words_kept"] == cleaned["words_kept"]
    assert told["blocks"] == cleaned["blocks"]


def test_kept_and_removed_blocks_are_shown_apart_and_together_are_all(
    web: Path, page: Path
) -> None:
    arguments = ("explain", page, "--model", web / "one.sieve", "--json")
    every = sitesieve(*arguments).records[0]["blocks"]
    kept = sitesieve(*arguments, "--show", "kept").records[0]["blocks"]
    removed = sitesieve(*arguments, "--show", "removed").records[0]["blocks"]
    assert kept == [block for block in every if block["keep"]]
    assert removed == [block for block in every if not block["keep"]]
    assert kept
    assert removed
    text = sitesieve("explain", page, "--model", web / "one.sieve", "--show", "kept").out
    assert b"\nstays  " in text
    assert b"\ngoes  " not in text


def test_a_page_from_standard_input_is_taken_to_be_of_the_one_site_known(
    web: Path, page: Path
) -> None:
    arguments = ("--model", web / "one.sieve", "--json")
    named = sitesieve("explain", page, *arguments)
    piped = sitesieve("explain", "-", *arguments, stdin=page.read_bytes())
    assert piped.code == 0
    assert piped.records[0]["blocks"] == named.records[0]["blocks"]


def test_a_page_of_a_site_not_known_is_judged_alone_unless_the_site_is_named(
    web: Path, page: Path
) -> None:
    arguments = ("explain", "-", "--model", web / "two.sieve", "--json")
    alone = sitesieve(*arguments, stdin=page.read_bytes()).records[0]
    assert alone["fit"] is None
    assert all("no other page of the site is known" in b["reason"] for b in alone["blocks"])
    site = generate(size=0)[0].name
    named = sitesieve(*arguments, "--site", site, stdin=page.read_bytes()).records[0]
    assert (named["site"], named["fit"]) == (site, 1)
    assert named["words_kept"] < alone["words_kept"]


def test_a_site_that_the_model_does_not_know_is_named(web: Path, page: Path) -> None:
    done = sitesieve("explain", page, "--model", web / "two.sieve", "--site", "nope.example")
    assert "nope.example" in done.err


def test_without_a_model_the_pages_named_are_learned_from_first(tmp_path: Path) -> None:
    pages = (
        {"url": f"https://a.example/{word}", "html": f"<nav>Menu {n}</nav>{html(word)}"}
        for n, word in enumerate("tea salt rice bread".split())
    )
    lines = lines_file(tmp_path / "in.jsonl", *pages)
    done = sitesieve("explain", lines, "--json", *BY_TREE)
    assert done.code == 0
    assert len(done.records) == 4
    assert all(record["fit"] == 1 for record in done.records)
    fixed = sitesieve("explain", lines, "--json", *BY_TREE, "--set", "threshold=0")
    kept = [sum(record["words_kept"] for record in run.records) for run in (done, fixed)]
    assert kept[0] < kept[1]


def test_other_methods_are_explained_too(web: Path, page: Path) -> None:
    for chosen in (("--model", web / "phrases.sieve"), ("--method", "tag-filter")):
        done = sitesieve("explain", page, *chosen)
        assert done.code == 0
        assert b"words stay\n" in done.out
        assert b"goes  " in done.out


def test_pages_that_fail_are_named_and_the_others_explained(web: Path, tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text(html("fine"))
    (tmp_path / "b.html").write_bytes(b"")
    done = sitesieve("explain", tmp_path, "--model", web / "one.sieve", "--json")
    assert (done.code, len(done.records)) == (0, 1)
    assert "b.html: empty" in done.err
    done = sitesieve("explain", tmp_path / "b.html", "--model", web / "one.sieve")
    assert (done.code, done.out) == (1, b"")
    assert "sitesieve: error: no page could be used" in done.err


@pytest.mark.parametrize(
    ("arguments", "code", "complaint"),
    [
        (("explain",), 2, "Nothing to read"),
        (("explain", "{page}", "--show", "some"), 2, "--show"),
        (
            ("explain", "{page}", "--model", "{web}/one.sieve", "--method", "tag-filter"),
            *(2, "which tag-filter cannot use"),
        ),
        (("explain", "{page}", "--set", "colour=red"), 2, "has the settings"),
        (("explain", "nowhere.html"), 1, "no such file or folder: nowhere.html"),
        (("explain", "{page}", "--model", "nowhere.sieve"), 1, "no such model: nowhere.sieve"),
        (("explain", "{page}", "--model", "{page}"), 1, "is not a sitesieve model"),
        (("describe",), 2, "MODEL"),
        (("describe", "nowhere.sieve"), 1, "no such model: nowhere.sieve"),
        (("describe", "{page}"), 1, "is not a sitesieve model"),
        (("describe", "{web}"), 1, "cannot read"),
        (("describe", "{web}/tags.sieve"), 1, "tag-filter, which learns nothing of sites"),
        (
            ("describe", "{web}/phrases.sieve", "--thresholds"),
            *(1, "redundant-phrases, which has no ladder of thresholds"),
        ),
        (("describe", "{web}/one.sieve", "--site", "nope"), 1, "harbourpost.example"),
        (("describe", "{web}/one.sieve", "{page}"), 1, "site-style-tree, which has no filter"),
        (("describe", "{web}/one.sieve", "--nonsense"), 2, "No such option"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_line(
    web: Path, page: Path, arguments: tuple[str, ...], code: int, complaint: str
) -> None:
    done = sitesieve(*(argument.format(web=web, page=page) for argument in arguments))
    assert (done.code, done.out) == (code, b"")
    assert complaint in done.err
    if code == 1:
        assert done.err.startswith("sitesieve: error: ")
        assert done.err.count("\n") == 1


def test_each_design_of_a_site_is_described_by_itself(tmp_path: Path) -> None:
    """The site of the sample web that was redesigned half-way."""
    site = next(site for site in generate() if site.name == "tinkerfolk.example")
    pages = lines_file(tmp_path / "p.jsonl", *({"url": p.url, "html": p.html} for p in site.pages))
    model = tmp_path / "m.sieve"
    assert sitesieve("learn", pages, "-o", model, "-q").code == 0
    shown = sitesieve("describe", model).out.decode()
    assert "2 designs, each with a tree of its own" in shown
    designs = sitesieve("describe", model, "--designs").out.decode()
    assert "tinkerfolk.example, design 1: 36 pages" in designs
    assert "tinkerfolk.example, design 2: 24 pages" in designs
    told = sitesieve("describe", model, "--designs", "--json").out.splitlines()
    assert [(row["design"], row["pages"]) for row in map(json.loads, told)] == [(1, 36), (2, 24)]
    assert [
        d["pages"] for d in json.loads(sitesieve("describe", model, "--json").out)["designs"]
    ] == [36, 24]
    assert sitesieve("describe", model, "--designs", "--thresholds").code == 2
    one = (*BY_TREE, "--model", model, "--set", "designs=false")
    texts = [sitesieve("clean", pages, *options).out for options in (one[:-2], one)]
    assert texts[0] != texts[1]


def test_a_model_is_described_for_people(web: Path) -> None:
    done = sitesieve("describe", web / "two.sieve")
    shown = done.out.decode()
    assert (done.code, done.err) == (0, "")
    for site in generate(size=0)[:2]:
        assert f"{site.name}: 35 pages, " in shown
    for expected in ("templates", "of the words", "largest shared blocks", "the tree", "  goes  "):
        assert shown.count(expected) >= 2


def test_a_model_of_another_method_is_described_in_its_own_words(web: Path) -> None:
    site = generate(size=0)[0].name
    shown = sitesieve("describe", web / "phrases.sieve").out.decode()
    assert shown.startswith(f"{site}: ")
    assert "whose pages repeat" in shown
    (record,) = sitesieve("describe", web / "phrases.sieve", "--json").records
    assert f"{site}: {len(record['paths']):,} paths, whose" in shown


def test_one_site_of_several_is_described(web: Path) -> None:
    site = generate(size=0)[1].name
    done = sitesieve("describe", web / "two.sieve", "--site", site)
    assert done.out.decode().startswith(f"{site}: 35 pages")
    assert b"harbourpost.example: " not in done.out
    records = sitesieve("describe", web / "two.sieve", "--site", site, "--json").records
    assert [record["site"] for record in records] == [site]


def test_a_description_in_json_has_a_line_a_site(web: Path) -> None:
    done = sitesieve("describe", web / "two.sieve", "--json")
    assert [record["site"] for record in done.records] == [s.name for s in generate(size=0)[:2]]
    for record in done.records:
        assert record["pages"] == sum(template["pages"] for template in record["templates"]) == 35
        assert 0 < record["words_kept"] < 1
        assert 0 < record["threshold"] < 1
        assert record["blocks"][0]["pages"] > 1
        assert "thresholds" not in record


def test_the_ladder_of_thresholds_keeps_less_and_less(web: Path) -> None:
    shown = sitesieve("describe", web / "one.sieve", "--thresholds")
    assert shown.out.decode().startswith("harbourpost.example\nthreshold  words kept")
    assert b"largest shared blocks" not in shown.out
    done = sitesieve("describe", web / "one.sieve", "--thresholds", "--json")
    ladder = done.records[0]["thresholds"]
    kept = [rung["words_kept"] for rung in ladder]
    assert kept == sorted(kept, reverse=True)
    assert kept[0] > kept[-1]
    assert ladder[0]["blocks"]


def test_the_words_that_a_threshold_keeps_are_those_it_was_said_to_keep(
    web: Path, tmp_path: Path
) -> None:
    ladder = sitesieve("describe", web / "one.sieve", "--thresholds", "--json").records[0]
    rung = next(r for r in ladder["thresholds"] if r["threshold"] == 0.5)
    model = tmp_path / "half.sieve"
    setting = (*BY_TREE, "--set", "threshold=0.5", "--set", "site_texts=false")
    assert sitesieve("learn", web / "one", "-o", model, *setting, "-q").code == 0
    (described,) = sitesieve("describe", model, "--json").records
    assert described["threshold"] == 0.5
    assert described["words_kept"] == pytest.approx(rung["words_kept"])


@pytest.mark.parametrize("name", ["describe", "explain"])
@pytest.mark.parametrize(
    ("member", "change", "complaint"),
    [
        ("header.json", header_with(version=99, written_by="sitesieve 9"), "sitesieve 9"),
        ("header.json", header_with(format="other"), "is not a sitesieve model"),
        ("header.json", header_with(method="magic"), "unknown method, 'magic'"),
        ("header.json", header_with(settings={"colour": "red"}), "damaged"),
        ("sites.json", lambda _: b"[{}]", "damaged"),
        ("sites.json", lambda _: b"{", "damaged"),
        ("0.rank.npy", lambda _: b"not an array", "damaged"),
        ("0.rank.npy", shortened, "damaged"),
    ],
)
def test_a_damaged_foreign_or_newer_model_is_named(
    web: Path,
    page: Path,
    tmp_path: Path,
    name: str,
    member: str,
    change: Callable[[bytes], bytes],
    complaint: str,
) -> None:
    model = changed(web / "one.sieve", tmp_path / "m.sieve", member, change)
    arguments = {"describe": (model,), "explain": (page, "--model", model)}[name]
    done = sitesieve(name, *arguments)
    assert (done.code, done.out) == (1, b"")
    assert done.err.startswith(f"sitesieve: error: {model}")
    assert complaint in done.err


def test_a_column_that_is_too_short_is_a_clear_error_or_does_no_harm(
    web: Path, tmp_path: Path
) -> None:
    with zipfile.ZipFile(web / "one.sieve") as archive:
        columns = [name for name in archive.namelist() if name.endswith(".npy")]
    assert columns
    for column in columns:
        model = changed(web / "one.sieve", tmp_path / "m.sieve", column, shortened)
        done = sitesieve("describe", model, "--json")
        assert done.code == 0 or done.err.startswith(f"sitesieve: error: {model} is damaged")


def test_half_a_model_is_no_model(web: Path, tmp_path: Path) -> None:
    half = tmp_path / "half.sieve"
    half.write_bytes((web / "one.sieve").read_bytes()[:5000])
    done = sitesieve("describe", half)
    assert (done.code, done.out) == (1, b"")
    assert "half.sieve is not a sitesieve model" in done.err


@pytest.mark.parametrize("name", ["describe", "explain", "weigh"])
def test_the_new_commands_have_help_and_are_listed(name: str) -> None:
    assert f"\n  {name} " in sitesieve("--help").out.decode()
    assert sitesieve(name, "-h").out.decode().startswith(f"Usage: sitesieve {name}")


def by_letter(tmp_path: Path, method: str) -> tuple[Path, Path]:
    """Two pages and a third of another path; and what was learned by the letter of the paper."""
    menu = "<p>Daily Paper</p><p><a href=/a>Front page</a></p>"
    pages = lines_file(
        tmp_path / "pages.jsonl",
        {"url": "http://a.example/news/1", "html": f"{menu}<p>Ships sail home</p>"},
        {"url": "http://a.example/news/2", "html": f"{menu}<p>Bread is baked</p>"},
        {"url": "http://a.example/about", "html": f"{menu}<p>Who we are</p>"},
    )
    model = tmp_path / "m.sieve"
    own = "tolerance=0" if method == "redundant-words" else "mend_lines=false"
    letter = ("--set", "directories_above=false", "--set", "stable_after=5", "--set", own)
    learned = sitesieve("learn", pages, "--method", method, *letter, "-o", model, "-q", "-j", 1)
    assert learned.code == 0, learned.err
    return pages, model


@pytest.mark.parametrize("method", ["redundant-phrases", "redundant-words"])
def test_what_a_filter_takes_away_is_counted_by_site(tmp_path: Path, method: str) -> None:
    pages, model = by_letter(tmp_path, method)
    done = sitesieve("describe", model, pages, "--json", "-j", 1)
    assert done.code == 0, done.err
    # Three pages with three phrases; the menu of "about" is redundant on no page of its path.
    phrases = {"total": 9, "tag": 3, "redundant": 2, "core": 4}
    words = {"total": 21, "tag": 6, "redundant": 4, "core": 11}
    held = 1 if method == "redundant-phrases" else 2  # "Daily Paper", or daily and paper
    assert done.records == [
        {"site": "a.example", "pages": 3, "filter": held, "phrases": phrases, "words": words}
    ]
    shown = sitesieve("describe", model, pages, "-j", 1).out.decode()
    rows = [line.split() for line in shown.splitlines()]
    assert ["a.example", "3", str(held), "9", "3", "2", "4"] in rows
    assert ["a.example", "3", str(held), "21", "6", "4", "11"] in rows
    assert "no page is of the site" in sitesieve("describe", model, pages, "--site", "x").err
    odd = lines_file(tmp_path / "odd.jsonl", {"html": html("x"), "name": "[/b] \x1b[31m"})
    done = sitesieve("describe", model, odd, "--site-by", "name", "-j", 1)
    assert (done.code, b"[/b]" in done.out, b"\x1b[31m" in done.out) == (0, True, False)


def test_what_a_filter_holds_can_be_looked_at(tmp_path: Path) -> None:
    _, model = by_letter(tmp_path, "redundant-phrases")
    shown = sitesieve("describe", model).out.decode()
    assert shown.splitlines()[:3] == [
        "a.example: 1 path, whose pages repeat 1 words or phrases",
        "  a.example/news/: 2 pages, 1 repeated",
        "         2  Daily Paper",
    ]
    (record,) = sitesieve("describe", model, "--json").records
    assert record == {
        "site": "a.example",
        "paths": [{"path": "a.example/news/", "pages": 2, "repeated": {"Daily Paper": 2}}],
    }
    _, words = by_letter(tmp_path, "redundant-words")
    (record,) = sitesieve("describe", words, "--json").records
    assert record["paths"][0]["repeated"] == {"daily": 1, "paper": 1}
