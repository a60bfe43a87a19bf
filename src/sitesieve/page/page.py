"""Page: what a source delivers and everything later reads."""

import re
from collections.abc import Iterable, Iterator, Sized
from dataclasses import replace
from typing import Any

from sitesieve.errors import PageError, Reason
from sitesieve.page.decode import Decoded, decode, decoded_text
from sitesieve.page.encode import encode
from sitesieve.page.head import Head
from sitesieve.page.limits import Cut, Limits
from sitesieve.page.metadata import Metadata, read_metadata
from sitesieve.page.not_pages import refuse_others
from sitesieve.page.tree import PageTree
from sitesieve.page.urls import path_of, site_of

_NOTHING = re.compile(rb"(?:[\0 \t\r\n\f]|\xef\xbb\xbf)*+")


class Page:
    """One web page: an address and its HTML, as bytes or as text.

    Decoding and parsing happen when they are first needed, within `limits`,
    and raise `PageError` for pages that cannot be used.
    """

    __slots__ = (
        *("url", "html", "charset", "name", "extra", "limits", "_site"),
        *("_decoded", "_tree", "_metadata"),
    )

    def __init__(
        self,
        url: str | None = None,
        html: bytes | str = b"",
        *,
        charset: str | None = None,
        site: str | None = None,
        name: str | None = None,
        extra: dict[str, Any] | None = None,
        limits: Limits | None = None,
    ) -> None:
        if not isinstance(html, bytes | str):
            raise TypeError(f"html must be text or bytes, not {type(html).__name__}")
        self.url = url
        self.html = html
        self.charset = charset  # what the HTTP header declares
        self.name = name  # where the page came from, for messages: file, line, record
        self.extra = extra or {}  # what travels with the page from source to sink
        self.limits = limits or Limits()
        self._site = site
        self._decoded: Decoded | None = None
        self._tree: PageTree | None = None
        self._metadata: Metadata | None = None

    def __repr__(self) -> str:
        return f"Page({self.label!r}, {len(self.html)} {type(self.html).__name__})"

    def __reduce__(self) -> tuple[Any, ...]:
        # A page travels between processes without what was computed from it.
        state = (self.url, self.html, self.charset, self._site, self.name, self.extra, self.limits)
        return _rebuild, state

    @property
    def label(self) -> str:
        """How messages name the page."""
        return self.url or self.name or "(page without address)"

    @property
    def site(self) -> str:
        """The site the page belongs to: set, or the registrable domain of its URL."""
        return site_of(self.url) if self._site is None else self._site

    @site.setter
    def site(self, site: str) -> None:
        self._site = site

    @property
    def path(self) -> str:
        """The directory part of the URL (Kang-Kim §III.C), or of the file's name."""
        if self.url:
            return path_of(self.url)
        return (self.name or "").rpartition("/")[0] + "/"

    @property
    def decoded(self) -> Decoded:
        """The page's text and how it was decoded."""
        if self._decoded is None:
            limit = self.limits.bytes
            if isinstance(self.html, bytes):
                decoded = decode(self.html[:limit], self.charset)
            else:
                decoded = decoded_text(self.html[:limit], "text", "text")
            if _NOTHING.fullmatch(decoded.utf8):
                raise PageError(Reason.EMPTY, "there is nothing in it")
            refuse_others(decoded.utf8)
            self._decoded = decoded
        return self._decoded

    @property
    def tree(self) -> PageTree:
        """The parsed page."""
        if self._tree is None:
            tree = encode(self.decoded.utf8, self.limits, self.url)
            if len(self.html) > self.limits.bytes:
                too_long = Cut("bytes", self.limits.bytes, len(self.html))
                tree = replace(tree, cuts=(too_long, *tree.cuts))
            self._tree = tree
        return self._tree

    @tree.setter
    def tree(self, tree: PageTree) -> None:
        # Of a page that was parsed before; then its HTML is not looked at.
        self._tree = tree

    @property
    def head(self) -> Head:
        """Title, meta, links and JSON-LD."""
        return self.tree.head

    @property
    def metadata(self) -> Metadata:
        """Title, author, dates and what else the page says of itself, found when first asked."""
        if self._metadata is None:
            self._metadata = read_metadata(self.tree)
        return self._metadata


def _rebuild(
    url: str | None,
    html: bytes | str,
    charset: str | None,
    site: str | None,
    name: str | None,
    extra: dict[str, Any],
    limits: Limits,
) -> Page:
    return Page(url, html, charset=charset, site=site, name=name, extra=extra, limits=limits)


Pages = Iterable[Page | tuple[str | None, bytes | str]]


def as_pages(pages: Pages) -> Iterator[Page]:
    """Pages as they are, and pages from (url, html) pairs."""
    for page in pages:
        if isinstance(page, Page):
            yield page
        elif isinstance(page, Sized) and not isinstance(page, str | bytes) and len(page) == 2:
            yield Page(*page)
        else:
            kind = type(page).__name__
            raise TypeError(f"pages must be Page objects or (url, html) pairs, not {kind}")
