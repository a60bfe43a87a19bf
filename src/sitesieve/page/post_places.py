"""Where the posts of a page are: of a thread, a tree of comments, a timeline.

A post is one of several elements that microdata, a class or an id call so, and most of which say
who wrote them or when. Teasers of other pages are none.
"""

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator
from weakref import WeakKeyDictionary

import numpy as np

from sitesieve.page.attributes import ATTRIBUTE_ID, ATTRIBUTE_NAMES
from sitesieve.page.metadata.attribute_search import AttributeSearch
from sitesieve.page.metadata.teasers import is_index_address, linked_headings, teaser_nodes
from sitesieve.page.post_facts import PostPlace, PostReader
from sitesieve.page.tags import TAG_ID
from sitesieve.page.tree import PageTree

_FEWEST = 2
_MOST = 2_000  # posts, and elements looked at
_TRIED = 12  # members of a group that are asked who wrote them
_LEAST_TOLD = 0.5  # of the members say who wrote them, or when
_SPACER = 2  # pixels: an image that is no higher only takes room
_NAMES = "post comment message reply answer tweet toot status comtr response msg".split()
_WORDS = "|".join(f"[{name[0].upper()}{name[0]}]{name[1:]}" for name in _NAMES)
_BEFORE = r"(?:[A-Za-z]+(?:[-_]{1,2}|(?=[A-Z])))?"  # user-comment, cPost
_CLASS = re.compile(  # of a post, not of a part of it such as "post-body"
    rf"({_BEFORE}(?:{_WORDS})(?:[-_]{{1,2}}(?:item|container|wrapper|wrap))?)(?:[-_]{{0,2}}\d+)?"
)
_ID = re.compile(rf"((?:{_BEFORE}(?:{_WORDS})|p|c)[-_]?)\d+")
_TYPE = re.compile(r"(Comment|UserComments|(?<!\w)\w*Posting|Answer|Question)/?$")
_CALLED = AttributeSearch(
    {
        "class": _NAMES,
        "id": [*_NAMES, *(f"{letter}{digit}" for letter in "pc" for digit in range(10))],
        "itemtype": ["comment", "posting", "answer", "question"],
    }
)
_CALLING = np.isin(np.arange(256), [ATTRIBUTE_ID[name] for name in ("class", "id", "itemtype")])
_ANSWER = re.compile("comment|reply|answer", re.IGNORECASE)  # no teaser is called so
_DEPTH = re.compile(r"(?:depth|level|indent)[-_]?(\d{1,2})(?!\d)", re.IGNORECASE)


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
        reader = PostReader(tree, posts)
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
