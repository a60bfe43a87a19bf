"""The documentation is built without a warning, loads nothing from elsewhere, and its notebooks
give what they show."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from html.parser import HTMLParser
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import unquote, urlsplit

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


class Addresses(HTMLParser):
    """What a page of the site links to and loads."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002
        self.found += [value for name, value in attrs if name in ("href", "src") and value]


def test_every_local_link_leads_to_a_file(site: Path) -> None:
    dead = set()
    for page in site.rglob("*.html"):
        addresses = Addresses()
        addresses.feed(page.read_text("utf-8"))
        for address in addresses.found:
            parts = urlsplit(address)
            if parts.scheme or parts.netloc or not parts.path:
                continue
            base = site if parts.path.startswith("/") else page.parent
            target = base / unquote(parts.path).lstrip("/")
            if not (target.is_file() or (target / "index.html").is_file()):
                dead.add((page.relative_to(site).as_posix(), address))
    assert not dead


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
    assert "prefers to lose content" not in text  # that is the guide's; here docstrings speak
    assert "what readers wrote" in text


@pytest.fixture(scope="module")
def served(site: Path) -> Iterator[str]:
    """The address of the site: its search needs a server."""
    handler = partial(Quiet, directory=site)
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()


class Quiet(SimpleHTTPRequestHandler):
    """Answers with files, and says nothing about it."""

    def log_message(self, *_: Any) -> None:
        pass


def test_of_a_session_the_commands_are_copied(browser: Any, served: str) -> None:
    page = browser.new_page()
    page.goto(f"{served}/tutorials/corpus-from-warc.html")
    blocks = page.locator(".language-console code[data-copy]")
    copied = blocks.evaluate_all("all => all.map(block => block.dataset.copy)")
    assert copied[1] == (
        "sitesieve crawl http://127.0.0.1:8000/ -o harbour.warc.gz --delay 0 --allow-private"
    )
    assert copied[-1].splitlines()[1:] == [
        "    --drop-duplicates --keep-once footer --errors left-out.jsonl"
    ]
    page.close()


@pytest.mark.parametrize("query", ["--keep-once", "how to cite", "licence"])
def test_the_search_finds(browser: Any, served: str, query: str) -> None:
    page = browser.new_page()
    page.goto(f"{served}/index.html")
    page.locator("[data-md-component=search-query]").press_sequentially(query)
    page.locator(".md-search-result__item").first.wait_for(state="attached")
    page.close()


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
