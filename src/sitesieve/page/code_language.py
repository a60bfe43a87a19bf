"""The language of a block of code, as the markup of highlighters tells it."""

import re

from selectolax.lexbor import LexborNode

_IN_CLASS = re.compile(
    r"(?:^|\s)(?:language-|lang-|highlight-source-|highlight-|brush:\s*|src-)([a-z][a-z0-9+#.-]*)"
    r"|(?:^|\s)source-?code\s+([a-z][a-z0-9+#-]*)",
    re.IGNORECASE,
)
_NO_LANGUAGE = frozenset("none plain text plaintext txt default code block".split())
_NAME = re.compile(r"[a-zA-Z][\w+#.-]{0,29}", re.ASCII)
_PLACES = 4  # elements in which highlighters say it: the code, the pre, and two around it
_LONGEST = 500  # characters of a class that are looked at


def code_language(pre: LexborNode) -> str:
    """The language of the code in a `pre`; empty where the page does not say."""
    inside = pre.first_child
    while inside is not None and inside.tag != "code":
        inside = inside.next
    places = [] if inside is None else [inside]
    near: LexborNode | None = pre
    while near is not None and near.tag != "body" and len(places) < _PLACES:
        places.append(near)
        near = near.parent
    for place in places:
        if found := _said(place.attributes):
            return "" if found in _NO_LANGUAGE else found
    return ""


def _said(attributes: dict[str, str | None]) -> str:
    found = attributes.get("data-language") or attributes.get("data-lang") or ""
    if not found and (named := _IN_CLASS.search((attributes.get("class") or "")[:_LONGEST])):
        found = named[1] or named[2]
    return found.lower() if _NAME.fullmatch(found) else ""
