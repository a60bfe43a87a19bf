"""Docstrings as Markdown: lists of parameters become lists, doctests become code."""

import re
from typing import Any

import griffe

_LISTS = re.compile(r"^(Parameters|Attributes)\n-{3,}\n((?:.+\n?)+)", re.MULTILINE)
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
