"""What a page says about itself outside its text: title, meta, links, JSON-LD."""

import json
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from sitesieve.page.columns import OutsideColumns
from sitesieve.page.tags import ALL_TAG_NAMES

_MOST_STATEMENTS = 2_000  # meta elements read; real pages have dozens


@dataclass(frozen=True, slots=True)
class MetaElement:
    """A `meta` element, in the head or not."""

    attributes: dict[str, str]
    before: int  # how many nodes of the page's text stand before it
    parent: int  # the node it stands in; -1 for the head


@dataclass(frozen=True)
class Head:
    """A page's own statements, as they are written."""

    title: str
    base: str  # what the page wants its addresses to be relative to; mostly empty
    metas: tuple[MetaElement, ...]
    links: tuple[tuple[str, str], ...]  # rel and href of the link elements
    scripts: tuple[str, ...]  # JSON-LD

    @cached_property
    def statements(self) -> tuple[tuple[str, str], ...]:
        """Names, properties and http-equivs in lower case, each with what is said."""
        statements = []
        for meta in self.metas[:_MOST_STATEMENTS]:
            get = meta.attributes.get
            name = get("name") or get("property") or get("http-equiv")
            if name and (content := get("content")):
                statements.append((name.strip().lower(), " ".join(content.split())))
        return tuple(statements)

    @cached_property
    def meta(self) -> dict[str, str]:
        """The first statement of each name."""
        return dict(reversed(self.statements))

    @cached_property
    def json_ld(self) -> tuple[Any, ...]:
        """What the page tells machines; what cannot be read is left out."""
        values = []
        for script in self.scripts:
            try:
                values.append(_read_json(script))
            except (ValueError, RecursionError):
                continue
        return tuple(values)

    @cached_property
    def canonical(self) -> str:
        """The address by which the page asks to be known, as written; mostly empty."""
        for rel, href in self.links:
            if href and "canonical" in rel.lower().split():
                return href.strip()
        return ""


def read_head(outside: OutsideColumns) -> Head:
    """What the elements outside of the text say."""
    titles, scripts, metas, links, bases = [], [], [], [], []
    attributes = outside.attributes.by_owner()
    for number, (tag, before, parent) in enumerate(outside.places.tolist()):
        match ALL_TAG_NAMES[tag]:
            case "title":
                titles.append(" ".join(outside.texts[number].split()))
            case "script":
                scripts.append(outside.texts[number])
            case "meta":
                metas.append(MetaElement(attributes[number], before, parent))
            case "link":
                link = attributes[number]
                links.append((link.get("rel", ""), link.get("href", "")))
            case "base":
                bases.append(attributes[number].get("href", "").strip())
    return Head(
        title=next(iter(titles), ""),
        base=next(filter(None, bases), ""),
        metas=tuple(metas),
        links=tuple(links),
        scripts=tuple(scripts),
    )


def _read_json(script: str) -> Any:
    """What a script says. JSON can name halves of characters, which are none: they become `?`."""
    value = json.loads(script, strict=False)
    if "\\ud" in script.lower():
        return json.loads(json.dumps(value, ensure_ascii=False).encode("utf-8", "replace"))
    return value
