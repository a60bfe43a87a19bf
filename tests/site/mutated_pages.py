"""Copies of pages as they are found on the web: another date, an advertisement more."""

import re
from random import Random

MONTHS = (
    "January February March April May June July August September October November December "
    "Januar Februar März Mai Juni Juli Oktober Dezember"
).split()
SELLING = (
    "offer discount today sunny shoes travel bank credit card free trial visit store bargain "
    "limited season ticket holiday insurance quote garage phone"
).split()
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_MONTH = re.compile(rf"\b(?:{'|'.join(MONTHS)})\b")
_PLACE = re.compile(r"<(?:p|div|table|ul)[ >]")


def another_date(html: str, rng: Random) -> str:
    """Every year and month changed."""
    html = _YEAR.sub(lambda _: str(rng.randint(2000, 2030)), html)
    return _MONTH.sub(lambda _: rng.choice(MONTHS), html)


def with_advertisement(html: str, rng: Random) -> str:
    """One advertisement more, somewhere."""
    at = rng.choice([place.start() for place in _PLACE.finditer(html)])
    words, more = " ".join(rng.sample(SELLING, 4)), " ".join(rng.sample(SELLING, 10))
    box = f'<div class="promo"><a href="https://ads.example/">{words}</a><p>{more}</p></div>'
    return html[:at] + box + html[at:]


def both(html: str, rng: Random) -> str:
    return with_advertisement(another_date(html, rng), rng)


MUTATIONS = (another_date, with_advertisement, both)
