"""Sitemaps: the addresses that a site lists for crawlers (sitemaps.org)."""

import zlib
from dataclasses import dataclass

from lxml.etree import XMLSyntaxError
from scrapy.utils.sitemap import Sitemap

from sitesieve.errors import PageError, Reason

_MOST = 50_000  # addresses of one sitemap, by the standard


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
    if body.lstrip()[:4] in (b"http", b"\xef\xbb\xbfh"):  # a list, an address a line
        lines = body.decode("utf-8-sig", "replace").split()
        return Listed(tuple(lines[:_MOST]), are_sitemaps=False)
    try:
        sitemap = Sitemap(body)
        found = []
        for entry in sitemap:
            if entry["loc"]:
                found.append(str(entry["loc"]))
            if len(found) >= _MOST:
                break
    except (XMLSyntaxError, StopIteration, ValueError) as error:
        raise PageError(Reason.CORRUPT, "not a sitemap") from error
    if sitemap.type not in ("urlset", "sitemapindex"):
        raise PageError(Reason.CORRUPT, "not a sitemap")
    return Listed(tuple(found), are_sitemaps=sitemap.type == "sitemapindex")
