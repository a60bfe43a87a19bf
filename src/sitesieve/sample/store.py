"""The sample web as data: read from the package, written to disk."""

import json
import lzma
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from sitesieve.atomic import atomic_write
from sitesieve.cleaning.kinds import Kind
from sitesieve.sample.model import SamplePage, SampleSite, TruthBlock

SHIPPED = "web.jsonl.xz"  # beside this file: a page a line with its HTML and the truth


@cache
def sample_sites() -> tuple[SampleSite, ...]:
    """The five sites that come with the package."""
    packed = files("sitesieve.sample").joinpath(SHIPPED).read_bytes()
    pages: dict[str, list[SamplePage]] = {}
    for line in lzma.decompress(packed).splitlines():
        page = _page(json.loads(line))
        pages.setdefault(page.site, []).append(page)
    return tuple(_site(name, members) for name, members in pages.items())


def _page(row: dict[str, Any]) -> SamplePage:
    del row["file"]
    blocks = [TruthBlock(Kind(b["kind"]), tuple(b["phrases"])) for b in row.pop("blocks")]
    return SamplePage(**row, blocks=tuple(blocks))


def _site(name: str, pages: Sequence[SamplePage]) -> SampleSite:
    return SampleSite(name, tuple(dict.fromkeys(page.language for page in pages)), tuple(pages))


def lines_of(sites: Iterable[SampleSite]) -> Iterator[bytes]:
    """The pages of sites, a line of JSON each, with the HTML and the truth."""
    for site in sites:
        for page in site.pages:
            row = {**_truth(page), "html": page.html}
            yield json.dumps(row, ensure_ascii=False).encode() + b"\n"


def file_of(page: SamplePage) -> str:
    """A page's file below the folder, with forward slashes."""
    path = page.path + "index.html" if page.path.endswith("/") else page.path
    return f"{page.site}{path}"


def _truth(page: SamplePage) -> dict[str, object]:
    """The truth about a page as a JSON object."""
    names = ("site", "template", "topic", "language", "role", "title", "design", "main_text")
    return {
        "url": page.url,
        "file": file_of(page),
        **{name: getattr(page, name) for name in names},
        "blocks": [{"kind": b.kind.value, "phrases": list(b.phrases)} for b in page.blocks],
    }


def write(folder: str | Path, sites: Iterable[SampleSite]) -> list[Path]:
    """Write sites and `truth.jsonl`; return the files."""
    root = Path(folder)
    root.mkdir(parents=True, exist_ok=True)
    written: list[Path] = []
    lines: list[str] = []
    for page in (page for site in sites for page in site.pages):
        written.append(root / file_of(page))
        written[-1].parent.mkdir(parents=True, exist_ok=True)
        written[-1].write_bytes(page.html.encode())
        lines.append(json.dumps(_truth(page), ensure_ascii=False) + "\n")
    truth = root / "truth.jsonl"
    truth.write_bytes("".join(lines).encode())
    return [*written, truth]


def write_jsonl(path: str | Path, sites: Sequence[SampleSite]) -> int:
    """Write sites to one file, a page a line with its HTML and the truth; return their number."""
    with atomic_write(Path(path)) as file:
        file.writelines(lines_of(sites))
    return sum(len(site.pages) for site in sites)
