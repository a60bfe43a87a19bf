"""What one page costs, beside other tools in the same run.

    python bench/page_speed.py DATA [--every N] [--without trafilatura]

Every Nth page (6th) of pages.parquet in the folder DATA goes through every tool in turn, so that
a slow moment of the machine hits all of them. CPU time. Peers that are not installed are left out
with a word.
"""

import argparse
import sys
import time
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path

import pyarrow.parquet as pq

import sitesieve
from sitesieve.page import Page

Page_ = tuple[str, str]  # HTML and address
Tool = Callable[[str, str], object]

WARM_UP = 20  # pages


def our_text(html: str, url: str) -> str:  # noqa: ARG001 - peers are not told either
    return sitesieve.clean(html).text


def encoded(html: str, url: str) -> object:
    return Page(url, html).tree


def resiliparse_text(html: str, url: str) -> str:  # noqa: ARG001
    from resiliparse.extract.html2text import extract_plain_text
    from resiliparse.parse.html import HTMLTree

    return str(extract_plain_text(HTMLTree.parse(html), main_content=True))


def trafilatura_text(html: str, url: str) -> str | None:  # noqa: ARG001
    import trafilatura

    text: str | None = trafilatura.extract(html)
    return text


TOOLS: dict[str, Tool] = {
    "sitesieve, parsed and encoded": encoded,
    "sitesieve, text": our_text,
    "resiliparse, text": resiliparse_text,
    "trafilatura, text": trafilatura_text,
}
AGAINST = {"sitesieve, text": ("resiliparse, text", "trafilatura, text")}


def read_pages(data: Path, every: int) -> list[Page_]:
    source = data / "pages.parquet"
    if not source.exists():
        sys.exit(f"{source} is missing: name the folder that holds it")
    rows = pq.read_table(source, columns=["html", "url"]).to_pylist()[::every]
    return [(row["html"], row["url"] or "") for row in rows if row["html"]]


def timed(tools: dict[str, Tool], pages: Sequence[Page_]) -> dict[str, float]:
    """Seconds a page that each tool takes."""
    for page in pages[:WARM_UP]:
        for tool in tools.values():
            tool(*page)
    seconds = dict.fromkeys(tools, 0.0)
    for page in pages:
        for name, tool in tools.items():
            start = time.process_time()
            tool(*page)
            seconds[name] += time.process_time() - start
    return {name: spent / len(pages) for name, spent in seconds.items()}


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("data", type=Path)
    arguments.add_argument("--every", type=int, default=6, metavar="N")
    arguments.add_argument("--without", action="append", default=[], metavar="PEER")
    options = arguments.parse_args()
    tools = {}
    for name, tool in TOOLS.items():
        package = name.partition(",")[0]
        if package in options.without:
            continue
        if find_spec(package) is None:
            print(f"{name}: left out, {package} is not installed")
        else:
            tools[name] = tool
    pages = read_pages(options.data, options.every)
    seconds = timed(tools, pages)
    print(f"{len(pages)} pages")
    for name, spent in seconds.items():
        print(f"{name:32} {spent * 1000:7.2f} ms a page")
    for ours, peers in AGAINST.items():
        for peer in peers:
            if peer in seconds:
                print(f"{ours} / {peer}: {seconds[ours] / seconds[peer]:.3f}")


if __name__ == "__main__":
    main()
