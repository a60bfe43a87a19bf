"""Names of authors, cleaned of what bylines put around them."""

import html
import re
from collections.abc import Iterable, Sequence

from sitesieve.page.metadata.dates import find_date
from sitesieve.page.metadata.month_names import MONTH_OF, folded
from sitesieve.page.metadata.not_names import (
    CLOCK,
    NOBODY,
    ROLE,
    ROLE_BEFORE,
    SENTENCE_WORDS,
    WEEKDAY,
    WEEKDAY_SURNAMES,
)

_LONGEST = 60  # characters of a name
_LONGEST_BYLINE = 200
_MOST_WORDS = 7
_MOST_NAMES = 20
_WROTE = "written|posted|published|created|authored|contributed|submitted|recipe|story|articles?"
_DID = rf"{_WROTE}|reported|words|text|reviewed|started|asked|last updated|updated"
_BY = re.compile(
    rf"^(?:(?:(?:{_DID})\s+by|by|écrit par"
    r"|publié par|escrito por|skrevet af|autor(?:in)?|authors?|thread starter|автор|作者|文|著者)"
    r"(?:\s*[:：／]\s*|\s+|$)"
    r"|(?:von|par|por|di|av|af|door)\s*(?::\s*|\s(?=\S+\s+\S)))",  # but not Von Miller
    re.IGNORECASE,
)
_BEFORE_BY = re.compile(  # "This post was written by", "Jun 2 Written By"
    rf"^.{{0,60}}?\b(?:{_WROTE}) by\b\s*+:?\s*+(?=\S)", re.IGNORECASE
)
_NO_NAME = re.compile(
    r"https?:|www\.|@|\w\.(?:com|org|net|html?|php)\b|\w/\w|:|^\w+(?:\.\w+){3,}$",
    re.IGNORECASE,
)
_NO_BYLINE = re.compile(r"[$€£?]")
_OPENING = 4  # words by which a sentence is known
_AFTER = re.compile(  # where the name ends and something else of the byline starts
    r"(?<!\s)\s*(?:[|•·⋅–—►»<]|\s-\s|\bon\s(?=\w{3,9}\.?\s\d|\d)|\bin\s(?=[A-Z])|\bat\s(?=\d)"
    r"|(?<=\w)\s(?:https?:|www\.|@\w|[^\s@]++@\S+\.\w)"
    r"|\b(?:posted|published|updated|last updated|reviewed|fact[- ]checked|edited|photo|photos|"
    r"follow|min(?:ute)?s? read|reading time|"
    r"view (?:all|profile|more)|about the author|read more|see (?:all|more)|all posts|"
    r"\d+ min)\b|(?<=\w)\s(?:view|sponsored)$).*",
    re.IGNORECASE | re.DOTALL,
)
_BETWEEN = re.compile(
    r"(?:(?<!\s)\s*)?(?:;|\s&\s|\sand\s|\sund\s|\set\s|\sy\s|\se\s|\sog\s|\soch\s|\n|，|、)\s*+",
    re.IGNORECASE,
)
_TAG = re.compile(r"</?(?:a|b|i|em|span|strong|p|div)(?:\s[^<>]*)?>", re.IGNORECASE)
_ASIDE = re.compile(r"(?:(?<!\s)\s++)?[(\[][^)\]]*+[)\]]?")
_CREDENTIAL = re.compile(
    r"^(?:[A-Z]\.?){2,5}(?:-[A-Z]+)?$|^(?:Ph\.?D|M\.?D|Jr|Sr|Esq|CFA|CPA|RN|MBA|MSc|BSc|LMFT|RD"
    r"|LCSW|DO|DDS|DVM|JD|MPH|MS|MA|BA|II|III)\.?$"
)
_GIVEN_NAMES = re.compile(r"^[A-ZÀ-Þ][\w'’-]*(?:\s[A-ZÀ-Þ]\.)+$")  # Emery D.
_PARTICLES = frozenset(
    "van von der den de del della des di da do dos du la le el al bin ibn ben y e of the and for "
    "at in und et och og zu zum zur ter ten af av".split()
)


def clean_names(values: Iterable[str]) -> list[str]:
    """The names in some bylines, each once, in order.

    >>> clean_names(["By Ann Lee and Bo Ek | 3 May 2024", "ANN LEE", "Cy Fox Monday, 3 pm"])
    ['Ann Lee', 'Bo Ek', 'Cy Fox']
    """
    names_by_key: dict[str, str] = {}
    for value in values:
        for name in _names_in(value):
            names_by_key.setdefault(name.casefold(), name)
            if len(names_by_key) >= _MOST_NAMES:
                return list(names_by_key.values())
    return list(names_by_key.values())


