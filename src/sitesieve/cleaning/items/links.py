"""Features of links (Davison's nepotistic links; thesis §3.1).

How near the target is (host, domain, depth, shared path), what the link says,
where it stands on the page, and what stands around it.
"""

from collections import Counter
from functools import cached_property

import numpy as np

from sitesieve.cleaning.items.addresses import (
    LONGEST_ADDRESS,
    AddressParts,
    ad_words,
    address_words,
    is_here,
    place_of,
    with_pairs,
)
from sitesieve.cleaning.items.item import UNKNOWN, PageItem, Wording
from sitesieve.page import Page, PageTree
from sitesieve.page.tags import BLOCK_LEVEL, TAG_ID
from sitesieve.page.tree import Link
from sitesieve.page.words import tokenize

WORDINGS = {
    "same_host": Wording("the target's host", "the host is the same", "the host is another"),
    "same_domain": Wording(
        "the target's domain", "the domain is the same", "the domain is another"
    ),
    "same_page": Wording("the target", "it leads to this page", "it leads to another page"),
    "same_depth": Wording(
        "the target's depth", "target and page are equally deep", "target and page differ in depth"
    ),
    "depth": Wording("depth of the target"),
    "shared_host_words": Wording("words the hosts share", one="word the hosts share"),
    "shared_segments": Wording(
        "path segments shared with the page", one="path segment shared with the page"
    ),
    "query": Wording("a query", "the target has a query", "the target has no query"),
    "target_ad_words": Wording(
        "advertising words in the target", one="advertising word in the target"
    ),
    "anchor_words": Wording("words of the link", one="word of the link"),
    "guide_words": Wording("guiding words in the link", one="guiding word in the link"),
    "before": Wording("share of the page's words before it"),
    "in_heading": Wording("a heading", "it stands in a heading", "it stands in no heading"),
    "line_words": Wording("words beside it in its block", one="word beside it in its block"),
    "line_links": Wording("links in its block", one="link in its block"),
    "box_links": Wording("links in its list", one="link in its list"),
    "box_density": Wording("share of link words in its list"),
    "box_words_per_link": Wording("words a link in its list"),
    "repeats": Wording("links to the same target", one="link to the same target"),
    "anchor": Wording("the link"),
    "target": Wording("the target's address"),
}
FEATURES = tuple(list(WORDINGS)[:-2])  # the others are places where words stand

# Words that guide through a site or a page rather than name a text.
GUIDE_WORDS = frozenset(
    "home homepage next previous prev back top up main menu index contents sitemap map search "
    "login logout register signup sign subscribe newsletter account cart basket checkout "
    "about contact imprint copyright privacy terms conditions policy cookie cookies legal "
    "disclaimer help faq feedback advertise jobs careers rss feed print email mail share "
    "tweet facebook twitter instagram youtube linkedin whatsapp telegram mastodon reply "
    "comment comments older newer more all archive shop forum forums news video videos "
    "startseite weiter zurück oben suche anmelden abmelden registrieren abonnieren warenkorb "
    "konto impressum datenschutz nutzungsbedingungen agb hilfe kontakt über uns drucken "
    "teilen antworten mehr alle archiv laden accueil suivant précédent recherche connexion "
    "mentions légales inicio siguiente anterior buscar contacto aviso 首页 下一页 上一页 返回 "
    "顶部 搜索 登录 注册 关于 联系 隐私 版权 条款 订阅 分享 微博 微信 回复 评论 更多 全部 "
    "商店 论坛 打印 帮助".split()
)
_BLOCKS = frozenset(TAG_ID[tag] for tag in BLOCK_LEVEL)
_HEADINGS = frozenset(TAG_ID[f"h{n}"] for n in range(1, 7))
_LISTED = 3  # links that make a list
_HIGHEST = 6  # elements climbed in search of it


def link_items(page: Page) -> list[PageItem]:
    """The links of a page, described."""
    surroundings = LinkSurroundings(page.tree)
    addresses = [link.address[:LONGEST_ADDRESS] for link in page.tree.links]
    repeats = Counter(addresses)
    return [
        _described(link, address, repeats[address], page.url, surroundings)
        for link, address in zip(page.tree.links, addresses, strict=True)
    ]


