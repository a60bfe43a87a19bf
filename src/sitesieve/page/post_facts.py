"""Who wrote a post, when, and which number it has, as far as its elements and texts say."""

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from sitesieve.page.metadata.attribute_search import AttributeSearch
from sitesieve.page.metadata.dates import read_date
from sitesieve.page.metadata.month_names import MONTH_OF, folded
from sitesieve.page.metadata.not_names import NOBODY, WEEKDAY
from sitesieve.page.tags import TAG_ID
from sitesieve.page.tree import PageTree

_LONGEST_NAME, _LONGEST_LINE = 50, 80  # characters
_MOST_MARKS = 40  # elements of a post that may say who wrote it
_FIRST_TEXTS, _LAST_TEXTS = 15, 5  # texts of a post that may say when it was written
_UNTOLD = 9
_BY_LINK = 3  # the trust in a mere link to somebody, which stands in prose too
_MOST_BESIDE = 2  # words beside a name or a date that may not be prose: "hat geschrieben"
_MOST_OF_LINE = 12  # texts on either side of a name or a date, beyond which a line is prose
_LONGEST_NUMBER = 7  # figures
_AUTHOR = re.compile(
    r"(?:^|[\s_-])(?:(?:post|comment)?author|(?:big|post)?user-?name|user|user-?link|hnuser"
    r"|nick(?:name)?|poster(?:name)?|display-?name|screen-?name|handle|fn|creator)"
    r"(?:$|[\s_-])",
    re.IGNORECASE,
)
_DATE = re.compile(
    r"(?:^|[\s_-])(?:\w*date(?:time)?|\w*time(?:stamp)?|posted|age|when|published)(?:$|[\s_-])",
    re.IGNORECASE,
)
_PERSON = re.compile(
    r"/(?:users?|members?|u|profiles?|people|authors?)/|/[@~]\w|(?:member|profile|user)\.php|[?;&]"
    r"(?:u|user|id)=|action=profile",
    re.IGNORECASE,
)
_TELLING = AttributeSearch(
    {
        "class": "author user nick poster name handle fn creator date time posted age when "
        "published".split(),
        "itemprop": "author creator datepublished datecreated commenttime position".split(),
        "rel": ["author"],
        "href": "/user /member /u/ /profile /people/ /author /@ /~ member.php profile user".split(),
    }
)
_DAYS = WEEKDAY | {day[:3] for day in WEEKDAY}
_DATE_PROPERTIES = ("datepublished", "datecreated", "commenttime")
_NO_POSTER = NOBODY - {"admin", "administrator", "guest", "anonymous"} | {"online", "offline", "op"}
_OTHER_DATE = re.compile(
    r"join|member|regist|since|edit|modif|updat|seen|activ|mitglied|beitritt|inscri", re.IGNORECASE
)
_LEADS_ON = re.compile(r"(?:view|see|show|read|load) (?:all|more)\b", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_]+")
_ABOUT_POSTS = frozenset(  # words that stand beside who and when
    "by on at am pm an of in the to re via from said says wrote writes posted answered asked "
    "edited replied reply replies commented comment published created added post message permalink "
    "link quote share report like likes point points ago utc gmt uhr um von vom par le à por el de "
    "di il op om door av af kl den".split()
)
_TOGETHER = re.compile(r"[\u0e00-\u0eff\u3040-\u9fff]")  # letters of words without spaces between
_PROFILE = re.compile(r"profile|user-?(?:details|extra|stat)|member-?info|signature", re.IGNORECASE)
_ABOVE = 8  # elements above a date that may say that it is another
_NUMBER = re.compile(r"(?:post|no\.?|nr\.?)?\s*#\s?(\d{1,7})", re.IGNORECASE)  # as long


@dataclass(slots=True)
class PostPlace:
    """A post: its element, who wrote it and when, and how deep it stands among others."""

    node: int
    parent: int = -1  # the place of the post that it stands in, among all
    author: str | None = None
    date: str | None = None  # YYYY-MM-DD
    number: int | None = None  # that readers see, as in #12
    name: str = ""  # the id of its element, which addresses may end in
    depth: int = 0
    told: list[int] = field(default_factory=list)  # the texts that say who, when and which number


