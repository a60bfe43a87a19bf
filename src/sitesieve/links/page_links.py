"""The links of one page, with their words and the blocks they stand in."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from sitesieve.page.addresses import absolute, normal_form, target
from sitesieve.page.blocks import blocks_of
from sitesieve.page.features import FeatureOptions, ids_of
from sitesieve.page.page import Page
from sitesieve.page.tree import PageTree
from sitesieve.page.urls import mirror_url
from sitesieve.page.words import has_kana, tokenize
from sitesieve.site.block_entropy import PageBlocks, page_blocks
from sitesieve.site.keyed_table import Keys, Rows

# Words as they are written. Stems and stop words follow the language of the page, so with them
# a menu would say other, rarer terms on the few pages of a site that are in another language.
_TERMS = FeatureOptions(stop_words=True, stems=False, numbers=True)


@dataclass(frozen=True, slots=True)
class PageLinks:
    """A page as its site's link graph takes it in. Columns from `targets` on: a row a link."""

    site: str
    url: str  # to show
    address: str  # to compare
    canonical: str  # the address it asks to be known by, or nothing
    title: str
    title_terms: Keys  # each once
    blocks: PageBlocks  # its words, and the blocks they stand in
    places: dict[int, str]  # the XPath of each block that has words or links
    targets: list[str]  # to compare
    whole: npt.NDArray[np.bool_]  # whether the link means the page, not a place on it
    block: Rows  # the block the link stands in
    anchor_sizes: Rows  # how many terms the link says
    anchors: Keys  # the terms of all links, one after the other


def url_of(page: Page) -> str:
    """The address of a page, or what stands in for it: its canonical address, its place in a
    mirror, its name."""
    if page.url:
        return page.url
    canonical = page.tree.canonical
    if canonical and normal_form(canonical):
        return canonical
    name = page.name or ""
    return mirror_url(name) or f"file:///{name}"


def read_links(page: Page) -> PageLinks:
    """Read the links of a page, with the terms they say and the blocks they stand in."""
    tree = page.tree
    url = url_of(page)
    base = absolute(tree.base, url)
    block = blocks_of(tree)
    words_by_block = page_blocks(tree, block, _TERMS)
    ids = tree.word_ids
    alternatives = _alternatives(tree)
    rows: list[tuple[str, bool, int]] = []
    anchors: list[Keys] = []
    for link in tree.links:
        points_at = link.address if base == tree.base else target(link.target, base)
        address = normal_form(points_at.partition("#")[0])  # remembered for all places of a page
        if not address or link.target.startswith("#"):
            continue
        start, end = link.words
        terms = ids[start:end]
        if start == end and link.node in alternatives:
            terms = _terms(alternatives[link.node])
        rows.append((address, "#" not in points_at, int(block[link.node])))
        anchors.append(terms)
    linked = {number for _, _, number in rows}
    return PageLinks(
        site=page.site,
        url=url,
        address=normal_form(url),
        canonical=normal_form(tree.canonical),
        title=tree.title,
        title_terms=np.unique(_terms(tree.title)),
        blocks=words_by_block,
        places={n: tree.xpath(n) for n in sorted(linked.union(words_by_block.block.tolist()))},
        targets=[address for address, _, _ in rows],
        whole=np.array([whole for _, whole, _ in rows], np.bool_),
        block=np.array([number for _, _, number in rows], np.int64),
        anchor_sizes=np.array([len(terms) for terms in anchors], np.int64),
        anchors=np.concatenate([np.empty(0, np.uint64), *anchors]),
    )


def _alternatives(tree: PageTree) -> dict[int, str]:
    """For links that show images, what stands for these."""
    alternatives: dict[int, str] = {}
    nodes = np.array([node for node, _ in tree.anchors], np.int64)
    for image in tree.images:
        at = int(np.searchsorted(nodes, image.node, "right")) - 1
        if at >= 0 and image.alt and image.node < tree.end[nodes[at]]:
            link = int(nodes[at])
            alternatives[link] = f"{alternatives.get(link, '')} {image.alt}"
    return alternatives


def _terms(text: str) -> Keys:
    return ids_of(tokenize(text, has_kana([text])), None, _TERMS)
