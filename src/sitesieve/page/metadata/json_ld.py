"""JSON-LD: the things that a page describes, and the one that it is about."""

from collections import deque
from collections.abc import Iterable, Iterator
from typing import Any

_MOST = 2_000  # values looked at: real pages have dozens, hostile ones millions

# Where the things a page is about may be wrapped. Comments, reviews, answers and
# related articles hang on other names: their authors are not the page's.
_WRAPPERS = ("@graph", "mainEntity", "mainEntityOfPage", "about", "subjectOf")
WRITTEN = frozenset(  # what has a headline, an author and a day
    "article newsarticle blogposting posting report scholarlyarticle techarticle advertisercontent"
    "article opinionnewsarticle analysisnewsarticle reportagenewsarticle reviewnewsarticle "
    "backgroundnewsarticle satiricalarticle liveblogposting socialmediaposting "
    "discussionforumposting medicalscholarlyarticle creativework question recipe howto review "
    "podcastepisode learningresource course".split()
)
PAGES = frozenset(
    "webpage itempage aboutpage qapage faqpage collectionpage medicalwebpage profilepage "
    "searchresultspage checkoutpage contactpage".split()
)
Thing = dict[str, Any]


class Things:
    """The described things of a page, in order, with what they refer to."""

    def __init__(self, json_ld: Iterable[Any]) -> None:
        self.all: list[Thing] = []
        self._by_id: dict[str, Thing] = {}
        self._left = _MOST
        waiting = deque(json_ld)
        while waiting and self._left > 0:
            self._left -= 1
            value = waiting.popleft()
            if isinstance(value, list):
                waiting.extend(value[:_MOST])
            elif isinstance(value, dict):
                self._note(value)
                waiting.extend(value[name] for name in _WRAPPERS if name in value)

    def _note(self, thing: Thing) -> None:
        name = thing.get("@id")
        if isinstance(name, str) and len(thing) > 1:
            self._by_id.setdefault(name, thing)
        if thing.get("@type") is not None:
            self.all.append(thing)

    def of(self, kinds: frozenset[str]) -> list[Thing]:
        """The things of some kinds."""
        return [thing for thing in self.all if not kinds.isdisjoint(types_of(thing))]

    def resolve(self, value: Any) -> Any:
        """A thing that is only named where it is used, looked up; anything else as it is."""
        if isinstance(value, dict) and isinstance(name := value.get("@id"), str):
            return self._by_id.get(name, value)
        return value

    def names(self, value: Any) -> list[str]:
        """The names in a value: a text, a thing with a name, or a list of those."""
        names = []
        for item in value[:50] if isinstance(value, list) else [value]:
            item = self.resolve(item)
            if isinstance(item, dict):
                item = item.get("name") or item.get("alternateName")
                item = item[0] if isinstance(item, list) and item else item
            if isinstance(item, dict):  # {"@value": …}, with a language
                item = item.get("@value")
            if isinstance(item, str) and item.strip():
                names.append(item)
        return names


def types_of(thing: Thing) -> set[str]:
    """The types of a thing, without their schema's address, in lower case."""
    value = thing.get("@type")
    listed = value if isinstance(value, list) else [value]
    return {_bare(item) for item in listed if isinstance(item, str)}


def _bare(name: str) -> str:
    return name.rpartition("/")[2].rpartition("#")[2].rpartition(":")[2].strip().lower()


def texts(thing: Thing, *names: str) -> Iterator[str]:
    """The texts a thing has under some names, in that order."""
    for name in names:
        value = thing.get(name)
        for item in value[:50] if isinstance(value, list) else [value]:
            if isinstance(item, dict):
                item = item.get("@value")
            if isinstance(item, str) and item.strip():
                yield " ".join(item.split())
