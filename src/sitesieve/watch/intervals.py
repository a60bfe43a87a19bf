"""Intervals such as 6h or 1d12h, and times as they are shown."""

import math
import re
from datetime import UTC, datetime

from sitesieve.errors import InputError

_UNITS = {"w": 604_800, "d": 86_400, "h": 3_600, "m": 60, "s": 1}
_PART = re.compile(r"(\d+(?:\.\d+)?)([wdhms])")
_WHOLE = re.compile(r"(?:\d+(?:\.\d+)?[wdhms])+")
_LONGEST = 10 * 366 * 86_400.0


def seconds_of(interval: str) -> float:
    """The seconds of an interval.

    >>> seconds_of("6h"), seconds_of("1d12h"), seconds_of("1.5m")
    (21600.0, 129600.0, 90.0)
    """
    text = interval.strip().lower().replace(" ", "")
    if not _WHOLE.fullmatch(text) or len(text) > 40:
        raise InputError(f"{interval!r} is no interval: write 30m, 6h, 1d or 2w")
    seconds = sum(float(number) * _UNITS[unit] for number, unit in _PART.findall(text))
    if not 0 < seconds <= _LONGEST:
        raise InputError(f"{interval!r} is no interval: it is too short or too long")
    return seconds


def as_interval(seconds: float) -> str:
    """Seconds as an interval, in its largest units.

    >>> as_interval(21600), as_interval(129600.4), as_interval(0.2)
    ('6h', '1d12h', '0s')
    """
    left = math.floor(seconds)
    text = ""
    for unit, size in _UNITS.items():
        if left >= size:
            text += f"{left // size}{unit}"
            left %= size
    return text or "0s"


def as_time(seconds: float) -> str:
    """A time in the form of RFC 3339, in UTC.

    >>> as_time(0)
    '1970-01-01T00:00:00Z'
    """
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def since(text: str, now: float) -> float:
    """The time of a date, or of an interval before now.

    >>> since("1d", 100_000), since("1970-01-02", 0)
    (13600.0, 86400.0)
    """
    if _WHOLE.fullmatch(text.strip().lower()):
        return now - seconds_of(text)
    try:
        moment = datetime.fromisoformat(text.strip())
    except ValueError:
        raise InputError(f"{text!r} is neither an interval (2d) nor a date (2025-03-14)") from None
    return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()
