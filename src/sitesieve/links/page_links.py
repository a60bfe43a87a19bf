"""The links of one page, with their words and the blocks they stand in."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from sitesieve.page.addresses import absolute, normal_form, page_address
from sitesieve.page.blocks import Partition, blocks_of, check_partition
from sitesieve.page.features import NO_FEATURE, FeatureOptions, ids_of, language_of, word_ids
from sitesieve.page.hashing import stable_id
from sitesieve.page.page import Page
from sitesieve.page.tags import TAG_ID
from sitesieve.page.tree import Ints, PageTree
from sitesieve.page.urls import mirror_url
from sitesieve.page.words import has_kana, tokenize
from sitesieve.site.block_entropy import PageBlocks, page_blocks
from sitesieve.site.keyed_table import Keys, Rows
from sitesieve.site.placed_nodes import kind_keys, steps


@dataclass(frozen=True, slots=True)
class Reading:
    """What terms and blocks of pages are, for their link graph.

    Terms are words as they are written. Stems and stop words follow the language of the page, so
    with them a menu would say other, rarer terms on the few pages of a site that are in another
    language.
    """

    stems: bool = False  # whether words of one stem are one term
    stop_words: bool = True  # whether these are terms
    partition: Partition = "auto"  # what blocks are
    label: str = ""  # the column of the input that says what a page is, if one does
    text: str = ""  # the column that has the text to be found on a page

    def __post_init__(self) -> None:
        check_partition(self.partition, 1)

    @property
    def terms(self) -> FeatureOptions:
        """The same, for words."""
        return FeatureOptions(stop_words=self.stop_words, stems=self.stems, numbers=True)


USUAL = Reading()
PAPER = Reading(stems=True, stop_words=False, partition="tables")  # Kao §4.1, §5.2.1


@dataclass(frozen=True, slots=True)
class PageLinks:
    """A page as its site's link graph takes it in. Columns from `target` on: a row a link."""

    site: str
    url: str  # to show
    address: str  # to compare
    canonical: str  # the address it asks to be known by, or nothing
    title: str
    title_terms: Keys  # each once
    blocks: PageBlocks  # its words, and the blocks they stand in
    places: dict[int, str]  # the XPath of each block that has words or links
    addresses: list[str]  # that its links lead to, each once, to compare
    target: Rows  # an index into these
    whole: npt.NDArray[np.bool_]  # whether the link means the page, not a place on it
    block: Rows  # the block the link stands in
    way: Keys  # the elements around the link, without their numbers among siblings
    anchor_sizes: Rows  # how many terms the link says
    anchors: Keys  # the terms of all links, one after the other
    label: str  # what the input says the page is
    wanted: Keys  # the terms of the text that the input says is to be found on it


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


def read_links(page: Page, reading: Reading = USUAL) -> PageLinks:
    """Read the links of a page, with the terms they say and the blocks they stand in."""
    tree = page.tree
    url = url_of(page)
    block = blocks_of(tree, reading.partition)
    words_by_block = page_blocks(tree, block, reading.terms)
    addresses, link, target, whole = _targets(tree, absolute(tree.base, url))
    block_of_link = block[tree.link_nodes[link]].astype(np.int64)
    sizes, anchors = _anchors(tree, link, reading.terms)
    names = _names(tree)
    with_words_or_links = np.union1d(block_of_link, words_by_block.block).tolist()
    return PageLinks(
        site=page.site,
        url=url,
        address=normal_form(url),
        canonical=normal_form(tree.canonical),
        title=tree.title,
        title_terms=np.unique(_terms(tree.title, tree, reading.terms)),
        blocks=words_by_block,
        places=_places(tree, with_words_or_links, names),
        addresses=addresses,
        target=target,
        whole=whole,
        block=block_of_link,
        way=kind_keys(tree.parent, names)[tree.link_nodes[link]],
        anchor_sizes=sizes,
        anchors=anchors,
        label=_column(page, reading.label),
        wanted=np.unique(_terms(_column(page, reading.text), tree, reading.terms)),
    )


def _column(page: Page, name: str) -> str:
    """What the input says of a page in a column, if there is one."""
    return str(page.extra.get(name) or "") if name else ""


