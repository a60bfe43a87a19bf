"""The sample web as data: read from the package, written to disk."""

import json
import lzma
from collections.abc import Iterable, Sequence
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
    rows = [json.loads(line) for line in lzma.decompress(packed).splitlines()]
    pages = [_page(row) for row in rows]
    names = dict.fromkeys(page.site for page in pages)
    return tuple(_site(name, [page for page in pages if page.site == name]) for name in names)


def packed_web(sites: Iterable[SampleSite]) -> bytes:
    """Sites as the package holds them."""
    lines = (_line(page) for site in sites for page in site.pages)
    return lzma.compress(b"".join(lines), preset=9 | lzma.PRESET_EXTREME)


def _page(row: dict[str, Any]) -> SamplePage:
    row = {name: value for name, value in row.items() if name != "file"}
    blocks = [TruthBlock(Kind(b["kind"]), tuple(b["phrases"])) for b in row.pop("blocks")]
    return SamplePage(**row, blocks=tuple(blocks))


def _site(name: str, pages: Sequence[SamplePage]) -> SampleSite:
    return SampleSite(name, tuple(dict.fromkeys(page.language for page in pages)), tuple(pages))


def _line(page: SamplePage) -> bytes:
    row = {**truth_of(page), "html": page.html}
    return json.dumps(row, ensure_ascii=False).encode() + b"\n"


def file_of(page: SamplePage) -> str:
    """A page's file below the folder, with forward slashes."""
    path = page.path + "index.html" if page.path.endswith("/") else page.path
    return f"{page.site}{path}"


def truth_of(page: SamplePage) -> dict[str, object]:
    """The truth about a page as a JSON object."""
    return {
        "url": page.url,
        "file": file_of(page),
        "site": page.site,
        "template": page.template,
        "topic": page.topic,
        "language": page.language,
        "role": page.role,
        "title": page.title,
        "design": page.design,
        "main_text": page.main_text,
        "blocks": [{"kind": b.kind.value, "phrases": list(b.phrases)} for b in page.blocks],
    }


def write(folder: str | Path, sites: Iterable[SampleSite]) -> list[Path]:
    """Write sites and `truth.jsonl`; return the files."""
    root = Path(folder)
    written: list[Path] = []
    lines: list[str] = []
    for site in sites:
        for page in site.pages:
            target = root / file_of(page)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(page.html.encode())
            written.append(target)
            lines.append(json.dumps(truth_of(page), ensure_ascii=False) + "\n")
    truth = root / "truth.jsonl"
    root.mkdir(parents=True, exist_ok=True)
    truth.write_bytes("".join(lines).encode())
    return [*written, truth]


def write_jsonl(path: str | Path, sites: Iterable[SampleSite]) -> int:
    """Write sites to one file, a page a line with its HTML and the truth; return their number."""
    number = 0
    with atomic_write(Path(path)) as file:
        for site in sites:
            file.writelines(_line(page) for page in site.pages)
            number += len(site.pages)
    return number
