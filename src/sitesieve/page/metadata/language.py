"""The language of a page by its text: by its script, and where several languages share that, by
their function words and letters."""

from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sitesieve.page.hashing import stable_ids
from sitesieve.page.id_table import IdTable
from sitesieve.page.metadata.language_words import LETTERS, WORDS
from sitesieve.page.stopwords import STOP_WORDS
from sitesieve.page.tree import PageTree

_FEWEST = 3  # function words
_LEAST_SHARE = 20  # one word in so many is a function word of the language
_MOST_BYTES = 16_000  # of the text, looked at for letters
_FEWEST_LETTERS = 20
_LONG = 200  # words, or letters of another script, that a declaration has to give way to
_LONG_EAST_ASIAN = 70  # letters of Chinese, Japanese and Korean, each of which says more
_CLEAR = 4  # how many times the function words of the declared language
_CLEAR_SHARE = 6  # one word in so many is a function word of the language
_SCRIPT_CLEAR = 0.6  # of the letters

# Where scripts begin, and the language of each; "" for those that several share.
_BLOCKS = (
    *((0x0, ""), (0x41, "Latin"), (0x250, ""), (0x370, "el"), (0x400, "Cyrillic"), (0x530, "hy")),
    *((0x590, "he"), (0x600, "Arabic"), (0x700, ""), (0x750, "Arabic"), (0x780, "")),
    *((0x900, "Devanagari"), (0x980, "bn"), (0xA00, "pa"), (0xA80, "gu"), (0xB00, "or")),
    *((0xB80, "ta"), (0xC00, "te"), (0xC80, "kn"), (0xD00, "ml"), (0xD80, "si"), (0xE00, "th")),
    *((0xE80, "lo"), (0xF00, "bo"), (0x1000, "my"), (0x10A0, "ka"), (0x1100, "ko")),
    *((0x1200, "am"), (0x13A0, ""), (0x1780, "km"), (0x1800, ""), (0x1E00, "Latin")),
    *((0x1F00, "el"), (0x2000, ""), (0x3040, "kana"), (0x3100, ""), (0x3400, "Han")),
    *((0xA000, ""), (0xAC00, "ko"), (0xD7B0, ""), (0xF900, "Han"), (0xFB00, "")),
    *((0xFB50, "Arabic"), (0xFE00, "")),
)
_SCRIPTS = sorted({script for _, script in _BLOCKS} - {""})
_SCRIPT_OF = np.full(0x10000, len(_SCRIPTS), np.uint8)  # of each character
for _start, _script_name in _BLOCKS:
    _SCRIPT_OF[_start:] = _SCRIPTS.index(_script_name) if _script_name else len(_SCRIPTS)
_SHARED = {  # the languages of a script that several write, the usual one first
    "Cyrillic": ("ru", "uk", "bg", "sr", "be", "mk", "kk", "mn"),
    "Arabic": ("ar", "fa", "ur"),
    "Devanagari": ("hi", "mr", "ne"),
}
_LEAST_KANA = 0.1  # of the letters of a Japanese text
_LETTERS_SHARE = 250  # one character in so many is one that only that language has


def language_of(tree: PageTree, declared: str | None) -> str | None:
    """The language of a page: what it declares, unless its text is long and clearly in another;
    where it declares none, what its text says."""
    text = _middle(tree)
    script, letters, share = _script(text)
    if declared is None:
        return _by_text(tree, text, script)
    if script in ("", "Latin"):
        return _by_words_against(tree, declared)
    long = _LONG_EAST_ASIAN if script in ("Han", "kana", "ko") else _LONG
    clear = share >= _SCRIPT_CLEAR and letters >= long and _is_latin(declared)
    return (_by_text(tree, text, script) or declared) if clear else declared


def language_by_ids(word_ids: npt.NDArray[np.uint64]) -> str | None:
    """The language whose function words are most frequent among words, by their stable ids; None
    when that is unclear."""
    scores, numbers = _scores(word_ids)
    best = int(scores.argmax())
    enough = numbers[best] >= _FEWEST and numbers[best] * _LEAST_SHARE >= len(word_ids)
    return _function_words().languages[best] if enough else None


def _by_text(tree: PageTree, text: str, script: str) -> str | None:
    if script in ("", "Latin"):
        return language_by_ids(tree.word_ids)
    if script in ("Han", "kana"):
        kana = sum("\u3040" <= letter < "\u3100" for letter in text)
        return "ja" if kana >= _LEAST_KANA * len(text) else "zh"
    if script in _SHARED:
        return _by_letters(text.lower(), script) or _by_shared_words(tree, script)
    return script


