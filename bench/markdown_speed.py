"""Markdown with metadata and kinds of blocks, beside trafilatura's Markdown with metadata.

    python bench/markdown_speed.py DATA [--every N]

DATA is a folder with `pages.parquet` (columns url, html). Each page goes through every tool in
turn, so that a slow moment of the machine hits all of them; time is CPU time.
"""

import argparse
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import trafilatura

import sitesieve
from measures import read_rows

OURS, PEER = "sitesieve", "trafilatura"


def ours(url: str, html: bytes) -> None:
    """Everything that people ask of a page for a corpus: Markdown, metadata, kinds."""
    document = sitesieve.clean(html, url=url)
    _ = document.markdown, document.metadata, [block.kind for block in document.blocks]


def text_alone(url: str, html: bytes) -> None:
    """What of that plain text takes already."""
    _ = sitesieve.clean(html, url=url).text


def peer(url: str, html: bytes) -> None:
    trafilatura.extract(
        html,
        url=url,
        output_format="markdown",
        with_metadata=True,
        include_links=True,
        include_images=True,
        include_formatting=True,
    )


TOOLS: dict[str, Callable[[str, bytes], None]] = {
    OURS: ours,
    "sitesieve, plain text alone": text_alone,
    PEER: peer,
}


def markdown_with_metadata(pages: Sequence[tuple[str, bytes]]) -> dict[str, float]:
    """Seconds of CPU time that each tool takes for all pages."""
    seconds = dict.fromkeys(TOOLS, 0.0)
    for url, html in pages[:5]:  # warm up
        for tool in TOOLS.values():
            tool(url, html)
    for url, html in pages:
        for name, tool in TOOLS.items():
            start = time.process_time()
            tool(url, html)
            seconds[name] += time.process_time() - start
    return seconds


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("data", type=Path)
    arguments.add_argument("--every", type=int, default=6, help="one page in so many")
    options = arguments.parse_args()
    rows = read_rows(options.data, "pages.parquet")[:: options.every]
    pages = [(row["url"], row["html"].encode()) for row in rows if row["html"]]
    seconds = markdown_with_metadata(pages)
    print(f"Markdown with metadata and kinds, {len(pages)} pages, CPU time")
    for name, spent in seconds.items():
        share = spent / seconds[PEER]
        print(f"  {name:28} {spent / len(pages) * 1000:7.2f} ms a page, {share:.3f} of {PEER}")


if __name__ == "__main__":
    main()
