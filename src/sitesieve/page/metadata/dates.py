"""Dates as pages write them: ISO, figures, and months by name in many languages."""

import itertools
import re
from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, timedelta

from sitesieve.page.metadata.month_names import MONTH_OF, folded

_EARLIEST = date(1990, 1, 1)  # before there were pages; older dates are what a page is about
_LONGEST = 200  # characters looked at: a date stands at the start of what holds one

_DIGIT = re.compile(r"\d")
_ISO = re.compile(r"(?<!\d)(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?!\d)")
_COMPACT = re.compile(r"(\d{4})(\d{2})(\d{2})(?:\d{4,6})?(?:[T ]\d*Z?)?\Z")
_EAST_ASIAN = re.compile(r"(\d{4})\s*[年년]\s*(\d{1,2})\s*[月월]\s*(\d{1,2})\s*[日일]")
_FIGURES = re.compile(r"(?<!\d)(\d{1,2})([-/.])\s?(\d{1,2})\2\s?(\d{4}|\d{2})(?!\d)")
_OF = r"(?:\s+(?:de|del|di|of)(?=\s))?"
_MONTH = r"([^\W\d_]{3,15})\.?"
_DAY_FIRST = re.compile(
    rf"(?<!\d)(\d{{1,2}})(?:\.|º|st|nd|rd|th|er)?{_OF}[\s-]*{_MONTH},?{_OF}[\s,-]*(\d{{4}})(?!\d)",
    re.IGNORECASE,
)
_MONTH_FIRST = re.compile(
    rf"{_MONTH}\s*(\d{{1,2}})(?:st|nd|rd|th)?(?:\s*,\s*|\s+)(\d{{4}})(?!\d)", re.IGNORECASE
)
_YEAR_FIRST = re.compile(rf"(?<!\d)(\d{{4}})[.,]?\s+{_MONTH}\s+(\d{{1,2}})(?!\d)")  # Hungarian
_CHANGE = re.compile(
    r"updat|modifi|edited|revis|review|changed|aktualis|geändert|mis(?:e)? à jour|actualiz"
    r"|aggiorna|atualiz|bijgewerkt|gewijzigd|uppdater|oppdater|opdater|zaktualiz|päivitetty"
    r"|обновл|измен|更新|수정",
    re.IGNORECASE,
)
_IN_ADDRESS = re.compile(r"/(\d{4})[/-](\d{1,2})[/-](\d{1,2})(?=\D|\Z)")


def read_date(text: str, month_first: bool = False) -> str | None:
    """The first plausible date in a text, as YYYY-MM-DD.

    With `month_first`, 3/4/2024 is the fourth of March, as in the United States.

    >>> read_date("Posted on 5. März 2024"), read_date("2024-03-05T23:10:00Z")
    ('2024-03-05', '2024-03-05')
    """
    first = find_date(text, month_first)
    return first[1] if first else None


def read_publication(text: str, month_first: bool = False) -> str | None:
    """The first date in a text, or the first that it does not call one of a change, if any.

    >>> read_publication("Last updated: 2024-05-01. Published: 2024-03-04")
    '2024-03-04'
    """
    if not says_change(text):
        return read_date(text, month_first)
    text = text.strip()[:_LONGEST]
    before = 0
    dates = sorted(_dates_in(text, month_first))
    for start, day in dates:
        if not says_change(text[before:start]):
            return day
        before = start
    return dates[0][1] if dates else None


def says_change(text: str) -> bool:
    """Whether a text speaks of a change."""
    return _CHANGE.search(text[:_LONGEST]) is not None


def leaves_choice(text: str) -> bool:
    """Whether the date of a text is in figures that may be read in two ways: 9/10/2024."""
    match = _FIGURES.search(text[:_LONGEST])
    return match is not None and match[1] != match[3] and max(int(match[1]), int(match[3])) <= 12


def find_date(text: str, month_first: bool = False) -> tuple[int, str] | None:
    """Where in a text its first plausible date starts, and the date."""
    text = text.strip()[:_LONGEST]
    if not _DIGIT.search(text):
        return None
    compact = _COMPACT.match(text)
    if compact and (day := _plausible(*compact.groups())):
        return 0, day
    return min(_dates_in(text, month_first), default=None)


def date_in_address(url: str | None) -> str | None:
    """The date in the path of an address: /2024/03/05/ and the like."""
    match = _IN_ADDRESS.search((url or "").partition("?")[0])
    return _plausible(*match.groups()) if match else None


def is_list_of_dates(dates: Sequence[str]) -> bool:
    """Whether some dates, in the order of the page, are those of a list of other pages:
    several, and the newest first. The posts of a thread go the other way."""
    steps = [(a, b) for a, b in itertools.pairwise(dates) if a != b]
    return len(steps) >= 2 and sum(a > b for a, b in steps) > len(steps) * 0.7


def _dates_in(text: str, month_first: bool) -> Iterator[tuple[int, str]]:
    for start, parts in _written(text, month_first):
        if day := _plausible(*parts):
            yield start, day


def _written(
    text: str, month_first: bool
) -> Iterator[tuple[int, tuple[str, int | str | None, str]]]:
    for match in _ISO.finditer(text):
        yield match.start(), (match[1], match[3], match[4])
    for match in _EAST_ASIAN.finditer(text):
        yield match.start(), (match[1], match[2], match[3])
    for match in _DAY_FIRST.finditer(text):
        yield match.start(), (match[3], _month(match[2]), match[1])
    for match in _MONTH_FIRST.finditer(text):
        yield match.start(), (match[3], _month(match[1]), match[2])
    for match in _YEAR_FIRST.finditer(text):
        yield match.start(), (match[1], _month(match[2]), match[3])
    for match in _FIGURES.finditer(text):
        first, between, second, year = match.groups()
        american = int(second) > 12 or (month_first and between != "." and int(first) <= 12)
        month, day = (first, second) if american else (second, first)
        yield match.start(), (year if len(year) == 4 else f"20{year}", month, day)


def _month(word: str) -> int | None:
    return MONTH_OF.get(folded(word))


def _plausible(year: str, month: int | str | None, day: str) -> str | None:
    """A date that a page can have: it exists, and is neither ancient nor to come."""
    if month is None:
        return None
    try:
        calendar_day = date(int(year), int(month), int(day))
    except ValueError:
        return None
    # A day of grace: it is tomorrow already somewhere.
    latest = datetime.now(UTC).date() + timedelta(days=1)
    return calendar_day.isoformat() if _EARLIEST <= calendar_day <= latest else None
