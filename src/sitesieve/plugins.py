"""Methods, sources and sinks by name: built in, or brought by an installed package.

A package brings one as an entry point of the group, in its pyproject.toml:

    [project.entry-points."sitesieve.methods"]
    headings = "my_package.headings:Headings"

Built-in ones are registered in code instead: so they need no installed metadata, nothing is
searched for them, and no package can take their names. Other packages are searched only when
somebody names what is not built in, and only what is named is imported.
"""

import sys
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Generic, TypeVar

from sitesieve.errors import PluginError

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint, EntryPoints

T = TypeVar("T")


class Registry(Generic[T]):
    """The classes of one entry-point group, by name."""

    def __init__(self, group: str, base: type[T], builtin: Mapping[str, type[T]]) -> None:
        self.group = group
        self.base = base
        self.builtin = builtin

    def names(self) -> list[str]:
        """All names, the built-in ones first; no plug-in is imported."""
        brought = _entries(self.group, tuple(sys.path)).names
        return [*self.builtin, *sorted(brought - self.builtin.keys())]

    def find(self, name: str) -> type[T] | None:
        """The class of that name, or None; `PluginError` for a plug-in that cannot be used."""
        if name in self.builtin:
            return self.builtin[name]
        entries = list(_entries(self.group, tuple(sys.path)).select(name=name))
        if not entries:
            return None
        label = f"the plug-in {name!r} of {self.group}"
        if len(entries) > 1:
            packages = " and ".join(sorted(_package(entry) for entry in entries))
            raise PluginError(f"{label} is brought by {packages}: uninstall all but one")
        label = f"{label}, brought by {_package(entries[0])},"
        try:
            plugin = entries[0].load()
        except Exception as error:  # whatever a module raises when it is imported
            raise PluginError(f"{label} cannot be imported: {error!r}") from error
        if not (isinstance(plugin, type) and issubclass(plugin, self.base)):
            raise PluginError(f"{label} is not a subclass of {self.base.__name__}: {plugin!r}")
        return plugin


def _package(entry: "EntryPoint") -> str:
    return entry.dist.name if entry.dist is not None else entry.value


@cache
def _entries(group: str, path: tuple[str, ...]) -> "EntryPoints":  # noqa: ARG001
    """What the packages on the path bring; searching them takes milliseconds, so it is kept."""
    from importlib.metadata import entry_points  # itself slower to import than all of this

    return entry_points(group=group)
