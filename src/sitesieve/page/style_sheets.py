"""How elements look by their display properties: attributes and the CSS that stands in the page.

The authors of the structure tree tell elements apart by tag and display properties, "bgcolor =
red", "width = 100", and treat properties defined by CSS as others "if CSS is not external" (Yi and
Liu §3.1, §3.2). A class or an id is no such property: only what rules say of it counts.

Of the CSS: rules of `style` elements whose selectors are tags, classes and ids, alone, inside or
directly inside each other; `style` attributes; order, weight of selectors, `!important`. Nothing is
inherited, as nothing is from attributes.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from operator import attrgetter

import numpy as np
import numpy.typing as npt
from selectolax.lexbor import LexborHTMLParser

from sitesieve.page.ancestors import inside
from sitesieve.page.columns import Strings
from sitesieve.page.guard import guard
from sitesieve.page.hashing import stable_ids
from sitesieve.page.key_rows import group_rows
from sitesieve.page.page import Page
from sitesieve.page.tags import OTHER, TAG_ID, TAG_NAMES, TEXT
from sitesieve.page.tree import PageTree

Flags = npt.NDArray[np.bool_]

# Properties by the names of the attributes that say the same, where there are any.
_PROPERTIES = {
    "background-color": "bgcolor",
    "background-image": "background",
    "text-align": "align",
    "vertical-align": "valign",
    "font-family": "face",
    "font-size": "size",
    **{
        name: name
        for name in (
            *("color", "width", "height", "border", "font", "font-weight", "font-style"),
            *("text-decoration", "text-transform", "line-height", "margin", "padding"),
            *("float", "display", "visibility", "position"),
        )
    },
}
_ATTRIBUTES = (
    *("align", "valign", "bgcolor", "background", "width", "height", "border"),
    *("cellpadding", "cellspacing", "face", "color", "size", "hidden"),
)
_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)", re.DOTALL)
_PIXELS = re.compile(r"(?<![\w.])(\d+(?:\.\d+)?)px\b")
_COLOUR = re.compile(
    r"#[0-9a-f]{3,8}\b|\b(?:rgb|hsl)a?\([^)]*\)|(?<![\w(./-])[a-z]{3,20}(?![\w(./-])"
)
_NO_COLOURS = frozenset(
    "none repeat space round scroll fixed local top left right bottom center auto cover contain "
    "inherit initial unset".split()
)
_COMPOUND = re.compile(r"(\*|[a-z][a-z0-9-]*)?((?:[.#][\w-]+)*)", re.IGNORECASE)
_SHOWN_ON = re.compile(r"\b(?:all|screen)\b", re.IGNORECASE)
_MOST_RULES = 5_000  # of one sheet that are looked at
_MOST_VISITS = 50_000_000  # nodes asked for all of them together: some 50 ms
_LONGEST = 80  # characters of a value


@dataclass(frozen=True, slots=True)
class _Compound:
    """A selector of one element, and whether it stands directly in the one before."""

    tag: str
    classes: tuple[str, ...]
    ids: tuple[str, ...]
    directly: bool


@dataclass(frozen=True, slots=True)
class _Rule:
    selector: tuple[_Compound, ...]
    properties: dict[str, str]
    important: bool
    weight: tuple[int, int, int]  # how special the selector is: ids, classes, tags


def with_display_properties(page: Page) -> PageTree:
    """The tree of a page with looks that are display properties, and nothing else."""
    tree = page.tree
    given = _Given(tree)
    written = (rule for sheet in _sheets(page) for rule in _rules(sheet))
    rules = sorted(written, key=attrgetter("weight"))  # later ones win
    for name, values in ((name, tree.attributes(name)) for name in _ATTRIBUTES):
        for node, value in values.items():
            given.put(name, node, "yes" if name in ("background", "hidden") else _plain(value))
    given.apply(rule for rule in rules if not rule.important)
    for node, declarations in tree.attributes("style").items():
        for properties in _declared(declarations):  # plain ones, then important ones
            for name, value in properties.items():
                given.put(name, node, value)
    given.apply(rule for rule in rules if rule.important)
    return given.tree_with_looks()


class _Given:
    """What is given to the elements of a page: for each property the number of its value."""

    def __init__(self, tree: PageTree) -> None:
        self._tree = tree
        self._values = [""]
        self._numbers = {"": 0}
        self._columns: dict[str, npt.NDArray[np.int32]] = {}
        self._visits = 0
        self._matching: dict[_Compound, Flags] = {}

    def put(self, name: str, nodes: int | Flags, value: str) -> None:
        """Give a property to nodes."""
        if name not in self._columns:
            self._columns[name] = np.zeros(len(self._tree), np.int32)
        if value not in self._numbers:
            self._numbers[value] = len(self._values)
            self._values.append(value)
        self._columns[name][nodes] = self._numbers[value]

    def apply(self, rules: Iterator[_Rule]) -> None:
        """Give nodes what rules say of them."""
        for rule in rules:
            if not all(self._may_be_there(part) for part in rule.selector):
                continue
            self._visits += len(self._tree) * (len(rule.selector) + len(rule.properties))
            if self._visits > _MOST_VISITS:
                return
            chosen = self._chosen(rule.selector)
            if chosen is not None:
                for name, value in rule.properties.items():
                    self.put(name, chosen, value)

    def _chosen(self, selector: tuple[_Compound, ...]) -> Flags | None:
        """The nodes that a selector is about; None for none."""
        tree = self._tree
        chosen: Flags | None = None
        for part in selector:
            here = self._alone(part)
            if chosen is not None:
                around = chosen if part.directly else self._within(chosen)
                here = here & around[np.maximum(tree.parent, 0)] & (tree.parent >= 0)
            if not here.any():
                return None
            chosen = here
        return chosen

    def _may_be_there(self, part: _Compound) -> bool:
        """Whether the page has the classes and ids of a compound at all."""
        return all(name in self._of_class for name in part.classes) and all(
            name in self._of_id for name in part.ids
        )

    def _within(self, nodes: Flags) -> Flags:
        """For each node, whether it is one of these or stands inside one."""
        return inside(self._tree.end, np.flatnonzero(nodes).astype(np.int32))

    def _alone(self, part: _Compound) -> Flags:
        """The elements that a compound is about, wherever they stand."""
        if part not in self._matching:
            tag = self._tree.tag
            if part.tag in ("", "*"):
                chosen = tag != TEXT
            else:
                number = TAG_ID.get(part.tag, OTHER)
                chosen = tag == number if number not in (OTHER, TEXT) else np.zeros(len(tag), bool)
            for names, named in ((part.classes, self._of_class), (part.ids, self._of_id)):
                for name in names:
                    there = np.zeros(len(tag), np.bool_)
                    there[named.get(name, [])] = True
                    chosen = chosen & there
            self._matching[part] = chosen
        return self._matching[part]

    @cached_property
    def _of_class(self) -> dict[str, list[int]]:
        nodes: dict[str, list[int]] = {}
        for node, classes in self._tree.attributes("class").items():
            for name in classes.split():
                nodes.setdefault(name, []).append(node)
        return nodes

    @cached_property
    def _of_id(self) -> dict[str, list[int]]:
        nodes: dict[str, list[int]] = {}
        for node, name in self._tree.attributes("id").items():
            nodes.setdefault(name.strip(), []).append(node)
        return nodes

    def tree_with_looks(self) -> PageTree:
        """The tree, its nodes told apart by tag and by what was given to them."""
        tree = self._tree
        names = dict.fromkeys(tree.names.values())
        other = {name: 256 + number for number, name in enumerate(names)}
        tags = tree.tag.astype(np.int64)
        tags[list(tree.names)] = [other[name] for name in tree.names.values()]
        columns = dict(sorted(self._columns.items()))
        first, look = group_rows(tags)
        for column in columns.values():
            first, look = group_rows(look, column.astype(np.int64))
        looks = []
        for node in first.tolist():
            number = int(tree.tag[node])
            tag = tree.names[node] if number == OTHER else TAG_NAMES[number]
            given = ((name, self._values[column[node]]) for name, column in columns.items())
            looks.append(" ".join([tag, *(f"{name}={value}" for name, value in given if value)]))
        return replace(
            tree,
            look=look.astype(np.int32),
            looks=Strings.of(looks),
            presentation_ids=stable_ids(looks),
        )


def _sheets(page: Page) -> list[str]:
    """The style sheets in a page that are meant for screens."""
    if not page.html:
        return []
    utf8 = page.decoded.utf8
    if b"<style" not in utf8.lower():
        return []
    guarded, _ = guard(utf8, page.limits)
    found = LexborHTMLParser(guarded).css("style")
    return [sheet.text() for sheet in found if _is_for_screens(sheet.attributes.get("media"))]


def _is_for_screens(media: str | None) -> bool:
    return not media or not media.strip() or _SHOWN_ON.search(media) is not None


@lru_cache(maxsize=16)  # the pages of a site have the same ones
def _rules(sheet: str) -> list[_Rule]:
    """The rules of a style sheet, in order, one for each selector that is understood."""
    rules: list[_Rule] = []
    for selectors, declarations in _blocks(_COMMENT.sub(" ", sheet)):
        both = _declared(declarations)
        if not any(both):
            continue
        for written in selectors.split(","):
            selector = _selector(written)
            if len(rules) >= _MOST_RULES:
                return rules
            for properties, important in zip(both, (False, True), strict=True):
                if selector and properties:
                    rules.append(_Rule(selector, properties, important, _weight(selector)))
    return rules


def _weight(selector: tuple[_Compound, ...]) -> tuple[int, int, int]:
    ids = sum(len(part.ids) for part in selector)
    classes = sum(len(part.classes) for part in selector)
    return ids, classes, sum(part.tag not in ("", "*") for part in selector)


def _blocks(sheet: str) -> Iterator[tuple[str, str]]:
    """Selectors and declarations; of conditional blocks those that hold for screens."""
    signs = [(sign.start(), sign[0]) for sign in re.finditer(r"[{};]", sheet)]
    start = at = 0
    while at < len(signs):
        place, sign = signs[at]
        prelude = sheet[start:place].strip()
        at += 1
        start = place + 1
        if sign != "{":
            continue
        if prelude.startswith("@"):
            condition = prelude.lower()
            if condition.startswith("@media") and _is_for_screens(condition[6:]):
                continue
            if condition.startswith(("@supports", "@layer")):
                continue
            depth = 1  # all in it is passed over
            while at < len(signs) and depth:
                depth += {"{": 1, "}": -1, ";": 0}[signs[at][1]]
                start = signs[at][0] + 1
                at += 1
            continue
        while at < len(signs) and signs[at][1] == ";":
            at += 1
        end = signs[at][0] if at < len(signs) else len(sheet)
        yield prelude, sheet[start:end]
        if at < len(signs) and signs[at][1] == "}":
            at += 1
        start = end + 1


@lru_cache(maxsize=4096)
def _declared(declarations: str) -> tuple[dict[str, str], dict[str, str]]:
    """The display properties that are declared, and those among them that are important."""
    plain: dict[str, str] = {}
    important: dict[str, str] = {}
    for declaration in declarations.split(";"):
        name, _, value = declaration.partition(":")
        name, value = name.strip().lower(), value.strip().lower()
        weighs = value.endswith("important") and value[:-9].rstrip().endswith("!")
        value = _plain(value[:-9].rstrip()[:-1] if weighs else value)
        for attribute, meant in _meant(name, value):
            (important if weighs else plain)[attribute] = meant
    return plain, important


def _meant(name: str, value: str) -> Iterator[tuple[str, str]]:
    """The properties that a declaration sets, by the names of attributes."""
    if not value:
        return
    if name == "background":
        if "url(" in value:
            yield "background", "yes"
        for colour in _COLOUR.findall(re.sub(r"url\([^)]*\)?", " ", value)):
            if colour not in _NO_COLOURS:
                yield "bgcolor", colour
                return
    elif name == "background-image":
        if value != "none":
            yield "background", "yes"
    elif name in _PROPERTIES:
        yield _PROPERTIES[name], value


@lru_cache(maxsize=4096)
def _plain(value: str) -> str:
    """A value in the form in which it is compared: "800px" is what `width=800` says."""
    return _PIXELS.sub(r"\1", " ".join(value.lower().split()))[:_LONGEST]


def _selector(written: str) -> tuple[_Compound, ...]:
    """The parts of a selector; none where it is not understood, or too long."""
    parts: list[_Compound] = []
    directly = False
    for piece in written.replace(">", " > ").split():
        if piece == ">":
            directly = True
            continue
        match = _COMPOUND.fullmatch(piece)
        if match is None or len(parts) > 9:
            return ()
        tag, names = (match[1] or "").lower(), re.findall(r"[.#][\w-]+", match[2])
        if tag != "html" or names or parts:  # all stands inside `html`
            classes = tuple(name[1:] for name in names if name[0] == ".")
            ids = tuple(name[1:] for name in names if name[0] == "#")
            parts.append(_Compound(tag, classes, ids, directly))
        directly = False
    return tuple(parts)
