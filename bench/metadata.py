"""Title, author and date against the truth about labelled pages, and against trafilatura.

    python bench/metadata.py DATA

DATA is a folder with pages.parquet (url, html, title, author, date). Titles agree when they
have the same words in the same order, whatever case and punctuation; authors when the same
names are found, whatever separates them; dates when they are the same day. A field is right,
wrong, missed or invented: precision is right / found, recall right / there, and agreement
counts pages where both sides have nothing, too.
"""

import argparse
import re
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from sitesieve.page import Page

_FIELDS = ("title", "author", "date")
Found = Mapping[str, str | None]


def words(text: str) -> tuple[str, ...]:
    return tuple(re.sub(r"[\W_]+", " ", text.casefold()).split())


def names(text: str) -> frozenset[tuple[str, ...]]:
    return frozenset(map(words, re.split(r"[,;&]|\band\b", text))) - {()}


_KEY: dict[str, Callable[[str], object]] = {"title": words, "author": names, "date": str.strip}


def sitesieve(html: str, url: str | None) -> Found:
    found = Page(url, html).metadata
    return {"title": found.title, "author": found.author, "date": found.date}


def trafilatura(html: str, url: str | None) -> Found:
    from trafilatura import extract_metadata

    found = extract_metadata(html, default_url=url)
    return {name: getattr(found, name, None) for name in _FIELDS}


def show(name: str, rows: list[dict[str, Any]], answers: list[Found], seconds: float) -> None:
    print(f"\n{name}: {1000 * seconds / len(rows):.1f} ms of processor time a page")
    print(
        f"{'':8}{'there':>7}{'found':>7}{'right':>7}{'precision':>11}{'recall':>8}{'F':>7}{'agree':>7}"
    )
    for field in _FIELDS:
        key = _KEY[field]
        there = found = right = agree = 0
        for row, answer in zip(rows, answers, strict=True):
            truth, said = row[field] or "", answer[field] or ""
            same = bool(truth and said) and key(truth) == key(said)
            there, found, right = there + bool(truth), found + bool(said), right + same
            agree += same or not (truth or said)
        print(
            f"{field:8}{there:7}{found:7}{right:7}{right / max(found, 1):11.3f}"
            f"{right / max(there, 1):8.3f}{2 * right / max(found + there, 1):7.3f}"
            f"{agree / len(rows):7.3f}"
        )


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("data", type=Path)
    path = parser.parse_args().data / "pages.parquet"
    if not path.exists():
        print(f"{path} is missing", file=sys.stderr)
        return 1
    import pyarrow.parquet

    columns = ["url", "html", *_FIELDS]
    rows = pyarrow.parquet.read_table(path, columns=columns).to_pylist()
    print(f"{len(rows)} pages")
    for tool in (sitesieve, trafilatura):
        started = time.process_time()
        answers = [tool(row["html"], row["url"]) for row in rows]
        show(tool.__name__, rows, answers, time.process_time() - started)
    return 0


if __name__ == "__main__":
    sys.exit(main())
