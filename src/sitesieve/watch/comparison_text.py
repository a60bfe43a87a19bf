"""Texts in the form in which versions of a page are compared.

Texts that differ only in numbers, dates or letter case are equal: a counter, the time, "3 March
2025" and "14 April 2025". With `numbers` a number is a word like any other.
"""

from collections.abc import Iterable, Sequence

from sitesieve.page.hashing import stable_id
from sitesieve.page.metadata.month_names import MONTH_OF

SHINGLE = 3  # words
_DAYS = frozenset(
    "monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri "
    "sat montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag lundi mardi "
    "mercredi jeudi vendredi samedi dimanche lunes martes miércoles jueves viernes sábado domingo "
    "lunedì martedì mercoledì giovedì venerdì sabato domenica maandag dinsdag woensdag donderdag "
    "vrijdag zaterdag zondag".split()
)
_NUMBER = "#"


def wording(words: Iterable[str], numbers: bool = False) -> list[str]:
    """The words of a text, with each run of numbers and names of days and months as one sign.

    >>> wording("updated on monday 3 march 2025 at 10 30".split())
    ['updated', 'on', '#', 'at', '#']
    """
    if numbers:
        return list(words)
    masked: list[str] = []
    for word in words:
        if word in _DAYS or word in MONTH_OF or any(map(str.isdigit, word)):
            if not masked or masked[-1] != _NUMBER:
                masked.append(_NUMBER)
        else:
            masked.append(word)
    return masked


def key_of(words: Sequence[str]) -> int:
    """A stable number for a wording; it fits a signed column of 64 bits."""
    return stable_id(" ".join(words)) >> 1


def shingles(words: Sequence[str]) -> set[tuple[str, ...]]:
    """The runs of three words, or the whole where it is shorter."""
    if len(words) < SHINGLE:
        return {tuple(words)} if words else set()
    return {tuple(words[i : i + SHINGLE]) for i in range(len(words) - SHINGLE + 1)}
