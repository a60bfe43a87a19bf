"""Defaults in signatures as values: what a name stands for is of more use than the name."""

from contextlib import suppress
from importlib import import_module
from typing import Any

import griffe

_LONGEST = 60  # of what is shown


def shown(value: object) -> str | None:
    """A value as source, where it is a short one of plain types.

    >>> shown(2.0), shown(("a", "b")), shown(object())
    ('2.0', "('a', 'b')", None)
    """
    parts = value if isinstance(value, tuple) else (value,)
    if not all(isinstance(part, str | int | float | None) for part in parts):
        return None
    text = repr(value)
    return text if len(text) <= _LONGEST else None


class DefaultValues(griffe.Extension):
    """Puts values in the place of names of constants, before constructors are made of fields."""

    def on_package(self, *, pkg: griffe.Module, **_: Any) -> None:
        """Called when all of a package is read."""
        _fill_in(pkg)


def _fill_in(parent: griffe.Module | griffe.Class) -> None:
    for member in parent.members.values():
        if isinstance(member, griffe.Module | griffe.Class):
            _fill_in(member)
        elif isinstance(member, griffe.Function):
            for parameter in member.parameters:
                parameter.default = _value_of(parameter.default, parent)
        elif isinstance(member, griffe.Attribute) and isinstance(parent, griffe.Class):
            member.value = _value_of(member.value, parent)


def _value_of(default: Any, parent: griffe.Module | griffe.Class) -> Any:
    """What a default comes to, where it is a name; else the default as it is."""
    if isinstance(default, griffe.ExprName | griffe.ExprAttribute):
        with suppress(ImportError):
            names = vars(import_module(parent.module.path))
            own = vars(names[parent.name]) if isinstance(parent, griffe.Class) else {}
            with suppress(NameError, AttributeError):
                return shown(eval(str(default), names, dict(own))) or default
    return default
