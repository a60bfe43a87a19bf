"""A page as the studio shows it: blocks with their verdicts, what comes out, one block's why."""

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from sitesieve.cleaning.document import Document
from sitesieve.cleaning.methods import Sieve
from sitesieve.cleaning.pinning import node_at
from sitesieve.page.tags import TEXT
from sitesieve.page.tree import PageTree
from sitesieve.site.describe import label_of
from sitesieve.site.model import SiteModel
from sitesieve.studio.desk import Desk
from sitesieve.studio.page_store import PageLine

Form = Literal["markdown", "text", "html"]
_DOUBTFUL = 0.25  # how near to even odds the verdict on a block is doubtful


@dataclass(frozen=True, slots=True)
class BlockLine:
    """A block of a page."""

    number: int
    address: str
    text: str
    words: int
    keep: bool
    kind: str
    confidence: float
    reason: str
    doubtful: bool
    pinned: bool


@dataclass(frozen=True, slots=True)
class PageView:
    """All that is shown of a page but how it looks."""

    page: PageLine
    previous: int | None
    next: int | None
    method: str
    page_type: str
    fit: float | None
    words_before: int
    words_kept: int
    metadata: dict[str, str]
    cuts: list[str]
    blocks: list[BlockLine]


@dataclass(frozen=True, slots=True)
class Around:
    """An element around a block, which can be pinned in its place."""

    address: str
    label: str
    words: int
    pages: int | None  # of the site that show such a place


@dataclass(frozen=True, slots=True)
class BlockView:
    """Why a block stays or goes."""

    block: BlockLine
    evidence: dict[str, Any]
    around: list[Around]  # from the block outwards


def page_view(desk: Desk, number: int) -> PageView | None:
    """A page and its blocks."""
    line = desk.store.line(number)
    with desk.using():
        document = desk.document(number)
        if line is None or document is None:
            return None
        metadata = {
            name: value
            for name in ("title", "author", "date", "language", "site_name", "description")
            if (value := getattr(document.metadata, name))
        }
        before, after = desk.store.beside(number)
        return PageView(
            line,
            *(before, after, document.method, str(document.page_type), document.fit),
            *(document.words_before, document.words_kept, metadata),
            [str(cut) for cut in document.cuts],
            _block_lines(document),
        )


def _block_lines(document: Document) -> list[BlockLine]:
    tree = document.tree
    shown = np.flatnonzero(~tree.hidden_leaves).tolist()
    return [line for leaf in shown if (line := _block_line(document, leaf)).text]


def _block_line(document: Document, leaf: int) -> BlockLine:
    block = document.blocks[leaf]
    likely = block.importance  # the sieve's is how likely it is content
    doubtful = document.method == Sieve.name and likely is not None
    return BlockLine(
        leaf,
        *(block.address, block.text, int(document.tree.leaf_words[leaf]), block.keep),
        *(str(block.kind), block.confidence or 0.0, block.reason),
        doubtful and abs(float(likely or 0) - 0.5) < _DOUBTFUL,
        "pin" in block.evidence,
    )


def block_view(desk: Desk, number: int, leaf: int) -> BlockView | None:
    """Why a block of a page stays or goes, and the elements it stands in."""
    with desk.using() as method:
        document = desk.document(number)
        if document is None or not 0 <= leaf < len(document.blocks):
            return None
        evidence = {name: _plain(value) for name, value in document.blocks[leaf].evidence.items()}
        model = method.model_for(document.site)
        around = _around(document.tree, document.blocks[leaf].address, model)
        return BlockView(_block_line(document, leaf), evidence, around)


def _around(tree: PageTree, address: str, model: SiteModel | None) -> list[Around]:
    node = node_at(tree, address)
    if tree.tag[node] == TEXT:
        node = int(tree.parent[node])
    pages = None if model is None else model.pages_with_places(tree)
    around = []
    while node >= 0:
        words = int(tree.word_start[tree.end[node]] - tree.word_start[node])
        label = label_of(tree.presentation(node))
        shown = None if pages is None else int(pages[node])
        around.append(Around(tree.xpath(node), label, words, shown))
        node = int(tree.parent[node])
    return around


def _plain(value: Any) -> Any:
    """A value as JSON can have it."""
    if isinstance(value, dict):
        return {str(name): _plain(one) for name, one in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(one) for one in value]
    if isinstance(value, np.generic):
        return value.item()
    return value if isinstance(value, str | int | float | bool | None) else str(value)


def output(desk: Desk, number: int, form: Form) -> str | None:
    """What comes out of a page."""
    with desk.using():
        document = desk.document(number)
        if document is None:
            return None
        content: str = getattr(document, form)
        return content
