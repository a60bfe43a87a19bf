"""A language as the generator uses it: words, patterns, labels, and how slots are filled."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from random import Random

from sample_web.language import (
    labels_de,
    labels_en,
    labels_zh,
    patterns_de,
    patterns_en,
    patterns_zh,
    words_de,
    words_en,
    words_zh,
)

SLOT = re.compile(r"\{([^{}]+)\}")
Words = Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Tongue:
    """Everything the generator knows about one language."""

    code: str
    topic_names: Mapping[str, str]
    topics: Mapping[str, Words]
    names: Words
    patterns: Words
    labels: Words
    forms: Mapping[str, Callable[[str], str]]
    gap: str  # what stands between two sentences

    def fill(self, rng: Random, pattern: str, topic: str, **fixed: str) -> str:
        """A pattern with every slot filled; no word is used twice if it can be helped."""
        used: list[str] = []

        def word(match: re.Match[str]) -> str:
            form, _, category = match[1].rpartition(" ")
            if category in fixed:
                return fixed[category]
            if category == "number":
                return str(rng.randrange(2, 98))
            entries = self.topics[topic].get(category) or self.names[category]
            entry = rng.choice(entries)
            for _ in range(3):
                if entry not in used:
                    break
                entry = rng.choice(entries)
            used.append(entry)
            return self.forms[form](entry) if form else plain(entry)

        text = SLOT.sub(word, pattern)
        return text[:1].upper() + text[1:]

    def say(self, rng: Random, pattern_name: str, topic: str, **fixed: str) -> str:
        """One sentence, title or line made from a random pattern of that name."""
        return self.fill(rng, rng.choice(self.patterns[pattern_name]), topic, **fixed)

    def several(self, rng: Random, pattern_name: str, topic: str, count: int) -> list[str]:
        """Some sentences, each made from a pattern of its own."""
        patterns = self.patterns[pattern_name]
        chosen = rng.sample(patterns, min(count, len(patterns)))
        return [self.fill(rng, pattern, topic) for pattern in chosen]

    def label(self, name: str, voice: int, **fixed: str) -> str:
        """A label in the variant that the site's voice picks."""
        variants = self.labels[name]
        return SLOT.sub(lambda match: fixed[match[1]], variants[voice % len(variants)])

    def date(self, day: date) -> str:
        """A date as this language writes it."""
        month = self.labels["months"][day.month - 1]
        if self.code == "zh":
            return f"{day.year}年{month}月{day.day}日"
        return f"{day.day}{'.' if self.code == 'de' else ''} {month} {day.year}"

    def person(self, rng: Random) -> str:
        """A full name, family name first in Chinese."""
        first, last = rng.choice(self.names["first"]), rng.choice(self.names["last"])
        return last + first if self.code == "zh" else f"{first} {last}"


def plain(entry: str) -> str:
    """An entry's first form, as it stands in running text."""
    return entry.split("/")[0]


def part(index: int) -> Callable[[str], str]:
    """The form at an index of an entry such as `bake/baked/baking`."""
    return lambda entry: entry.split("/")[min(index, entry.count("/"))]


def with_article(entry: str) -> str:
    """An English noun with `a` or `an`."""
    return f"{'an' if entry[0] in 'aeiou' else 'a'} {entry}"


def gendered(masculine: str, feminine: str, neuter: str) -> Callable[[str], str]:
    """A German noun, written `m Spaten`, with the article of its gender."""
    articles = {"m": masculine, "f": feminine, "n": neuter}
    return lambda entry: f"{articles[entry[0]]} {entry[2:]}"


ENGLISH_FORMS: dict[str, Callable[[str], str]] = {
    "a": with_article,
    "base": part(0),
    "past": part(1),
    "ing": part(2),
}
GERMAN_FORMS: dict[str, Callable[[str], str]] = {
    "inf": part(0),
    "part": part(1),
    "tut": part(2),
    "dat": part(1),
    "blank": lambda entry: entry[2:],
    "den": gendered("den", "die", "das"),
    "dem": gendered("dem", "der", "dem"),
    "ein": gendered("ein", "eine", "ein"),
    "einen": gendered("einen", "eine", "ein"),
}

TONGUES = {
    "en": Tongue(
        "en",
        words_en.TOPIC_NAMES,
        words_en.TOPICS,
        words_en.NAMES,
        patterns_en.PATTERNS,
        labels_en.LABELS,
        ENGLISH_FORMS,
        " ",
    ),
    "de": Tongue(
        "de",
        words_de.TOPIC_NAMES,
        words_de.TOPICS,
        words_de.NAMES,
        patterns_de.PATTERNS,
        labels_de.LABELS,
        GERMAN_FORMS,
        " ",
    ),
    "zh": Tongue(
        "zh",
        words_zh.TOPIC_NAMES,
        words_zh.TOPICS,
        words_zh.NAMES,
        patterns_zh.PATTERNS,
        labels_zh.LABELS,
        {},
        "",
    ),
}
