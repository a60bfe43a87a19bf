"""What a page says about itself outside its text: title, meta, JSON-LD, canonical link."""

import json
from dataclasses import dataclass
from typing import Any
from urllib.parse import urljoin

from sitesieve.page.encode import parse
from sitesieve.page.tree import PageTree


@dataclass(frozen=True, slots=True)
class Head:
    """A page's own statements. `meta` has names, properties and http-equivs in lower case."""

    title: str
    meta: dict[str, str]
    json_ld: tuple[Any, ...]
    canonical: str | None


def read_head(tree: PageTree, url: str | None = None) -> Head:
    """Read what the page says about itself; unreadable JSON-LD is left out."""
    document, _ = parse(tree.source.encode(), tree.limits)
    meta: dict[str, str] = {}
    for element in document.css("meta[content]"):
        attributes = element.attributes
        name = attributes.get("name") or attributes.get("property") or attributes.get("http-equiv")
        if name and (content := attributes.get("content")):
            meta.setdefault(name.strip().lower(), " ".join(content.split()))
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
        meta=meta,
        json_ld=tuple(json_ld),
        canonical=absolute(address, url) if address else None,
    )


def absolute(address: str, base: str | None) -> str:
    """An address as written on a page, made absolute; left as it is where that cannot be done."""
    try:
        return urljoin(base or "", address.strip())
    except ValueError:
        return address
