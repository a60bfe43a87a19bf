"""Write the sample web to disk: the pages as files, the truth as JSON lines."""

import json
from collections.abc import Sequence
from pathlib import Path

from sitesieve.atomic import atomic_write
from sitesieve.sample.model import SamplePage, SampleSite
from sitesieve.sample.web import generate


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


def write(folder: str | Path, sites: Sequence[SampleSite] | None = None) -> list[Path]:
    """Write sites (all of them, seed 0, unless given) and `truth.jsonl`; return the files."""
    root = Path(folder)
    written: list[Path] = []
    lines: list[str] = []
    for site in generate() if sites is None else sites:
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


def write_jsonl(path: str | Path, sites: Sequence[SampleSite] | None = None) -> int:
    """Write sites to one file, a page a line with its HTML and the truth; return their number."""
    number = 0
    with atomic_write(Path(path)) as file:
        for site in generate() if sites is None else sites:
            for page in site.pages:
                row = {**truth_of(page), "html": page.html}
                file.write(json.dumps(row, ensure_ascii=False).encode() + b"\n")
                number += 1
    return number
