"""Presentation styles: which attributes count, and when two values are the same.

The papers compare nodes by tag and display attributes (thesis §4.2.1): width,
bgcolor, align. Today that information sits in class, id, style and role, and
much of it is generated: `post-12345`, `css-1x9k2`, `Header_root__3xK9a`. This
module is the one policy that decides what is presentation. It joins what a
person would call the same block on two pages and keeps apart what they would
call different blocks:

    joined                                   kept apart
    class="a b"        class="b a"           class="col-8"      class="col-4"
    class="post-12345" class="post-99"       class="nav"        class="navbar"
    class="x__3xK9a"   class="x__9Zb2Q"      class="ad-300x250" class="ad-728x90"
    id="comment-981"   id="comment-7"        class="bg-red-100" class="bg-red-900"
    style="top:3px"    style="top:41px"      style="top:0"      style="top:3px"

Attributes that carry content (href, src, alt, title, data-*, aria-label) never
count, nor does the size of an image, which follows from the image.
"""

import re
from collections.abc import Iterable
from functools import lru_cache
from hashlib import blake2b

from sitesieve.page.hidden import hides

PRESENTATION_ATTRIBUTES = frozenset(
    "class id style role hidden type align valign bgcolor background width height border "
    "cellpadding cellspacing face color size".split()
)

_ENTITY_STEMS = frozenset(  # names that are followed by the number of a thing
    "article author block cat category comment entry field id image img item menu-item msg "
    "node page page-id parent post postid product slide story t tag term thread topic user "
    "widget".split()
)
_LONGEST = 2000  # characters of a value that count; what is longer is no presentation
_REMEMBERED = 65_536
_presentations: dict[int, str] = {}
_NUMBER = re.compile(r"\d+")
_DIMENSIONS = re.compile(r"\d+x\d+")
_SUSPECT = re.compile(r"(?<![A-Za-z0-9])[a-z]*+[A-Z0-9][A-Za-z0-9]*+")  # may be generated
_HEX = re.compile(r"(?=.*\d)(?=.*[a-f])[0-9a-f]{6,}")
_DIGITS_INSIDE = re.compile(r"\D\d{2,}\D")
_HUMPS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+")
_URL = re.compile(r"url\([^)]*\)")
_NONZERO = re.compile(r"(?<![\w#])-?(?=[\d.]*[1-9])[\d.]+")


def stable_id(text: str) -> int:
    """A 64-bit id of a text that is the same on every machine and in every run.

    >>> stable_id("div")
    16527766498927970374
    """
    return int.from_bytes(blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest())


def presentation(tag: str, attributes: Iterable[tuple[str, str | None]]) -> str:
    """The tag and its display attributes in canonical form.

    >>> presentation("div", [("data-x", "1"), ("class", "post post-12345 post")])
    'div class=post,post-#'
    """
    pieces = []
    for name, value in attributes:
        if name == "class":
            canonical = _canonical_classes(value or "")
        elif name == "id":  # ids are unique on a page: any number in one counts instances
            canonical = _NUMBER.sub("#", _without_instances((value or "")[:_LONGEST].strip()))
        elif name not in PRESENTATION_ATTRIBUTES or (tag == "img" and name in ("width", "height")):
            continue
        else:
            canonical = _canonical(name, (value or "")[:_LONGEST])
        if canonical:
            pieces.append(f"{name}={canonical}")
    if len(pieces) > 1:
        pieces.sort()
    return " ".join([tag, *pieces])


@lru_cache(maxsize=_REMEMBERED)
def presentation_id(tag: str, *attributes: tuple[str, str | None]) -> int:
    """`stable_id` of a presentation; called for every element, so it remembers."""
    if len(_presentations) >= 2 * _REMEMBERED:
        forget()
    text = presentation(tag, attributes)
    number = stable_id(text)
    _presentations[number] = text
    return number


@lru_cache(maxsize=_REMEMBERED)
def look(tag: str, *attributes: tuple[str, str | None]) -> tuple[int, bool]:
    """The presentation id of an element, and whether its attributes hide it."""
    return presentation_id.__wrapped__(tag, *attributes), hides(attributes)


def forget() -> None:
    """Start over: what is remembered by number and what is remembered by name go together."""
    _presentations.clear()
    presentation_id.cache_clear()
    look.cache_clear()


def presentation_of(number: int) -> str:
    """The presentation with this id, when it is one of a page encoded lately; else empty."""
    return _presentations.get(number, "")


@lru_cache(maxsize=65_536)
def _canonical_classes(value: str) -> str:
    classes = _without_instances(value[:_LONGEST]).split()
    return ",".join(sorted(set(classes)) if len(classes) > 1 else classes)


def _canonical(name: str, value: str) -> str:
    """The value of another attribute in canonical form; empty where it says nothing."""
    if name == "style":
        return _canonical_style(value)
    if name in ("hidden", "background"):  # that it is there is all it says
        return "yes"
    return " ".join(value.lower().split())


def _without_instances(names: str) -> str:
    """Class names or an id with generated numbers and hashes masked.

    >>> _without_instances("post-12 col-12 css-1x9k2 ad-300x250")
    'post-# col-12 css-# ad-300x250'
    """
    return _SUSPECT.sub(_canonical_part, names)


def _canonical_part(found: re.Match[str]) -> str:
    part = found[0]
    if not part.isdigit():
        return _canonical_mixed(part)
    if _instance_number(part):
        return "#"
    stem = found.string[: found.start()].rpartition(" ")[2].rstrip("-_:/.").lower()
    return "#" if stem in _ENTITY_STEMS else part


@lru_cache(maxsize=65_536)
def _canonical_mixed(part: str) -> str:
    if part.isalpha():
        return "#" if _random_letters(part) else part
    if _DIMENSIONS.fullmatch(part):
        return part
    if _hash_like(part):
        return "#"
    # "item3" stays, "item12345" is an instance.
    return _NUMBER.sub(lambda n: "#" if _instance_number(n[0]) else n[0], part)


def _instance_number(digits: str) -> bool:
    # One or two digits are a grid column or a spacing; 50, 100 … 950 are colour
    # shades and font weights. Longer numbers count things.
    return len(digits) > 2 and not (int(digits[:5]) % 50 == 0 and int(digits[:5]) <= 1000)


def _hash_like(part: str) -> bool:
    if _HEX.fullmatch(part):
        return True
    if not 5 <= len(part) <= 40:
        return False
    return len(_NUMBER.findall(part)) >= 2 or bool(_DIGITS_INSIDE.search(part))


def _random_letters(part: str) -> bool:
    # "bdVaJa" is a hash, "navBarItem" is not: humps of real words are longer.
    if not 5 <= len(part) <= 12 or part.isupper() or not part.isascii():
        return False
    humps = _HUMPS.findall(part)
    return len(humps) >= 3 and len(part) / len(humps) <= 2.5


def _canonical_style(value: str) -> str:
    declarations = []
    for declaration in value.lower().split(";"):
        name, colon, setting = declaration.partition(":")
        name = name.strip()
        if not colon or name.startswith("--"):  # custom properties carry data
            continue
        setting = _URL.sub("url", " ".join(setting.replace("!important", "").split()))
        # Inline numbers are mostly computed per element; zero is different: it hides.
        declarations.append(f"{name}:{_NONZERO.sub('#', setting)}")
    return ";".join(sorted(declarations))
