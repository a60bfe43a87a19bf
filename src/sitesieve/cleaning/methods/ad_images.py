"""Advertising images by a decision tree (Kushmerick's AdEater; thesis §3.1).

An image judged an advertisement goes, and with it the text of its block: the
link around it and, as long as nothing else is there, the elements around that
with their few words ("Advertisement", "Order now"). An element has something
else in it when it has another link or image, a heading, or more than `caption`
words outside the link; sections of a page are never a block.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from sitesieve.cleaning.items import images
from sitesieve.cleaning.items.item import PageItem, sums_below
from sitesieve.cleaning.kinds import Kind
from sitesieve.cleaning.methods.item_classifier import ItemClassifier
from sitesieve.page import Page, PageTree
from sitesieve.page.tags import TAG_ID

MOST_WORDS = 60  # words in the link; more is no advertisement but a text
_NEVER = frozenset(TAG_ID[tag] for tag in "body main article form table tbody ul ol dl".split())
_HEADINGS = tuple(TAG_ID[f"h{n}"] for n in range(1, 7))


class AdImages(ItemClassifier):
    """Drops advertising images and the words that belong to them.

    Parameters
    ----------
    certainty : share of advertisements among training images alike from which one goes.
    caption : words that may stand beside the link in the block of an advertisement.
    """

    name = "ad-images"
    features = images.FEATURES
    wordings = images.WORDINGS
    item_name = "image"
    noise_kind = Kind.ADVERTISEMENT

    def __init__(self, certainty: float = 0.5, caption: int = 12) -> None:
        super().__init__(certainty)
        if isinstance(caption, bool) or not isinstance(caption, int) or caption < 0:
            raise ValueError(f"caption must be a whole number from 0, not {caption}")
        self.caption = caption

    def settings(self) -> dict[str, Any]:
        return super().settings() | {"caption": self.caption}

    def items(self, page: Page) -> list[PageItem]:
        return images.image_items(page)

    def blocks(self, page: Page) -> Callable[[int], int]:
        return _blocks_around(page.tree, self.caption)


def _blocks_around(tree: PageTree, caption: int) -> Callable[[int], int]:
    """For the node of an image, the largest element that has only it, its link, and a caption."""
    nodes = [image.node for image in tree.images], [node for node, _ in tree.anchors]
    pictures, links = (sums_below(tree, np.bincount(n, minlength=len(tree))) for n in nodes)
    headings = sums_below(tree, np.isin(tree.tag, _HEADINGS))
    words = sums_below(tree, np.diff(tree.word_start))
    link_of = images.links_around(tree)

    def around(image: int) -> int:
        link = block = link_of.get(image, (image, ""))[0]
        if pictures[link] > 1 or words[link] > MOST_WORDS:
            return image  # a link around several images, or around a text
        while (up := int(tree.parent[block])) > 0 and tree.tag[up] not in _NEVER:
            if (
                links[up] > links[link]
                or pictures[up] > 1
                or headings[up] > headings[link]
                or words[up] - words[link] > caption
            ):
                break
            block = up
        return block

    return around
