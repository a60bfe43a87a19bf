"""What the README and the documents show in Python runs as printed, and passes mypy's strict
checks."""

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


@pytest.mark.parametrize("document", DOCUMENTS)
def test_examples_pass_mypy_strict(document: str, tmp_path: Path) -> None:
    examples = blocks(document)
    assert examples
    for number, block in enumerate(examples):
        # What is named and not used, as `doc.text`, is how a document shows what there is.
        (tmp_path / f"example_{number}.py").write_text(GIVEN + block, "utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--config-file=", str(tmp_path)]
        + ["--follow-untyped-imports", f"--cache-dir={HERE / '.mypy_cache' / 'examples'}"],
        capture_output=True,
        text=True,
        check=False,
        cwd=HERE,
    )
    complaints = [line for line in done.stdout.splitlines() if line.startswith(str(tmp_path))]
    assert complaints == [], done.stdout + done.stderr


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
