"""What a model knows, for people to read."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import groupby

import numpy as np

from sitesieve.notebook import Drawing, Part, Shown, Table
from sitesieve.site.counts import SiteCounts
from sitesieve.site.keyed_table import Keys, Rows
from sitesieve.site.page_designs import Template
from sitesieve.site.place_kinds import Kinds
from sitesieve.site.style_tree import Simplified, StyleTree

_LONGEST = 100  # characters of a block's text
_DEEPEST = 12  # levels of a sketch
_SMALLEST = 0.005  # share of the site's words from which a part of the tree is drawn
_WIDEST = 48
_MOST_TEMPLATES = 9
_MOST_BLOCKS = 12


@dataclass(frozen=True, slots=True)
class SharedBlock:
    """A part of the site's pages that goes."""

    path: str
    pages: int  # that show it
    words: float  # it has on a page, on average
    importance: float  # the largest at or below it
    text: str  # how it begins

    def __str__(self) -> str:
        where = f"{self.path}: {_extent(self.words, self.pages)}"
        return f"{where}, importance {self.importance:.2f}: {self.text}"


@dataclass(frozen=True, slots=True)
class SharedKind:
    """A kind of place that goes: most of what stands there repeats or is links."""

    path: str
    pages: int  # that show it
    words: float  # on a page that shows it, on average
    own: float  # share of the words that are new and no links
    led_to: float  # share that are new and links

    def __str__(self) -> str:
        where = f"{self.path}: {_extent(self.words, self.pages)}"
        return f"{where}, {self.own:.0%} its own, {self.led_to:.0%} links elsewhere"


@dataclass(frozen=True, slots=True)
class Design:
    """Pages of a site that share next to nothing with its others, and have a tree of their own."""

    pages: int
    example: str  # the name of one
    threshold: float
    words_kept: float  # at this threshold, share of the words of its pages

    def __str__(self) -> str:
        kept = f"threshold {self.threshold:.2f} keeps {self.words_kept:.0%} of the words"
        return f"{_number(self.pages, 'page')} like {self.example or '(no name)'}: {kept}"


@dataclass(frozen=True, slots=True, repr=False)
class Description(Shown):
    """What a model knows of a site. `str()` of it is for people."""

    pages: int
    templates: list[Template]
    designs: list[Design]  # each with a tree of its own; none where the site has one design
    threshold: float
    words_kept: float  # share of the words of the pages learned from
    fit: float  # how much of one page the others show too
    blocks: list[SharedBlock]  # what goes, most words first
    kinds: list[SharedKind]  # kinds of places that go, most words first
    warnings: list[str]
    sketch: str  # of the tree
    chosen: bool = False  # whether a person chose the threshold

    def __repr__(self) -> str:
        shown = (_number(self.pages, "page"), _number(len(self.templates), "template"))
        blocks = f"{_number(len(self.blocks), 'shared block')}"
        return f"<Description of {', '.join((*shown, blocks))}; print it to read it>"

    @property
    def _view(self) -> tuple[str, list[str], list[Part]]:
        """What `str()` says, as tables for notebooks."""
        parts: list[Part] = []
        if self.templates:
            pages = [(f"{t.pages:,}", t.example or "(no name)") for t in self.templates]
            parts.append(Table("pages made alike", ("pages", "like"), pages[:_MOST_TEMPLATES]))
        if self.designs:
            designs = [
                (f"{d.pages:,}", d.example or "(no name)", f"{d.threshold:.2f}")
                for d in self.designs[:_MOST_TEMPLATES]
            ]
            columns = ("pages", "like", "threshold")
            parts.append(Table("designs, each with a tree of its own", columns, designs))
        if self.blocks:
            blocks = [
                (b.text, b.path, f"{b.words:.0f}", f"{b.pages:,}", f"{b.importance:.2f}")
                for b in self.blocks[:_MOST_BLOCKS]
            ]
            names = ("text", "where", "words", "pages", "importance")
            parts.append(Table("largest shared blocks", names, blocks))
        if self.kinds:
            kinds = [
                (k.path, f"{k.words:.0f}", f"{k.pages:,}", f"{k.own:.0%}", f"{k.led_to:.0%}")
                for k in self.kinds[:_MOST_BLOCKS]
            ]
            names = ("where", "words", "pages", "its own", "links elsewhere")
            parts.append(Table("kinds of places with little of their own", names, kinds))
        if self.sketch:
            parts.append(Drawing("the tree", self.sketch))
        facts = [
            _number(self.pages, "page"),
            f"{self._threshold} keeps {self.words_kept:.0%} of the words",
            f"a page shares {self.fit:.0%} of its elements with others",
            *(f"warning: {warning}" for warning in self.warnings),
        ]
        return "What the pages of a site share", facts, parts

    @property
    def _threshold(self) -> str:
        by = " (chosen by a person)" if self.chosen else ""
        return f"threshold {self.threshold:.2f}{by}"

    def __str__(self) -> str:
        lines = [f"{_number(self.pages, 'page')}, {_number(len(self.templates), 'template')}"]
        shown = self.templates[:_MOST_TEMPLATES]
        lines += [f"  {_number(t.pages, 'page')} like {t.example or '(no name)'}" for t in shown]
        lines.append(
            f"by the tree alone, {self._threshold} keeps {self.words_kept:.0%} of the words; "
            f"a page shares {self.fit:.0%} of its elements with others"
        )
        if self.designs:
            lines.append(f"{_number(len(self.designs), 'design')}, each with a tree of its own")
            lines += [f"  {design}" for design in self.designs[:_MOST_TEMPLATES]]
        lines += [f"warning: {warning}" for warning in self.warnings]
        if self.blocks:
            lines += ["", "largest shared blocks"]
            lines += [f"  {block}" for block in self.blocks[:_MOST_BLOCKS]]
        if self.kinds:
            lines += ["", "kinds of places with little of their own"]
            lines += [f"  {kind}" for kind in self.kinds[:_MOST_BLOCKS]]
        if self.sketch:
            lines += ["", "the tree (words of all pages; parts below 0.5 % left out)", self.sketch]
        return "\n".join(lines)


