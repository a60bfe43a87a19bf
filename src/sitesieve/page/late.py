"""A value that is found when somebody asks for it."""

from collections.abc import Callable
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class Late(Generic[T]):
    """Asks a function for a value, once. Copies, and what is sent to another process, take the
    value along and not what it is found from.

    >>> late = Late(list)
    >>> late() is late()
    True
    """

    __slots__ = ("_function", "_value")

    def __init__(self, function: Callable[[], T]) -> None:
        self._function: Callable[[], T] | None = function
        self._value: T | None = None

    def __call__(self) -> T:
        if self._function is not None:
            self._value, self._function = self._function(), None
        return self._value  # type: ignore[return-value]

    def __reduce__(self) -> tuple[Any, ...]:
        return _found, (self(),)


def _found(value: T) -> Late[T]:
    late = Late(lambda: value)
    late()
    return late
