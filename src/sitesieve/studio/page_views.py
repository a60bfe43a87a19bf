"""A page as the studio shows it: blocks with their verdicts, what comes out, one block's why."""

from dataclasses import dataclass
from typing import Any, Literal

from sitesieve.cleaning.pinning import node_at
from sitesieve.page.tags import TEXT
from sitesieve.page.tree import PageTree
from sitesieve.report.block_lines import BlockLine, block_line, block_lines, plain
from sitesieve.report.explained import explained_page
from sitesieve.site.describe import label_of
from sitesieve.site.model import SiteModel
from sitesieve.studio.desk import Desk
from sitesieve.studio.page_store import PageLine

Form = Literal["markdown", "text", "html"]


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
            block_lines(document),
        )


def block_view(desk: Desk, number: int, leaf: int) -> BlockView | None:
    """Why a block of a page stays or goes, and the elements it stands in."""
    with desk.using() as method:
        document = desk.document(number)
        if document is None or not 0 <= leaf < len(document.blocks):
            return None
        evidence = {name: plain(value) for name, value in document.blocks[leaf].evidence.items()}
        model = method.model_for(document.site)
        around = _around(document.tree, document.blocks[leaf].address, model)
        return BlockView(block_line(document, leaf), evidence, around)


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


def output(desk: Desk, number: int, form: Form) -> str | None:
    """What comes out of a page."""
    with desk.using():
        document = desk.document(number)
        if document is None:
            return None
        content: str = getattr(document, form)
        return content


def as_file(desk: Desk, number: int) -> str | None:
    """The page explained, in one file."""
    with desk.using():
        page, document = desk.store.page(number), desk.document(number)
        return None if page is None or document is None else explained_page(page, document)
