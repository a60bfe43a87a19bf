"""The documentation is built without a warning, loads nothing from elsewhere, and its notebooks
give what they show."""

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import nbformat
import pytest

from docs_site import notebooks
from docs_site.shown import agrees
from sitesieve.cli import COMMANDS

HERE = Path(__file__).parent.parent
NOTEBOOKS = sorted(notebooks.FOLDER.glob("*.ipynb"))


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, as `make docs` builds it: any warning is an error."""
    folder = tmp_path_factory.mktemp("site")
    build = (sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", folder)
    environment = {
        **os.environ,
        **{"NO_MKDOCS_2_WARNING": "1", "PYTHONPATH": os.pathsep.join(sys.path)},
    }
    done = subprocess.run(
        build, cwd=HERE, env=environment, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    return folder


def test_nothing_is_loaded_from_elsewhere(site: Path) -> None:
    loaded = re.compile(r"<(?:script|img|link|iframe|source)\b[^>]*?\b(?:src|href)=[\"']?(\w+:)?//")
    pages = list(site.rglob("*.html"))
    assert len(pages) > 50
    for page in pages:
        assert not loaded.search(page.read_text("utf-8")), page
    for sheet in site.rglob("*.css"):
        assert not re.search(r"url\([\"']?https?:", sheet.read_text("utf-8")), sheet


def test_every_command_has_a_page_with_its_options(site: Path) -> None:
    for name in COMMANDS:
        text = (site / "commands" / f"{name}.html").read_text("utf-8")
        assert "--help" in text
        assert "Examples" in text
    assert "--drop-duplicates" in (site / "commands" / "clean.html").read_text("utf-8")


def test_the_reference_shows_what_can_be_imported(site: Path) -> None:
    text = (site / "api" / "sitesieve.html").read_text("utf-8")
    for name in ("clean", "learn", "load", "fetch", "Page", "Document", "Block", "Kind"):
        assert re.search(rf'id="sitesieve\.(\w+\.)*{name}"', text), name
    assert "rather too little" not in text  # that is the guide's; here docstrings speak
    assert "what readers wrote" in text


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebooks_give_what_they_show(path: Path, tmp_path: Path) -> None:
    """`python -m docs_site.notebooks` writes what they give now."""
    shown = nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]
    ran = notebooks.run(path, tmp_path)
    for before, after in zip(shown.cells, ran.cells, strict=True):
        for old, new in zip(before.get("outputs", ()), after.get("outputs", ()), strict=True):
            assert text_of(old) == text_of(new) or agrees(text_of(old), text_of(new))


def text_of(output: Any) -> str:
    """What a cell gave, in all forms."""
    forms = sorted(output.get("data", {}).items())
    return "\n".join([output.get("text", ""), *(str(text) for _, text in forms)])
