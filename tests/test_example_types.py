"""What the README and the documents show in Python passes mypy's strict checks; that it runs is
tested in cli/test_documents.py."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent.parent
BLOCK = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)
# What a reader of docs/python.md has already; the others bring it.
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


DOCUMENTS = ("README.md", "docs/index.md", "docs/python.md", "docs/studio.md")
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
            known = GIVEN if document == "docs/python.md" else ""
            (folder / f"{name}.py").write_text(known + block, "utf-8")
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
