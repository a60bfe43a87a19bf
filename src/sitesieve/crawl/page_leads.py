"""The addresses that a page leads to, and how promising they look."""

import math
import re
from collections.abc import Mapping

import numpy as np

from sitesieve.crawl.frontier import Lead
from sitesieve.page.addresses import absolute
from sitesieve.page.blocks import blocks_of
from sitesieve.page.hashing import stable_id
from sitesieve.page.page import Page

_MOST_LINKS = 100_000  # of one page; an index of everything has thousands
_AS_NEW = 1.0  # the score of a link in a block that no page had before
# HTML standard §4.2.5.3: seconds, a separator, the address, perhaps after "url=" and in quotes.
_REFRESH = re.compile(
    r"\s*[\d.]*\s*[;,\s]\s*(?:url\s*=\s*)?(?:'([^']*)|\"([^\"]*)|(.*))", re.IGNORECASE
)


class Promise:
    """Remembers on how many pages each text stood, and judges links by it.

    Navigation stands on every page, so its texts are old soon; a list of articles has texts
    that no page had before. A link is worth the newness of its block, and more with a long
    anchor: TW of Kao §3.4, but with a square root, which finds a little more than a logarithm
    (bench/crawl_focus.py).
    """

    def __init__(self, seen: Mapping[int, int]) -> None:
        self._seen = dict(seen)

    def of_links(self, page: Page) -> tuple[list[float], dict[int, int]]:
        """For each link of a page a score above 0; and the new counts of the page's texts."""
        tree = page.tree
        texts = [stable_id(" ".join(text.split())) for text in tree.texts]
        new = np.array([1 / (1 + self._seen.get(text, 0)) for text in texts])
        block = blocks_of(tree)
        weight = np.maximum(tree.leaf_words, 1)
        at = block[tree.leaves]
        amount = np.bincount(at, weight, len(tree))
        newness = np.bincount(at, weight * new, len(tree)) / np.maximum(amount, 1)
        scores = []
        for link in tree.links:
            words = link.words[1] - link.words[0]
            scores.append(float(newness[block[link.node]]) * math.sqrt(max(words, 1)))
        counts = {text: self._seen.get(text, 0) + 1 for text in set(texts)}
        self._seen.update(counts)
        return [max(score, 1e-6) for score in scores], counts


def may_follow(page: Page, robots_tag: str) -> bool:
    """Whether a page lets crawlers follow its links, by its own word and its header's."""
    directives = f"{page.head.meta.get('robots', '')},{robots_tag}".lower()
    return not {"nofollow", "none"} & {word.strip() for word in directives.split(",")}


def leads_of(page: Page, promise: Promise | None) -> tuple[list[Lead], dict[int, int]]:
    """The links of a page as addresses to fetch, and its texts for `Frontier.finish`."""
    tree = page.tree
    base = tree.base
    scores, phrases = promise.of_links(page) if promise else ([0.0] * len(tree.anchors), {})
    scored: dict[str, float] = {}
    for (_, address), score in zip(tree.anchors[:_MOST_LINKS], scores, strict=False):
        url = _page_at(address, base)
        scored[url] = max(score, scored.get(url, 0.0))
    for address in tree.frames[:_MOST_LINKS]:
        scored.setdefault(_page_at(address, base), 0.0)
    if target := _refresh(page):
        scored.setdefault(_page_at(target, base), _AS_NEW if promise else 0.0)
    scored.pop("", None)
    return [Lead(url, 1, score) for url, score in scored.items()], phrases


def _page_at(address: str, base: str) -> str:
    """What a link leads to, without the place on the page; empty where that is no page."""
    url = absolute(address, base).partition("#")[0]
    return url if url.startswith(("http://", "https://")) else ""


def _refresh(page: Page) -> str:
    """Where a page sends its readers by itself. A link like others: a chain of such pages ends."""
    refresh = _REFRESH.match(page.head.meta.get("refresh", ""))
    return "".join(filter(None, refresh.groups())) if refresh else ""
