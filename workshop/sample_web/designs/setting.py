"""How a design sets running text: one function for pieces, steered by a style."""

from collections.abc import Iterable
from dataclasses import dataclass

from sample_web.language.prose import (
    Bullets,
    Grid,
    Heading,
    Paragraph,
    Picture,
    Piece,
    Quote,
    Run,
)
from sample_web.markup import Child, Element, Node, el


@dataclass(frozen=True, slots=True)
class Style:
    """Tags and classes for running text; an empty class is left out."""

    paragraph: str = ""
    heading: str = ""
    listing: str = ""
    table: str = ""
    quote: str = ""
    picture: str = ""
    heading_tag: str = "h2"
    figure_tag: str = "figure"
    bold_tag: str = "strong"
    font: str = ""  # a face, for designs that say it on every paragraph
    close: bool = True


def drawing(name: str) -> str:
    """A plain drawing inside its own address, so that pages need no files beside them."""
    hue = sum(map(ord, name)) * 37 % 360
    return (
        "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 48 20'%3E"
        f"%3Crect width='48' height='20' fill='hsl({hue} 45%25 75%25)'/%3E"
        f"%3Ccircle cx='{9 + hue % 30}' cy='9' r='5' fill='hsl({hue} 60%25 45%25)'/%3E%3C/svg%3E"
    )


def set_runs(runs: Iterable[Run], style: Style, href: str) -> list[Node]:
    """Runs as inline markup."""
    nodes: list[Node] = []
    for run in runs:
        if run.style == "b":
            nodes.append(el(style.bold_tag, run.text))
        elif run.style == "a":
            nodes.append(el("a", run.text, href=href))
        elif run.style:
            nodes.append(el(run.style, run.text))
        elif run.text:
            nodes.append(run.text)
    return nodes


def set_piece(piece: Piece, style: Style, href: str) -> Element:
    """One piece as an element."""

    def faced(*children: Child) -> Child:
        return el("font", *children, face=style.font) if style.font else list(children)

    match piece:
        case Paragraph(runs):
            inner = faced(set_runs(runs, style, href))
            return el("p", inner, class_=style.paragraph or None, close=style.close)
        case Heading(text):
            return el(style.heading_tag, faced(text), class_=style.heading or None)
        case Bullets(items, ordered):
            return el(
                "ol" if ordered else "ul",
                [
                    el(
                        "li",
                        text,
                        el("ul", [el("li", b, close=style.close) for b in below])
                        if below
                        else None,
                        close=style.close,
                    )
                    for text, below in items
                ],
                class_=style.listing or None,
            )
        case Grid(header, rows):
            cells = [el("tr", [el("th", cell) for cell in header])] if header else []
            for first, *rest in rows:
                name = el("td" if header else "th", first)
                cells.append(el("tr", name, [el("td", cell) for cell in rest]))
            return el("table", el("tbody", cells), class_=style.table or None)
        case Quote(text, by):
            return el("blockquote", el("p", text), el("cite", by), class_=style.quote or None)
        case Picture(alt, caption):
            return el(
                style.figure_tag,
                el("img", src=drawing(alt), alt=alt, width=480, height=200),
                el(
                    "figcaption" if style.figure_tag == "figure" else "div",
                    el("i", caption) if style.font else caption,
                ),
                class_=style.picture or None,
            )


def set_pieces(pieces: Iterable[Piece], style: Style, href: str) -> list[Element]:
    """All pieces of a text."""
    return [set_piece(piece, style, href) for piece in pieces]
