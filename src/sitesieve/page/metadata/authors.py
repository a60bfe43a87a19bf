"""Names of authors, cleaned of what bylines put around them."""

import re
from collections.abc import Iterable, Sequence

from sitesieve.page.metadata.dates import find_date

_LONGEST = 60  # characters of a name
_LONGEST_BYLINE = 200
_MOST_WORDS = 7
_MOST_NAMES = 20
_BY = re.compile(
    r"^(?:(?:(?:written|posted|published|created|reported|story|words|text|article|reviewed"
    r"|authored|contributed|submitted|started|asked|last updated|updated)\s+by|by|écrit par"
    r"|publié par|escrito por|skrevet af|autor(?:in)?|authors?|автор|作者|文|著者)"
    r"(?:\s*[:：]\s*|\s+|$)"
    r"|(?:von|par|por|di|av|af|door)\s*(?::\s*|\s(?=\S+\s+\S)))",  # but not Von Miller
    re.IGNORECASE,
)
_NO_NAME = re.compile(
    r"https?:|www\.|@|\w\.(?:com|org|net|html?|php)\b|\w/\w|:|^\w+(?:\.\w+){3,}$",
    re.IGNORECASE,
)
_AFTER = re.compile(  # where the name ends and something else of the byline starts
    r"\s*(?:[|•·⋅–—►»]|\s-\s|\bon\s(?=\w{3,9}\.?\s\d|\d)|\bin\s(?=[A-Z])|\bat\s(?=\d)"
    r"|\b(?:posted|published|updated|last updated|reviewed|fact[- ]checked|edited|photo|photos|"
    r"follow|min(?:ute)?s? read|reading time|"
    r"view (?:all|profile|more)|about the author|read more|see (?:all|more)|all posts|"
    r"\d+ min)\b).*",
    re.IGNORECASE | re.DOTALL,
)
_BETWEEN = re.compile(r"\s*(?:;|\s&\s|\sand\s|\sund\s|\set\s|\sy\s|\n|，|、)\s*", re.IGNORECASE)
_ASIDE = re.compile(r"\s*[(\[][^)\]]*[)\]]?")
_CREDENTIAL = re.compile(
    r"^(?:[A-Z]\.?){2,5}(?:-[A-Z]+)?$|^(?:Ph\.?D|M\.?D|Jr|Sr|Esq|CFA|CPA|RN|MBA|MSc|BSc|LMFT|RD"
    r"|LCSW|DO|DDS|DVM|JD|MPH|MS|MA|BA|II|III)\.?$"
)
_ROLE = re.compile(
    r"\b(?:editor|writer|reporter|correspondent|journalist|columnist|contributor|director|manager|"
    r"officer|founder|co-founder|ceo|cto|president|professor|expert|specialist|analyst|engineer|"
    r"author|blogger|staff|freelance|representative|head of|vp of|consultant|strategist|"
    r"marketer|redakteur\w*|journaliste|rédact\w+)\b",
    re.IGNORECASE,
)
_NOBODY = frozenset(
    "admin administrator author authors anonymous guest unknown none null undefined editor staff "
    "webmaster user root writer team n/a na by wordpress default".split()
) | {"guest author", "guest post", "super user", "the author", "staff writer", "site admin"}


def clean_names(values: Iterable[str]) -> list[str]:
    """The names in some bylines, each once, in order.

    >>> clean_names(["By Ann Lee and Bo Ek | 3 May 2024", "ANN LEE"])
    ['Ann Lee', 'Bo Ek']
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
    text = " ".join(value.split())[:1000].strip(" ,;:|-–—•·")
    while (shorter := _BY.sub("", text, count=1)) != text:
        text = shorter
    text = _AFTER.sub("", text, count=1)
    dated = find_date(text)
    if dated is not None:
        text = text[: dated[0]]
    parts = (part for piece in _BETWEEN.split(text) for part in _by_comma(piece))
    return [name for part in parts if (name := _name(part))]


def _by_comma(piece: str) -> list[str]:
    """The names in a list of names; "Lee, MD" and "Lee, Ann" are one."""
    parts = [part.strip() for part in piece.split(",") if part.strip()]
    if len(parts) == 2 and all(" " not in part for part in parts):
        return parts if not parts[1].istitle() else [f"{parts[1]} {parts[0]}"]
    kept: list[str] = []
    for part in parts:
        if kept and _CREDENTIAL.match(part):
            kept[-1] += f", {part}"
        elif kept and _ROLE.search(part):
            break
        else:
            kept.append(part)
    return kept


def _name(text: str) -> str | None:
    """A name, or None for what cannot be one."""
    name = _ASIDE.sub("", text).strip(" \t,;:|-–—•·()[]\"'“”")
    name = re.sub(r"^(?:and|und|et|from)\s", "", name, flags=re.IGNORECASE)
    plain = name.casefold().strip(".")
    if not name or len(name) > _LONGEST or len(name.split()) > _MOST_WORDS:
        return None
    if plain in _NOBODY or _NO_NAME.search(name) or not any(map(str.isalpha, name)):
        return None
    return name
