"""Words: the one tokenizer of the project, stop words, stems, language.

A word is a run of letters, digits and combining marks, in lower case. Chinese
is cut into words by a dictionary, Japanese where the script changes (kanji,
hiragana, katakana: content words are mostly kanji or katakana runs), Korean at
its spaces, with the common particles taken off by the stemmer.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

import rjieba
import snowballstemmer

from sitesieve.page.stopwords import STOP_WORDS

# Python's \w leaves out combining marks and so breaks Hindi, Thai, Tamil or
# pointed Hebrew words apart.
_MARKS = "".join(
    re.escape(chr(c))
    for block in ((0x300, 0x1E00), (0x20D0, 0x2100), (0xA800, 0xAC00), (0xFE20, 0xFE30))
    for c in range(*block)
    if unicodedata.category(chr(c))[0] == "M"
)
_WORD = re.compile(rf"[\w{_MARKS}]+")
_ASCII_WORD = re.compile(r"\w+", re.ASCII)
_HAN = "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff々〇"
_KANA = re.compile("[\u3041-\u30fa]")
_NO_SPACES = re.compile(f"[{_HAN}\u3040-\u30ff]+")
_SCRIPT_RUN = re.compile(f"[{_HAN}]+|[\u3040-\u309f]+|[\u30a0-\u30ff]+")

_SNOWBALL = {
    **{"ar": "arabic", "ca": "catalan", "cs": "czech", "da": "danish", "nl": "dutch"},
    **{"en": "english", "et": "estonian", "eu": "basque", "fi": "finnish", "fr": "french"},
    **{"de": "german", "el": "greek", "fa": "persian", "ga": "irish", "hi": "hindi"},
    **{"hu": "hungarian", "hy": "armenian", "id": "indonesian", "it": "italian"},
    **{"lt": "lithuanian", "ne": "nepali", "no": "norwegian", "nb": "norwegian"},
    **{"nn": "norwegian", "pl": "polish", "pt": "portuguese", "ro": "romanian"},
    **{"ru": "russian", "sr": "serbian", "es": "spanish", "sv": "swedish", "ta": "tamil"},
    **{"tr": "turkish", "yi": "yiddish"},
}
_KOREAN_PARTICLE = re.compile(
    "(?<=[가-힣]{2})(?:에서는|에서도|으로는|에게서|까지는|이라는|에서|에게|으로|까지|부터|처럼|보다"
    "|이나|은|는|이|가|을|를|에|의|와|과|도|로|만)$"
)


_LANGUAGES_OF: dict[str, list[str]] = {}
for _language, _words in STOP_WORDS.items():
    for _word in _words:
        _LANGUAGES_OF.setdefault(_word, []).append(_language)


def has_kana(texts: Iterable[str]) -> bool:
    """Whether the texts are Japanese: then kanji runs are words, not Chinese sentences."""
    return any(not text.isascii() and _KANA.search(text) for text in texts)


def tokenize(text: str, japanese: bool = False) -> list[str]:
    """The words of a text, in order, in lower case.

    >>> tokenize("Don't panic: É = mc2")
    ['don', 't', 'panic', 'é', 'mc2']
    """
    if text.isascii():
        return _ASCII_WORD.findall(text.lower())
    if _NO_SPACES.search(text):
        return [word for word, _, _ in spans(text, japanese)]
    return [word.lower() for word in _WORD.findall(text)]


def tokenize_all(texts: Iterable[str], japanese: bool) -> tuple[list[str], list[int]]:
    """The words of many texts in one list, and how many each text has."""
    words: list[str] = []
    counts = []
    find = _ASCII_WORD.findall
    for text in texts:
        found = find(text.lower()) if text.isascii() else tokenize(text, japanese)
        words += found
        counts.append(len(found))
    return words, counts


def spans(text: str, japanese: bool = False) -> list[tuple[str, int, int]]:
    """The words of a text with their start and end in it."""
    found = []
    for match in _WORD.finditer(text):
        for piece, start in _pieces(match[0], japanese):
            begin = match.start() + start
            found.append((piece.lower(), begin, begin + len(piece)))
    return found


def _pieces(word: str, japanese: bool) -> Iterable[tuple[str, int]]:
    if word.isascii() or not _NO_SPACES.search(word):
        yield word, 0
        return
    done = 0
    for run in _NO_SPACES.finditer(word):
        if run.start() > done:
            yield word[done : run.start()], done
        if japanese:
            for same in _SCRIPT_RUN.finditer(run[0]):
                yield same[0], run.start() + same.start()
        else:
            start = run.start()
            for part in rjieba.cut(run[0]):
                yield part, start
                start += len(part)
        done = run.end()
    if done < len(word):
        yield word[done:], done


def is_unspaced(word: str) -> bool:
    """Whether a word is of a script that is written without spaces.

    >>> is_unspaced("boat"), is_unspaced("帆船")
    (False, True)
    """
    return not word.isascii() and _NO_SPACES.search(word) is not None


def guess_language(words: Iterable[str]) -> str | None:
    """The language whose function words are most frequent; None when that is unclear.

    >>> guess_language("the cat sat on the mat and it was the best of them all".split())
    'en'
    """
    counts = Counter(words)
    scores = dict.fromkeys(STOP_WORDS, 0)
    for word in counts.keys() & _LANGUAGES_OF.keys():
        for language in _LANGUAGES_OF[word]:
            scores[language] += counts[word]
    best = max(scores, key=scores.__getitem__)
    total = counts.total()
    return best if scores[best] >= 3 and scores[best] * 20 >= total else None


def language_code(tag: str | None) -> str | None:
    """The language of a BCP 47 tag such as `en-GB`, or None.

    >>> language_code("de-AT"), language_code("zh_Hans"), language_code("")
    ('de', 'zh', None)
    """
    primary = re.match(r"[A-Za-z]{2,3}(?![A-Za-z])", tag or "")
    return primary[0].lower() if primary else None


@lru_cache(maxsize=64)
def _stemmer(language: str) -> Any:
    algorithm = _SNOWBALL.get(language)
    return snowballstemmer.stemmer(algorithm) if algorithm else None


@lru_cache(maxsize=262_144)
def stem(word: str, language: str | None) -> str:
    """The stem of a word in a language; the word itself where there is no stemmer.

    >>> stem("gardens", "en"), stem("gardens", None)
    ('garden', 'gardens')
    """
    if language == "ko":
        return _KOREAN_PARTICLE.sub("", word)
    stemmer = _stemmer(language or "")
    return str(stemmer.stemWord(word)) if stemmer else word


def is_stop_word(word: str, language: str | None) -> bool:
    """Whether a word is a function word of the language."""
    return language is not None and word in STOP_WORDS.get(language, ())
