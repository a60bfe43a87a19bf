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
import numpy.typing as npt

from sitesieve.cleaning.items import images
from sitesieve.cleaning.items.item import PageItem
from sitesieve.cleaning.kinds import Kind
from sitesieve.cleaning.methods.item_classifier import ItemClassifier
from sitesieve.page import Page, PageTree
from sitesieve.page.tags import TAG_ID

CAPTION = 12  # words beside the link
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

    def __init__(self, certainty: float = 0.5, caption: int = CAPTION) -> None:
        super().__init__(certainty)
        if isinstance(caption, bool) or not isinstance(caption, int) or caption < 0:
            raise ValueError(f"caption must be a whole number from 0, not {caption}")
        self.caption = caption

    def settings(self) -> dict[str, Any]:
        return super().settings() | {"caption": self.caption}

    def items(self, page: Page) -> list[PageItem]:
        return images.image_items(page)

    def blocks(self, page: Page) -> Callable[[int], int]:
        return AdBlocks(page.tree, self.caption).around


class AdBlocks:
    """The blocks that advertising images of a page belong to."""

    def __init__(self, tree: PageTree, caption: int) -> None:
        self._tree = tree
        self._caption = caption
        self._link_of = images.links_around(tree)
        self._links = np.array([node for node, _ in tree.anchors], np.int64)
        self._images = np.array([image.node for image in tree.images], np.int64)
        self._headings = np.flatnonzero(np.isin(tree.tag, _HEADINGS))

    def around(self, image: int) -> int:
        """The largest element that has only this image, its link, and a caption."""
        tree = self._tree
        link = block = self._link_of.get(image, (image, ""))[0]
        if self._below(link, self._images) > 1 or self._words(link) > MOST_WORDS:
            return image  # a link around several images, or around a text
        while (up := int(tree.parent[block])) > 0 and tree.tag[up] not in _NEVER:
            if (
                self._below(up, self._links) > self._below(link, self._links)
                or self._below(up, self._images) > 1
                or self._below(up, self._headings) > self._below(link, self._headings)
                or self._words(up) - self._words(link) > self._caption
            ):
                break
            block = up
        return block

    def _below(self, node: int, nodes: npt.NDArray[np.int64]) -> int:
        first, last = np.searchsorted(nodes, (node, self._tree.end[node]))
        return int(last - first)

    def _words(self, node: int) -> int:
        start = self._tree.word_start
        return int(start[self._tree.end[node]] - start[node])