class LinkSurroundings:
    """How many links and link words stand below each node of a page."""

    def __init__(self, tree: PageTree) -> None:
        self.tree = tree
        self.words = max(1, len(tree.word_ids))

    @cached_property
    def _links(self) -> list[int]:
        counts = np.zeros(len(self.tree) + 1, np.int64)
        for node, _ in self.tree.anchors:
            counts[node + 1] += 1
        before: list[int] = np.cumsum(counts).tolist()
        return before

    @cached_property
    def _linked_words(self) -> list[int]:
        own = np.diff(self.tree.word_start) * self.tree.in_link
        before: list[int] = np.concatenate([[0], np.cumsum(own)]).tolist()
        return before

    @cached_property
    def _ends(self) -> list[int]:
        ends: list[int] = self.tree.end.tolist()
        return ends

    def links(self, node: int) -> int:
        """The links at and below a node."""
        return self._links[self._ends[node]] - self._links[node]

    def linked_words(self, node: int) -> int:
        """The words at and below a node that stand in links."""
        return self._linked_words[self._ends[node]] - self._linked_words[node]

    def all_words(self, node: int) -> int:
        """The words at and below a node."""
        start = self.tree.word_start
        return int(start[self._ends[node]] - start[node])

    def line(self, node: int) -> int:
        """The block a link stands in: the next element up that starts a line."""
        node = int(self.tree.parent[node])
        while node > 0 and int(self.tree.tag[node]) not in _BLOCKS:
            node = int(self.tree.parent[node])
        return max(node, 0)

    def box(self, line: int) -> int:
        """The list a link stands in: the next element up with three links or more, if near."""
        node = line
        for _ in range(_HIGHEST):
            if node <= 0 or self.links(node) >= _LISTED:
                break
            node = int(self.tree.parent[node])
        return max(node, 0) if self.links(max(node, 0)) >= _LISTED else line

    def in_heading(self, node: int) -> bool:
        """Whether a link is in a heading, or has one in it."""
        inside = self.tree.tag[node : self._ends[node]].tolist()
        if not _HEADINGS.isdisjoint(inside):
            return True
        return int(self.tree.tag[self.line(node)]) in _HEADINGS


def _described(
    link: Link, address: str, repeats: int, url: str | None, around: LinkSurroundings
) -> PageItem:
    first, last = link.words
    anchor = tuple(around.tree.words[first:last][:100])
    line = around.line(link.node)
    box = around.box(line)
    box_words = around.all_words(box)
    named = address_words(address)
    values = _nearness(address, link.target, url) | {
        "target_ad_words": float(ad_words(named)),
        "anchor_words": float(last - first),
        "guide_words": float(sum(word in GUIDE_WORDS for word in anchor)),
        "before": first / around.words,
        "in_heading": float(around.in_heading(link.node)),
        "line_words": float(around.all_words(line) - around.linked_words(line)),
        "line_links": float(around.links(line)),
        "box_links": float(around.links(box)),
        "box_density": around.linked_words(box) / box_words if box_words else UNKNOWN,
        "box_words_per_link": box_words / max(1, around.links(box)),
        "repeats": float(repeats),
    }
    words = {"anchor": with_pairs(anchor), "target": with_pairs(named)}
    return PageItem(link.node, address, link.target, values, words)


def _nearness(address: str, written: str, url: str | None) -> dict[str, float]:
    """How near a target is to the page."""
    there = place_of(address)
    host, domain = is_here(address, url, written), is_here(address, url, written, by_domain=True)
    if written.startswith("#") or (url and address.partition("#")[0] == url.partition("#")[0]):
        here = place_of(url or "")
        depth = float(len(here.segments)) if url else UNKNOWN
        return _compared(here, here) | {
            **{"same_host": 1.0, "same_domain": 1.0, "same_page": 1.0},
            **{"same_depth": 1.0, "depth": depth},
        }
    near = {"same_host": host, "same_domain": domain, "same_page": 0.0}
    near |= {"depth": float(len(there.segments)), "query": float(there.query)}
    if not url:
        unknown = ("same_depth", "shared_host_words", "shared_segments")
        return near | dict.fromkeys(unknown, UNKNOWN)
    return _compared(place_of(url), there) | near


def _compared(here: AddressParts, there: AddressParts) -> dict[str, float]:
    shared = 0
    if here.host == there.host:
        for own, other in zip(here.segments[:-1], there.segments, strict=False):
            if own != other:
                break
            shared += 1
    # Without the last label: all hosts of a country share it.
    mine, theirs = (tokenize(place.host.rpartition(".")[0]) for place in (here, there))
    words = set(mine) & set(theirs)
    return {
        "same_depth": float(len(there.segments) == len(here.segments)),
        "shared_host_words": float(len(words)),
        "shared_segments": float(shared),
        "query": float(there.query),
    }
