"""The kept part of a page as HTML or Markdown of its own: headings, lists, tables, code.

Nothing of the page's markup is copied. Elements that mean something for the text are
written anew, with the few attributes that belong to them; all others go, and their text
stays. So the result is small, looks the same in every browser, and cannot run anything.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from sitesieve.page.addresses import image_address, link_address
from sitesieve.page.columns import Strings
from sitesieve.page.markdown_writer import MarkdownWriter
from sitesieve.page.markup_walk import write_kept
from sitesieve.page.markup_writer import HtmlWriter, Writer
from sitesieve.page.ornaments import without_ornaments
from sitesieve.page.tables import data_tables
from sitesieve.page.tags import TAG_ID
from sitesieve.page.tree import Image, PageTree

_IS_HEADING = np.isin(np.arange(256), [TAG_ID[f"h{level}"] for level in range(1, 7)])
_PIXEL = frozenset(("0", "1", "0px", "1px"))  # the size of an image that counts visitors
_LONGEST_ALT = 1000


@dataclass(frozen=True, slots=True)
class Wanted:
    """What of a page is wanted besides its text."""

    links: bool = True
    images: bool = True


_ALL = Wanted()


def html_fragment(
    tree: PageTree,
    keep: npt.NDArray[np.bool_],
    texts: Sequence[str] | None = None,
    wanted: Wanted = _ALL,
    cut: Sequence[int] = (),
) -> str:
    """The leaves to `keep` as HTML, with the structure they have on the page.

    `texts` replaces the leaves' own; images inside the nodes of `cut` go.
    """
    return _written(HtmlWriter(), tree, keep, texts, wanted, cut)


def markdown(
    tree: PageTree,
    keep: npt.NDArray[np.bool_],
    texts: Sequence[str] | None = None,
    wanted: Wanted = _ALL,
    cut: Sequence[int] = (),
) -> str:
    """The leaves to `keep` as GitHub's Markdown; the rest is as for `html_fragment`."""
    return _written(MarkdownWriter(), tree, keep, texts, wanted, cut)


def _written(
    writer: Writer,
    tree: PageTree,
    keep: npt.NDArray[np.bool_],
    texts: Sequence[str] | None,
    wanted: Wanted,
    cut: Sequence[int],
) -> str:
    shown = list(tree.texts if texts is None else texts)
    strings = tree.leaf_texts if texts is None else Strings.of(texts)
    keep = without_ornaments(tree, keep, strings)
    images = _shown_images(tree, keep, cut) if wanted.images else {}
    targets = dict(tree.anchors) if wanted.links else {}
    headings = np.zeros(len(tree) + 1, np.int32)  # before each node
    np.cumsum(_IS_HEADING[tree.tag], out=headings[1:])

    def link(node: int) -> str:
        target = targets.get(node)
        return link_address(target, tree.base) if target else ""

    return write_kept(
        *(writer, tree, keep.view(np.uint8), shown, _live(tree, keep, images).view(np.uint8)),
        *(tree.leaf_start, headings, images, set(tree.items_with_text(keep))),
        *(data_tables(tree), link),
    )


def _live(
    tree: PageTree, keep: npt.NDArray[np.bool_], images: dict[int, tuple[str, str]]
) -> npt.NDArray[np.bool_]:
    """For each node, whether something below it is written."""
    written = np.zeros(len(tree) + 1, np.int32)
    written[tree.leaves[keep] + 1] = 1
    written[np.fromiter(images, np.int64, len(images)) + 1] = 1
    np.cumsum(written, out=written)
    live: npt.NDArray[np.bool_] = written[tree.end] > written[:-1]
    return live


def _shown_images(
    tree: PageTree, keep: npt.NDArray[np.bool_], cut: Sequence[int]
) -> dict[int, tuple[str, str]]:
    """The images that belong to what is kept: address and alternative text of each.

    An image has no text to be judged by. It stays when most of the text of the smallest
    element around it that has any stays; where that is the whole page, when the texts
    before and after it do.
    """
    nodes = np.flatnonzero(tree.tag == TAG_ID["img"])
    for first in cut:
        nodes = nodes[(nodes < first) | (nodes >= tree.end[first])]
    start, last = tree.leaf_start[:-1], tree.leaf_start[tree.end]
    around = nodes.copy()
    while (empty := np.flatnonzero((around > 0) & (start[around] == last[around]))).size:
        around[empty] = tree.parent[around[empty]]
    words = np.zeros((2, len(keep) + 1), np.int64)  # all, and those kept
    np.cumsum(np.maximum(tree.leaf_words, 1), out=words[0, 1:])
    np.cumsum(np.where(keep, np.maximum(tree.leaf_words, 1), 0), out=words[1, 1:])
    total, kept = words[:, last[around]] - words[:, start[around]]
    at = start[nodes]  # the text that follows each
    between = np.concatenate([[False], keep[:-1] & keep[1:], [False]])
    stays = (kept > 0) & (2 * kept >= total) & ((around > 0) | between[at])
    addresses = {}
    for node in nodes[stays].tolist():
        image = tree.image(node)
        if address := _address(image, tree.base):
            addresses[node] = address, " ".join(image.alt[:_LONGEST_ALT].split())
    return addresses


def _address(image: Image, base: str) -> str:
    """Where an image is; empty where there is none to show."""
    if image.width.strip() in _PIXEL or image.height.strip() in _PIXEL:
        return ""
    written = image.late or image.source
    return image_address(written, base) if written else ""
