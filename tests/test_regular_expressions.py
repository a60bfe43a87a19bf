"""Every regular expression takes time in proportion to the text, whatever that is."""

import importlib
import pkgutil
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import sitesieve
from regex_attacks import Attack, attacks

_USES = "match fullmatch search sub subn finditer findall split".split()
_LENGTHS = (500, 2_000, 8_000)
_AT_ONCE = 0.001  # seconds; what is as quick is not measured further
_QUADRATIC = 8.0  # times as long for four times as much; linear is 4, quadratic 16
_WITHIN = {"page.decode _DECLARED": 4096}  # looked for at the start of a page only
_TYPED = {"watch.intervals _PART"}  # read of what a person typed, when it is known to be right


def patterns() -> dict[str, tuple[re.Pattern[Any], set[str]]]:
    """All patterns of the package by a name, with the ways in which modules use them."""
    found: dict[str, tuple[re.Pattern[Any], set[str]]] = {}
    names: dict[int, str] = {}  # a pattern that modules share is one
    for module in pkgutil.walk_packages(sitesieve.__path__, "sitesieve."):
        if module.name.endswith("__main__"):
            continue
        loaded = importlib.import_module(module.name)
        stem = str(loaded.__file__).removesuffix(".py").partition(".cpython")[0]
        source = next(p for ending in (".py", ".pyx") if (p := Path(stem + ending)).exists())
        text = source.read_text()
        for name, value in vars(loaded).items():
            uses = re.findall(rf"\b{name}\.({'|'.join(_USES)})\b", text)
            for number, pattern in enumerate(_patterns_in(value)):
                called = f"{module.name.removeprefix('sitesieve.')} {name} {number or ''}".strip()
                called = names.setdefault(id(pattern), called)
                found.setdefault(called, (pattern, set()))[1].update(uses)
    return found


def _patterns_in(value: object) -> Iterator[re.Pattern[Any]]:
    if isinstance(value, re.Pattern):
        yield value
    elif isinstance(value, dict):
        yield from _patterns_in([*value, *value.values()])
    elif isinstance(value, list | tuple):
        for inner in value:
            if isinstance(inner, re.Pattern | tuple):
                yield from _patterns_in(inner)


def seconds(pattern: re.Pattern[Any], use: str, attack: Attack, length: int) -> float:
    text: Any = attack.text(length)
    if isinstance(pattern.pattern, bytes):
        text = text.encode("latin-1", "replace")
    call = getattr(pattern, use)
    start = time.process_time()
    if use.startswith("sub"):
        call(text[:0], text)
    elif use == "finditer":
        list(call(text))
    else:
        call(text)
    return time.process_time() - start


def is_quadratic(pattern: re.Pattern[Any], use: str, attack: Attack) -> bool:
    before = _AT_ONCE / _QUADRATIC
    shorter = _LENGTHS[0]
    for length in _LENGTHS:
        taken = seconds(pattern, use, attack, length)
        if taken <= _AT_ONCE:
            before = max(before, taken)
        elif taken <= _QUADRATIC * before:
            before = taken
        elif length == _LENGTHS[-1] or taken > 0.2:
            # Once more, both: the machine may have been busy with something else.
            short, long = (
                min(seconds(pattern, use, attack, size) for _ in range(3))
                for size in (shorter, length)
            )
            if long > _QUADRATIC * max(short, _AT_ONCE / _QUADRATIC):
                return True
            before = long
        else:
            before = max(before, taken / _QUADRATIC)
        shorter = length
    return False


EVERY = patterns()


@pytest.mark.parametrize("name", sorted(EVERY.keys() - _TYPED))
def test_no_pattern_can_be_kept_busy(name: str) -> None:
    pattern, uses = EVERY[name]
    for attack in attacks(pattern):
        for use in sorted(uses) or ["search"]:
            if name in _WITHIN:
                assert seconds(pattern, use, attack, _WITHIN[name]) < 0.5, attack
            else:
                assert not is_quadratic(pattern, use, attack), (use, attack)


def test_the_attacks_find_what_is_slow() -> None:
    for slow, use in ((r"\s+$", "search"), (r"0*\.?0*;", "match"), (r"<a[^>]*>", "finditer")):
        pattern = re.compile(slow)
        assert any(is_quadratic(pattern, use, attack) for attack in attacks(pattern)), slow