def _by_letters(text: str, script: str) -> str | None:
    """The language that alone has some letters of the text."""
    counts = {
        language: sum(map(text.count, LETTERS.get(language, ""))) for language in _SHARED[script]
    }
    best = max(counts, key=counts.__getitem__)
    return best if counts[best] * _LETTERS_SHARE >= len(text) else None


def _by_shared_words(tree: PageTree, script: str) -> str:
    """The language of a script whose function words are most frequent; else the usual one."""
    by_words = language_by_ids(tree.word_ids)
    return by_words if by_words in _SHARED[script] else _SHARED[script][0]


def _by_words_against(tree: PageTree, declared: str) -> str:
    """The declared language, unless function words of another are many and its own few."""
    languages = _function_words().languages
    if len(tree.word_ids) < _LONG or declared not in languages:
        return declared
    scores, numbers = _scores(tree.word_ids)
    best = int(scores.argmax())
    many = numbers[best] * _CLEAR_SHARE >= len(tree.word_ids)
    clear = many and scores[best] > _CLEAR * scores[languages.index(declared)]
    return languages[best] if clear else declared


def _middle(tree: PageTree) -> str:
    """What stands in the middle of the page's text; nothing where all of that is ASCII."""
    utf8 = tree.leaf_texts.utf8
    first = max(0, (len(utf8) - _MOST_BYTES) // 2)
    middle = utf8[first : first + _MOST_BYTES]
    return "" if middle.isascii() else middle.decode(errors="ignore")


def _script(text: str) -> tuple[str, int, float]:
    """The script of most letters, "" for none, how many these are, and their share of all. Kanji
    and kana are one."""
    codes = np.frombuffer(text.encode("utf-32-le", "replace"), np.uint32)
    scripts = _SCRIPT_OF[np.minimum(codes, len(_SCRIPT_OF) - 1)]
    counts = np.bincount(scripts, minlength=len(_SCRIPTS) + 1)[:-1]
    letters = int(counts.sum())
    counts[_SCRIPTS.index("Han")] += counts[_SCRIPTS.index("kana")]
    if letters < _FEWEST_LETTERS:
        return "", 0, 0.0
    # Addresses, code and names are Latin everywhere: a third of another script outweighs them.
    counts[_SCRIPTS.index("Latin")] //= 2
    best = int(counts.argmax())
    return _SCRIPTS[best], int(counts[best]), float(counts[best]) / letters


def _is_latin(language: str) -> bool:
    """Whether a language is known to be written in Latin letters."""
    return any("a" <= word[:1] <= "z" for word in _words_of().get(language, ()))


class _FunctionWords(NamedTuple):
    """The function words of all languages."""

    languages: list[str]
    table: IdTable
    number: npt.NDArray[np.int64]  # a word, by its place in the table,
    language: npt.NDArray[np.int64]  # and a language that it is a function word of
    weight: npt.NDArray[np.float64]  # less where several languages have it


def _scores(word_ids: npt.NDArray[np.uint64]) -> tuple[npt.NDArray[np.float64], ...]:
    """For each language how many of the words are its function words: those that others have too
    count less; and all alike."""
    words = _function_words()
    places = words.table.find(word_ids)
    counts = np.bincount(places[places >= 0], minlength=int(words.number.max()) + 1)
    found = counts[words.number].astype(np.float64)
    number = len(words.languages)
    weighted = np.bincount(words.language, weights=found * words.weight, minlength=number)
    alike = np.bincount(words.language, weights=found, minlength=number)
    return weighted.astype(np.float64), alike.astype(np.float64)


@cache
def _words_of() -> dict[str, frozenset[str]]:
    return STOP_WORDS | {language: frozenset(words.split()) for language, words in WORDS.items()}


@cache
def _function_words() -> _FunctionWords:
    by_language = _words_of()
    words = sorted(set().union(*by_language.values()))
    place = {word: number for number, word in enumerate(words)}
    pairs = [
        (place[word], number) for number, there in enumerate(by_language.values()) for word in there
    ]
    number, language = np.array(pairs, np.int64).T
    weight = 1 / np.sqrt(np.bincount(number))[number]
    return _FunctionWords(list(by_language), IdTable(stable_ids(words)), number, language, weight)
