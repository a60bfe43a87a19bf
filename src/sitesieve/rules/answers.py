"""What a person types in a session: categories, and the conditions of a rule."""

import re
from collections.abc import Sequence

from sitesieve.errors import RuleError
from sitesieve.rules.acquisition import Difference
from sitesieve.rules.conditions import Condition, Field, address_conditions, condition
from sitesieve.rules.rule_base import category_names

_COMMA = re.compile("[,，、]")
_QUOTE = '"'
_QUOTES = str.maketrans("“”„«»「」", _QUOTE * 7)
_PIECE = re.compile(r'(?:"[^"]*"|[^"\s])+')  # spaces in quotes do not end it: title:"two words"


def picked_conditions(answer: str, offered: Sequence[Difference] = ()) -> list[Condition]:
    """The conditions that a person typed: numbers of the offered list, words, phrases, addresses.

    >>> [str(one) for one in picked_conditions('sail -engine "white boat" title:race /news/')]
    ['sail', 'no engine', '“white boat”', '“race” in the title', '/news/ in the address']
    """
    answer = answer.translate(_QUOTES)
    if answer.count(_QUOTE) % 2:
        raise RuleError(f"a quotation mark is missing: {answer}")
    conditions: list[Condition] = []
    for piece in _PIECE.findall(_COMMA.sub(" ", answer)):
        conditions += _offered(piece, offered) if piece.isdecimal() else _typed(piece)
    if not conditions:
        raise RuleError("no word was picked")
    return conditions


def picked_categories(answer: str) -> tuple[str, ...]:
    """The categories that a person typed: none for `-`, else one or several.

    >>> picked_categories("boats, races"), picked_categories("=q"), picked_categories("-")
    (('boats', 'races'), ('q',), ())
    """
    if answer == "-":
        return ()
    names = [name for name in _COMMA.split(answer.removeprefix("=")) if name.strip()]
    if not names:
        raise RuleError("no category was named; - is for none")
    return category_names(names)


def _offered(number: str, offered: Sequence[Difference]) -> list[Condition]:
    for place, one in enumerate(offered, 1):
        if str(place) == number:
            return [one.condition]
    raise RuleError(f"there is no {number} in the list; word:{number} is the word")


def _typed(piece: str) -> list[Condition]:
    absent = piece.startswith("-")
    text = piece.removeprefix("-").replace(_QUOTE, "")
    name, colon, value = text.partition(":")
    if colon and name in tuple(Field):
        return [condition(Field(name), value, absent)]
    if "/" in text:
        return address_conditions(text, absent)
    return [condition(Field.WORD, text, absent)]
