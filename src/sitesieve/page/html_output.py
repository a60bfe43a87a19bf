"""The kept part of a page as HTML of its own: headings, paragraphs, lists, tables, code.

Nothing of the page's markup is copied. Elements that mean something for the text are
written anew, with the few attributes that belong to them; all others go, and their text
stays. So the result is small, looks the same in every browser, and cannot run anything.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape

import numpy as np
import numpy.typing as npt

from sitesieve.page.addresses import image_address, link_address
from sitesieve.page.code_language import code_language
from sitesieve.page.html_writer import Holds, Inline, MarkupWriter
from sitesieve.page.ornaments import without_ornaments
from sitesieve.page.tables import TableSize, data_tables
from sitesieve.page.tags import BLOCK_LEVEL, TAG_ID, TEXT
from sitesieve.page.tree import Image, PageTree

_INLINE = {
    **{tag: tag for tag in "b strong i em u s del ins sub sup q cite mark small abbr dfn".split()},
    **{tag: tag for tag in "var code ruby rt rp bdi".split()},
    **{"strike": "s", "acronym": "abbr", "kbd": "code", "samp": "code", "tt": "code"},
}
_HEADINGS = frozenset("h1 h2 h3 h4 h5 h6".split())
_HEADING_IDS = [TAG_ID[name] for name in _HEADINGS]
_LISTS = {"ul": "ul", "menu": "ul", "dir": "ul", "ol": "ol"}
_FLOW = (Holds.BLOCKS, Holds.ITEM)  # what can hold other blocks
_MOST_SPANNED = 100  # columns; a cell that claims more is a mistake or a trap
_MOST_COUNTED = 1_000_000
_PIXEL = frozenset(("0", "1", "0px", "1px"))  # the size of an image that counts visitors
_LONGEST_ALT = 1000


@dataclass(frozen=True, slots=True)
class Wanted:
    """What of a page is wanted besides its text."""

    links: bool = True
    images: bool = True


def fragment(
    tree: PageTree,
    keep: npt.NDArray[np.bool_],
    texts: Sequence[str] | None = None,
    *,
    wanted: Wanted | None = None,
    cut: Sequence[int] = (),
    markdown: bool = False,
) -> str:
    """The leaves to `keep` as HTML, with the structure they have on the page.

    `texts` replaces the leaves' own; images inside the nodes of `cut` go. With `markdown`
    the result is meant for a converter: texts that look like HTML are escaped twice.
    """
    own = list(tree.texts if texts is None else texts)
    return _Walk(tree, keep, own, wanted or Wanted(), cut, markdown).written()


class _Walk:
    """One pass over the nodes that hold something to keep."""

    def __init__(
        self,
        tree: PageTree,
        keep: npt.NDArray[np.bool_],
        texts: list[str],
        wanted: Wanted,
        cut: Sequence[int],
        markdown: bool,
    ) -> None:
        self.tree, self.texts, self.wanted = tree, texts, wanted
        self.keep = without_ornaments(tree, keep, texts)
        self.images = _shown_images(tree, self.keep, cut) if wanted.images else {}
        self.targets = dict(tree.anchors) if wanted.links else {}
        self.tables = data_tables(tree)
        self.items = set(tree.items_with_text(self.keep))
        self.headings = [0, *np.cumsum(np.isin(tree.tag, _HEADING_IDS)).tolist()]  # before each
        self.table = TableSize(0, 0)  # the one we are in
        self.writer = MarkupWriter(markdown)

    def written(self) -> str:
        tree, writer = self.tree, self.writer
        tags, ends, leaf_start = tree.tag.tolist(), tree.end.tolist(), tree.leaf_start.tolist()
        live = self._live().tolist()
        open_now: list[tuple[int, Callable[[], None]]] = []
        node, count = 0, len(tree)
        while True:
            while open_now and open_now[-1][0] <= node:
                open_now.pop()[1]()
            if node >= count:
                break
            if tags[node] == TEXT:
                self._leaf(leaf_start[node])
            elif node in self.images:
                writer.image(*self.images[node])
            elif live[node] or self._is_empty_cell(node):
                if end := self._element(node, tree.tag_name(node)):
                    open_now.append((ends[node], end))
            else:
                self._without_text(tree.tag_name(node), leaf_start[node] < leaf_start[ends[node]])
                node = ends[node]
                continue
            node += 1
        writer.boundary()
        return "".join(writer.out)

    def _live(self) -> npt.NDArray[np.bool_]:
        """For each node, whether something below it is written."""
        tree = self.tree
        written = np.zeros(len(tree) + 1, np.int32)
        written[tree.leaves[self.keep] + 1] = 1
        written[np.fromiter(self.images, np.int64, len(self.images)) + 1] = 1
        np.cumsum(written, out=written)
        live: npt.NDArray[np.bool_] = written[tree.end] > written[:-1]
        return live

    def _leaf(self, i: int) -> None:
        if self.keep[i]:
            self.writer.text(self.texts[i])
        else:
            self.writer.space()

    def _without_text(self, tag: str, has_text: bool) -> None:
        if tag == "br":
            self.writer.line_break()
        elif tag in BLOCK_LEVEL:
            self.writer.boundary()
        elif has_text:
            self.writer.space()

    def _is_empty_cell(self, node: int) -> bool:
        """Whether a node is a cell of a row that is written: it keeps the others in place."""
        return self.writer.holds is Holds.ROWS and self.tree.tag_name(node) in ("td", "th")

    def _element(self, node: int, tag: str) -> Callable[[], None] | None:
        """Start an element; what to do where it ends, if anything."""
        writer, holds = self.writer, self.writer.holds
        if holds is Holds.CODE:
            return self._inside_code(tag)
        if tag in _INLINE:
            return self._inline(Inline(f"<{_INLINE[tag]}>", f"</{_INLINE[tag]}>"))
        if tag == "a":
            return self._link(node)
        if tag not in BLOCK_LEVEL:
            return None
        if tag in _HEADINGS:
            if holds in _FLOW:
                return self._block(f"<{tag}>", Holds.WORDS, f"</{tag}>", heading=True)
            writer.boundary()
            return self._inline(Inline("<strong>", "</strong>"), then=writer.boundary)
        if tag in _LISTS and self._nests(node, holds):
            name = _LISTS[tag]
            start = self._number(node, "start", 1, -_MOST_COUNTED, _MOST_COUNTED)
            opens = f'<ol start="{start}">' if name == "ol" and start != 1 else f"<{name}>"
            return self._block(opens, Holds.ITEMS, f"</{name}>")
        if node in self.items and holds is Holds.ITEMS:
            return self._block("<li>", Holds.ITEM, "</li>")
        if tag in ("pre", "xmp") and holds in _FLOW:
            language = code_language(self.tree, node)
            named = f' class="language-{escape(language)}"' if language else ""
            return self._block(f"<pre><code{named}>", Holds.CODE, "</code></pre>")
        return self._grouping(node, tag, holds)

    def _nests(self, node: int, holds: Holds) -> bool:
        """Whether a list can be one here: not as all that is left of an item."""
        if holds is Holds.ITEMS:
            return self.tree.tag_name(int(self.tree.parent[node])) in _LISTS
        return holds not in (Holds.WORDS, Holds.ROWS)

    def _grouping(self, node: int, tag: str, holds: Holds) -> Callable[[], None] | None:
        """Start an element that groups others: a quote, a table, a list of terms."""
        if tag in ("blockquote", "figure", "details") and holds in _FLOW:
            return self._block(f"<{tag}>", Holds.BLOCKS, f"</{tag}>")
        if tag in ("figcaption", "summary") and holds is Holds.BLOCKS:
            parent = self.tree.tag_name(int(self.tree.parent[node]))
            if parent == ("figure" if tag == "figcaption" else "details"):
                return self._block(f"<{tag}>", Holds.LINES, f"</{tag}>")
        if tag == "dl" and holds in _FLOW:
            return self._block("<dl>", Holds.BLOCKS, "</dl>")
        if tag in ("dt", "dd") and "dl" in self._names_above(node):
            holding = Holds.LINES if tag == "dt" else Holds.ITEM
            return self._block(f"<{tag}>", holding, f"</{tag}>")
        if tag == "table" and node in self.tables and holds in _FLOW:
            self.table = self.tables[node]
            return self._block("<table>", Holds.ROWS, "</table>")
        if holds is Holds.ROWS:
            if tag in ("thead", "tbody", "tfoot", "tr"):
                return self._block(f"<{tag}>", Holds.ROWS, f"</{tag}>")
            if tag == "caption":
                return self._block("<caption>", Holds.LINES, "</caption>")
            if tag in ("td", "th"):
                return self._block(f"<{tag}{self._spans(node)}>", Holds.LINES, f"</{tag}>")
        self.writer.boundary()
        return self.writer.boundary

    def _inside_code(self, tag: str) -> Callable[[], None] | None:
        if tag == "br":
            self.writer.line_break()
        elif tag in BLOCK_LEVEL:  # highlighters put every line into a block
            self.writer.boundary()
            return self.writer.boundary
        return None

    def _block(
        self, opens: str, holds: Holds, closes: str, heading: bool = False
    ) -> Callable[[], None]:
        self.writer.open(opens, holds, closes, heading)
        return self.writer.close

    def _inline(self, inline: Inline, then: Callable[[], None] | None = None) -> Callable[[], None]:
        self.writer.start(inline)

        def end() -> None:
            self.writer.end(inline)
            if then is not None:
                then()

        return end

    def _link(self, node: int) -> Callable[[], None] | None:
        target = self.targets.get(node)
        address = link_address(target, self.tree.base) if target else ""
        if not address:
            return None
        heads = self.headings[self.tree.end[node]] > self.headings[node]
        opens = f'<a href="{escape(address)}">'
        return self._inline(Inline(opens, "</a>", once=True, only_headings=heads))

    def _names_above(self, node: int) -> tuple[str, str]:
        """The two elements above a node: terms may be grouped by `div`."""
        above = max(int(self.tree.parent[node]), 0)
        higher = max(int(self.tree.parent[above]), 0)
        return self.tree.tag_name(above), self.tree.tag_name(higher)

    def _spans(self, node: int) -> str:
        columns = self._number(node, "colspan", 1, 1, min(self.table.columns, _MOST_SPANNED))
        rows = self._number(node, "rowspan", 1, 1, self.table.rows)
        wide = f' colspan="{columns}"' if columns > 1 else ""
        return wide + (f' rowspan="{rows}"' if rows > 1 else "")

    def _number(self, node: int, name: str, default: int, least: int, most: int) -> int:
        written = self.tree.attributes(name).get(node, "")[:12].strip()
        try:
            return max(least, min(int(written), most))
        except ValueError:
            return default


def _shown_images(
    tree: PageTree, keep: npt.NDArray[np.bool_], cut: Sequence[int]
) -> dict[int, tuple[str, str]]:
    """The images that belong to what is kept: address and alternative text of each.

    An image has no text to be judged by. It stays when most of the text of the smallest
    element around it that has any stays; where that is the whole page, when the texts
    before and after it do.
    """
    kept_words = np.zeros(len(keep) + 1, np.int64)
    np.cumsum(np.where(keep, np.maximum(tree.leaf_words, 1), 0), out=kept_words[1:])
    all_words = np.zeros(len(keep) + 1, np.int64)
    np.cumsum(np.maximum(tree.leaf_words, 1), out=all_words[1:])
    gone = [(node, int(tree.end[node])) for node in cut]
    addresses = {}
    for image in tree.images:
        if any(first <= image.node < last for first, last in gone):
            continue
        around = image.node
        while around > 0 and tree.leaf_start[around] == tree.leaf_start[tree.end[around]]:
            around = int(tree.parent[around])
        first, last = tree.leaf_start[around], tree.leaf_start[tree.end[around]]
        kept = kept_words[last] - kept_words[first]
        stays = kept > 0 and 2 * kept >= all_words[last] - all_words[first]
        if stays and around == 0:
            before = int(tree.leaf_start[image.node])
            stays = 0 < before < len(keep) and bool(keep[before - 1] and keep[before])
        if stays and (address := _address(image, tree.base)):
            addresses[image.node] = address, " ".join(image.alt[:_LONGEST_ALT].split())
    return addresses


def _address(image: Image, base: str) -> str:
    """Where an image is; empty where there is none to show."""
    if image.width.strip() in _PIXEL or image.height.strip() in _PIXEL:
        return ""
    written = image.late or image.source
    return image_address(written, base) if written else ""