def innermost(bylines: Sequence[str]) -> list[str]:
    """The first of some bylines that has a name, in its shortest form.

    An element that holds a byline often holds another with the bare name; both are
    listed, the outer one first.
    """
    for number, outer in enumerate(bylines):
        if not clean_names([outer]):
            continue
        for inner in bylines[number + 1 : number + 5]:
            if len(inner) < len(outer) and inner in outer and clean_names([inner]):
                outer = inner
        return [outer] if len(outer) <= _LONGEST_BYLINE else []
    return []


def _names_in(value: str) -> list[str]:
    text = _TAG.sub(" ", html.unescape(value[:1000]))
    text = " ".join(text.split()).strip(" ,;:|-–—•·&")
    text = _BEFORE_BY.sub("", text, count=1)
    while (shorter := _BY.sub("", text, count=1)) != text:
        text = shorter
    text = _before_time(_AFTER.sub("", text, count=1))
    if _NO_BYLINE.search(text) or not SENTENCE_WORDS.isdisjoint(text.casefold().split()[:_OPENING]):
        return []
    parts = (part for piece in _BETWEEN.split(text) for part in _by_comma(piece))
    return [name for part in parts if (name := _name(part))]


def _before_time(text: str) -> str:
    """What stands in a byline before it says when: a date, a time of day, a weekday, or a month
    with a day and no year."""
    dated = find_date(text)
    if dated is not None:
        text = text[: dated[0]]
    text = CLOCK.sub("", text, count=1)
    words = text.split()
    for number in range(len(words)):
        if _says_day(words, number):
            before = words[: number - 1] if number and _is_on(words[number - 1]) else words[:number]
            return " ".join(before).rstrip(" ,")
    return text


def _says_day(words: list[str], number: int) -> bool:
    """Whether a word of a byline is a day of the week, or a month that a day follows.

    Days of the week are surnames too: Ann Friday, but not Ann Lee Friday nor Ann, Friday.
    """
    word = folded(words[number].strip(" ,."))
    following = "".join(words[number + 1 : number + 2])
    if word in MONTH_OF:
        return following[:1].isdigit() and len(following.strip(" ,.")) <= 4
    if word not in WEEKDAY:
        return False
    before = words[number - 1] if number else ""
    if _is_on(before) or before.endswith(",") or words[number].endswith(","):
        return True
    if following:
        return following[:1].isdigit() or folded(following.strip(" ,.")) in MONTH_OF
    return number > 1 and word not in WEEKDAY_SURNAMES


def _is_on(word: str) -> bool:
    return word.casefold() in ("on", "am", "le", "el", "il", "op", "den")


def _by_comma(piece: str) -> list[str]:
    """The names in a list of names; "Lee, MD" and "Lee, Ann" are one."""
    parts = [part.strip() for part in piece.split(",") if part.strip()]
    if len(parts) == 2 and " " not in parts[0] and not _CREDENTIAL.match(parts[1]):
        if _GIVEN_NAMES.match(parts[1]):
            return [f"{parts[1]} {parts[0]}"]
        if " " not in parts[1]:
            return parts if not parts[1].istitle() else [f"{parts[1]} {parts[0]}"]
    kept: list[str] = []
    for part in parts:
        if kept and _CREDENTIAL.match(part):
            kept[-1] += f", {part}"
        elif kept and (ROLE.search(part) or ROLE.search(kept[-1]) or _is_description(part)):
            break
        else:
            kept.append(part)
    return kept


def _is_description(part: str) -> bool:
    """Whether a part of a list of names has words that are no names: "garden educators"."""
    words = part.split()
    return len(words) > 1 and any(w[:1].islower() and w not in _PARTICLES for w in words)


def _name(text: str) -> str | None:
    """A name, or None for what cannot be one."""
    name = _ASIDE.sub("", text).strip(" \t,;:|-–—•·&()[]\"'“”")
    name = re.sub(r"^(?:and|und|et|from)\s", "", name, flags=re.IGNORECASE)
    name = _without_role(name)
    plain = name.casefold().strip(".")
    words = plain.split()
    if not name or len(name) > _LONGEST or len(words) > _MOST_WORDS:
        return None
    if plain in NOBODY or _NO_NAME.search(name) or not any(map(str.isalpha, name)):
        return None
    if not SENTENCE_WORDS.isdisjoint(words) or (len(words) > 1 and words[-1].isdigit()):
        return None
    return name


def _without_role(name: str) -> str:
    """A name without the role that stands behind it: "Ann Lee Senior Editor"."""
    words = name.split()
    for number in range(2, len(words)):
        rest = " ".join(words[number:])
        if ROLE_BEFORE.match(rest):
            return " ".join(words[:number])
    return name
