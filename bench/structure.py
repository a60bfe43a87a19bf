"""Structure that comes through in Markdown: headings, list items, table cells, lines of code.

    python bench/structure.py DATA [--pages N] [--method NAME]

DATA is a folder with `pages.parquet` (columns html, url, main_markdown). For each
page the Markdown of each tool is read back into pieces of the four kinds, and
compared with the pieces of the gold Markdown as bags of normalised texts: what
was found (recall), and how much of what was given is there (precision). The gold was
written by programs and leaves much unmarked: half of the headings and three quarters of
the code that it seems to lack stand in it as plain text. So a third figure says how much
of what was given the gold has at all, in whatever form; the page's title counts as there,
for some golds have it and some do not. Sums over all pages; the gold has no tables or code
on most pages, so a mean over pages would measure mostly nothing.
"""

import argparse
import re
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import trafilatura
from html_to_markdown import ConversionOptions, convert
from rich.console import Console
from rich.table import Table

import sitesieve
from measures import read_rows
from sitesieve.cleaning.methods import METHODS

KINDS = ("headings", "list items", "table cells", "code lines")
_HEADING = re.compile(r"#{1,6}\s+(.*)")
_ITEM = re.compile(r"\s*(?:[-*+•]|\d{1,3}[.)])\s+(.*)")
_RULE = re.compile(r"\s*\|?[\s:|-]*-[\s:|-]*\|?\s*")
_FENCE = re.compile(r"\s*(?:>\s*)*(`{3,}|~{3,})")
_LINK = re.compile(r"!?\[((?:[^\[\]\\]|\\.)*)\]\((?:[^()\s]|\([^()]*\))*[^()]*\)")
_WORD = re.compile(r"\w+")


def pieces(markdown: str) -> dict[str, Counter[str]]:
    """The pieces of each kind that some Markdown has, by their words."""
    found: dict[str, Counter[str]] = {kind: Counter() for kind in KINDS}
    fence = ""
    for line in markdown.splitlines():
        opens = _FENCE.match(line)
        if opens and (not fence or opens[1].startswith(fence)):
            fence = "" if fence else opens[1]
        elif fence:
            _count(found["code lines"], line)
        elif heading := _HEADING.match(line.strip()):
            _count(found["headings"], heading[1])
        elif line.strip().startswith("|") and not _RULE.fullmatch(line):
            for cell in line.strip().strip("|").replace("\\|", " ").split("|"):
                _count(found["table cells"], cell.replace("<br>", " "))
        elif item := _ITEM.match(line):
            _count(found["list items"], item[1])
    return found


def there_at_all(given: Counter[str], gold: Counter[str], texts: str) -> int:
    """How many of some pieces the gold has, as such or within its texts."""
    others = given - gold
    return (given & gold).total() + sum(n for piece, n in others.items() if f" {piece} " in texts)


def words_of(*texts: str | None) -> str:
    """The words of some texts, with a space on both sides of each."""
    plain = (_LINK.sub(r"\1", text or "") for text in texts)
    return " " + " ".join(word for text in plain for word in _WORD.findall(text.lower())) + " "


def _count(bag: Counter[str], text: str) -> None:
    plain = _LINK.sub(r"\1", text)
    if words := " ".join(_WORD.findall(plain.lower())):
        bag[words] += 1


def whole_page(html: str, url: str) -> str:  # noqa: ARG001 - it does not ask for the address
    return str(convert(html, ConversionOptions(extract_metadata=False)).content or "")


def by_trafilatura(html: str, url: str) -> str:
    return trafilatura.extract(html, url=url, output_format="markdown", include_links=False) or ""


def by_sitesieve(method: str) -> Callable[[str, str], str]:
    return lambda html, url: sitesieve.clean(html, url=url, method=method).markdown


def default_method() -> str:
    """The method that `sitesieve.clean` uses when none is named."""
    return sitesieve.clean("<p>x").method


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("data", type=Path)
    arguments.add_argument("--pages", type=int, default=None, help="only the first N")
    arguments.add_argument("--method", choices=list(METHODS), default=None)
    options = arguments.parse_args()
    rows = read_rows(options.data, "pages.parquet")[: options.pages]
    if not rows or "main_markdown" not in rows[0]:
        sys.exit("pages.parquet has no column main_markdown")
    method = options.method or default_method()
    tools = {
        f"sitesieve, {method}": by_sitesieve(method),
        "trafilatura": by_trafilatura,
        "html-to-markdown, whole page": whole_page,
    }
    right = {tool: Counter[str]() for tool in tools}
    there = {tool: Counter[str]() for tool in tools}
    given = {tool: Counter[str]() for tool in tools}
    seconds = Counter[str]()
    wanted = Counter[str]()
    for row in rows:
        gold = pieces(row["main_markdown"] or "")
        texts = words_of(row["main_markdown"], row["main_text"], row["title"])
        wanted.update({kind: gold[kind].total() for kind in KINDS})
        for tool, make in tools.items():
            started = time.perf_counter()
            found = pieces(make(row["html"], row["url"]))
            seconds[tool] += int(1e6 * (time.perf_counter() - started))
            right[tool].update({kind: (found[kind] & gold[kind]).total() for kind in KINDS})
            there[tool].update({k: there_at_all(found[k], gold[k], texts) for k in KINDS})
            given[tool].update({kind: found[kind].total() for kind in KINDS})

    table = Table(title=f"{len(rows):,} pages: found / as in gold / in gold at all, per cent")
    table.add_column("tool")
    for kind in KINDS:
        table.add_column(f"{kind}\n{wanted[kind]:,} in gold", justify="right")
    table.add_column("ms a page", justify="right")
    for tool in tools:
        cells = [
            f"{100 * right[tool][kind] / max(1, wanted[kind]):.1f} / "
            f"{100 * right[tool][kind] / max(1, given[tool][kind]):.1f} / "
            f"{100 * there[tool][kind] / max(1, given[tool][kind]):.1f}"
            for kind in KINDS
        ]
        table.add_row(tool, *cells, f"{seconds[tool] / len(rows) / 1000:.1f}")
    Console(width=120).print(table)


if __name__ == "__main__":
    main()
