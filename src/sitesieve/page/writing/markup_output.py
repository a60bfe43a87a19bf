"""The kept part of a page as HTML or Markdown of its own: headings, lists, tables, code.

Nothing of the page's markup is copied. Elements that mean something for the text are
written anew, with the few attributes that belong to them; all others go, and their text
stays. So the result is small, looks the same in every browser, and cannot run anything.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from sitesieve.page.addresses import link_address
from sitesieve.page.columns import Strings
from sitesieve.page.tags import TAG_ID
from sitesieve.page.tree import PageTree
from sitesieve.page.writing.callouts import callouts_of
from sitesieve.page.writing.code_lines import code_in_tables
from sitesieve.page.writing.formulas import Formula
from sitesieve.page.writing.markdown_writer import MarkdownWriter
from sitesieve.page.writing.markup_things import Aside, Mark, Note, NoteList
from sitesieve.page.writing.markup_walk import write_kept
from sitesieve.page.writing.markup_writer import HtmlWriter, Writer
from sitesieve.page.writing.media import shown_media
from sitesieve.page.writing.shown_texts import ShownTexts, beside, shown_texts
from sitesieve.page.writing.task_boxes import task_boxes

_HEADINGS = [TAG_ID[f"h{level}"] for level in range(1, 7)]
_IS_HEADING = np.isin(np.arange(256), _HEADINGS)


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
    in_html = isinstance(writer, HtmlWriter)
    strings = tree.leaf_texts if texts is None else Strings.of(texts)
    shown = shown_texts(tree, keep, strings, as_signs=not in_html)
    keep, notes = shown.keep, shown.footnotes
    media: dict[int, Any] = {}
    if wanted.images:
        media = dict(
            shown_media(tree, keep, [*cut, *shown.all_formulas.places], links=wanted.links)
        )
    media |= _pictured(tree, shown, keep)
    at_node: dict[int, Any] = media | callouts_of(tree, keep) | code_in_tables(tree, keep)
    at_leaf: dict[int, Any] = {**shown.formulas, **task_boxes(tree, keep)}
    if not in_html:
        at_node |= {node: Note(label) for node, label in notes.notes.items()}
        at_node |= {node: Aside(*aside) for node, aside in notes.asides.items()}
        at_node |= {node: NoteList() for node in notes.lists}
        at_leaf |= {leaf: Mark(label) for leaf, label in notes.marks.items()}
    if isinstance(writer, MarkdownWriter):
        for label, text in notes.unseen:
            writer.add_note(label, text)
    all_texts = list(tree.texts if texts is None else texts)
    for leaf, text in shown.changes.items():
        all_texts[leaf] = text
    targets = dict(tree.anchors) if wanted.links else {}
    headings = np.zeros(len(tree) + 1, np.int32)  # before each node
    np.cumsum(_IS_HEADING[tree.tag], out=headings[1:])

    in_heading = tree.below(*_HEADINGS)
    # A heading that leads to its own page, or to a place on it, names itself.
    own = {"", *((address or "").partition("#")[0] for address in (tree.url, tree.canonical))}

    def link(node: int) -> str:
        target = targets.get(node) if node not in notes.links else None
        address = link_address(target, tree.base) if target else ""
        return "" if in_heading[node] and address.partition("#")[0] in own else address

    return write_kept(
        *(writer, tree, keep.view(np.uint8), all_texts),
        *(_live(tree, keep, media).view(np.uint8), tree.leaf_start, headings),
        at_node=at_node,
        at_leaf=at_leaf,
        items=set(tree.items_with_text(keep)),
        tables=tree.data_tables,
        link=link,
    )


def _pictured(tree: PageTree, shown: ShownTexts, keep: npt.NDArray[np.bool_]) -> dict[int, Formula]:
    """The formulas that are pictures in a line of text that is kept."""
    pictures = shown.all_formulas.pictures
    return {
        node: formula
        for node, formula in pictures.items()
        if (leaf := beside(tree, node)) >= 0 and keep[leaf]
    }


def _live(
    tree: PageTree, keep: npt.NDArray[np.bool_], media: Iterable[int]
) -> npt.NDArray[np.bool_]:
    """For each node, whether something below it is written."""
    written = np.zeros(len(tree) + 1, np.int32)
    written[tree.leaves[keep] + 1] = 1
    written[np.array([*media], np.int64) + 1] = 1
    np.cumsum(written, out=written)
    live: npt.NDArray[np.bool_] = written[tree.end] > written[:-1]
    return live
