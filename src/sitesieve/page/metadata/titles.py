"""The title of a page: its headline, without the name of the site."""

import re
from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from typing import Protocol

from sitesieve.page.metadata.dates import find_date

_SEPARATOR = re.compile(r"(?<!\s)\s++(?:(?:[|–—·•»›:~/-]|::|\|\|)\s++|[|»]\s*+)|[|»]\s*+")
_NOT_LETTERS = re.compile(r"[\W_]+")
_ENDS = " \t|/·•»›~¶§–—-"
_AFTER_HEADLINE = re.compile(r"(?:[\s¶#]|\([^)]*\)|\[[^\]]*\]\s|\b\d+)*")  # a host, a count
_LONGEST = 300
_ENOUGH = 0.4  # agreement that makes a heading the title
_LONGEST_DATE = 24  # characters of a part that is hardly more than one
_WORDS_OF_A_HEADLINE = 3
_MOST_WORDS_BEFORE = 4  # of a heading, before what the page declares: a date, a label
_EVERYWHERE = ("www", "com", "org", "net", "blog", "docs", "forum")
_ARTICLES = frozenset(
    "the a an le la les der die das ein eine el los las il lo gli o os as".split()
)
_OF_ANY_PAGE = frozenset(  # titles that say nothing, as keys
    "home homepage index untitled untitleddocument newpage document start startseite accueil "
    "inicio início pagina главная ホーム 首页 首頁 홈".split()
)
_LABELS = frozenset(("viewtopic", "viewthread", "thread", "topic", "themaanzeigen"))


class SharedTitles(Protocol):
    """What the pages of a site have taught of its titles."""

    def names_site(self, part: str) -> bool:
        """Whether a part of a title stands on so many pages that it says nothing of one."""

    def is_repeated(self, title: str) -> bool:
        """Whether several pages have this title."""

    def is_lower_repeated(self, heading: str) -> bool:
        """Whether several pages have this heading, which is not of the first level."""


def choose_title(
    headings: Sequence[str],
    declared: Sequence[str],
    site_names: Iterable[str],
    host: str,
    *,
    is_front: bool = False,
    shared: SharedTitles | None = None,
) -> str:
    """The title of a page.

    `headings` are its h1 elements, `declared` what it calls itself for machines
    and browser windows, best first, `shared` what its site has taught. A heading that the
    declared titles know is the title; else the first declared one without the site's name,
    with which the title of a front page may well begin.
    """
    site = _SiteNames(site_names, host, is_front, shared)
    site.learn(headings, declared)
    titles = [title for title in (site.shortened(d) for d in declared) if title]
    if any(not site.names(heading) for heading in headings if _key(heading)):
        titles = [title for title in titles if _key(title) not in _OF_ANY_PAGE]
    best, agreement = "", -1.0
    own = [h for heading in headings if (h := heading[:_LONGEST].strip(_ENDS)) and _key(h)]
    for heading in own:
        if not site.names(heading):
            likeness = max((_agreement(heading, title) for title in titles), default=0.0)
            if likeness > agreement:
                best, agreement = heading, likeness
    if best and (agreement >= _ENOUGH or not titles):
        return _without_labels(site.shortened(best), titles)
    return titles[0] if titles else ""


def title_parts(titles: Iterable[str]) -> set[str]:
    """What of some titles other pages may have too: their parts, and each as a whole; in the
    form in which they are compared."""
    parts: set[str] = set()
    for title in titles:
        title = " ".join(title[:_LONGEST].split())
        pieces = [title, *_SEPARATOR.split(title), title.partition(": ")[0]]
        parts.update(map(title_key, pieces))
    return parts - {""}


def title_key(text: str) -> str:
    """A title, or a part of one, in the form in which they are compared."""
    return _key(text)


def lower_key(heading: str) -> str:
    """The same for a heading that is not of the first level."""
    return f"2 {_key(heading)}"


def own_title(
    title: str, headings: Sequence[str], lower: Callable[[], Iterable[str]], shared: SharedTitles
) -> str:
    """A title that several pages of the site have, as it is on the page: the heading that others
    do not have. Where a heading of the first level names the page, those below do not."""
    if not shared.is_repeated(title):
        return title
    named = [heading for heading in headings if not shared.names_site(heading)]
    own = (heading for heading in named if not shared.is_repeated(heading))
    below = () if named else (h for h in lower() if _key(h) and not shared.is_lower_repeated(h))
    return next(chain(own, below), title)[:_LONGEST].strip(_ENDS)