class PostReader:
    """Reads who wrote posts, and when, from the elements that belong to each."""

    def __init__(self, tree: PageTree, posts: list[PostPlace]) -> None:
        self._tree = tree
        self._posts = posts
        self._nodes = [post.node for post in posts]
        self._places_of = {node: place for place, node in enumerate(self._nodes)}
        self._month_first = tree.lang in (None, "en")
        self._done: set[int] = set()
        marks = set(np.flatnonzero(tree.tag == TAG_ID["time"]).tolist())
        marks |= set(_TELLING.owners(tree.attribute_columns).tolist())
        self._telling = marks
        self._marks: defaultdict[int, list[int]] = defaultdict(list)  # by the post's place
        for node in sorted(marks):
            if (place := self._post_of(node)) >= 0:
                self._marks[place].append(node)
        self._declared: dict[int, str] = {}  # the date that a `meta` in a post says
        for meta in tree.head.metas:
            properties = meta.attributes.get("itemprop", "").lower().split()
            if any(name in properties for name in _DATE_PROPERTIES) and meta.parent >= 0:
                self._declared.setdefault(
                    self._post_of(meta.parent), meta.attributes.get("content", "")
                )
        self._texts: defaultdict[int, list[int]] = defaultdict(list)
        leaf_posts = tree.innermost(self._nodes)
        for leaf, node in enumerate(leaf_posts):
            if node >= 0:
                self._texts[self._places_of[node]].append(leaf)

    def _post_of(self, node: int) -> int:
        place = bisect_right(self._nodes, node) - 1
        while place >= 0 and self._tree.end[self._nodes[place]] <= node:
            place = self._posts[place].parent
        return place

    def told(self, places: range) -> float:
        """The share of some posts that say who wrote them, or when."""
        for place in places:
            if place not in self._done:
                self._done.add(place)
                self._read(place)
        told = sum(1 for p in places if self._posts[p].author or self._posts[p].date)
        return told / max(1, len(places))

    def _read(self, place: int) -> None:
        post, tree = self._posts[place], self._tree
        post.name = tree.attributes_of(post.node).get("id", "")
        author: int | None = None  # the text that says it
        best = _UNTOLD
        declared = read_date(self._declared.get(place, ""))
        marks = self._marks[place][:_MOST_MARKS]
        for node in marks:
            attributes = tree.attributes_of(node)
            self._take_position(post, node, attributes)
            if post.date is None and self._says_date(node, attributes):
                self._take_date(post, node, attributes)
            trust = _trust(attributes)
            if trust < best and (leaf := self._name_leaf(node, marks)) is not None:
                most = 0 if trust == _BY_LINK else _MOST_BESIDE
                if not self._in_prose(post, leaf, leaf + 1, most):
                    best, author = trust, leaf
            if best == 0 and post.date and post.number is not None:
                break
        if author is None:  # a list of what is known of somebody may begin with the name
            terms = tree.tag[post.node : tree.end[post.node]] == TAG_ID["dt"]
            author = self._name_leaf(post.node + int(terms.argmax()), []) if terms.any() else None
        if author is not None:
            post.author = _bare(tree.texts[author])
            post.told.append(author)
        texts = self._texts[place]
        for leaf in dict.fromkeys((*texts[:_FIRST_TEXTS], *texts[-_LAST_TEXTS:])):
            self._take_text(post, leaf)
        post.date = declared or post.date

    def _take_position(self, post: PostPlace, node: int, attributes: Mapping[str, str]) -> None:
        """Take the number that microdata says."""
        leaf = int(self._tree.leaf_start[node])
        alone = self._tree.leaf_start[self._tree.end[node]] == leaf + 1
        if alone and "position" in attributes.get("itemprop", "").lower().split():
            text = self._tree.texts[leaf].strip().lstrip("#")
            if post.number is None and text.isdecimal() and len(text) <= _LONGEST_NUMBER:
                post.number = int(text)
                post.told.append(leaf)

    def _says_date(self, node: int, attributes: Mapping[str, str]) -> bool:
        properties = attributes.get("itemprop", "").lower().split()
        if _OTHER_DATE.search(attributes.get("class", "")[:500]) or self._is_of_poster(node):
            return False
        return (
            bool(self._tree.tag[node] == TAG_ID["time"])
            or any(name in properties for name in _DATE_PROPERTIES)
            or _DATE.search(attributes.get("class", "")[:500]) is not None
        )

    def _take_date(self, post: PostPlace, node: int, attributes: Mapping[str, str]) -> None:
        tree = self._tree
        first, last = int(tree.leaf_start[node]), int(tree.leaf_start[tree.end[node]])
        shown = " ".join(" ".join(tree.texts[first : min(last, first + 4)]).split())
        if first < last and self._in_prose(post, first, last):
            return
        for name in ("datetime", "content", "title"):
            post.date = post.date or read_date(attributes.get(name, ""), self._month_first)
        post.date = post.date or read_date(shown[:_LONGEST_LINE], self._month_first)
        if last - first <= 3 and len(shown) <= _LONGEST_LINE:
            post.told.extend(range(first, last))

    def _take_text(self, post: PostPlace, leaf: int) -> None:
        """Take the number or the date that a short text says."""
        text = self._tree.texts[leaf].strip()
        if len(text) > _LONGEST_LINE:
            return
        if post.number is None and (match := _NUMBER.fullmatch(text)):
            post.number = int(match[1])
            post.told.append(leaf)
        elif post.date is None and not self._is_other_date(leaf):
            date = read_date(text, self._month_first)
            rest = text.replace(post.author, " ") if post.author else text
            if date and not self._in_prose(post, leaf, leaf + 1, _MOST_BESIDE - _prose_words(rest)):
                post.date = date
                post.told.append(leaf)

    def _is_other_date(self, leaf: int) -> bool:
        """Whether a text, or the one before it, speaks of another date than that of the post."""
        return any(
            map(_OTHER_DATE.search, self._tree.texts[max(0, leaf - 1) : leaf + 1])
        ) or self._is_of_poster(int(self._tree.leaves[leaf]))

    def _is_of_poster(self, node: int) -> bool:
        """Whether an element stands in what is told of the one who wrote, not of the post."""
        tree = self._tree
        for _ in range(_ABOVE):
            if node < 0 or node in self._places_of:
                return False
            if _PROFILE.search(tree.attributes_of(node).get("class", "")[:500]):
                return True
            node = int(tree.parent[node])
        return False

    def _in_prose(self, post: PostPlace, first: int, last: int, most: int = _MOST_BESIDE) -> bool:
        """Whether the line around some texts has more words than stand beside a name or a date.
        Links, and elements that say something of the post, are no prose."""
        tree = self._tree
        start, end = int(tree.leaf_start[post.node]), int(tree.leaf_start[tree.end[post.node]])
        sides = (
            range(first - 1, max(start, first - _MOST_OF_LINE) - 1, -1),
            range(last, min(end, last + _MOST_OF_LINE)),
        )
        line, words = tree.line[first], 0
        for side in sides:
            for leaf in side:
                if words > most or tree.line[leaf] != line:
                    break
                if not self._is_told(post, leaf):
                    words += _prose_words(tree.texts[leaf])
        return words > most

    def _is_told(self, post: PostPlace, leaf: int) -> bool:
        tree = self._tree
        node = int(tree.parent[tree.leaves[leaf]])
        alone = tree.leaf_start[tree.end[node]] - tree.leaf_start[node] == 1
        is_mark = alone and node in self._telling
        return bool(is_mark or tree.linked_leaves[leaf] or leaf in post.told)

    def _name_leaf(self, node: int, marks: list[int]) -> int | None:
        """The first text in an element that can be a name: in a link to somebody, where it has
        one."""
        tree = self._tree
        inside = (n for n in marks if node < n < tree.end[node])
        node = next((n for n in inside if _trust(tree.attributes_of(n)) == _BY_LINK), node)
        first, last = int(tree.leaf_start[node]), int(tree.leaf_start[tree.end[node]])
        for leaf in range(first, min(last, first + 6)):
            name = _bare(tree.texts[leaf])
            if not 1 < len(name) <= _LONGEST_NAME or name.casefold() in _NO_POSTER:
                continue
            if _LEADS_ON.match(name):
                return None
            if last - first > 1 and not (tree.linked_leaves[leaf] or _prose_words(name)):
                continue  # "answered", "Jan 1"
            is_name = any(map(str.isalpha, name)) and read_date(name) is None
            return leaf if is_name else None
        return None


def _trust(attributes: Mapping[str, str]) -> int:
    """How well an element says who wrote a post, 0 for best; `_UNTOLD` where it does not."""
    properties = attributes.get("itemprop", "").lower().split()
    if "author" in properties or "creator" in properties:
        return 0
    if "author" in attributes.get("rel", "").lower().split():
        return 1
    if _AUTHOR.search(attributes.get("class", "")[:500]):
        return 2
    return _BY_LINK if _PERSON.search(attributes.get("href", "")) else _UNTOLD


def _prose_words(text: str) -> int:
    """How many words of a text neither are part of a date nor usual beside one."""
    number = 0
    for word in map(str.casefold, _WORD.findall(text[: 4 * _LONGEST_LINE])):
        if _TOGETHER.search(word):
            number += (len(word) + 1) // 2
        elif word not in _ABOUT_POSTS and folded(word) not in MONTH_OF:
            number += folded(word) not in _DAYS
    return number


def _bare(name: str) -> str:
    name = re.sub(r"^(?:posted\s+)?(?:by|von|par|por)\s+", "", " ".join(name.split()), flags=re.I)
    return name.strip(" :,|·•—–-\u200e\u200b")
