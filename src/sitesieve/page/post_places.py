"""Where the posts of a page are: of a thread, a tree of comments, a timeline.

A post is one of several elements that microdata, a class or an id call so, and most of which say
who wrote them or when. Teasers of other pages are none.
"""

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from weakref import WeakKeyDictionary

import numpy as np

from sitesieve.page.attributes import ATTRIBUTE_ID, ATTRIBUTE_NAMES
from sitesieve.page.metadata.attribute_search import AttributeSearch
from sitesieve.page.metadata.dates import read_date
from sitesieve.page.metadata.month_names import MONTH_OF, folded
from sitesieve.page.metadata.not_names import NOBODY, WEEKDAY
from sitesieve.page.metadata.teasers import is_index_address, linked_headings, teaser_nodes
from sitesieve.page.tags import TAG_ID
from sitesieve.page.tree import PageTree

_FEWEST = 2
_MOST = 2_000  # posts, and elements looked at
_TRIED = 12  # members of a group that are asked who wrote them
_LONGEST_NAME, _LONGEST_LINE = 50, 80  # characters
_MOST_MARKS = 40  # elements of a post that may say who wrote it
_FIRST_TEXTS, _LAST_TEXTS = 15, 5  # texts of a post that may say when it was written
_LEAST_TOLD = 0.5  # of the members say who wrote them, or when
_UNTOLD = 9
_BY_LINK = 3  # the trust in a mere link to somebody, which stands in prose too
_MOST_BESIDE = 2  # words beside a name or a date that may not be prose: "hat geschrieben"
_MOST_OF_LINE = 12  # texts on either side of a name or a date, beyond which a line is prose
_LONGEST_NUMBER = 7  # figures
_SPACER = 2  # pixels: an image that is no higher only takes room

_NAMES = "post comment message reply answer tweet toot status comtr response msg".split()
_WORDS = "|".join(f"[{name[0].upper()}{name[0]}]{name[1:]}" for name in _NAMES)
_BEFORE = r"(?:[A-Za-z]+(?:[-_]{1,2}|(?=[A-Z])))?"  # user-comment, cPost
_CLASS = re.compile(  # of a post, not of a part of it such as "post-body"
    rf"({_BEFORE}(?:{_WORDS})(?:[-_]{{1,2}}(?:item|container|wrapper|wrap))?)(?:[-_]{{0,2}}\d+)?"
)
_ID = re.compile(rf"((?:{_BEFORE}(?:{_WORDS})|p|c)[-_]?)\d+")
_TYPE = re.compile(r"(Comment|UserComments|\w*Posting|Answer|Question)/?$")
_CALLED = AttributeSearch(
    {
        "class": _NAMES,
        "id": [*_NAMES, *(f"{letter}{digit}" for letter in "pc" for digit in range(10))],
        "itemtype": ["comment", "posting", "answer", "question"],
    }
)
_CALLING = np.isin(np.arange(256), [ATTRIBUTE_ID[name] for name in ("class", "id", "itemtype")])
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
_ANSWER = re.compile("comment|reply|answer", re.IGNORECASE)  # no teaser is called so
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
_DEPTH = re.compile(r"(?:depth|level|indent)[-_]?(\d{1,2})(?!\d)", re.IGNORECASE)


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


def post_places(tree: PageTree) -> list[PostPlace]:
    """The posts of a page, in order; none where there are fewer than two. They are remembered for
    as long as there is the page."""
    places = _places.get(tree)
    if places is None:
        places = _places[tree] = _find(tree)
    return places


_places: WeakKeyDictionary[PageTree, list[PostPlace]] = WeakKeyDictionary()


_articles: WeakKeyDictionary[PageTree, PostPlace] = WeakKeyDictionary()


def article_place(tree: PageTree) -> PostPlace | None:
    """The article that a page without posts is, if a class calls it and others posts."""
    return None if post_places(tree) else _articles.get(tree)


def _find(tree: PageTree) -> list[PostPlace]:
    if is_index_address(tree.url):
        return []
    for by, nodes in _groups(tree):
        posts = _nested(tree, nodes)
        if len(posts) < _FEWEST:
            continue
        if len(posts) == 2 and posts[1].parent >= 0 and by != "itemtype":
            continue  # an article and a part of it
        reader = _Reader(tree, posts)
        if reader.told(range(min(len(posts), _TRIED))) >= _LEAST_TOLD:
            reader.told(range(len(posts)))
            if by == "class" and _is_article(tree, posts):
                _articles.setdefault(tree, posts[0])
                continue
            if by == "class" and _are_only_dated(posts):
                continue
            posts = _only(posts, [bool(post.author or post.date) for post in posts])
            _set_depths(tree, posts)
            return posts if len(posts) >= _FEWEST else []
    return []


