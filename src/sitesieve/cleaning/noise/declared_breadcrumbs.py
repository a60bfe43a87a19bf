"""The breadcrumbs that a page declares to machines, in JSON-LD or microdata."""

import json
import re

from sitesieve.page.tree import PageTree

_LIST = "BreadcrumbList"
_REACH = 4000  # characters after the declaration that are looked at
_NAME = re.compile(r'"name"\s*:\s*("(?:[^"\\]|\\.){1,120}")')
_LONGEST = 120  # characters of a name
_MOST_WORDS = 60  # what has more is no name, and need not be looked at


def declared_crumbs(tree: PageTree) -> frozenset[str]:
    """The names on the way down to the page, as it declares them; mostly none."""
    names = {name for script in tree.head.scripts for name in _in_json_ld(script)}
    named = tree.attributes("itemprop")
    for node, kind in tree.attributes("itemtype").items():
        if _LIST in kind:
            words = tree.word_start[tree.end] - tree.word_start[:-1]
            inside = (n for n in range(node, int(tree.end[node])) if "name" in named.get(n, ""))
            short = (tree.text_of(n) for n in inside if 0 < words[n] <= _MOST_WORDS)
            names.update(text for text in short if len(text) <= _LONGEST)
            break
    return frozenset(names)


def _in_json_ld(script: str) -> set[str]:
    """
    >>> sorted(_in_json_ld('{"@type":"BreadcrumbList","item":{"name":"Home"}}'))
    ['Home']
    """
    at = script.find(_LIST)
    names = set()
    for quoted in _NAME.findall(script[at : at + _REACH]) if at >= 0 else ():
        try:
            names.add(" ".join(json.loads(quoted).split()))
        except ValueError:
            continue
    return names
