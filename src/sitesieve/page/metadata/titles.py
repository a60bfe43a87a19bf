"""The title of a page: its headline, without the name of the site."""

import re
from collections.abc import Iterable, Sequence

_SEPARATOR = re.compile(r"\s+(?:[|–—·•»›:~/-]|::|\|\|)\s+|\s*[|»]\s*")
_NOT_LETTERS = re.compile(r"[\W_]+")
_LONGEST = 300
_ENOUGH = 0.4  # agreement that makes a heading the title
_WORDS_OF_A_HEADLINE = 3
_EVERYWHERE = ("www", "com", "org", "net", "blog", "docs", "forum")


def choose_title(
    headings: Sequence[str], declared: Sequence[str], site_names: Iterable[str], host: str
) -> str:
    """The title of a page.

    `headings` are its h1 elements, `declared` what it calls itself for machines
    and browser windows, best first. A heading that the declared titles know is the
    title; else the first declared one without the site's name.
    """
    sites = {key for name in site_names if (key := _key(name))}
    titles = [title for title in (_shortened(d, sites, host) for d in declared) if title]
    best, agreement = "", -1.0
    for heading in (heading[:_LONGEST] for heading in headings):
        if _key(heading) and _key(heading) not in sites:
            likeness = max((_agreement(heading, title) for title in titles), default=0.0)
            if likeness > agreement:
                best, agreement = heading, likeness
    if best and (agreement >= _ENOUGH or not titles):
        return _shortened(best, sites, host)
    return titles[0] if titles else ""


def _agreement(heading: str, title: str) -> float:
    """How much of a heading and a declared title is the same: an F of their words, or the
    share of the heading's words that the title has, which may say more."""
    here, there = _words(heading), _words(title)
    if not here or not there:
        return 0.0
    shared = len(here & there)
    return max(2 * shared / (len(here) + len(there)), 0.9 * shared / len(here))


def _shortened(title: str, sites: set[str], host: str) -> str:
    """A title without the parts at its ends that name the site.

    What follows a stroke names the site or a part of it, unless the words before are
    too few for a headline.
    """
    title = " ".join(title[:_LONGEST].split())
    bounds = [match.span() for match in _SEPARATOR.finditer(title)]
    edges = [0, *(edge for bound in bounds for edge in bound), len(title)]
    parts = [title[a:b] for a, b in zip(edges[::2], edges[1::2], strict=True)]
    headline = len(parts[0].split()) >= _WORDS_OF_A_HEADLINE
    first, last = 0, len(parts)
    while last > 1 and (
        _names_site(parts[last - 1], sites, host)
        or (headline and "|" in title[edges[2 * last - 3] : edges[2 * last - 2]])
    ):
        last -= 1
    while last - first > 1 and _key(parts[first]) in sites:
        first += 1
    return title[edges[2 * first] : edges[2 * last - 1]].strip()


def _names_site(part: str, sites: set[str], host: str) -> bool:
    """Whether a part of a title is a name of the site, or starts with its domain's."""
    key = _key(part)
    if not key or key in sites:
        return True
    labels = [label for label in host.split(".") if len(label) > 2 and label not in _EVERYWHERE]
    return any(key == label or (len(label) > 3 and key.startswith(label)) for label in labels)


def same_name(one: str, other: str | None) -> bool:
    """Whether two names differ in case, spaces and punctuation only."""
    return other is not None and _key(one) == _key(other)


def _key(text: str) -> str:
    return _NOT_LETTERS.sub("", text.casefold())


def _words(text: str) -> set[str]:
    return set(_NOT_LETTERS.sub(" ", text.casefold()).split())