def _groups(tree: PageTree) -> list[tuple[str, list[int]]]:
    """The elements that may be posts, with the name of the attribute that calls them so; those
    with most words first."""
    groups: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
    columns = tree.attribute_columns
    may_be = np.zeros(len(tree), np.bool_)
    may_be[_CALLED.owners(columns)] = True
    rows = np.flatnonzero(_CALLING[columns.name] & may_be[columns.owner])[: 8 * _MOST]
    named = zip(columns.owner[rows].tolist(), columns.name[rows].tolist(), rows, strict=True)
    for node, name, row in named:
        for called in _callings(ATTRIBUTE_NAMES[name], columns.value[row]):
            groups[called].append(node)
    several = [(named, nodes) for named, nodes in groups.items() if _FEWEST <= len(nodes) <= _MOST]
    if not several:
        return []
    linked = np.zeros(len(tree.leaves) + 1, np.int64)  # words of links before each text
    np.cumsum(tree.leaf_words * tree.linked_leaves, out=linked[1:])
    sized = []
    for called, nodes in several:
        outer = tree.outermost(nodes)
        end = tree.end[outer]
        words = int((tree.word_start[end] - tree.word_start[outer]).sum())
        in_links = int((linked[tree.leaf_start[end]] - linked[tree.leaf_start[outer]]).sum())
        # A list of links is none of posts, unless microdata says so.
        if words and (called[0] == "itemtype" or words > 2 * in_links):
            sized.append((-words, called, nodes))
    if not sized:
        return []
    teasers = teaser_nodes(tree)
    headings = np.array(linked_headings(tree), np.int32)
    groups_of_posts = []
    for _, (by, called_so), nodes in sorted(sized):
        at = np.array(nodes)
        leads_on = np.searchsorted(headings, at) < np.searchsorted(headings, tree.end[at])
        leads_on &= _ANSWER.search(called_so) is None
        if 2 * int((teasers[at] | leads_on).sum()) <= len(nodes):
            groups_of_posts.append((by, nodes))
    return groups_of_posts


def _are_only_dated(posts: list[PostPlace]) -> bool:
    """Whether what a class calls posts has dates, but neither names of people nor ids."""
    numbered = sum(any(map(str.isdecimal, post.name)) for post in posts)
    return not any(post.author for post in posts) and 2 * numbered < len(posts)


def _is_article(tree: PageTree, posts: list[PostPlace]) -> bool:
    """Whether one of some posts is an article with the headline and most of the words, and few of
    the others say both who wrote them and when."""
    outer = [post for post in posts if post.parent < 0]
    words = [int(tree.word_start[tree.end[p.node]] - tree.word_start[p.node]) for p in outer]
    main = outer[words.index(max(words))]
    has_headline = bool((tree.tag[main.node : tree.end[main.node]] == TAG_ID["h1"]).any())
    others = [post for post in posts if post is not main]
    told = sum(bool(post.author and post.date) for post in others)
    return has_headline and 2 * max(words) > sum(words) and 2 * told < len(others)


def _callings(name: str, value: str) -> Iterator[tuple[str, str]]:
    """What an attribute calls its element, if that may be a post."""
    if name == "class":
        for token in set(value[:500].split()):
            if match := _CLASS.fullmatch(token):
                yield name, match[1]
    elif name == "id":
        if match := _ID.fullmatch(value[:100]):
            yield name, match[1]
    elif match := _TYPE.search(value[:500]):
        yield name, "Answer" if match[1] == "Question" else match[1]


def _nested(tree: PageTree, nodes: list[int]) -> list[PostPlace]:
    """The posts that some elements are, each with the one around it. An element that has nothing
    of its own around the first of the others in it is the same post."""
    posts: list[PostPlace] = []
    own: list[int] = []  # words that stand in no post inside
    open_posts: list[int] = []
    for node in nodes:
        while open_posts and tree.end[posts[open_posts[-1]].node] <= node:
            open_posts.pop()
        around = open_posts[-1] if open_posts else -1
        words = int(tree.word_start[tree.end[node]] - tree.word_start[node])
        if around >= 0:
            outer = posts[around].node
            if tree.word_start[node] == tree.word_start[outer] and own[around] - words <= 2:
                continue
            if around == len(posts) - 1 and _only_wraps(tree, outer, node, nodes):
                continue
            own[around] -= words
        open_posts.append(len(posts))
        posts.append(PostPlace(node, around))
        own.append(words)
    return _only(posts, [words > 0 for words in own])


def _only_wraps(tree: PageTree, outer: int, node: int, nodes: list[int]) -> bool:
    """Whether an element has no words but in others of the group, of which this is the first."""
    first = bisect_right(nodes, outer)
    words, at, last = 0, outer, int(tree.end[outer])
    while first < len(nodes) and nodes[first] < last:
        inner = nodes[first]
        words += int(tree.word_start[inner] - tree.word_start[at])
        if words > 2:
            return False
        at = int(tree.end[inner])
        first = bisect_right(nodes, at - 1)
    return nodes[bisect_right(nodes, outer)] == node and words <= 2


def _only(posts: list[PostPlace], wanted: list[bool]) -> list[PostPlace]:
    """Some of the posts; what is in the others is part of the posts around them."""
    place: dict[int, int] = {-1: -1}
    kept: list[PostPlace] = []
    for number, (post, is_wanted) in enumerate(zip(posts, wanted, strict=True)):
        post.parent = place[post.parent]
        place[number] = len(kept) if is_wanted else post.parent
        if is_wanted:
            kept.append(post)
    return kept


class _Reader:
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


def _set_depths(tree: PageTree, posts: list[PostPlace]) -> None:
    """How deep posts stand: in each other; else what their classes say, or how far images that
    only take room push them in."""
    for post in posts:
        post.depth = posts[post.parent].depth + 1 if post.parent >= 0 else 0
    if any(post.depth for post in posts):
        return
    depths = [_said_depth(tree, post.node) for post in posts]
    ranks = {depth: rank for rank, depth in enumerate(sorted(set(depths)))}
    for post, depth in zip(posts, depths, strict=True):
        post.depth = ranks[depth]


def _said_depth(tree: PageTree, node: int) -> int:
    if match := _DEPTH.search(tree.attributes_of(node).get("class", "")[:500]):
        return int(match[1])
    images = np.flatnonzero(tree.tag[node : min(int(tree.end[node]), node + 20)] == TAG_ID["img"])
    for image in (images[:1] + node).tolist():
        size = [tree.attributes_of(image).get(name, "") for name in ("width", "height")]
        if all(map(str.isdecimal, size)) and int(size[1]) <= _SPACER:
            return int(size[0])
    return 0
