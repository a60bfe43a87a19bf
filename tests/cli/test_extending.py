"""The examples of docs/extending.md do what it says; plug-ins that cannot be used say so."""

import csv
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from command_line import html, lines_file, program, sitesieve

import sitesieve as library
from sitesieve.cleaning import methods
from sitesieve.errors import ModelError, OutputError, PluginError
from sitesieve.sinks import format_of

SOURCES = Path(library.__file__).parents[1]
GUIDE = Path(__file__).parents[2] / "docs" / "extending.md"
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", GUIDE.read_text("utf-8"), re.DOTALL | re.MULTILINE)
(POINTS,) = (tomllib.loads(block) for language, block in BLOCKS if language == "toml")
PAGES = [(f"https://a.example/{word}.html", html(word) + "<p>Menu") for word in ("tea", "salt")]


def install(folder: Path, package: str, points: dict[str, dict[str, str]]) -> None:
    """What an installer writes about a package, beside its modules."""
    info = folder / f"{package}-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
    groups = [
        f"[{group}]\n" + "".join(f"{name} = {value}\n" for name, value in entries.items())
        for group, entries in points.items()
    ]
    (info / "entry_points.txt").write_text("\n".join(groups))


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package of the guide, installed."""
    folder = tmp_path_factory.mktemp("installed")
    install(folder, "acme_sieve", POINTS["project"]["entry-points"])
    for language, block in BLOCKS:
        if language == "python" and block.startswith("# acme_sieve/"):
            path = folder / block.partition("\n")[0].removeprefix("# ")
            path.parent.mkdir(exist_ok=True)
            path.write_text(block)
    return folder


@pytest.fixture
def acme(installed: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.syspath_prepend(str(installed))
    return installed


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    return lines_file(tmp_path / "in.jsonl", *({"url": u, "html": h} for u, h in PAGES))


def rows_of(path: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(path.read_bytes().decode(), newline=""), delimiter="\t"))


@pytest.mark.usefixtures("acme")
def test_the_method_learns_cleans_and_is_saved(tmp_path: Path) -> None:
    model = library.learn(PAGES, method="repeated-texts")
    assert model.clean(PAGES[0][1]).text == "tea\n\nAbout tea."
    assert "Menu" in library.clean(PAGES[0][1], method="repeated-texts").text
    model.save(tmp_path / "site.sieve")
    assert (
        library.load(tmp_path / "site.sieve", method="repeated-texts").clean(PAGES[1][1]).text
        == "salt\n\nAbout salt."
    )


@pytest.mark.usefixtures("acme")
def test_the_method_works_on_the_command_line(pages: Path, tmp_path: Path) -> None:
    method = ("--method", "repeated-texts")
    texts = [record["text"] for record in sitesieve("clean", pages, *method).records]
    assert texts == ["tea\n\nAbout tea.", "salt\n\nAbout salt."]
    loose = sitesieve("clean", pages, *method, "--set", "most=2").records
    assert "Menu" in loose[0]["text"]
    model = tmp_path / "site.sieve"
    assert sitesieve("learn", pages, *method, "-o", model).code == 0
    assert sitesieve("clean", pages, "--model", model).records[0]["text"] == texts[0]
    compared = json.loads(sitesieve("compare", pages, *method, "--json").out)
    assert list(compared["methods"]) == ["none", "repeated-texts"]
    assert "repeated-texts" in sitesieve("clean", "--help").out.decode()
    assert sitesieve("describe", model).out.decode() == "repeated-texts: 5 texts\n\n"


@pytest.mark.usefixtures("acme")
def test_the_method_is_one_of_all_that_are_compared(tmp_path: Path) -> None:
    words = ("tea", "salt", "flour", "rice")
    rows = [
        {"url": f"https://a.example/{word}", "html": html(word), "site": word[0], "label": label}
        for word, label in zip(words, "aabb", strict=True)
    ]
    pages = lines_file(tmp_path / "in.jsonl", *rows)
    compared = json.loads(sitesieve("compare", pages, "--json").out)
    assert list(compared["methods"]) == ["none", *methods.METHODS, "repeated-texts"]
    inputs = ("--input", "none", "--input", "repeated-texts")
    done = sitesieve("experiment", pages, *inputs, "--runs", 1, "--task", "k-means", "--json")
    (group,) = json.loads(done.out)["experiments"]
    assert [result["input"] for result in group["results"]] == ["none", "repeated-texts"]
    assert "repeated-texts" in sitesieve("experiment", "--help").out.decode()


def test_plug_ins_work_in_worker_processes(
    installed: Path, pages: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(installed), str(SOURCES)]))
    out = tmp_path / "o.tsv"
    done = program("clean", pages, "--method", "repeated-texts", "-j", "2", "-o", out)
    assert done.code == 0, done.err
    assert [row["title"] for row in rows_of(out)] == ["tea", "salt"]


@pytest.mark.usefixtures("acme")
def test_the_source_is_read_by_its_ending(tmp_path: Path) -> None:
    path = tmp_path / "pages.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("a.example/tea.html", html("tea"))
        archive.writestr("picture.png", b"no page")
    assert [record["title"] for record in sitesieve("clean", path).records] == ["tea"]
    path.write_bytes(b"PK no archive")
    assert "corrupt" in sitesieve("clean", path).err


@pytest.mark.usefixtures("acme")
def test_the_output_format_goes_by_its_ending_or_its_name(pages: Path, tmp_path: Path) -> None:
    out = tmp_path / "o.tsv"
    assert sitesieve("clean", pages, "-o", out).code == 0
    assert [row["url"] for row in rows_of(out)] == [url for url, _ in PAGES]
    assert sitesieve("clean", pages, "--output-format", "tsv").out == out.read_bytes()
    folder = tmp_path / "folder"
    assert sitesieve("clean", pages, "--output-dir", folder, "--output-format", "tsv").code == 0
    assert sorted(path.name for path in folder.rglob("*.tsv")) == ["salt.tsv", "tea.tsv"]
    refused = sitesieve("clean", pages, "-o", out, "--add", "html")
    assert (refused.code, "--add goes with" in refused.err) == (2, True)


def test_without_the_package_its_names_are_unknown(
    acme: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    library.learn(PAGES, method="repeated-texts").save(tmp_path / "site.sieve")
    monkeypatch.setattr(sys, "path", [entry for entry in sys.path if entry != str(acme)])
    with pytest.raises(ModelError, match=r"'repeated-texts'.* may not be installed"):
        library.load(tmp_path / "site.sieve")
    with pytest.raises(ValueError, match="no method 'repeated-texts'"):
        library.clean("<p>x", method="repeated-texts")
    with pytest.raises(OutputError, match="cannot tell the format"):
        format_of("o.tsv")


@pytest.fixture
def broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    folder = tmp_path / "broken"
    group = {"raises": "bad_plugins:missing", "is-none": "bad_plugins:no_class"}
    group |= {"misnamed": "bad_plugins:Misnamed", "gone": "no_such_module:X", "twice": "a:B"}
    install(folder, "bad_plugins", {"sitesieve.methods": group | {"sieve": "bad_plugins:no_class"}})
    install(folder, "other_plugins", {"sitesieve.methods": {"twice": "c:D"}})
    (folder / "bad_plugins.py").write_text(
        "from sitesieve.cleaning.methods import TagFilter\n"
        "no_class = 1\n"
        "class Misnamed(TagFilter):\n    name = 'other'\n"
    )
    monkeypatch.syspath_prepend(str(folder))
    yield folder
    sys.modules.pop("bad_plugins", None)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("raises", "brought by bad_plugins, cannot be imported: AttributeError"),
        ("gone", "cannot be imported: ModuleNotFoundError"),
        ("is-none", "is not a subclass of Method: 1"),
        ("misnamed", "calls itself 'other'"),
        ("twice", "is brought by bad_plugins and other_plugins: uninstall all but one"),
    ],
)
@pytest.mark.usefixtures("broken")
def test_a_plug_in_that_cannot_be_used_is_named_when_it_is_asked_for(name: str, why: str) -> None:
    with pytest.raises(PluginError, match=re.escape(why)) as raised:
        library.clean("<p>x", method=name)
    assert repr(name) in str(raised.value)
    done = sitesieve("clean", "-", "--method", name)
    assert done.code == 1
    assert "error: the plug-in" in done.err


@pytest.mark.usefixtures("broken")
def test_broken_plug_ins_disturb_nobody_and_take_no_built_in_name() -> None:
    assert methods.find("sieve") is methods.Sieve
    with pytest.raises(ValueError, match=r"no method 'magic'; there are .*, gone, .*twice"):
        library.clean("<p>x", method="magic")


def test_nothing_is_searched_until_a_name_is_not_built_in() -> None:
    code = (
        "import sitesieve.cli, sitesieve.plugins as plugins\n"
        "sitesieve.clean('<p>x', method='tag-filter')\n"
        "assert not plugins._entries.cache_info().misses\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)


def test_a_kind_of_noise_is_a_line_and_a_rule_and_no_training(tmp_path: Path) -> None:
    (member,) = (block for _, block in BLOCKS if "SKIP_LINK" in block)
    (rule,) = (json.loads(block) for language, block in BLOCKS if language == "json")
    copy = tmp_path / "sitesieve"
    shutil.copytree(SOURCES / "sitesieve", copy, ignore=shutil.ignore_patterns("*.pyc"))
    kinds, rules = copy / "cleaning" / "kinds.py", copy / "cleaning" / "noise" / "rules.json"
    members, after = kinds.read_text().split("\n\n\nKINDS")
    kinds.write_text(f"{members}\n{member}\n\nKINDS{after}")
    rules.write_text(json.dumps([rule, *json.loads(rules.read_text())]))
    code = (
        "import sitesieve, json\n"
        "page = '<a href=#main>Skip to main content</a><h1>Tea</h1>' + '<p>Tea is a plant.' * 20\n"
        "doc = sitesieve.clean(page + '<p>© 2024 The Post', remove='skip-link')\n"
        "print(json.dumps([[b.text, b.kind, b.keep] for b in doc.blocks]))\n"
        "print(json.dumps(doc.blocks[0].evidence, default=dict))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={"PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    blocks, evidence = map(json.loads, done.stdout.splitlines())
    assert blocks[0] == ["Skip to main content", "skip-link", False]
    assert blocks[-1] == ["© 2024 The Post", "declaration", True]
    assert {kind for _, kind, _ in blocks[1:-1]} == {"content"}
    assert evidence["kind"]["rule"] == rule["why"]
