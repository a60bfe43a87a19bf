"""Features of links (Davison's nepotistic links; thesis §3.1).

How near the target is (host, domain, depth, shared path), what the link says,
where it stands on the page, and what stands around it.
"""

from collections import Counter
from itertools import takewhile

import numpy as np

from sitesieve.cleaning.items.addresses import (
    LONGEST_ADDRESS,
    ad_words,
    address_words,
    is_here,
    place_of,
    with_pairs,
)
from sitesieve.cleaning.items.item import UNKNOWN, PageItem, Wording, sums_below
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
    "shared_host_words": Wording("words the hosts share", count=True),
    "shared_segments": Wording("path segments shared with the page", count=True),
    "query": Wording("a query", "the target has a query", "the target has no query"),
    "target_ad_words": Wording("advertising words in the target", count=True),
    "anchor_words": Wording("words of the link", count=True),
    "guide_words": Wording("guiding words in the link", count=True),
    "before": Wording("share of the page's words before it"),
    "in_heading": Wording("a heading", "it stands in a heading", "it stands in no heading"),
    "line_words": Wording("words beside it in its block", count=True),
    "line_links": Wording("links in its block", count=True),
    "box_links": Wording("links in its list", count=True),
    "box_density": Wording("share of link words in its list"),
    "box_words_per_link": Wording("words a link in its list"),
    "repeats": Wording("links to the same target", count=True),
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
    """How many words, links and words in links stand at and below each node of a page."""

    def __init__(self, tree: PageTree) -> None:
        self.tree = tree
        words = np.diff(tree.word_start)
        self.words = sums_below(tree, words)
        self.linked_words = sums_below(tree, words * tree.in_link)
        nodes = [link.node for link in tree.links]
        self.links = sums_below(tree, np.bincount(nodes, minlength=len(tree)))

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
            if node <= 0 or self.links[node] >= _LISTED:
                break
            node = int(self.tree.parent[node])
        return max(node, 0) if self.links[max(node, 0)] >= _LISTED else line

    def in_heading(self, node: int, line: int) -> bool:
        """Whether a link is in a heading, or has one in it."""
        inside = self.tree.tag[node : self.tree.end[node]].tolist()
        return not _HEADINGS.isdisjoint((*inside, int(self.tree.tag[line])))


def _described(
    link: Link, address: str, repeats: int, url: str | None, around: LinkSurroundings
) -> PageItem:
    first, last = link.words
    anchor = tuple(around.tree.words[first:last][:100])
    line = around.line(link.node)
    box = around.box(line)
    target = address_words(address)
    values = _nearness(address, link.target, url) | {
        "target_ad_words": float(ad_words(target)),
        "anchor_words": float(last - first),
        "guide_words": float(sum(word in GUIDE_WORDS for word in anchor)),
        "before": first / max(1, around.words[0]),
        "in_heading": float(around.in_heading(link.node, line)),
        "line_words": float(around.words[line] - around.linked_words[line]),
        "line_links": float(around.links[line]),
        "box_links": float(around.links[box]),
        "box_density": around.linked_words[box] / around.words[box]
        if around.words[box]
        else UNKNOWN,
        "box_words_per_link": around.words[box] / max(1, around.links[box]),
        "repeats": float(repeats),
    }
    words = {"anchor": with_pairs(anchor), "target": with_pairs(target)}
    return PageItem(link.node, address, link.target, values, words)


def _nearness(address: str, written: str, url: str | None) -> dict[str, float]:
    """How near a target is to the page."""
    here = there = place_of(url or "")
    host = domain = 1.0
    same_page = written.startswith("#") or (
        url is not None and address.partition("#")[0] == url.partition("#")[0]
    )
    if not same_page:
        there = place_of(address)
        host = is_here(address, url, written)
        domain = is_here(address, url, written, by_domain=True)
    # Without the last label: all hosts of a country share it.
    words, others = (set(tokenize(place.host.rpartition(".")[0])) for place in (here, there))
    segments = zip(here.segments[:-1], there.segments, strict=False)
    shared = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], segments))
    values = {
        "same_depth": float(len(there.segments) == len(here.segments)),
        "shared_host_words": float(len(words & others)),
        "shared_segments": float(shared if here.host == there.host else 0),
        "query": float(there.query),
        "same_host": host,
        "same_domain": domain,
        "same_page": float(same_page),
        "depth": float(len(there.segments)),
    }
    if url:
        return values
    compared = ("depth",) if same_page else ("same_depth", "shared_host_words", "shared_segments")
    return values | dict.fromkeys(compared, UNKNOWN)
