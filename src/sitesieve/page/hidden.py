"""Text that is on the page but not shown to its readers.

Hidden are prompts planted for language models, closed menus, forms, old versions. But pages
also hide their main text until a script has run: the body until styles are loaded, a paragraph
until it scrolls into view. So elements count as hidden only where most of the page's words
are left.

Tab panels, accordions and what else is named like them are one click away and do not count as
hidden; nor does what appears on scrolling. `aria-hidden` hides from screen readers only.
Style sheets are not read, so what they hide is not known.
"""

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from sitesieve.page.remembered import remembered

if TYPE_CHECKING:  # the tree is made with what is below
    from sitesieve.page.tree import PageTree

_MOST = 0.5  # of a page's words: what holds more of them is not hidden, it is the page
# A number as CSS writes it that is nothing, or next to nothing.
_NOTHING = r"[-+]?0*+(?:\.0*+)?(?:e\d++)?(?:px|r?em|%|pt|v[wh])?\s*+(?:;|!|$)"
_HIDING = re.compile(
    rf"""(?:^|;)\s*+(?:
        display\s*+:\s*+none
      | visibility\s*+:\s*+(?:hidden|collapse)
      | content-visibility\s*+:\s*+hidden
      | font-size\s*+:\s*+(?:{_NOTHING}|[-+]?0*+(?:\.\d++|1)px)
      | opacity\s*+:\s*+(?:0*+(?:\.0*+)?%?|0*+\.0\d++)\s*+(?:;|!|$)
      | clip\s*+:\s*+rect\(\s*+(?:[01](?:px)?[\s,]++){{3}}[01](?:px)?\s*+\)
      | clip-path\s*+:\s*+inset\(\s*+(?:50|100)%
      | text-indent\s*+:\s*+-\d{{2,}}(?:\d|e?m|rem)
      | transform\s*+:\s*+(?:scale\(\s*+0\s*+(?:,\s*+0\s*+)?\)|translate\w*\(\s*+-\d{{4,}})
      | color\s*+:\s*+transparent
      | zoom\s*+:\s*+{_NOTHING}
    )""",
    re.VERBOSE,
)
_OUT_OF_FLOW = re.compile(r"(?:^|;)\s*+position\s*+:\s*+(?:absolute|fixed)")
_OFF_SCREEN = re.compile(r"(?:^|;)\s*+(?:left|top|right|bottom|margin-left)\s*+:\s*+-\d{3,}")
_CLIPPED = re.compile(r"(?:^|;)\s*+overflow(?:-[xy])?\s*+:\s*+(?:hidden|clip)")
_NO_SIZE = re.compile(rf"(?:^|;)\s*+(?:max-)?(?:width|height)\s*+:\s*+(?:{_NOTHING}|1px)")
# What a server sends late and a script puts in its place: React numbers it so.
_STREAMED = re.compile("[SB]:[0-9a-f]+")
# Names of what is opened by a click.
_OPENED = re.compile(
    r"accordi?on|collaps|expand|toggle|disclos|(?<![a-z])faqs?(?![a-z])|read-?more"
    r"|(?<![a-z])tabs?(?![a-z])|tab[-_]*(?:pane|panel|content|body)"
)
# A formula beside a picture of it; the picture says nothing.
_FORMULA = re.compile("mwe-math-mathml")
# What is transparent until it has moved into view.
_MOVING = re.compile(r"(?:^|;)\s*+(?:-webkit-)?(?:transform|transition|animation|will-change)\s*+:")
_TRANSPARENT = re.compile(r"opacity\s*+:\s*+0*+(?:\.0*+)?%?\s*+(?:;|!|$)")
_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)", re.DOTALL)
_LONGEST = 20_000  # characters of a style that are looked at


def hides(attributes: Mapping[str, str]) -> bool:
    """Whether an element with these attributes is not shown, nor what is in it.

    >>> hides({"style": "display: none"}), hides({"style": "left:-20px"})
    (True, False)
    """
    if "hidden" in attributes and attributes["hidden"].lower() != "until-found":
        hidden = _STREAMED.fullmatch(attributes.get("id", "")) is None
    else:
        hidden = _style_hides(attributes.get("style", "")[:_LONGEST])
    return hidden and not _on_demand(attributes)


def _on_demand(attributes: Mapping[str, str]) -> bool:
    """Whether readers can open what is hidden, or see it drawn."""
    role = attributes.get("role", "").lower()
    if role == "tabpanel":
        return True
    names = f"{attributes.get('class', '')} {attributes.get('id', '')}"[:_LONGEST].lower()
    return _OPENED.search(names) is not None or _FORMULA.search(names) is not None


@remembered(4096)
def _style_hides(style: str) -> bool:
    style = style.lower()
    if "/*" in style:
        style = _COMMENT.sub(" ", style)
    if _HIDING.search(_TRANSPARENT.sub("", style) if _MOVING.search(style) else style):
        return True
    if _OUT_OF_FLOW.search(style) and _OFF_SCREEN.search(style):
        return True
    return bool(_CLIPPED.search(style) and _NO_SIZE.search(style))


def hidden_nodes(tree: "PageTree") -> list[int]:
    """The elements of a page that are hidden from its readers, with what is in them.

    `PageTree.hidden_nodes` and `PageTree.hidden_leaves` have it, found once.
    """
    if not len(tree.hiding):
        return []
    words = tree.word_start[tree.end[tree.hiding]] - tree.word_start[tree.hiding]
    most = _MOST * len(tree.word_ids)
    believed = tree.outermost(tree.hiding[words <= most].tolist())
    gone = sum(int(tree.word_start[tree.end[node]] - tree.word_start[node]) for node in believed)
    return believed if gone <= most else []


def hidden_leaves(tree: "PageTree") -> npt.NDArray[np.bool_]:
    """For each text of a page, whether it is hidden from its readers."""
    hidden = np.zeros(len(tree.leaves), np.bool_)
    for node in tree.hidden_nodes:
        hidden[tree.leaf_start[node] : tree.leaf_start[tree.end[node]]] = True
    hidden.flags.writeable = False
    return hidden
