"""What two addresses say about each other: the same page, a print or mobile version, another
version of it, or the same path on another host.

An address is brought to its `base`: without scheme, `www.`, what asks for a form to print or for
small screens, and without the version or year of which it is. Pages with one base are candidates
for being forms or versions of one page; whether they are, their texts must say.
"""

import re
from enum import StrEnum
from typing import NamedTuple
from urllib.parse import parse_qsl, urlencode

from sitesieve.page.addresses import normal_form
from sitesieve.page.hashing import stable_id
from sitesieve.page.page import Page
from sitesieve.page.words import has_kana, tokenize

Version = tuple[int, ...]
CURRENT: Version = (1 << 30,)  # of an address that names the newest, or no version at all
UNRELEASED: Version = (-1,)

_WWW = re.compile(r"www\d?\.")
_MOBILE_HOST = re.compile(r"(?:m|mobile|amp|touch|wap)\.(?=[^.]+\.[^.])")
_MOBILE_STEP = re.compile(r"amp|mobile")
_PRINT_STEP = re.compile(r"print|printable|printer|print-?(?:view|version|page)|printer-?friendly")
_FORM_SUFFIX = re.compile(
    r"(?:[-_.](?P<print>print|printable|printer|print-?version)|\.(?P<mobile>amp))(?=\.\w+$|$)"
)
_FORM_NAMES = {
    **dict.fromkeys(("print", "printable", "printer", "printview", "print_version"), "print"),
    **dict.fromkeys(("printer_friendly", "printer-friendly", "printversion"), "print"),
    **dict.fromkeys(("amp", "mobile"), "mobile"),
}
_CHOOSES_FORM = frozenset(("view", "format", "mode", "output", "outputtype", "layout", "display"))
_NUMBERED = re.compile(r"(?:v|ver|version|release|r)?[-_]?(\d{1,4}(?:[._]\d{1,4}){1,3})(?:\.x)?")
_MAJOR = re.compile(r"(?:v|ver|version)[-_.]?(\d{1,3})")
_SUFFIX = re.compile(r"[-_]v(?:er|ersion)?[-_.]?(\d{1,3}(?:\.\d{1,4}){0,3})(?=\.\w+$|$)")
_NEWEST = frozenset(("latest", "stable", "current"))
_COMING = frozenset(("dev", "devel", "main", "master", "nightly", "unstable", "snapshot"))
_YEAR = re.compile(r"(?:19|20)\d\d")
_VERSION_NAMES = frozenset(("version", "ver", "rev", "revision", "oldid"))
_DIGITS = re.compile(r"\d+")
_MOST_TITLE_WORDS = 30


class Relation(StrEnum):
    """What a page that is left out is to the one that is kept."""

    COPY = "near-copy"
    SAME = "same page"  # by another address, or read twice
    MIRROR = "mirror"  # the same path on another host, which has many such
    OLD = "old version"
    UNRELEASED = "development version"
    PRINT = "print version"
    MOBILE = "mobile version"


class AddressCard(NamedTuple):
    """What is kept of the address of a page, and of what it says of itself."""

    same: int = 0  # the address, whatever its scheme and `www.`; 0 where there is none
    base: int = 0  # without forms and versions
    path: int = 0  # what follows the host; 0 for the front page
    host: int = 0
    form: str = ""  # "print", "mobile" or nothing
    version: Version = CURRENT
    year: bool = False  # whether the version is a year: other years mostly have other pages
    secure: bool = False
    canonical: int = 0  # `same` of the address that it says is its own, if that is another
    title: int = 0  # the words of its title but for numbers, in any order


def card_of(page: Page) -> AddressCard:
    """The card of a page."""
    url = page.url or ""
    tree = page.tree
    card = address_card(url)
    canonical = address_card(tree.canonical).same if tree.canonical else 0
    words = tokenize(tree.title, has_kana([tree.title]))[:_MOST_TITLE_WORDS]
    told = sorted({word for word in words if not _DIGITS.search(word)})
    return card._replace(
        canonical=canonical if canonical != card.same else 0, title=stable_id(" ".join(told))
    )


