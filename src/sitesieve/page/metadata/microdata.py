"""What elements of the page say by their attributes: microdata, rel, class names, times."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from sitesieve.page.metadata.attribute_search import AttributeSearch
from sitesieve.page.remembered import Remembered
from sitesieve.page.tags import TAG_ID
from sitesieve.page.tree import PageTree

_MOST = 400  # elements looked at: beyond that a page is a list of other pages
_LONGEST_TEXT = 800  # characters read of an element
_MOST_NODES = 200  # nodes read of it
_LONGEST_NAMES = 500  # characters of class names looked at
_LONGEST_NAME = 60  # characters of one that says something
_ABOVE = 12  # ancestors looked at
_STOP = frozenset(TAG_ID[name] for name in ("body", "frameset", "main"))
_BESIDE = frozenset(TAG_ID[name] for name in ("nav", "footer", "aside"))

# Names and values that are worth a look; case does not matter.
_IN_CLASS = re.compile(
    r"author|byline|writer|username|date|publish|posted|-meta|timestamp", re.IGNORECASE
)
_IN_NAME = re.compile(r"author|byline", re.IGNORECASE)  # id, data-testid
_ITEMPROPS = frozenset("author datepublished datemodified datecreated".split())
_PROPERTIES = frozenset("schema:author schema:datepublished schema:datemodified".split())
_CLASSES = _IN_CLASS.pattern.split("|")
_PERSON_PATHS = ("/author/", "/authors/", "/contributor/", "/contributors/", "/writers/", "/staff/")
_NAMED = AttributeSearch(  # the elements that may be one of those looked at
    {
        **{"class": _CLASSES, "id": _IN_NAME.pattern.split("|")},
        **{"data-testid": _IN_NAME.pattern.split("|"), "rel": ("author",)},
        **{"itemprop": sorted(_ITEMPROPS), "property": sorted(_PROPERTIES)},
        "href": _PERSON_PATHS,
    }
)
_ELSEWHERE = re.compile(
    r"(?:^|[\s_-])(?:comments?|comment-?list|respond|related|recent|popular|trending|sidebar|widget"
    r"|teasers?|cards?|carousel|recirc\w*|recommend\w*|more-\w+|read-?next|footer|nav|menu|promo"
    r"|newsletter|upsell|reviews?)(?:$|[\s_-])",
    re.IGNORECASE,
)
_COMMENTS = re.compile(  # the name of what readers have written: one of them, or all
    r"(?:\w+[-_])?comments?(?:[-_]?(?:list|body|area|section|wrap|wrapper|container|item|thread"
    r"|entry|box|content|tree|\d+(?!\d)))*|respond|disqus_thread",
    re.IGNORECASE,
)
_MAY_BE_COMMENTS = AttributeSearch(
    dict.fromkeys(("class", "id"), ("comment", "respond", "disqus_thread"))
)
_FEWEST_WORDS = 5  # of a comment; a link to them has fewer
_BYLINE = re.compile(
    r"(?:^|[\s_-])(?:by-?line|(?:(?:post|entry|article|story|blog)[_-]*+)?(?:author|writer)s?"
    r"(?:[_-]*(?:name|link|title))?|username|fn)(?:$|[\s_-]|__)",
    re.IGNORECASE,
)
# A word may begin at each `_` in it: where it does so at all is looked for once.
_DATELINE = re.compile(
    r"(?:^|[\s_-])(?:posted(?:[_-]?on)?|(?:entry|post|article)-?(?:meta|date|time))(?:$|[\s_-])"
    r"|(?:^|[\s-]|(?<=[^\w\s-])[^\W_]*+_)(?:\w*(?:date(?:time|line)?|timestamp)(?:$|[\s_-])"
    r"|(?>\w*?publish)(?:\w*+(?:$|[\s-])|[^\W_]*+_))",
    re.IGNORECASE,
)
_OF_AUTHOR = re.compile(r"author[-_]*(?:desc|role)", re.IGNORECASE)
_UPDATE = re.compile(r"modif|updat|edit|review|changed", re.IGNORECASE)


@dataclass(slots=True)
class Marked:
    """What the markup of a page says, each in document order."""

    authors: list[str] = field(default_factory=list)  # itemprop or rel: meant for machines
    bylines: list[str] = field(default_factory=list)  # by the name of a class or id
    linked: list[str] = field(default_factory=list)  # links to the page of somebody who writes
    published: list[str] = field(default_factory=list)  # itemprop
    modified: list[str] = field(default_factory=list)
    times: list[str] = field(default_factory=list)  # time elements
    datelines: list[str] = field(default_factory=list)  # by the name of a class


def read_markup(tree: PageTree, teasers: npt.NDArray[np.bool_]) -> Marked:
    """Go once through the elements that can say something of the page: not those in teasers."""
    marked = Marked()
    beside = Remembered[int, bool](lambda node: _is_beside(tree, node))
    for place in _places(tree)[:_MOST]:
        if place.around >= 0 and teasers[max(place.node, place.around)]:
            continue
        values = _values_for(marked, place)
        if values is not None and not _stands_elsewhere(tree, place.around, beside):
            is_name = any(values is names for names in (marked.authors, marked.bylines))
            values.append(_name(tree, place) if is_name else _value(tree, place))
    return marked


def comment_nodes(tree: PageTree) -> npt.NDArray[np.bool_]:
    """For each node, whether it stands in what readers have written below a text: in an element
    that a class or an id calls so, and that has no headline."""
    inside = np.zeros(len(tree), np.bool_)
    headlines = np.flatnonzero(tree.tag == TAG_ID["h1"])
    for node in np.unique(_MAY_BE_COMMENTS.owners(tree.attribute_columns)).tolist():
        end = int(tree.end[node])
        if inside[node] or tree.word_start[end] - tree.word_start[node] < _FEWEST_WORDS:
            continue
        attributes = tree.attributes_of(node)
        names = [attributes.get("id", ""), *attributes.get("class", "")[:_LONGEST_NAMES].split()]
        has_headline = np.searchsorted(headlines, node) < np.searchsorted(headlines, end)
        if tree.tag[node] not in _STOP and not has_headline and any(map(_is_comments, names)):
            inside[node:end] = True
    return inside


def _is_comments(name: str) -> bool:
    return len(name) <= _LONGEST_NAME and _COMMENTS.fullmatch(name) is not None


@dataclass(frozen=True, slots=True)
class _Place:
    """An element that may say something: a node, or a `meta` that stands among the text."""

    node: int  # -1 for a `meta`
    around: int  # the element it stands in; -1 for none
    attributes: Mapping[str, str]
    is_time: bool


def _places(tree: PageTree) -> list[_Place]:
    """The elements that may say something, in document order."""
    nodes = set(np.flatnonzero(tree.tag == TAG_ID["time"]).tolist())
    nodes |= set(_NAMED.owners(tree.attribute_columns).tolist())
    places: list[tuple[float, _Place]] = []
    for node in sorted(nodes):
        if len(places) >= _MOST:
            break
        is_time = bool(tree.tag[node] == TAG_ID["time"])
        place = _Place(node, int(tree.parent[node]), tree.attributes_of(node), is_time)
        if _selected(place):
            places.append((node, place))
    for meta in tree.head.metas:
        place = _Place(-1, meta.parent, meta.attributes, False)
        if _selected(place):
            places.append((meta.before - 0.5, place))
    places.sort(key=lambda pair: pair[0])
    return [place for _, place in places]


def _selected(place: _Place) -> bool:
    """Whether an element is one of those that are looked at."""
    get = place.attributes.get
    if place.is_time or "author" in get("rel", "").lower().split():
        return True
    if not _ITEMPROPS.isdisjoint(get("itemprop", "").lower().split()):
        return True
    if not _PROPERTIES.isdisjoint(get("property", "").lower().split()):
        return True
    if _IN_CLASS.search(get("class", "")) or _leads_to_person(get("href", "")):
        return True
    return any(_IN_NAME.search(get(name, "")) for name in ("id", "data-testid"))


def _values_for(marked: Marked, place: _Place) -> list[str] | None:
    """Where what an element says belongs."""
    get = place.attributes.get
    properties = f"{get('itemprop', '')} {get('property', '')}".lower()
    names = " ".join(get(name, "")[:_LONGEST_NAMES] for name in ("class", "id", "data-testid"))
    if "datepublished" in properties or "datecreated" in properties:
        return marked.published
    if "datemodified" in properties:
        return marked.modified
    if "author" in properties or "author" in get("rel", "").lower().split():
        return marked.authors
    if place.is_time:
        return marked.modified if _UPDATE.search(names) else marked.times
    if _BYLINE.search(names) and not _OF_AUTHOR.search(names):
        return marked.bylines
    if _DATELINE.search(names):
        return marked.modified if _UPDATE.search(names) else marked.datelines
    return marked.linked if _leads_to_person(get("href", "")) else None


def _leads_to_person(href: str) -> bool:
    """Whether a link leads to the page of somebody who writes, not to all of them."""
    path = href.partition("?")[0].rstrip("/").lower()
    return any(part in path for part in _PERSON_PATHS)


def _value(tree: PageTree, place: _Place) -> str:
    """What an element stands for: its machine-readable value, else its text."""
    get = place.attributes.get
    return get("content") or get("datetime") or _text(tree, place.node)


def _name(tree: PageTree, place: _Place) -> str:
    """The name in an element that holds an author, which may be a card with more in it."""
    if value := place.attributes.get("content"):
        return value
    if place.node < 0:
        return ""
    last = min(int(tree.end[place.node]), place.node + _MOST_NODES)
    named = next((n for n in range(place.node + 1, last) if _is_name(tree.attributes_of(n))), last)
    for meta in tree.head.metas:
        if place.node < meta.before <= named and _is_name(meta.attributes):
            return meta.attributes.get("content") or _text(tree, place.node)
    if named == last:
        return _text(tree, place.node)
    named_by = tree.attributes("content").get(named) or _text(tree, named)
    return named_by or _text(tree, place.node)


def _is_name(attributes: Mapping[str, str]) -> bool:
    """Whether an element inside an author's is the bare name."""
    return bool(attributes) and (
        "name" in attributes.get("itemprop", "").lower().split()
        or "fn" in attributes.get("class", "").split()
        or "author" in attributes.get("rel", "").lower().split()
    )


def _text(tree: PageTree, node: int) -> str:
    """The text of an element, as far as it can matter: it may hold the whole page."""
    if node < 0:
        return ""
    first = int(tree.leaf_start[node])
    last = int(tree.leaf_start[min(int(tree.end[node]), node + _MOST_NODES)])
    pieces: list[str] = []
    length = 0
    for text in tree.texts[first:last]:
        pieces.append(text[:_LONGEST_TEXT])
        length += len(pieces[-1])
        if length >= _LONGEST_TEXT:
            break
    return " ".join(" ".join(pieces).split())


def _stands_elsewhere(tree: PageTree, above: int, beside: Mapping[int, bool]) -> bool:
    """Whether an element belongs to something beside the page's own text."""
    for _ in range(_ABOVE):
        if above < 0 or tree.tag[above] in _STOP:
            return False
        if beside[above]:
            return True
        above = int(tree.parent[above])
    return False


def _is_beside(tree: PageTree, node: int) -> bool:
    """Whether an element by its own tag or class is beside the page's own text."""
    if tree.tag[node] in _BESIDE:
        return True
    names = tree.attributes_of(node).get("class", "")[:_LONGEST_NAMES]
    return _ELSEWHERE.search(names) is not None
