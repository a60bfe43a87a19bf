"""A method and its settings in one text, as people name it.

`site-style-tree` is the method as it usually is, `site-style-tree:paper` the method to the letter
of its paper, `site-style-tree:paper,threshold=0.3` that with a threshold of its own. A value that
is a list has commas too: `tag-filter:negative=nav,footer,positive=main`.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

PAPER = "paper"
_MAY_BE_NONE = ("power",)


@dataclass(frozen=True, slots=True)
class MethodSpec:
    """What a text says of a method, before anybody has asked whether there is such a one."""

    name: str
    paper: bool = False
    assignments: tuple[str, ...] = ()  # NAME=VALUE

    @classmethod
    def of(cls, text: str) -> "MethodSpec":
        """What is said by NAME, or NAME:SETTING,SETTING with each `paper` or NAME=VALUE."""
        name, _, rest = text.partition(":")
        paper, assignments = False, list[str]()
        for part in rest.split(",") if rest else ():
            if part == PAPER:
                paper = True
            elif "=" in part:
                assignments.append(part)
            elif assignments:  # a list goes on
                assignments[-1] += f",{part}"
            else:
                raise ValueError(f"{text}: a setting is `{PAPER}` or NAME=VALUE, not {part!r}")
        return cls(name, paper, tuple(assignments))

    def __str__(self) -> str:
        parts = [*([PAPER] if self.paper else []), *self.assignments]
        return f"{self.name}:{','.join(parts)}" if parts else self.name

    def settings(self, usual: Mapping[str, Any], paper: Mapping[str, Any]) -> dict[str, Any]:
        """The settings asked for, given the usual ones and those of the paper."""
        letter = paper if self.paper else {}
        return {**letter, **read_settings(self.assignments, usual, self.name)}


def read_settings(assignments: Iterable[str], usual: Mapping[str, Any], of: str) -> dict[str, Any]:
    """The settings in some NAME=VALUE, each read as the kind of thing that it usually is."""
    settings = {}
    for assignment in assignments:
        name, equals, value = assignment.partition("=")
        if not equals or name not in usual:
            raise ValueError(f"{assignment}: {of} has the settings {', '.join(usual)}")
        settings[name] = _read(name, value, usual[name])
    return settings


def written(name: str, by_paper: bool, settings: Mapping[str, Any]) -> str:
    """The text that names a method with these settings, on top of the paper's or the usual ones."""
    assignments = (f"{key}={_as_text(value)}" for key, value in settings.items())
    return str(MethodSpec(name, by_paper, tuple(assignments)))


def _read(name: str, value: str, usual: Any) -> Any:
    if isinstance(usual, list | tuple):
        return [part.strip() for part in value.split(",") if part.strip()]
    if isinstance(usual, bool):
        if value.lower() not in ("true", "false"):
            raise ValueError(f"{name}: true or false, not {value!r}")
        return value.lower() == "true"
    if value.lower() == "none" and (usual is None or name in _MAY_BE_NONE):
        return None
    number = int if isinstance(usual, int) else float if isinstance(usual, float) else None
    if number is None:
        return value
    try:
        return number(value)
    except ValueError:
        kind = "a whole number" if number is int else "a number"
        raise ValueError(f"{name}: {kind}, not {value!r}") from None


def _as_text(value: Any) -> str:
    if isinstance(value, bool) or value is None:
        return str(value).lower()
    return ",".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
