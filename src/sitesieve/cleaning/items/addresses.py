"""What an address on a page says beside the page's own: its words, and how near it is."""

from itertools import pairwise
from typing import NamedTuple
from urllib.parse import urlsplit

from sitesieve.cleaning.items.item import UNKNOWN
from sitesieve.page.addresses import target
from sitesieve.page.remembered import remembered
from sitesieve.page.urls import host_of, registrable_domain
from sitesieve.page.words import tokenize

# Words of the addresses of advertisements: ad servers, redirects, tracking. A word is advertising
# as a whole: "adserver" and "ads" are, "address" and "download" are not.
# Left out for what real pages showed: "campaign" (elections), "utm" (counts readers of own pages).
AD_ADDRESS_WORDS = frozenset(
    "ad ads adv adserv adserve adserver adclick adlink adview advert adverts advertise advertising "
    "advertisement advertiser adimage adimages adtech adform adsystem adservice adnxs pubads adlog "
    "googleads googlesyndication doubleclick banner banners bannerid sponsor sponsors sponsored "
    "sponsorship click clicks clickthru clickthrough clk redirect redir promo promos affiliate "
    "affiliates aff affid openx adsense skyscraper leaderboard msads werbung anzeige anzeigen "
    "reklame publicite guanggao".split()
)
LONGEST_ADDRESS = 2000  # characters of an address that count


class AddressParts(NamedTuple):
    """An address taken apart. `host` is empty where none is known."""

    host: str
    segments: tuple[str, ...]
    query: bool


@remembered(8192)
def place_of(url: str) -> AddressParts:
    """An address taken apart.

    >>> place_of("https://a.example/news/2024/story.html?id=3").segments
    ('news', '2024', 'story.html')
    """
    try:
        parts = urlsplit(url[:LONGEST_ADDRESS])
    except ValueError:  # "http://[broken"
        return AddressParts("", (), False)
    path = parts.path if parts.scheme in ("", "http", "https") else ""
    return AddressParts(host_of(url), tuple(s for s in path.split("/") if s), bool(parts.query))


@remembered(8192)
def address_words(url: str) -> tuple[str, ...]:
    """The words of an address, in order; those of a data address are none.

    >>> address_words("http://ads.a.example/Banner_468x60.gif")
    ('http', 'ads', 'a', 'example', 'banner', '468x60', 'gif')
    """
    if url[:5].lower() == "data:":
        return ()
    return tuple(tokenize(url[:LONGEST_ADDRESS].replace("_", " ")))


def with_pairs(words: tuple[str, ...]) -> frozenset[str]:
    """Words and pairs of neighbours, written as AdEater does: `click+here` (thesis §3.1)."""
    return frozenset((*words, *map("+".join, pairwise(words))))


def ad_words(words: tuple[str, ...], listed: frozenset[str] = AD_ADDRESS_WORDS) -> int:
    """How many of the words are words of advertising."""
    return sum(word in listed for word in words)


def is_here(address: str, url: str | None, written: str, by_domain: bool = False) -> float:
    """1 when an address is on the page's own host (or domain), 0 when not, else unknown.

    What is written without a host is on the page's own, even if that is not known.
    """
    if not host_of(written) and not written.startswith("//"):
        return 1.0
    hosts = (place_of(url or "").host, place_of(address).host)
    if not all(hosts):
        return UNKNOWN
    here, there = map(registrable_domain, hosts) if by_domain else hosts
    return float(here == there)


def absolute(written: str, base: str) -> str:
    """An address as it is written on a page, made absolute where that can be done."""
    return target(written, base)[:LONGEST_ADDRESS] if written else ""
