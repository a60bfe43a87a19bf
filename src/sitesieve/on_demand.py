"""Names that are imported when somebody asks for them: what one program needs, others need not
wait for."""

from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from typing import Any, TypeVar

T = TypeVar("T")


def on_demand(package: str, modules: Mapping[str, str]) -> Callable[[str], Any]:
    """The `__getattr__` of a package whose public names are in these modules."""

    def find(name: str) -> Any:
        if name not in modules:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(import_module(modules[name]), name)

    return find


class ClassesOnDemand(Mapping[str, type[T]]):
    """Classes by name; each given as its module and what it is called there."""

    def __init__(self, classes: Mapping[str, tuple[str, str]]) -> None:
        self._classes = classes

    def __getitem__(self, name: str) -> type[T]:
        module, class_name = self._classes[name]
        found: type[T] = getattr(import_module(module), class_name)
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(self._classes)

    def __len__(self) -> int:
        return len(self._classes)

    def __contains__(self, name: object) -> bool:
        return name in self._classes
