"""Docstrings as Markdown: lists of parameters become lists, doctests become code,
members of enumerations are listed."""

import re
from pathlib import Path
from typing import Any

import griffe

_LISTS = re.compile(r"^(Parameters|Attributes)\n-{3,}\n((?:.+\n?)+)", re.MULTILINE)
_LISTED = {"StrEnum", "TypedDict"}  # classes whose members are named with a few words each
_NAME = re.compile(r"^(\S.*?) : (.*(?:\n[ \t]+.*)*)", re.MULTILINE)
_DOCTEST = re.compile(r"^>>> .*(?:\n\S.*|\n[ \t]+.*)*", re.MULTILINE)


def as_markdown(text: str) -> str:
    """A docstring of this project as Markdown.

    >>> print(as_markdown("Clean.\\n\\nParameters\\n----------\\nurl : where\\n    it is from.\\n"))
    Clean.
    <BLANKLINE>
    **Parameters**
    <BLANKLINE>
    - **`url`**: where it is from.
    >>> as_markdown("Says so.\\n\\n>>> 1 + 1\\n2").splitlines()[2]
    '```pycon'
    """
    text = _LISTS.sub(lambda match: f"**{match[1]}**\n\n{_NAME.sub(_item, match[2])}", text)
    return _DOCTEST.sub(lambda match: f"```pycon\n{match[0]}\n```", text).strip()


def _item(match: re.Match[str]) -> str:
    names = ", ".join(f"`{name}`" for name in match[1].split(", "))
    return f"- **{names}**: {' '.join(match[2].split())}"


class PlainDocstrings(griffe.Extension):
    """Rewrites docstrings when the reference is made."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """Called for every module, class, function and attribute."""
        if obj.docstring is not None:
            obj.docstring.value = as_markdown(obj.docstring.value)
            if isinstance(obj, griffe.Class) and {str(base) for base in obj.bases} & _LISTED:
                obj.docstring.value += "\n\n" + "\n".join(map(_member, obj.attributes.values()))


def _member(member: griffe.Attribute) -> str:
    """A value of an enumeration, or a key of a dict and its type, with the comment beside it."""
    assert isinstance(member.filepath, Path)
    line = member.lines_collection[member.filepath][(member.lineno or 1) - 1]
    comment = line.partition("  # ")[2]
    shown = f"`{member.name}`: `{member.annotation}`"
    if member.annotation is None:
        shown = f"`{str(member.value).strip(chr(39))}`"
    return f"- {shown}{comment and ': ' + comment}"
