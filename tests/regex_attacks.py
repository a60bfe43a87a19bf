"""Texts made to keep a regular expression busy, from what it is built of.

A pattern is slow where something repeats: what stands before the repetition brings it there, what
repeats is pumped up, and a character that cannot follow makes it all go back. Pumped once, or
begun again and again, which is worse for patterns that are searched for.
"""

import re
from collections.abc import Iterable, Iterator
from re import _constants as codes  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any, NamedTuple

Items = Iterable[tuple[Any, Any]]
_REPEATS = (codes.MAX_REPEAT, codes.MIN_REPEAT, codes.POSSESSIVE_REPEAT)
_MANY = 30  # repetitions from which on a text can be pumped
_CHOICES = 4  # of characters and alternatives that are tried
_KILLERS = ("\0", "", " x")
_OF_CATEGORY = {
    codes.CATEGORY_DIGIT: "1",
    codes.CATEGORY_SPACE: " ",
    codes.CATEGORY_WORD: "a",
    codes.CATEGORY_NOT_DIGIT: "x",
    codes.CATEGORY_NOT_SPACE: "x",
    codes.CATEGORY_NOT_WORD: "-",
}


class Attack(NamedTuple):
    """A text that grows: a prefix, something that is repeated, an end that does not fit."""

    prefix: str
    pump: str
    killer: str
    anew: bool  # whether prefix and pump are repeated together

    def text(self, length: int) -> str:
        """The attack, about as long as asked for."""
        if self.anew:
            piece = self.prefix + 2 * self.pump
            return piece * (length // len(piece)) + self.killer
        return self.prefix + self.pump * (length // len(self.pump)) + self.killer


def attacks(pattern: re.Pattern[Any]) -> set[Attack]:
    """What may keep a pattern busy."""
    source = pattern.pattern
    text = source if isinstance(source, str) else source.decode("latin-1")
    flags = pattern.flags if isinstance(source, str) else pattern.flags | re.ASCII
    return {
        Attack(prefix, pump, killer, anew)
        for before, body in _repeats(parser.parse(text, flags), "")
        for choice in range(_CHOICES)
        if (pump := _sample(body, choice))
        for prefix in {before, ""}
        for killer in _KILLERS
        for anew in (False, True)
    }


def _repeats(items: Items, before: str) -> Iterator[tuple[str, Items]]:
    """What repeats in a pattern, each with a text that leads up to it."""
    for code, value in items:
        if code in _REPEATS:
            _, most, body = value
            if most >= _MANY:
                yield before, body
            yield from _repeats(body, before)
        elif code == codes.BRANCH:
            for branch in value[1]:
                yield from _repeats(branch, before)
        elif code == codes.SUBPATTERN:
            yield from _repeats(value[3], before)
        elif code == codes.ATOMIC_GROUP:
            yield from _repeats(value, before)
        elif code in (codes.ASSERT, codes.ASSERT_NOT):
            yield from _repeats(value[1], before)
            before += _sample(value[1], 0) if code == codes.ASSERT and value[0] < 0 else ""
        before += _sample([(code, value)], 0)


def _sample(items: Items, choice: int) -> str:
    """A text that part of a pattern matches."""
    text = ""
    for code, value in items:
        if code == codes.LITERAL:
            text += chr(value)
        elif code == codes.NOT_LITERAL:
            text += "b" if value == ord("a") else "a"
        elif code == codes.ANY:
            text += "a"
        elif code == codes.IN:
            characters = _characters(value)
            text += characters[choice % len(characters)] if characters else ""
        elif code in _REPEATS:
            text += _sample(value[2], choice) * value[0]
        elif code == codes.SUBPATTERN:
            text += _sample(value[3], choice)
        elif code == codes.ATOMIC_GROUP:
            text += _sample(value, choice)
        elif code == codes.BRANCH:
            text += _sample(value[1][choice % len(value[1])], choice)
    return text


def _characters(items: list[tuple[Any, Any]]) -> list[str]:
    """Some characters of a set."""
    if items[0][0] == codes.NEGATE:
        one = re.compile("[" + "".join(map(_written, items[1:])) + "]")
        return [sign for sign in "a 1-\n<!_é" if not one.match(sign)][:_CHOICES]
    return [
        _OF_CATEGORY[value]
        if code == codes.CATEGORY
        else chr(value[0] if code == codes.RANGE else value)
        for code, value in items
    ]


def _written(item: tuple[Any, Any]) -> str:
    code, value = item
    if code == codes.RANGE:
        return f"{re.escape(chr(value[0]))}-{re.escape(chr(value[1]))}"
    if code == codes.CATEGORY:
        name = str(value).removeprefix("CATEGORY_").lower()
        letter = name.removeprefix("not_")[0]
        return "\\" + (letter.upper() if name.startswith("not_") else letter)
    return re.escape(chr(value))
