"""What the README and the documents show in Python runs as printed, and passes mypy's strict
checks."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import sitesieve
from sitesieve import Page

HERE = Path(__file__).parent.parent
BLOCK = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)
# What a reader of the documents has already.
GIVEN = """\
from sitesieve import Page

html: bytes = b""
url: str = ""
page: Page = Page(url, html)
pages: list[tuple[str, bytes]] = []
more_pages: list[Page] = []

"""


def blocks(document: str) -> list[str]:
    """The pieces of Python in a document that use the package as a whole."""
    text = (HERE / document).read_text("utf-8")
    return [block for block in BLOCK.findall(text) if "sitesieve." in block]


DOCUMENTS = ("README.md", "docs/python.md")
WRONG = """\
import sitesieve

sitesieve.clean(html, favor="recall")
sitesieve.clean(html, favour="fast")
sitesieve.clean(html, links="no")
sitesieve.learn(pages, method="block-entropy").fit_of(page)
sitesieve.methods.TagFilter().clean(html, favour="recall")
sitesieve.learn({url: html})
"""


@pytest.fixture(scope="module")
def complaints(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    """What mypy says of the examples, by document; and of what is wrong."""
    folder = tmp_path_factory.mktemp("examples")
    names = {}
    for document in DOCUMENTS:
        for number, block in enumerate(blocks(document)):
            name = f"{Path(document).stem}_{number}".lower()
            (folder / f"{name}.py").write_text(GIVEN + block, "utf-8")
            names[name] = document
    (folder / "wrong.py").write_text(GIVEN + WRONG, "utf-8")
    names["wrong"] = "wrong"
    done = subprocess.run(
        [
            *(sys.executable, "-m", "mypy", "--strict", "--config-file=", "--no-error-summary"),
            *("--no-pretty", f"--cache-dir={HERE / '.mypy_cache' / 'examples'}", "."),
        ],
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
        env=os.environ | {"MYPYPATH": str(HERE / "src")},
    )
    told: dict[str, list[str]] = {document: [] for document in names.values()}
    for line in done.stdout.splitlines():
        file, _, rest = line.partition(".py:")
        if file in names and ": error: " in rest:
            told[names[file]].append(rest)
    assert done.stdout, done.stderr
    return told


@pytest.mark.parametrize("document", DOCUMENTS)
def test_examples_pass_mypy_strict(document: str, complaints: dict[str, list[str]]) -> None:
    assert blocks(document)
    assert complaints[document] == []


def test_mypy_finds_what_is_wrong(complaints: dict[str, list[str]]) -> None:
    first = GIVEN.count("\n") + 3
    lines = sorted({int(complaint.partition(":")[0]) for complaint in complaints["wrong"]})
    assert lines == list(range(first, first + WRONG.count("\n") - 2))


@pytest.mark.parametrize("document", DOCUMENTS)
def test_examples_run(
    document: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    stories = [" ".join([f"story{n} of a{n} ship and its{n} harbour."] * 12) for n in range(8)]
    site = [
        (f"https://a.example/{n}", f"<nav>Home News</nav><main><h1>T{n}</h1><p>{story}</p></main>")
        for n, story in enumerate(stories)
    ]
    given = {
        "url": site[0][0],
        "html": site[0][1].encode(),
        "page": Page(*site[0]),
        "pages": [(url, html.encode()) for url, html in site[:6]],
        "more_pages": [Page(*each) for each in site[6:]],
    }
    monkeypatch.setattr(sitesieve, "fetch", lambda url: Page(url, site[0][1]))
    for block in blocks(document):
        exec(compile(block, document, "exec"), dict(given))
    assert "story0" in capsys.readouterr().out


def test_thirty_seconds_run_as_printed(tmp_path: Path) -> None:
    """The commands give the summary that the README shows, but for the time it took."""
    text = (HERE / "README.md").read_text("utf-8")
    shown = text.partition("## In thirty seconds\n\n")[2].partition("\n\n")[0].splitlines()
    commands = [line.strip()[2:].partition("#")[0].split() for line in shown if "$ " in line]
    environment = {**os.environ, "COLUMNS": "100"}
    summary = ""
    for command in commands:
        program = [sys.executable, "-m", *command]
        summary = subprocess.run(
            program, cwd=tmp_path, env=environment, check=True, capture_output=True, text=True
        ).stderr
    printed = [line.strip() for line in shown if "$ " not in line]
    given = [line.strip() for line in summary.splitlines()]
    assert [line for line in given if not line.startswith("time")] == [
        line for line in printed if not line.startswith("time")
    ]
