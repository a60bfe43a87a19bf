"""Conditions of rules on cases.

A word anywhere, a phrase, a word or phrase of the title, a host (or a domain it belongs to), a part
of the path; or the absence of one of these. A word of Chinese or Japanese is a phrase of its
characters, so that it is found however the text around it was segmented.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Any
from urllib.parse import unquote

from sitesieve.errors import RuleError
from sitesieve.page.segmentation import is_unspaced
from sitesieve.page.words import tokenize
from sitesieve.rules.cases import Case, spelled


class Field(StrEnum):
    """The part of a case that a condition is about."""

    WORD = "word"
    PHRASE = "phrase"
    TITLE = "title"
    HOST = "host"
    PATH = "path"


@dataclass(frozen=True, order=True)
class Condition:
    """One thing that must be in a case, or must not. Create them with `condition`."""

    field: Field
    value: str
    absent: bool = False

    def __reduce__(self) -> tuple[Any, ...]:
        return Condition, (self.field, self.value, self.absent)

    def __str__(self) -> str:
        written = _as_written(self.value)
        shown = {
            Field.WORD: written,
            Field.PHRASE: f"“{written}”",
            Field.TITLE: f"“{written}” in the title",
            Field.HOST: f"on {self.value}",
            Field.PATH: f"/{self.value}/ in the address",
        }[self.field]
        return f"no {shown}" if self.absent else shown

    @cached_property
    def needle(self) -> str:
        """A phrase, or words of a title, in the form in which they are searched."""
        return f" {self.value} "

    def holds(self, case: Case) -> bool:
        return self._is_in(case) is not self.absent

    def _is_in(self, case: Case) -> bool:
        match self.field:
            case Field.WORD:
                return self.value in case.words
            case Field.PHRASE:
                return self.needle in case.spelled
            case Field.TITLE:
                return self.needle in case.spelled_title
            case Field.HOST:
                return self.value in case.hosts
            case Field.PATH:
                return self.value in case.path_parts


def condition(field: Field, text: str, absent: bool = False) -> Condition:
    """A condition on a text that a person wrote; several words are a phrase.

    >>> print(condition(Field.WORD, "Sails"), condition(Field.WORD, "White sails", absent=True))
    sails no “white sails”
    """
    if field is Field.HOST:
        value = re.sub(r":\d*$", "", text.strip()).strip(".").lower()  # hosts of cases have no port
    elif field is Field.PATH:
        value = unquote(text).strip().strip("/").lower()
    else:
        value = spelled(tokenize(text)).strip()
        if field is not Field.TITLE:
            one_word = " " not in value and not is_unspaced(value)
            field = Field.WORD if one_word else Field.PHRASE
    if not value or not value.isprintable():
        raise RuleError(f"{text!r} has nothing in it that could be searched as a {field}")
    return Condition(field, value, absent)


def address_conditions(text: str, absent: bool = False) -> list[Condition]:
    """Conditions on an address: `a.example`, `/news/`, or `a.example/news`.

    >>> [str(one) for one in address_conditions("a.example/News")]
    ['on a.example', '/news/ in the address']
    """
    host, _, path = text.strip().split("://", 1)[-1].partition("/")
    conditions = [condition(Field.HOST, host, absent)] if host else []
    parts = re.split("[/?&]", path.partition("#")[0])
    conditions += [condition(Field.PATH, part, absent) for part in parts if part]
    if not conditions:
        raise RuleError(f"{text!r} names neither a host nor a part of a path")
    if absent and len(conditions) > 1:
        raise RuleError(f"{text!r}: only one part of an address can be excluded at a time")
    return conditions


def ordered(conditions: Iterable[Condition]) -> tuple[Condition, ...]:
    """Each condition once, sorted; `RuleError` when they contradict each other."""
    given = tuple(sorted(set(conditions)))
    if not given:
        raise RuleError("a rule needs a condition")
    for one in given:
        if one.absent and Condition(one.field, one.value) in given:
            raise RuleError(f"{one.value!r} cannot be both required and excluded")
    return given


def condition_data(one: Condition) -> dict[str, Any]:
    """A condition as it is written to JSON."""
    return {one.field.value: one.value} | ({"absent": True} if one.absent else {})


def condition_from(data: Any) -> Condition:
    """A condition read from JSON; `ValueError` when it is none."""
    if not isinstance(data, dict):
        raise ValueError(f"a condition is an object, not {data!r}")
    rest = {name: value for name, value in data.items() if name != "absent"}
    absent = data.get("absent", False)
    if len(rest) != 1 or not isinstance(absent, bool):
        raise ValueError(f"not a condition: {data!r}")
    ((name, value),) = rest.items()
    if name not in tuple(Field) or not isinstance(value, str):
        raise ValueError(f"not a condition: {data!r}; there are {', '.join(Field)}")
    return condition(Field(name), value, absent)


def _as_written(phrase: str) -> str:
    """A phrase without the spaces between characters of scripts that have none.

    >>> _as_written("帆 船 regatta 2024")
    '帆船 regatta 2024'
    """
    words: list[str] = []
    for word in phrase.split(" "):
        if words and is_unspaced(word) and is_unspaced(words[-1]):
            words[-1] += word
        else:
            words.append(word)
    return " ".join(words)
