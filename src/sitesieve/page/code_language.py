"""The language of a block of code, as the markup of highlighters tells it."""

import re

from sitesieve.page.tags import TAG_ID
from sitesieve.page.tree import PageTree

_IN_CLASS = re.compile(
    r"(?:^|\s)(?:language-|lang-|highlight-source-|highlight-|brush:\s*|src-)([a-z][a-z0-9+#.-]*)"
    r"|(?:^|\s)source-?code\s+([a-z][a-z0-9+#-]*)",
    re.IGNORECASE,
)
_NO_LANGUAGE = frozenset("none plain text plaintext txt default code block".split())
_NAME = re.compile(r"[a-zA-Z][\w+#.-]{0,29}", re.ASCII)
_PLACES = 4  # elements in which highlighters say it: the code, the pre, and two around it
_LONGEST = 500  # characters of a class that are looked at


def code_language(tree: PageTree, pre: int) -> str:
    """The language of the code in a `pre`; empty where the page does not say."""
    inside = [node for node in tree.children(pre) if tree.tag[node] == TAG_ID["code"]]
    places = inside[:1]
    near = pre
    while near > 0 and len(places) < _PLACES:  # the body speaks of the page
        places.append(near)
        near = int(tree.parent[near])
    for place in places:
        if language := _said(tree, place):
            return "" if language in _NO_LANGUAGE else language
    return ""


def _said(tree: PageTree, node: int) -> str:
    language = tree.attributes("data-language").get(node) or tree.attributes("data-lang").get(node)
    names = tree.attributes("class").get(node, "")[:_LONGEST]
    if not language and (named := _IN_CLASS.search(names)):
        language = named[1] or named[2]
    return language.lower() if language and _NAME.fullmatch(language) else ""
