"""What one page costs, beside other tools in the same run.

    python bench/page_speed.py DATA [--every N] [--without trafilatura]

Every Nth page (6th) of pages.parquet in the folder DATA goes through every tool in turn, so that
a slow moment of the machine hits all of them. CPU time. Peers that are not installed are left out
with a word.
"""

import argparse
import time
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path

import sitesieve
from measures import read_rows
from sitesieve.page import Page

WARM_UP = 20  # pages


def encoded(page: Page) -> object:
    return Page(page.url, page.html).tree


def our_text(page: Page) -> str:
    return sitesieve.clean(page.html).text


def our_markdown(page: Page) -> object:
    """What people ask of a page for a corpus: Markdown, metadata, kinds of blocks."""
    document = sitesieve.clean(page.html, url=page.url)
    return document.markdown, document.metadata, [block.kind for block in document.blocks]


def resiliparse_text(page: Page) -> str:
    from resiliparse.extract.html2text import extract_plain_text
    from resiliparse.parse.html import HTMLTree

    return str(extract_plain_text(HTMLTree.parse(page.html), main_content=True))


def trafilatura_text(page: Page) -> object:
    import trafilatura

    return trafilatura.extract(page.html)


def trafilatura_markdown(page: Page) -> object:
    import trafilatura

    return trafilatura.extract(
        page.html,
        url=page.url,
        output_format="markdown",
        with_metadata=True,
        include_links=True,
        include_images=True,
        include_formatting=True,
    )


Tool = Callable[[Page], object]
TOOLS: dict[str, Tool] = {
    "sitesieve, parsed and encoded": encoded,
    "sitesieve, text": our_text,
    "sitesieve, Markdown": our_markdown,
    "resiliparse, text": resiliparse_text,
    "trafilatura, text": trafilatura_text,
    "trafilatura, Markdown": trafilatura_markdown,
}
AGAINST = (
    ("sitesieve, text", "resiliparse, text"),
    ("sitesieve, text", "trafilatura, text"),
    ("sitesieve, Markdown", "trafilatura, Markdown"),
)


def timed(tools: dict[str, Tool], pages: Sequence[Page]) -> dict[str, float]:
    """Seconds a page that each tool takes."""
    for page in pages[:WARM_UP]:
        for tool in tools.values():
            tool(page)
    seconds = dict.fromkeys(tools, 0.0)
    for page in pages:
        for name, tool in tools.items():
            start = time.process_time()
            tool(page)
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
    rows = read_rows(options.data, "pages.parquet")[:: options.every]
    pages = [Page(row["url"], row["html"]) for row in rows if row["html"]]
    seconds = timed(tools, pages)
    print(f"{len(pages)} pages")
    for name, spent in seconds.items():
        print(f"{name:32} {spent * 1000:7.2f} ms a page")
    for ours, peer in AGAINST:
        if ours in seconds and peer in seconds:
            print(f"{ours} / {peer}: {seconds[ours] / seconds[peer]:.3f}")


if __name__ == "__main__":
    main()