def _extent(words: float, pages: int) -> str:
    return f"{_number(round(words), 'word')} on {_number(pages, 'page')}"


def _number(number: int, what: str) -> str:
    return f"{number:,} {what}" + ("" if number == 1 else "s")


class TreeReader:
    """Reads the tree of a site: names and texts of its elements."""

    def __init__(self, counts: SiteCounts, tree: StyleTree) -> None:
        self._rows = counts.element_rows()
        self._counts = counts
        self._tree = tree

    @cached_property
    def _children(self) -> dict[int, list[int]]:
        """The rows of each element's children, as they follow each other on pages."""
        order = self._rows.position / np.maximum(self._rows.pages, 1)  # mean place on a page
        children: dict[int, list[int]] = {}
        for row in np.argsort(order, kind="stable").tolist():
            children.setdefault(int(self._tree.parent[row]), []).append(row)
        return children

    def _children_of(self, row: int) -> list[int]:
        return self._children.get(row, [])

    def label(self, row: int) -> str:
        """The element as a CSS selector would name it.

        >>> label_of("div class=nav,top id=menu role=navigation")
        'div#menu.nav.top'
        """
        return label_of(self._counts.looks.get(int(self._rows.look[row]), "")) or "?"

    def path(self, row: int, steps: int = 4) -> str:
        """The last few steps to an element."""
        return self._joined(self._rows.look, self._tree.parent, row, steps)

    def _joined(self, looks: Keys, parent: Rows, row: int, steps: int = 4) -> str:
        found: list[str] = []
        while row >= 0 and len(found) < steps:
            found.append(label_of(self._counts.looks.get(int(looks[row]), "")) or "?")
            row = int(parent[row])
        return ("… > " if row >= 0 else "") + " > ".join(reversed(found))

    def text(self, row: int) -> str:
        """How the text of an element begins."""
        pieces: list[str] = []
        length = 0
        for piece in self._texts(row):
            pieces.append(piece)
            length += len(piece) + 3
            if length > _LONGEST:
                break
        text = " · ".join(pieces)
        return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"

    def _texts(self, row: int) -> Iterator[str]:
        waiting = [row]
        while waiting:
            at = waiting.pop()
            text = " ".join(self._counts.texts.get(int(self._rows.element[at]), "").split())
            if text:
                yield text
            waiting += reversed(self._children_of(at))

    def block(self, row: int) -> SharedBlock:
        """An element and all below it, in short."""
        tree = self._tree
        pages = int(tree.pages[row])
        words = float(tree.words_below[row]) / max(1, pages)
        return SharedBlock(self.path(row), pages, words, float(tree.highest[row]), self.text(row))

    def blocks(self, rows: Rows) -> list[SharedBlock]:
        """These elements that have words, those with most words first."""
        spoken = rows[self._tree.words_below[rows] > 0]
        order = np.argsort(-self._tree.words_below[spoken], kind="stable")
        return [self.block(int(row)) for row in spoken[order]]

    def kinds(self, kinds: Kinds) -> list[SharedKind]:
        """The kinds of places that are noise, those with most words first."""
        rows = kinds.noisy_rows()
        found = []
        for row in rows[np.argsort(-kinds.kinds.words[rows], kind="stable")].tolist():
            words, pages = float(kinds.kinds.words[row]), int(kinds.kinds.pages[row])
            shares = float(kinds.kinds.own[row]) / words, float(kinds.kinds.led_to[row]) / words
            path = self._joined(kinds.look, kinds.parent, row)
            if path.rpartition(" > ")[2].partition("#")[0].partition(".")[0] == "a":
                continue  # a link is judged with what is around it
            found.append(SharedKind(path, pages, words / pages, *shares))
        return found

    def sketch(self, simplified: Simplified) -> str:
        """The simplified tree, drawn with indents."""
        least = _SMALLEST * max(1.0, float(self._tree.words.sum()))
        top = self._children_of(-1)
        return "\n".join(line for row in top for line in self._drawn(row, 0, simplified, least))

    def _drawn(self, row: int, depth: int, simplified: Simplified, least: float) -> Iterator[str]:
        tree = self._tree
        if tree.words_below[row] < least or depth > _DEEPEST:
            return
        # A wrapper with all its words in one child adds nothing.
        label = self.label(row)
        while not simplified.maximal[row]:
            spoken = [c for c in self._children_of(row) if tree.words_below[c] >= least]
            if len(spoken) != 1 or tree.words_below[spoken[0]] < 0.95 * tree.words_below[row]:
                break
            row = spoken[0]
            label = f"{label} > {self.label(row)}"
        verdict = "goes" if simplified.noisy[row] else "stays" if simplified.meaningful[row] else ""
        yield self._line(depth, label, verdict, [row])
        if simplified.maximal[row]:
            return
        spoken = [c for c in self._children_of(row) if tree.words_below[c] >= least / 4]
        key = lambda c: (self.label(c), bool(simplified.noisy[c]), bool(simplified.meaningful[c]))  # noqa: E731
        for (name, noisy, meaningful), alike in groupby(spoken, key):
            rows = list(alike)
            if len(rows) > 2 and (noisy or meaningful):  # items of a list
                if sum(tree.words_below[c] for c in rows) >= least:
                    said = "goes" if noisy else "stays"
                    yield self._line(depth + 1, f"{name} × {len(rows)}", said, rows)
            else:
                for child in rows:
                    yield from self._drawn(child, depth + 1, simplified, least)

    def _line(self, depth: int, label: str, verdict: str, rows: list[int]) -> str:
        tree = self._tree
        shown = label if len(label) <= _WIDEST else f"…{label[-_WIDEST + 1 :]}"
        words = sum(float(tree.words_below[row]) for row in rows)
        pages = max(int(tree.pages[row]) for row in rows)
        share = words / max(1.0, float(tree.words.sum()))
        text = f'  "{self.text(rows[0])[:50]}"' if verdict else ""
        return f"{'  ' * depth}{shown}  {verdict}  {share:.0%} of words, {pages:,} pages{text}"


@lru_cache(maxsize=16_384)
def label_of(presentation: str) -> str:
    """A presentation in the form of a CSS selector.

    >>> label_of("div class=nav,top id=menu")
    'div#menu.nav.top'
    """
    tag, *attributes = presentation.split(" ")
    shown = (a.partition("=") for a in attributes if a.startswith(("id=", "class=")))
    named = {name: value for name, _, value in shown}
    label = tag + (f"#{named['id']}" if "id" in named else "")
    classes = [name for name in named.get("class", "").split(",") if name]
    return label + "".join(f".{name}" for name in classes[:3])
