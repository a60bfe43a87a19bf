"""The breadcrumbs that a page declares to machines, in JSON-LD or microdata."""

import json
import re

_LIST = "BreadcrumbList"
_REACH = 4000  # characters after the declaration that are looked at
_SAID = re.compile(
    r'"name"\s*:\s*("(?:[^"\\]|\\.){1,120}")|itemprop=["\']?name["\']?[^>]{0,80}>\s*([^<]{1,120}?)\s*<'
)


def declared_crumbs(source: str) -> frozenset[str]:
    """The names on the way down to the page, as it declares them; mostly none.

    >>> sorted(declared_crumbs('{"@type":"BreadcrumbList","item":{"name":"Home"}}'))
    ['Home']
    """
    at = source.find(_LIST)
    if at < 0:
        return frozenset()
    names = set()
    for quoted, shown in _SAID.findall(source[at : at + _REACH]):
        try:
            name = json.loads(quoted) if quoted else shown
        except ValueError:
            continue
        names.add(" ".join(name.split()))
    return frozenset(names)
