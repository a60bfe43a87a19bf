"""What documents, models and descriptions look like in a notebook: as HTML and as Markdown.

Texts of pages are in them, so every text is escaped, and nothing is loaded from anywhere when
they are shown.
"""

import re
from collections.abc import Iterable, Sequence
from html import escape
from typing import NamedTuple

_MARKS = re.compile(r"([\\`*_\[\](){}<>|~&$#!])")
_SCROLL = "max-height: 30em; overflow: auto"


class Table(NamedTuple):
    """Rows below names; the title may be empty."""

    title: str
    names: Sequence[str]
    rows: Iterable[Sequence[str]]


class Drawing(NamedTuple):
    """A text that keeps its lines."""

    title: str
    text: str


Part = Table | Drawing


class Shown:
    """What is shown in a notebook by its title, facts and parts."""

    __slots__ = ()

    @property
    def _view(self) -> tuple[str, list[str], list[Part]]:
        raise NotImplementedError

    def _repr_html_(self) -> str:
        return as_html(*self._view)

    def _repr_markdown_(self) -> str:
        return as_markdown(*self._view)


def as_html(title: str, facts: Iterable[str], parts: Iterable[Part], fragment: str = "") -> str:
    """A title, facts below it in one line, then the parts; a fragment of HTML that is safe
    comes in between."""
    pieces = [f"<p><strong>{escape(title)}</strong><br>{escape(' · '.join(facts))}</p>"]
    if fragment:
        pieces.append(f'<div style="{_SCROLL}">{fragment}</div>')
    for part in parts:
        name = part.title and f"<p><em>{escape(part.title)}</em></p>"
        shown = _html_table(part) if isinstance(part, Table) else f"<pre>{escape(part.text)}</pre>"
        pieces.append(f'{name}<div style="{_SCROLL}">{shown}</div>')
    return f"<div>{''.join(pieces)}</div>"


def _html_table(table: Table) -> str:
    names = "".join(f"<th>{escape(name)}</th>" for name in table.names)
    rows = "".join(
        f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in table.rows
    )
    return f"<table><thead><tr>{names}</tr></thead><tbody>{rows}</tbody></table>"


def as_markdown(title: str, facts: Iterable[str], parts: Iterable[Part], text: str = "") -> str:
    """The same as Markdown; a text that is Markdown already comes in between."""
    pieces = [f"**{escaped(title)}**", escaped(" · ".join(facts))]
    if text:
        pieces.append(text)
    for part in parts:
        if part.title:
            pieces.append(f"*{escaped(part.title)}*")
        if isinstance(part, Table):
            rows = [part.names, ["---"] * len(part.names), *part.rows]
            cells = ([c if n == 1 else escaped(c) for c in row] for n, row in enumerate(rows))
            pieces.append("\n".join(f"| {' | '.join(row)} |" for row in cells))
        else:
            pieces.append("\n".join(f"    {line}" for line in part.text.splitlines()))
    return "\n\n".join(filter(None, pieces)) + "\n"


def escaped(text: str) -> str:
    r"""A text as Markdown that is shown as it is, on one line.

    >>> print(escaped("a_b <c>"))
    a\_b \<c\>
    """
    return _MARKS.sub(r"\\\1", " ".join(text.split()))
