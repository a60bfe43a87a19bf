"""Things that writers of markup put in the place of elements and texts of a page.

Formulas (`formulas.Formula`) and marks of notes (`footnotes.Mark`) are among them, too.
"""

from typing import NamedTuple


class Picture(NamedTuple):
    """A picture."""

    address: str
    alt: str


class Embed(NamedTuple):
    """Something that is played, or shown in a frame: written as a link."""

    address: str
    label: str


class TaskBox(NamedTuple):
    """The box before a task."""

    checked: bool


class Mark(NamedTuple):
    """The place in the text that a note belongs to."""

    label: str


class Note(NamedTuple):
    """A note that stands on the page as a block."""

    label: str


class NoteList(NamedTuple):
    """A list of notes, which are no items."""


class Aside(NamedTuple):
    """A note in the middle of a line, or one that is not shown."""

    label: str
    text: str


class Callout(NamedTuple):
    """A box that warns or advises; one of GitHub's five kinds."""

    kind: str


class CalloutTitle(NamedTuple):
    """The title of a callout that says more than its kind."""


class Code(NamedTuple):
    """Code that is not in a `pre`."""


class LeftOut(NamedTuple):
    """What is said already: the title of a callout that is its kind."""
