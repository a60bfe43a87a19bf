"""Words of texts, stop words, stems, language.

What a word is, is decided in `tokens`. Korean is cut at its spaces, with the common particles
taken off by the stemmer.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

from sitesieve.page.stopwords import STOP_WORDS
from sitesieve.page.tokens import is_japanese, token_spans

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
    return any(not text.isascii() and is_japanese(_utf8(text)) for text in texts)


def tokenize(text: str, japanese: bool = False) -> list[str]:
    """The words of a text, in order, in lower case.

    >>> tokenize("Don't panic: É = mc2")
    ['don', 't', 'panic', 'é', 'mc2']
    """
    utf8 = _utf8(text)
    if len(utf8) == len(text):
        lower = text.lower()
        return [lower[first:last] for first, last in token_spans(utf8, japanese)]
    return [utf8[first:last].decode().lower() for first, last in token_spans(utf8, japanese)]


def spans(text: str, japanese: bool = False) -> list[tuple[str, int, int]]:
    """The words of a text with their start and end in it."""
    utf8 = _utf8(text)
    words = []
    at = done = 0  # in characters, in bytes
    for first, last in token_spans(utf8, japanese):
        start = at + len(utf8[done:first].decode("utf-8", "surrogatepass"))
        word = utf8[first:last].decode()
        at, done = start + len(word), last
        words.append((word.lower(), start, at))
    return words


def _utf8(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def guess_language(words: Iterable[str]) -> str | None:
    """The language whose function words are most frequent; None when that is unclear. A `Counter`
    says how often each word stands there.

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


_LONGEST = 100  # characters of a word


@lru_cache(maxsize=64)
def _stemmer(language: str) -> Any:
    import snowballstemmer  # many modules, which only stems need

    algorithm = _SNOWBALL.get(language)
    return snowballstemmer.stemmer(algorithm) if algorithm else None


def stems(words: Sequence[str], language: str | None) -> list[str]:
    """The stems of words in a language; the words themselves where there is no stemmer.

    >>> stems(["gardens"], "en"), stems(["gardens"], None)
    (['garden'], ['gardens'])
    """
    if language == "ko":
        return [_KOREAN_PARTICLE.sub("", word) for word in words]
    stemmer = _stemmer(language or "")
    if not stemmer:
        return list(words)
    # Stemmers keep what they were asked for; words longer than this are none.
    return [stemmer.stemWord(word) if len(word) <= _LONGEST else word for word in words]


def is_stop_word(word: str, language: str | None) -> bool:
    """Whether a word is a function word of the language."""
    return language is not None and word in STOP_WORDS.get(language, ())
