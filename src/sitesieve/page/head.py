"""What a page says about itself outside its text: title, meta, JSON-LD, canonical link."""

import html
import json
import re
from dataclasses import dataclass
from typing import Any
from urllib.parse import urljoin

from selectolax.lexbor import LexborHTMLParser

from sitesieve.page.encode import parse
from sitesieve.page.tree import PageTree

_MOST_STATEMENTS = 2_000  # meta elements read; real pages have dozens
_BASE = re.compile(r"<base\s[^>]{0,500}?href\s*=\s*[\"']?([^\"'\s>]+)", re.IGNORECASE)
_IN_FRONT = 20_000  # characters in which a base address is looked for


@dataclass(frozen=True, slots=True)
class Head:
    """A page's own statements. `meta` has names, properties and http-equivs in lower case."""

    title: str
    meta: dict[str, str]  # the first of each name
    statements: tuple[tuple[str, str], ...]  # all of them, in order
    json_ld: tuple[Any, ...]
    canonical: str | None


def reparse(tree: PageTree) -> LexborHTMLParser:
    """The page as the parser's own document, with what stands in `noscript`."""
    return parse(tree.source.encode(), tree.limits, scripting=False)[0]


def read_head(tree: PageTree, document: LexborHTMLParser, url: str | None = None) -> Head:
    """Read what the page says about itself; unreadable JSON-LD is left out."""
    statements = []
    for element in document.css("meta[content]")[:_MOST_STATEMENTS]:
        attributes = element.attributes
        name = attributes.get("name") or attributes.get("property") or attributes.get("http-equiv")
        if name and (content := attributes.get("content")):
            statements.append((name.strip().lower(), " ".join(content.split())))
    json_ld = []
    for script in document.css('script[type="application/ld+json" i]'):
        try:
            json_ld.append(json.loads(script.text(), strict=False))
        except (ValueError, RecursionError):
            continue
    link = document.css_first('link[rel~="canonical" i][href]')
    address = (link.attributes.get("href") or "").strip() if link is not None else ""
    return Head(
        title=tree.title,
        meta=dict(reversed(statements)),
        statements=tuple(statements),
        json_ld=tuple(json_ld),
        canonical=absolute(address, url) if address else None,
    )


def base_of(tree: PageTree, url: str | None) -> str | None:
    """What relative addresses are relative to: the page's own, or what its BASE says."""
    said = _BASE.search(tree.source, 0, _IN_FRONT)
    return absolute(html.unescape(said[1]), url) if said else url


def absolute(address: str, base: str | None) -> str:
    """An address as written on a page, made absolute; left as it is where that cannot be done."""
    try:
        return urljoin(base or "", address.strip())
    except ValueError:
        return address