def address_card(url: str) -> AddressCard:
    """The card of an address.

    >>> old, new = map(address_card, ("http://www.a.example/1.2/x", "https://a.example/latest/x"))
    >>> old.base == new.base, old.version, old.version < new.version
    (True, (1, 2), True)
    """
    address = normal_form(url)
    host, _, rest = address.partition("/")
    if not address or not host:
        return AddressCard()
    if "?" in host:  # a query at once after the host
        host, _, query = address.partition("?")
        rest = f"?{query}"
    host = _WWW.sub("", host, count=1) if _WWW.match(host) else host
    taken = _Taken(host, rest)
    return AddressCard(
        same=stable_id(f"{host}/{rest}"),
        base=stable_id(taken.base),
        path=stable_id(rest) if rest else 0,
        host=stable_id(host),
        form=taken.form,
        version=taken.version,
        year=taken.year,
        secure=url.lstrip()[:6].lower() == "https:",
    )


class _Taken:
    """An address without forms and versions, and what those were."""

    def __init__(self, host: str, rest: str) -> None:
        self.form = ""
        self.version = CURRENT
        self.year = False
        if mobile := _MOBILE_HOST.match(host):
            self.form, host = "mobile", _WWW.sub("", host[mobile.end() :], count=1)
        path, _, query = rest.partition("?")
        steps = [kept for step in path.split("/") if (kept := self._step(step)) is not None]
        if steps:
            steps[-1] = self._name(steps[-1])
        pairs = [pair for pair in _pairs(query) if not self._parameter(*pair)]
        shown = f"?{urlencode(pairs)}" if pairs else ""
        if query in _FORM_NAMES:  # "?print"
            self.form = self.form or _FORM_NAMES[query]
        elif query and "=" not in query:
            shown = f"?{query}"
        self.base = f"{host}/{'/'.join(filter(None, steps))}{shown}"

    def _step(self, step: str) -> str | None:
        """A folder of the path; None for one that says a form or a version."""
        low = step.lower()
        if not self.form and (_PRINT_STEP.fullmatch(low) or _MOBILE_STEP.fullmatch(low)):
            self.form = "print" if low.startswith("print") else "mobile"
            return None
        if self.version != CURRENT or self.year:
            return step  # one version is enough
        if numbered := _NUMBERED.fullmatch(low) or _MAJOR.fullmatch(low):
            self.version = _numbers(numbered[1])
        elif low in _COMING:
            self.version = UNRELEASED
        elif _YEAR.fullmatch(low):
            self.version, self.year = (int(low),), True
        elif low not in _NEWEST:
            return step
        return None

    def _name(self, name: str) -> str:
        """The last step of the path."""
        if suffix := _FORM_SUFFIX.search(name.lower()):
            self.form = self.form or ("print" if suffix["print"] else "mobile")
            name = name[: suffix.start()] + name[suffix.end() :]
        if not (self.version != CURRENT or self.year) and (marked := _SUFFIX.search(name.lower())):
            self.version = _numbers(marked[1])
            name = name[: marked.start()] + name[marked.end() :]
        return name

    def _parameter(self, name: str, value: str) -> bool:
        """Whether a parameter says a form or a version."""
        low, says = name.lower(), value.lower()
        form = _FORM_NAMES.get(low) or (_FORM_NAMES.get(says) if low in _CHOOSES_FORM else None)
        if form and says not in ("0", "no", "false"):
            self.form = self.form or form
            return True
        numbered = _NUMBERED.fullmatch(says)
        if low in _VERSION_NAMES or (low == "v" and numbered is not None):
            self.version = _numbers(says) or (CURRENT if says in _NEWEST else UNRELEASED)
            return True
        return False


def _pairs(query: str) -> list[tuple[str, str]]:
    if "=" not in query:
        return []
    try:
        return parse_qsl(query, keep_blank_values=True, errors="replace", max_num_fields=200)
    except ValueError:  # more fields than anyone means
        return []


def _numbers(text: str) -> Version:
    """The numbers of a version, as far as they can be meant.

    >>> _numbers("3.11"), _numbers("2_0_1")
    ((3, 11), (2, 0, 1))
    """
    return tuple(int(number[:9]) for number in _DIGITS.findall(text)[:4])


def relation_by_address(card: AddressCard, kept: AddressCard) -> Relation:
    """What a page is to the one that is kept, of which its text is a copy or nearly so."""
    if not card.base or not kept.base:
        return Relation.COPY
    if card.same == kept.same:
        return Relation.SAME
    if card.base == kept.base:
        if card.form and card.form != kept.form:
            return Relation.PRINT if card.form == "print" else Relation.MOBILE
        if card.version < kept.version:
            return Relation.UNRELEASED if card.version == UNRELEASED else Relation.OLD
        return Relation.SAME if card.version == kept.version else Relation.COPY
    return Relation.SAME if card.canonical == kept.same else Relation.COPY
