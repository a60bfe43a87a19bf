"""Words of scripts that are written without spaces."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

_HAN = "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff々〇"
_NO_SPACES = re.compile(f"[{_HAN}\u3040-\u30ff]+")
_SCRIPT_RUN = re.compile(f"[{_HAN}]+|[\u3040-\u309f]+|[\u30a0-\u30ff]+")


def pieces(word: str, japanese: bool) -> Iterator[str]:
    """A run of letters cut into words: Chinese by a dictionary, Japanese where the script
    changes (kanji, hiragana, katakana: content words are mostly kanji or katakana runs).

    >>> list(pieces("2024年帆船", japanese=False))
    ['2024', '年', '帆船']
    """
    done = 0
    for run in _NO_SPACES.finditer(word):
        if run.start() > done:
            yield word[done : run.start()]
        yield from _SCRIPT_RUN.findall(run[0]) if japanese else _dictionary().cut(run[0])
        done = run.end()
    if done < len(word):
        yield word[done:]


@cache
def _dictionary() -> Any:
    import rjieba  # takes a tenth of a second, and most pages need none

    return rjieba


def is_unspaced(word: str) -> bool:
    """Whether a word is of a script that is written without spaces.

    >>> is_unspaced("boat"), is_unspaced("帆船")
    (False, True)
    """
    return not word.isascii() and _NO_SPACES.search(word) is not None
