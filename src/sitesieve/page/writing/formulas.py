"""Formulas: what a page draws with many small elements, or lets a script draw, as TeX.

TeX is taken from where the author wrote it: the annotation or the `alttext` of MathML, a script
of type `math/tex`, the text that a script would draw, the alternative text of a picture of the
formula. MathML alone is translated (`mathml`). What is drawn of the same formula besides is left
out.
"""

import re
from bisect import bisect_right
from dataclasses import dataclass

import numpy as np

from sitesieve.page.tags import ALL_TAG_NAMES, TAG_ID
from sitesieve.page.tree import PageTree
from sitesieve.page.writing.mathml import tex_of

_ANNOTATION = ALL_TAG_NAMES.index("annotation")
# Elements that hold one formula, drawn and in MathML.
_DRAWN = re.compile(
    rb"^mjx-container\b|^[\w-]+ class=(?:[^ ]*,)?"
    rb"(?:katex|katex-display|katex--inline|katex--display|MathJax\w*|mjx-chtml|mwe-math-element)"
    rb"(?=[, ]|$)"
)
_DISPLAYED = re.compile(
    r"katex-+display|(?<!\w)(?>\w*?MathJax)\w*Display|mathml-display|image-display"
)
_PICTURE = re.compile(
    rb"^img class=(?:[^ ]*,)?(?:latex|tex|mwe-math-fallback-image[\w-]*)(?=[, ]|$)"
)
# Elements whose text a script would draw.
_UNDRAWN = re.compile(rb"^(?:span|div|p) class=(?:[^ ]*,)?(?:math|arithmatex)(?=[, ]|$)")
_UNDRAWN_NAMED_SO = (b"math", b"arithmatex")
_STYLE = re.compile(r"\{?\\(?:display|text)style(?![a-zA-Z])\s*")
_DELIMITED = re.compile(r"\$\$(.+)\$\$|\$(.+)\$|\\\((.+)\\\)|\\\[(.+)\\\]")
_ONE = re.compile(  # the same, where it may be text with several of them
    r"\$\$[^$]+\$\$|\$[^$]+\$|\\\((?:[^\\]|\\[^()])+\\\)|\\\[(?:[^\\]|\\[^\[\]])+\\\]"
)
_LONGEST = 10_000  # characters of TeX


@dataclass(frozen=True, slots=True)
class Formula:
    """A formula in TeX, and whether it stands on lines of its own."""

    tex: str
    display: bool

    def __str__(self) -> str:
        mark = "$$" if self.display else "$"
        return f"{mark}{self.tex}{mark}"


@dataclass(frozen=True, slots=True)
class Formulas:
    """The formulas of a page: by the leaves they are drawn with, and by picture."""

    drawn: dict[tuple[int, int], Formula]  # by first leaf and one past the last, in order
    pictures: dict[int, Formula]
    places: tuple[int, ...] = ()  # the elements that hold what is drawn


NONE = Formulas({}, {})


def formulas_of(tree: PageTree) -> Formulas:
    """The formulas of a page."""
    maths = tree.tagged(TAG_ID["math"]).tolist()
    scripts = [node for node, name in tree.names.items() if name == "script"]
    pictures = tree.looking_like(_PICTURE, tree.tagged(TAG_ID["img"])).tolist()
    undrawn = _undrawn(tree)
    if not maths and not scripts and not pictures and not undrawn:
        return NONE
    around = tree.outermost(tree.looking_like(_DRAWN).tolist())
    drawn = undrawn | _scripted(tree, scripts, around)
    places: list[int] = []
    covered = 0
    written = _annotations(tree)
    for math in maths:
        if math < covered:
            continue
        place = _container(tree, math, around, maths)
        covered = int(tree.end[place])
        tex = _of_math(tree, math, written)
        first, last = _leaves(tree, place)
        if tex and first < last:
            places.append(place)
            drawn.setdefault((first, last), Formula(tex, _is_displayed(tree, place, math)))
    shown = [node for node in pictures if not _is_in(tree, node, places)]
    alts = ((node, _tidy(tree.attributes("alt").get(node, ""))) for node in shown)
    alone = {node: Formula(tex, False) for node, tex in alts if tex}
    return Formulas(_apart(drawn), alone, tuple(places))


