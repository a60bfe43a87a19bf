"""Sitemaps: the addresses that a site lists for crawlers (sitemaps.org).

They are read by patterns, not as XML: many have an & that XML does not allow, and a few patterns
can be misled by nothing that is in a document type. Each pattern ends at the next "<", so that
reading takes time in proportion to the length, whatever is in it.
"""

import re
import zlib
from dataclasses import dataclass
from itertools import islice
from xml.sax.saxutils import unescape

from sitesieve.errors import PageError, Reason

_MOST = 50_000  # addresses of one sitemap, by the standard
_ROOT = re.compile(r"<(?![?!])([\w.-]+:)?([\w.-]+)")  # the first element, perhaps with a prefix
_ENTITIES = {"&quot;": '"', "&apos;": "'", "&#38;": "&", "&#x26;": "&"}


@dataclass(frozen=True, slots=True)
class Listed:
    """What a sitemap lists: pages, or further sitemaps."""

    addresses: tuple[str, ...]
    are_sitemaps: bool


def read_sitemap(body: bytes, limit: int) -> Listed:
    """The addresses of a sitemap, also of a gzipped or a plain one; PageError when it is none."""
    if body.startswith(b"\x1f\x8b"):
        try:
            body = zlib.decompressobj(31).decompress(body, limit + 1)
        except zlib.error as error:
            raise PageError(Reason.CORRUPT, f"damaged compressed data: {error}") from error
    if len(body) > limit:
        raise PageError(Reason.CORRUPT, f"a sitemap of more than {limit:,} bytes")
    first, *commented = body.decode("utf-8-sig", "replace").split("<!--")
    text = first + "".join(piece.partition("-->")[2] for piece in commented)
    if text.lstrip().startswith("http"):  # a list, an address a line
        return Listed(tuple(text.split()[:_MOST]), are_sitemaps=False)
    root = _ROOT.search(text)
    if root is None or root[2] not in ("urlset", "sitemapindex"):
        raise PageError(Reason.CORRUPT, "not a sitemap")
    # Elements of other vocabularies, such as image:loc, have another prefix than the root.
    name = re.escape(root[1] or "") + "loc"
    address = re.compile(rf"<{name}(?:\s[^<>]*)?>\s*(?:<!\[CDATA\[([^<\]]*)\]\]>|([^<]*))")
    addresses = (
        (literal or unescape(escaped, _ENTITIES)).strip()
        for literal, escaped in (match.groups("") for match in address.finditer(text, root.end()))
    )
    return Listed(tuple(islice(filter(None, addresses), _MOST)), root[2] == "sitemapindex")