def _agreement(heading: str, title: str) -> float:
    """How much of a heading and a declared title is the same: an F of their words, or the
    share of the heading's words that the title has, which may say more."""
    here, there = _words(heading), _words(title)
    if not here or not there:
        return 0.0
    shared = len(here & there)
    return max(2 * shared / (len(here) + len(there)), 0.9 * shared / len(here))


def _is_stroke(separator: str, title: str) -> bool:
    """Whether what follows a separator names the site or a part of it: a stroke, or one of
    several slashes."""
    return "|" in separator or ("/" in separator and title.count(" / ") > 1)


def _is_plain_word(part: str) -> bool:
    """Whether a part of a title is one word in small letters: sites have names, "cons" is none."""
    return part.isalpha() and part.islower()


def _without_labels(heading: str, titles: Sequence[str]) -> str:
    """A heading without what stands before or after a title that the page declares: a date, the
    kind of a thread, a number of answers."""
    for title in titles:
        at = heading.casefold().find(title.casefold())
        if at < 0 or len(title.split()) < _WORDS_OF_A_HEADLINE:
            continue
        before, after = heading[:at], heading[at + len(title) :]
        if before.strip().casefold() in _ARTICLES:
            continue
        if len(before.split()) <= _MOST_WORDS_BEFORE and _AFTER_HEADLINE.fullmatch(after):
            return title
    return heading


class _SiteNames:
    """What names the site in the titles of a page."""

    def __init__(
        self, names: Iterable[str], host: str, is_front: bool, shared: SharedTitles | None
    ) -> None:
        self._is_front = is_front
        self._keys = {key for name in names if (key := _key(name))}
        self._labels = [
            label for label in host.split(".") if len(label) > 2 and label not in _EVERYWHERE
        ]
        self._host = _key(host.removeprefix("www."))
        self._shared = shared

    def learn(self, headings: Sequence[str], declared: Sequence[str]) -> None:
        """Take for names of the site what one declared title has more than another, before or
        after it: "Harbour News: A storm" beside "A storm"; and a heading that is the last part of
        a title, after a headline, as logos are."""
        for title in declared:
            first, *others = _SEPARATOR.split(title)
            if others and len(first.split()) >= _WORDS_OF_A_HEADLINE and not self._is_first(first):
                last = _key(others[-1])
                self._keys.update(key for key in map(_key, headings) if key and key == last)
        for long in declared:
            for short in declared:
                if not _WORDS_OF_A_HEADLINE <= len(short.split()) < len(long.split()):
                    continue
                if long.startswith(short) and _SEPARATOR.match(rest := long[len(short) :]):
                    self._keys.add(_key(rest))
                elif long.endswith(short) and long[: -len(short)].rstrip().endswith(
                    (":", "|", "-")
                ):
                    self._keys.add(_key(long[: -len(short)]))

    def names(self, heading: str) -> bool:
        """Whether a heading is the name of the site."""
        return self._is_first(heading)

    def _is_first(self, part: str) -> bool:
        key = _key(part)
        by_host = (key in self._labels or key == self._host) and not self._is_front
        return by_host or key in self._keys or self._taught(part)

    def _is_last(self, part: str) -> bool:
        key = _key(part)
        return (
            not key
            or self._is_first(part)
            or (len(part) <= _LONGEST_DATE and find_date(part) is not None)
            or any(
                key == label or (len(label) > 3 and key.startswith(label)) for label in self._labels
            )
        )

    def _taught(self, part: str) -> bool:
        return self._shared is not None and self._shared.names_site(part)

    def shortened(self, title: str) -> str:
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
        while last > 1:
            after = parts[last - 1]
            stroke = title[edges[2 * last - 3] : edges[2 * last - 2]]
            by_stroke = headline and _is_stroke(stroke, title) and not _is_plain_word(after)
            if not (by_stroke or self._is_last(after)):
                break
            last -= 1
        while last - first > 1 and (self._is_first(parts[first]) or _key(parts[first]) in _LABELS):
            first += 1
        shorter = title[edges[2 * first] : edges[2 * last - 1]].strip(_ENDS)
        before, _, rest = shorter.partition(": ")
        return rest if rest and self._is_first(before) and self._shared is not None else shorter


def same_name(one: str, other: str | None) -> bool:
    """Whether two names differ in case, spaces and punctuation only."""
    return other is not None and _key(one) == _key(other)


def _key(text: str) -> str:
    return _NOT_LETTERS.sub("", text.casefold())


def _words(text: str) -> set[str]:
    return set(_NOT_LETTERS.sub(" ", text.casefold()).split())
