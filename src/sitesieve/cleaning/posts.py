"""Posts: what stays of a thread, a tree of comments or a timeline, post by post."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from html import escape
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from sitesieve.cleaning.verdicts import Leaves
from sitesieve.page import PageTree
from sitesieve.page.post_facts import PostPlace
from sitesieve.page.post_places import post_places
from sitesieve.page.subtree import subtree
from sitesieve.page.writing.plain import plain_text

if TYPE_CHECKING:  # plain text is had without the writers of markup
    from sitesieve.page.writing.markup_output import Wanted

_FEWEST = 2
_MOST_GAPS = 40  # between posts, written one by one; each takes a walk over the page
_DEEPEST = 8  # quotes in quotes; what stands deeper is written as deep
Write = Callable[..., str]


@dataclass(frozen=True, slots=True)
class PagePart:
    """What stays of a part of a page, as writers take it."""

    tree: PageTree
    keep: Leaves
    texts: list[str] | None = None
    wanted: "Wanted | None" = None
    cut: Sequence[int] = ()

    def written(self, write: Write) -> str:
        """This, by a writer of markup."""
        from sitesieve.page.writing.markup_output import Wanted

        return write(self.tree, self.keep, self.texts, self.wanted or Wanted(), self.cut).strip(
            "\n"
        )

    def without(self, leaves: Leaves) -> "PagePart":
        """The same without some texts."""
        return PagePart(self.tree, self.keep & ~leaves, self.texts, self.wanted, self.cut)

    def leaves_of(self, node: int) -> slice:
        """The texts in an element."""
        return slice(
            int(self.tree.leaf_start[node]), int(self.tree.leaf_start[self.tree.end[node]])
        )

    def at(self, node: int, keep: Leaves) -> "PagePart":
        """The part that an element is, of whose texts some stay."""
        texts = None if self.texts is None else self.texts[self.leaves_of(node)]
        cut = [n - node for n in self.cut if node <= n < self.tree.end[node]]
        return PagePart(subtree(self.tree, node), keep, texts, self.wanted, cut)


@dataclass(frozen=True)
class Post:
    """A post: who wrote it and when, where the page says so, and what stays of it."""

    author: str | None
    date: str | None  # YYYY-MM-DD
    number: int | None  # that readers see, as in #12
    id: str  # of its element: the page's address, a # and this lead to it; may be empty
    depth: int  # how many posts it is an answer in
    _part: PagePart = field(repr=False)

    @cached_property
    def text(self) -> str:
        """What it says, as plain text."""
        return plain_text(self._part.tree, self._part.keep, self._part.texts)

    @cached_property
    def markdown(self) -> str:
        """What it says, as Markdown."""
        from sitesieve.page.writing import markup_output

        return self._part.written(markup_output.markdown)

    @cached_property
    def html(self) -> str:
        """What it says, as HTML that is safe to show."""
        from sitesieve.page.writing import markup_output, safe_html

        return safe_html.sanitized(self._part.written(markup_output.html_fragment))

    def to_dict(self) -> dict[str, Any]:
        """The post as plain data."""
        names = ("author", "date", "number", "id", "depth", "text")
        return {name: getattr(self, name) for name in names}

    @property
    def heading(self) -> list[str]:
        """Who, when and which number, as far as they are known."""
        number = "" if self.number is None else f"#{self.number}"
        return [value for value in (self.author, self.date, number) if value]


class Posts:
    """The posts of a page that stay, and what stays around them."""

    def __init__(self, page: PagePart) -> None:
        self._page = page
        self._places = post_places(page.tree)

    @cached_property
    def all(self) -> list[Post]:
        """The posts of which something stays; none where there is only one."""
        posts = [post for post in self._by_place if post]
        return posts if len(posts) >= _FEWEST else []

    @cached_property
    def _by_place(self) -> list[Post | None]:
        return [self._post(place) for place in self._places]

    @cached_property
    def _post_of(self) -> npt.NDArray[np.int32]:
        """For each text, the element of the innermost post that it stands in; -1 for none."""
        nodes = [place.node for place in self._places]
        return np.array(self._page.tree.innermost(nodes), np.int32)

    def _post(self, place: PostPlace) -> Post | None:
        """A post with the texts that stay of it: not those of posts inside, nor those that its
        heading says again."""
        leaves = self._page.leaves_of(place.node)
        keep = self._page.keep[leaves] & (self._post_of[leaves] == place.node)
        keep[np.array(place.told, np.int64) - leaves.start] = False
        if not keep.any():
            return None
        told = (place.author, place.date, place.number, place.name, place.depth)
        return Post(*told, self._page.at(place.node, keep))

    def _in_order(self, write: Write) -> Iterator[Post | str]:
        """The posts, and what stays before, between and after them as the writer has it."""
        tree, page = self._page.tree, self._page
        free = page.keep & (self._post_of < 0)
        number = np.arange(len(free))
        written, gaps = 0, 0  # texts, and stretches of them
        for place, post in zip(self._places, self._by_place, strict=True):
            start = int(tree.leaf_start[place.node])
            if gaps < _MOST_GAPS and written < start:
                if free[written:start].any():
                    between = (written <= number) & (number < start)
                    yield page.without(~free | ~between).written(write)
                    gaps += 1
                written = start
            if post:
                yield post
        if free[written:].any():
            yield page.without(~free | (number < written)).written(write)

    def markdown(self) -> str:
        """What stays, each post under a line that says who wrote it and when, and quoted as often
        as it is an answer to an answer."""
        from sitesieve.page.writing import markup_output

        pieces = (
            piece if isinstance(piece, str) else _quoted(piece)
            for piece in self._in_order(markup_output.markdown)
        )
        return "\n\n".join(filter(None, pieces)) + "\n"

    def html_fragment(self) -> str:
        """What stays, each post an article with a header, in that of the post it answers."""
        from sitesieve.page.writing import markup_output

        pieces: list[str] = []
        depths: list[int] = []  # of the articles that are open
        for piece in self._in_order(markup_output.html_fragment):
            depth = 0 if isinstance(piece, str) else piece.depth
            while depths and depths[-1] >= depth:
                depths.pop()
                pieces.append("</article>")
            if isinstance(piece, str):
                pieces.append(piece)
                continue
            depths.append(depth)
            body = piece._part.written(markup_output.html_fragment)
            pieces.append(f"<article>\n{_header(piece)}{body}")
        pieces += ["</article>"] * len(depths)
        return "\n".join(filter(None, pieces))


def _quoted(post: Post) -> str:
    heading = " · ".join(_escaped(value) for value in post.heading)
    text = "\n\n".join(filter(None, [f"**{heading}**" if heading else "", post.markdown]))
    quotes = "> " * min(post.depth, _DEEPEST)
    return "\n".join(f"{quotes}{line}".rstrip() for line in text.split("\n")) if quotes else text


def _escaped(value: str) -> str:
    """A name as Markdown that says it and nothing else."""
    return "".join(f"\\{sign}" if sign in "\\`*_[]<>|~&" else sign for sign in value)


def _header(post: Post) -> str:
    known = []
    if post.author:
        known.append(f"<strong>{escape(post.author)}</strong>")
    if post.date:
        known.append(f'<time datetime="{post.date}">{post.date}</time>')
    if post.number is not None:
        known.append(f"#{post.number}")
    return f"<header>{' · '.join(known)}</header>\n" if known else ""
