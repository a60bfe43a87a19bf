"""A page written back: as plain text, or as HTML with parts cut out."""

from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt
from selectolax.lexbor import LexborNode

from sitesieve.page.encode import walk_again
from sitesieve.page.plain import plain_text
from sitesieve.page.tree import PageTree

_WITHOUT_TEXT = ["script", "noscript", "template", "noembed", "noframes"]


def text(
    tree: PageTree,
    keep: npt.NDArray[np.bool_] | None = None,
    texts: Sequence[str] | None = None,
) -> str:
    """The leaves to `keep` as plain text. `texts` replaces the leaves' own."""
    everything = np.ones(len(tree.leaves), np.bool_)
    return plain_text(
        tree, everything if keep is None else keep, tree.texts if texts is None else texts
    )


def html(
    tree: PageTree,
    cut: Iterable[int] = (),
    replace: dict[int, str] | None = None,
    scripts: bool = True,
) -> str:
    """The page as HTML without the subtrees of the nodes in `cut`.

    `replace` gives new texts for some text nodes. With `scripts=False` scripts
    and the alternatives to them go too.
    """
    walk = walk_again(tree)
    cut = set(cut)
    for node, new in (replace or {}).items():
        if node not in cut:
            first, *others = walk.nodes[node]
            for other in others:
                other.remove()
            if new:
                first.replace_with(new)
            else:
                _take_out(first)
    for node in cut:
        for piece in walk.nodes[node]:
            _take_out(piece)
    if not scripts:
        walk.parser.strip_tags(_WITHOUT_TEXT)
    return walk.parser.html or ""


def _take_out(node: LexborNode) -> None:
    before, after = node.prev, node.next
    if before is not None and after is not None and before.is_text_node and after.is_text_node:
        node.replace_with(" ")  # the words on both sides stay apart
    else:
        node.remove()
