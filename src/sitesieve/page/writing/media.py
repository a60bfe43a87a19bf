"""Pictures, films and sound that belong to what is kept of a page.

One picture is written once, whatever sizes of it the page has; films, sound and players in
frames are written as links.
"""

import re
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from sitesieve.page.addresses import image_address, link_address
from sitesieve.page.tags import TAG_ID
from sitesieve.page.tree import Ints, PageTree
from sitesieve.page.urls import host_of
from sitesieve.page.writing.markup_things import Embed, Picture

_PICTURE = TAG_ID["img"]
_PLAYED = {TAG_ID["video"]: "Video", TAG_ID["audio"]: "Audio", TAG_ID["iframe"]: "Video"}
_PLAYERS = re.compile(
    r"(?:^|\.)(?:youtube(?:-nocookie)?\.com|youtu\.be|vimeo\.com|dailymotion\.com|ted\.com|twitch\.tv"
    r"|wistia\.(?:com|net)|loom\.com|bilibili\.com|soundcloud\.com|spotify\.com|bandcamp\.com"
    r"|archive\.org|videopress\.com|rutube\.ru|brightcove\.(?:com|net)|streamable\.com)$"
)
_SOUND = re.compile(r"soundcloud|spotify|bandcamp")
_PIXEL = frozenset(("0", "1", "0px", "1px"))  # the size of an image that counts visitors
# What of an address says how large a picture is, and not which.
_SIZE = re.compile(
    r"(?<=[-_/.])\d{2,4}x\d{0,4}(?=[-_/.])|[-_]\d{2,4}(?:w|px)(?=\.\w{2,5}(?:$|\?))|@\dx"
    r"|(?<=/)(?:[a-z]_[^/,]+,)*[a-z]_[^/,]+(?=/)|(?<=[?&])(?:w|h|width|height|dpr|q|quality)=[^&]*&?"
    r"|-?\.(?:webp|avif|jpe?g|png)(?=$|\?)|\?$"
)
_NUMBER = re.compile(r"[-_]\d{3,4}$")
_LONGEST_ALT = 1000
_LONGEST_NAME = 200


def shown_media(
    tree: PageTree, keep: npt.NDArray[np.bool_], cut: Sequence[int], *, links: bool
) -> dict[int, Picture | Embed]:
    """What belongs to the texts that are kept, by element; embeds only with `links`.

    An image has no text to be judged by. It stays when most of the text of the smallest
    element around it that has any stays; where that is the whole page, when the texts
    before and after it do. So does one in a `figure` when the texts around the figure do: a
    caption may be nothing but a credit.
    """
    wanted = [_PICTURE, *_PLAYED] if links else [_PICTURE]
    nodes = tree.tagged(*wanted)
    nodes = nodes[~_inside(tree, cut)[nodes]] if len(cut) else nodes
    media: dict[int, Picture | Embed] = {}
    pictures: set[str] = set()
    for node in nodes[_stays(tree, keep, nodes)].tolist():
        if tree.tag[node] != _PICTURE:
            if embed := _embed(tree, node):
                media[node] = embed
            continue
        image = _image(tree, node)
        if image is None:
            continue
        which = {_which(image), _which(image._replace(alt=""))}
        if not which & pictures:
            media[node] = image
        pictures |= which
    return media


def _inside(tree: PageTree, around: Sequence[int]) -> npt.NDArray[np.bool_]:
    """For each node, whether it is one of some, or in one of them."""
    depth = np.zeros(len(tree) + 1, np.int32)
    np.add.at(depth, around, 1)
    np.subtract.at(depth, tree.end[list(around)], 1)
    inside: npt.NDArray[np.bool_] = np.cumsum(depth)[:-1] > 0
    return inside


def _stays(tree: PageTree, keep: npt.NDArray[np.bool_], nodes: Ints) -> npt.NDArray[np.bool_]:
    start, last = tree.leaf_start[:-1], tree.leaf_start[tree.end]
    around = nodes.copy()
    while (empty := np.flatnonzero((around > 0) & (start[around] == last[around]))).size:
        around[empty] = tree.parent[around[empty]]
    words = np.zeros((2, len(keep) + 1), np.int64)  # all, and those kept
    np.cumsum(np.maximum(tree.leaf_words, 1), out=words[0, 1:])
    np.cumsum(np.where(keep, np.maximum(tree.leaf_words, 1), 0), out=words[1, 1:])
    total, kept = words[:, last[around]] - words[:, start[around]]
    at = start[nodes]  # the text that follows each
    between = np.concatenate([[False], keep[:-1] & keep[1:], [False]])
    stays: npt.NDArray[np.bool_] = (kept > 0) & (2 * kept >= total) & ((around > 0) | between[at])
    figures = tree.tagged(TAG_ID["figure"])
    if len(figures):
        figure = figures[np.maximum(np.searchsorted(figures, nodes, side="right") - 1, 0)]
        in_figure = (figure <= around) & (nodes < tree.end[figure])
        padded = np.concatenate([[False], keep, [False]])
        stays |= in_figure & padded[start[figure]] & padded[last[figure] + 1]
    return stays


def _image(tree: PageTree, node: int) -> Picture | None:
    """A picture with its address; None where there is none to show."""
    image = tree.image(node)
    if image.width.strip() in _PIXEL or image.height.strip() in _PIXEL:
        return None
    written = image.late or image.source
    address = image_address(written, tree.base) if written else ""
    return Picture(address, " ".join(image.alt[:_LONGEST_ALT].split())) if address else None


def _which(image: Picture) -> str:
    """The same for all sizes of one picture. A number alone may count pictures: it is a size
    where they say the same."""
    address = _SIZE.sub("", image.address[:1000]).rstrip("-_?&")
    return f"{_NUMBER.sub('', address)} {image.alt}" if image.alt else address


def _embed(tree: PageTree, node: int) -> Embed | None:
    attributes = tree.attributes_of(node)
    written = attributes.get("src") or attributes.get("data-src") or ""
    address = link_address(written.strip(), tree.base) if written else ""
    if not address.startswith(("http:", "https:", "//")):
        return None
    if "autoplay" in attributes and "controls" not in attributes:
        return None  # something that moves in the background
    label = _PLAYED[int(tree.tag[node])]
    if tree.tag[node] == TAG_ID["iframe"]:
        host = host_of(address)
        if _PLAYERS.search(host) is None:
            return None  # frames hold advertisements, forms, counters
        label = "Audio" if _SOUND.search(host) else label
    name = attributes.get("title") or attributes.get("aria-label") or ""
    name = " ".join(name[:_LONGEST_NAME].split())
    return Embed(address, f"{label}: {name}" if name else label)