def _undrawn(tree: PageTree) -> dict[tuple[int, int], Formula]:
    """Formulas that stand in the page with TeX's signs around them, for a script to draw."""
    texts, formulas = tree.leaf_texts, {}
    for node in tree.looking_like(_UNDRAWN, words=_UNDRAWN_NAMED_SO).tolist():
        first, last = _leaves(tree, node)
        if last != first + 1 or texts.start[last] - texts.start[first] > _LONGEST:
            continue
        text = texts[first].strip()
        if _ONE.fullmatch(text):
            formulas[first, last] = Formula(_tidy(text), text.startswith(("\\[", "$$")))
    return formulas


def _scripted(
    tree: PageTree, scripts: list[int], around: list[int]
) -> dict[tuple[int, int], Formula]:
    """Formulas that are scripts, each with what has been drawn of it just before."""
    ending = {int(tree.end[node]): node for node in around}
    drawn = {}
    for script in scripts:
        first = script
        while (before := ending.get(first, -1)) >= 0 and tree.parent[before] == tree.parent[script]:
            first = before
        at, last = int(tree.leaf_start[first]), int(tree.leaf_start[tree.end[script]])
        kind = tree.attributes("type").get(script, "").lower()
        if tex := _tidy(tree.text_of(script)):
            drawn[at, last] = Formula(tex, "display" in kind)
    return drawn


def _container(tree: PageTree, math: int, around: list[int], maths: list[int]) -> int:
    """The element that holds a formula in all its forms, and no other formula."""
    at = bisect_right(around, math) - 1
    if at < 0 or tree.end[around[at]] <= math:
        return math
    inside = bisect_right(maths, int(tree.end[around[at]]) - 1) - bisect_right(maths, around[at])
    return around[at] if inside == 1 else math


def _annotations(tree: PageTree) -> list[tuple[int, str]]:
    """TeX that stands in MathML: how many nodes stand before it, and what it says."""
    places = tree.outside.places
    numbers = np.flatnonzero(places[:, 0] == _ANNOTATION).tolist() if len(places) else []
    return [(int(places[number, 1]), tree.outside.texts[number]) for number in numbers]


def _of_math(tree: PageTree, math: int, written: list[tuple[int, str]]) -> str:
    at = bisect_right(written, (math, "\U0010ffff"))
    if at < len(written) and written[at][0] <= tree.end[math]:
        return _tidy(written[at][1])
    return _tidy(tree.attributes("alttext").get(math, "") or tex_of(tree, math))


def _tidy(tex: str) -> str:
    """TeX without what only arranges it, on one line; empty where it is no formula."""
    tex = " ".join(tex[:_LONGEST].split())
    if (delimited := _DELIMITED.fullmatch(tex)) is not None:
        tex = next(filter(None, delimited.groups())).strip()
    if (style := _STYLE.match(tex)) is not None:
        wrapped = style[0].startswith("{") and tex.endswith("}")
        if wrapped or not style[0].startswith("{"):
            tex = tex[style.end() : len(tex) - wrapped].strip()
    return re.sub(r"(?<!\\)\$", r"\\$", tex)


def _is_displayed(tree: PageTree, place: int, math: int) -> bool:
    if tree.attributes("display").get(math, "").lower() == "block":
        return True
    if tree.attributes("display").get(place, "").lower() == "true":
        return True
    return any(_DISPLAYED.search(tree.presentation(node)) for node in range(place, math + 1))


def _leaves(tree: PageTree, node: int) -> tuple[int, int]:
    return int(tree.leaf_start[node]), int(tree.leaf_start[tree.end[node]])


def _apart(drawn: dict[tuple[int, int], Formula]) -> dict[tuple[int, int], Formula]:
    """The formulas in order, none inside another."""
    apart, end = {}, 0
    for (first, last), formula in sorted(
        drawn.items(), key=lambda entry: (entry[0][0], -entry[0][1])
    ):
        if first >= end:
            apart[first, last] = formula
            end = last
    return apart


def _is_in(tree: PageTree, node: int, around: list[int]) -> bool:
    at = bisect_right(around, node) - 1
    return at >= 0 and bool(node < tree.end[around[at]])