def _targets(tree: PageTree, base: str) -> tuple[list[str], Rows, Rows, npt.NDArray[np.bool_]]:
    """The addresses that links of a page lead to, each once; and of the links that lead to one:
    their number among all of the page, which address, whether they mean all of that page."""
    targets: dict[str, int] = {}  # as they are written
    written = [targets.setdefault(t, len(targets)) for t in tree.targets[1].all()]
    addresses: dict[str, int] = {"": 0}
    number, whole = [], []
    for text in targets:
        address, of_page = page_address(text.strip(), base)
        number.append(addresses.setdefault(address, len(addresses)) - 1)
        whole.append(of_page)
    target = np.array(number, np.int64)[written]
    link = np.flatnonzero(target >= 0)
    return list(addresses)[1:], link, target[link], np.array(whole, np.bool_)[written][link]


def _anchors(tree: PageTree, link: Rows, options: FeatureOptions) -> tuple[Rows, Keys]:
    """How many terms each of some links says, and the terms of all: its words, or where it has
    none, those that stand for the images in it."""
    nodes = tree.link_nodes[link]
    ids = word_ids(tree, options)
    telling = ids != NO_FEATURE
    terms_before = np.concatenate([[0], np.cumsum(telling)])
    start = terms_before[tree.word_start[nodes]]
    sizes = terms_before[tree.word_start[tree.end[nodes]]] - start
    before = np.cumsum(sizes) - sizes
    terms = ids[telling][np.repeat(start - before, sizes) + np.arange(sizes.sum())]
    wordless = tree.word_start[nodes] == tree.word_start[tree.end[nodes]]
    alternatives = _alternatives(tree, nodes[wordless])
    if not alternatives:
        return sizes, terms
    shown = np.searchsorted(nodes, list(alternatives))
    others = [_terms(text, tree, options) for text in alternatives.values()]
    sizes[shown] = [len(of_link) for of_link in others]
    return sizes, np.insert(terms, np.repeat(before[shown], sizes[shown]), np.concatenate(others))


def _alternatives(tree: PageTree, links: Ints) -> dict[int, str]:
    """For those of some links that show images, what stands for these."""
    texts: dict[int, str] = {}
    if len(links):
        images, alternatives = tree.values("alt", TAG_ID["img"])
        around = tree.link_nodes[np.searchsorted(tree.link_nodes, images, "right") - 1]
        inside = (around < images) & (images < tree.end[around]) & np.isin(around, links)
        for at in np.flatnonzero(inside).tolist():
            link = int(around[at])
            texts[link] = f"{texts.get(link, '')} {alternatives[at]}"
    return texts


def _names(tree: PageTree) -> Keys:
    """What each node is called, as numbers."""
    names = tree.tag.astype(np.uint64)
    for node, name in tree.names.items():
        names[node] = stable_id(name)
    return names


def _places(tree: PageTree, nodes: list[int], names: Keys) -> dict[int, str]:
    """The XPaths of some elements, given in order: each is that of the nearest of them around it
    and the steps from there."""
    _, number, _, _, _ = steps(tree.parent, names)  # among siblings of one name
    places = {0: tree.xpath(0)} if len(tree) else {}
    for node in nodes:
        way: list[str] = []
        above = node
        while above not in places:
            way.append(_step(tree, above, (int(names[above]), int(number[above]))))
            above = int(tree.parent[above])
        places[node] = "".join([places[above], *reversed(way)])
    return {node: places[node] for node in nodes}


def _step(tree: PageTree, node: int, named: tuple[int, int]) -> str:
    """The last step of the XPath of an element, which its name and number tell."""
    step = _STEPS.get(named)
    if step is None:
        if len(_STEPS) >= _MOST_STEPS:
            _STEPS.clear()
        step = _STEPS[named] = tree.xpath(node)[len(tree.xpath(int(tree.parent[node]))) :]
    return step


_MOST_STEPS = 65536
_STEPS: dict[tuple[int, int], str] = {}


def _terms(text: str, tree: PageTree, options: FeatureOptions) -> Keys:
    """The terms of a text that is on a page, but not among its words."""
    language = None if options.stop_words and not options.stems else language_of(tree)
    terms = ids_of(tokenize(text, has_kana([text])), language, options)
    telling: Keys = terms[terms != NO_FEATURE]
    return telling
