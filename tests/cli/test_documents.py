"""What the README and the documents show runs, and comes out as they show it.

Tutorials and the README start in an empty folder, as their readers do. Other documents speak of
files that a reader has already: a small sample web lies there under the names that they use.
"""

import contextlib
import gzip
import json
import re
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from uuid import NAMESPACE_URL, uuid5

import click
import pyarrow
import pyarrow.parquet
import pytest
from command_line import sitesieve as command_line
from document_blocks import CodeBlock, Reader, blocks_of, understood, wide_terminal

import sitesieve
from sample_web import generate, write
from sitesieve import Page
from sitesieve.rules import make_case
from sitesieve.sample import SampleSite

HERE = Path(__file__).parents[2]
DOCUMENTS = ["README.md", "CONTRIBUTING.md"] + [
    path.relative_to(HERE).as_posix() for path in sorted((HERE / "docs").rglob("*.md"))
]
FROM_NOTHING = ("README.md", "docs/index.md", "docs/tutorials/")


def warc_response(url: str, html: str) -> bytes:
    """A page as a record of an archive."""
    answer = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n" + html.encode()
    head = f"WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: {url}\r\n"
    head += f"WARC-Record-ID: <urn:uuid:{uuid5(NAMESPACE_URL, url)}>\r\n"
    head += (
        "WARC-Date: 2024-01-01T00:00:00Z\r\nContent-Type: application/http; msgtype=response\r\n"
    )
    return f"{head}Content-Length: {len(answer)}\r\n\r\n".encode() + answer + b"\r\n\r\n"


@pytest.fixture(scope="module")
def sites() -> list[SampleSite]:
    """Two sites, a few pages of each template, under other names."""
    return [
        _renamed(replace(site, pages=site.pages[:: len(site.pages) // 8]), name)
        for site, name in zip(generate(size=0), ("a.example", "b.example"), strict=False)
    ]


def _renamed(site: SampleSite, name: str) -> SampleSite:
    def rename(text: str) -> str:
        return text.replace(site.name, name)

    pages = tuple(
        replace(page, site=name, url=rename(page.url), html=rename(page.html))
        for page in site.pages
    )
    return replace(site, name=name, pages=pages)


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory, sites: list[SampleSite]) -> Path:
    """What a reader of the documents has, by the names in them."""
    folder = tmp_path_factory.mktemp("desk")
    write(folder / "pages", sites)
    (folder / "pages" / "truth.jsonl").unlink()
    for name in ("blog", "crawl", "monday", "more", "new-pages", "test", "train", "tuesday"):
        shutil.copytree(folder / "pages", folder / name)
    (folder / "page.html").write_text(sites[0].pages[3].html, "utf-8")
    rows = [
        {
            **{"site": site.name, "url": page.url, "html": page.html, "main_text": page.main_text},
            **{"topic": page.topic or "none", "label": page.topic or "none", "role": page.role},
            **{"experiment": "sample", "id": page.path},
        }
        for site in sites
        for page in site.pages
    ]
    (folder / "pages.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    for name in ("pages", "news", "products", "site"):
        pyarrow.parquet.write_table(pyarrow.Table.from_pylist(rows), folder / f"{name}.parquet")
    archive = b"".join(warc_response(row["url"], row["html"]) for row in rows)
    for name in ("crawl", "monday", "site"):
        (folder / f"{name}.warc.gz").write_bytes(gzip.compress(archive))
    pages = [(row["url"], row["html"]) for row in rows]
    model = sitesieve.learn(pages)
    for name in ("here", "site", "there"):
        model.save(folder / f"{name}.sieve")
    sitesieve.learn(pages, method="redundant-phrases").save(folder / "phrases.sieve")
    (folder / "labels.csv").write_text("page,item,label\n")
    for word, category in (("ball", "football"), ("boat", "sailing")):
        rule = ("-r", folder / "my.rules", "--if", word, "--then", category, "--yes")
        assert command_line("rules", "add", *rule).code == 0
    return folder


def given(sites: list[SampleSite]) -> dict[str, Any]:
    """What a reader of the documents has in Python."""
    pages = [(page.url, page.html.encode()) for page in sites[0].pages]
    case = make_case("https://a.example/regatta", "The regatta", "A regatta of forty boats.")
    return {
        **{"sitesieve": sitesieve, "methods": sitesieve.methods, "learn": sitesieve.learn},
        **{"url": pages[0][0], "html": pages[0][1], "page": Page(*pages[0])},
        **{"pages": pages[:10], "more_pages": [Page(*each) for each in pages[10:]]},
        **{"model": sitesieve.learn(pages), "case": case, "cases": [case]},
    }


def blocks() -> Iterator[tuple[str, CodeBlock]]:
    for document in DOCUMENTS:
        for block in blocks_of((HERE / document).read_text("utf-8")):
            yield document, block


@pytest.mark.parametrize("document", [d for d in DOCUMENTS if any(o == d for o, _ in blocks())])
def test_documents_run(
    document: str,
    desk: Path,
    sites: list[SampleSite],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    folder = tmp_path / "reader"
    if document.startswith(FROM_NOTHING):
        folder.mkdir()
    else:
        shutil.copytree(desk, folder)
    monkeypatch.chdir(folder)
    wide_terminal(monkeypatch)
    monkeypatch.setattr(sitesieve, "fetch", lambda url: Page(url, sites[0].pages[0].html))
    reader = Reader(**given(sites))
    try:
        for block in blocks_of((HERE / document).read_text("utf-8")):
            if block.reason is None:
                try:
                    reader.run(block)
                except BaseException as error:
                    error.add_note(f"{document}, line {block.line}")
                    raise
    finally:
        reader.close()


def test_commands_that_are_not_run_are_understood() -> None:
    for document, block in blocks():
        if block.reason is not None and block.language == "sh":
            for line in block.code.replace("\\\n", " ").splitlines():
                try:
                    understood(line)
                except Exception as error:
                    error.add_note(f"{document}, line {block.line}: {line}")
                    raise


def test_no_code_is_hidden_from_the_tests() -> None:
    """Every fence says what is in it, and no code is only indented."""
    for document in DOCUMENTS:
        text = (HERE / document).read_text("utf-8")
        fences = [line for line in text.splitlines() if line.startswith("```")]
        assert all(line != "```" for line in fences[::2]), document
        outside = re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)
        assert not re.search(r"\n\n    (\$ |sitesieve |import |from )", outside), document


def test_a_document_that_shows_something_else_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    wide_terminal(monkeypatch)
    for text, right in (
        ("```python\nprint(2)\n```\n\n```output\n2\n```", True),
        ("```python\nprint(2)\n```\n\n```output\n3\n```", False),
        ("```console\n$ sitesieve --version\nsitesieve, version …\n```", True),
        ("```console\n$ sitesieve --version\nsitesieve, version 9\n```", False),
        ("```console\n$ echo took 3 s\ntook 2.5 s\n```", True),
        ("```sh\nsitesieve clean nothing-there\n```", False),
        ("<!-- not run: it cannot -->\n```sh\nsitesieve clean nothing-there\n```", True),
    ):
        reader = Reader()
        with contextlib.nullcontext() if right else pytest.raises(AssertionError):
            for block in blocks_of(text):
                if block.reason is None:
                    reader.run(block)
    with pytest.raises(click.NoSuchOption):
        understood("sitesieve clean pages/ --no-such-option")
