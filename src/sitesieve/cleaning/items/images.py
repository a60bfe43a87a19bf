"""Features of images (Kushmerick's AdEater; thesis §3.1).

Height, width and aspect ratio, words of the alt text, of the page's address
(U_base), of the image's address and of the target of the link around it
(U_dest), and whether image and target are on the page's own site. Sizes are
those the page declares: images are never fetched.
"""

import math
import re

from sitesieve.cleaning.items.addresses import (
    absolute,
    ad_words,
    address_words,
    is_here,
    with_pairs,
)
from sitesieve.cleaning.items.item import UNKNOWN, PageItem, Wording
from sitesieve.page import Page, PageTree
from sitesieve.page.tree import Image
from sitesieve.page.words import tokenize

WORDINGS = {
    "width": Wording("width"),
    "height": Wording("height"),
    "aspect": Wording("aspect ratio"),
    "linked": Wording("a link around it", "it is a link", "it is no link"),
    "image_here": Wording(
        "the image's site", "the image is of this site", "the image is of another site"
    ),
    "target_here": Wording(
        "where the link leads", "the link stays on the site", "the link leaves the site"
    ),
    "alt_words": Wording("words of the alt text", count=True),
    "alt_ad_words": Wording("advertising words in the alt text", count=True),
    "image_ad_words": Wording("advertising words in the image's address", count=True),
    "target_ad_words": Wording("advertising words in the link's address", count=True),
    "alt": Wording("the alt text"),
    "image": Wording("the image's address"),
    "target": Wording("the link's address"),
    "page": Wording("the page's address"),
}
FEATURES = tuple(list(WORDINGS)[:-4])  # the others are places where words stand

# Of alt texts of advertisements: the words the thesis quotes (free, click here) and their kin.
AD_ALT_WORDS = frozenset(
    "ad ads advert advertisement advertising advertise sponsor sponsored sponsors banner click "
    "free offer offers sale save buy shop order win discount deal deals promo promotion subscribe "
    "anzeige werbung gratis kostenlos angebot angebote rabatt bestellen kaufen sparen gewinnen "
    "klicken publicité gratuit publicidad oferta 广告 免费 点击 优惠 购买 推广 特价".split()
)
_LARGEST = 10_000  # pixels; what claims more is a mistake or a trap
_SIZE = re.compile(r"\s*+(\d{1,6}(?:\.\d{1,6})?)\s*+(?:px)?\s*+", re.ASCII | re.IGNORECASE)


def pixels(written: str) -> float:
    """A size in pixels; unknown where it is none ("100%", "auto", "-5", "1e9").

    >>> pixels("468"), pixels(" 60px "), pixels("100%"), pixels("1e9")
    (468.0, 60.0, nan, nan)
    """
    match = _SIZE.fullmatch(written[:40])
    size = float(match[1]) if match else 0.0
    return size if 0 < size <= _LARGEST else UNKNOWN


def image_items(page: Page) -> list[PageItem]:
    """The images of a page, described."""
    tree = page.tree
    around = links_around(tree)
    return [_described(image, around.get(image.node), page) for image in tree.images]


def links_around(tree: PageTree) -> dict[int, tuple[int, str]]:
    """For each image inside a link, by its node, the link's node and target."""
    targets = dict(tree.anchors)
    links = {}
    for image in tree.images:
        node = image.node
        while node >= 0 and node not in targets:
            node = int(tree.parent[node])
        if node >= 0:
            links[image.node] = (node, targets[node])
    return links


def _described(image: Image, link: tuple[int, str] | None, page: Page) -> PageItem:
    url, base = page.url, page.tree.base
    width, height = pixels(image.width), pixels(image.height)
    address = absolute(image.source, base)
    alt = tuple(tokenize(image.alt[:1000]))
    there = address_words(address)
    values = {
        "width": width,
        "height": height,
        "aspect": width / height if math.isfinite(width + height) else UNKNOWN,
        "linked": float(link is not None),
        "image_here": is_here(address, url, image.source, by_domain=True),
        "alt_words": float(len(alt)),
        "alt_ad_words": float(ad_words(alt, AD_ALT_WORDS)),
        "image_ad_words": float(ad_words(there)),
        "target_here": UNKNOWN,
        "target_ad_words": UNKNOWN,
    }
    words = {"alt": with_pairs(alt), "image": with_pairs(there)}
    words["page"] = with_pairs(address_words(url or ""))
    if link is not None:
        leads_to = absolute(link[1], base)
        named = address_words(leads_to)
        values["target_here"] = is_here(leads_to, url, link[1], by_domain=True)
        values["target_ad_words"] = float(ad_words(named))
        words["target"] = with_pairs(named)
    return PageItem(image.node, address, image.source, values, words)
