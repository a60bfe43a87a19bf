"""Page: what a source delivers and everything later reads."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Sized
from dataclasses import replace
from typing import Any, Protocol, cast

from sitesieve.errors import InputError, PageError, Reason
from sitesieve.page.decode import Decoded, decode, decoded_text
from sitesieve.page.encode import encode
from sitesieve.page.head import Head
from sitesieve.page.limits import Cut, Limits
from sitesieve.page.metadata import Metadata, read_metadata
from sitesieve.page.not_pages import refuse_others
from sitesieve.page.tree import PageTree
from sitesieve.page.urls import path_of, site_of

_NOTHING = re.compile(rb"(?:[\0 \t\r\n\f]|\xef\xbb\xbf)*+")
_MARKUP = re.compile(
    r"\s*<(?:!doctype\b|!--|\?xml\b|(?:html|head|title|meta|body|div|p|h[1-6]|a|main|article)[\s>])",
    re.IGNORECASE,
)
_ADDRESS = re.compile(r"(?:(?:https?|ftp|file)://|www\.)[^\s<]+", re.IGNORECASE)
_PATH = re.compile(
    r"[^<>\n]+\.x?html?(?:\.gz|\.zst)?|[^<>\s]+\.(?:php|aspx?|jsp|txt|warc|jsonl|parquet)"
    r"|(?:~|\.{0,2}/)[^<>\s]+",
    re.IGNORECASE,
)
_LONGEST_NAME = 2000  # characters of an address or a path


class Readable(Protocol):
    """A file that is open, as bytes or as text."""

    def read(self) -> bytes | str:
        """All of it."""


Html = bytes | bytearray | memoryview | str | Readable  # what HTML may be given as


class Page:
    """One web page: an address and its HTML, as bytes or as text, or a file to read it from.

    Decoding and parsing happen when they are first needed, within `limits`,
    and raise `PageError` for pages that cannot be used.

    >>> Page("https://www.a.example/tea", "<h1>Tea</h1>").site
    'a.example'

    Parameters
    ----------
    url : where the page is from.
    html : text, bytes, or an open file, which is read.
    charset : what the HTTP header declares.
    site : the site it belongs to, where that is not the registrable domain of its address.
    name : what messages call it where it has no address: a file, a line, a record.
    extra : what travels with the page from source to sink.
    limits : what it may cost.
    """

    __slots__ = (
        *("url", "html", "charset", "name", "extra", "limits", "_site"),
        *("_decoded", "_tree", "_metadata"),
    )

    def __init__(
        self,
        url: str | None = None,
        html: Html = b"",
        *,
        charset: str | None = None,
        site: str | None = None,
        name: str | None = None,
        extra: dict[str, Any] | None = None,
        limits: Limits | None = None,
    ) -> None:
        _check_address(url)
        if limits is not None and not isinstance(limits, Limits):
            raise TypeError(f"limits must be Limits(...), not {type(limits).__name__}")
        self.url = url
        self.html = _content(html)
        self.charset = charset
        self.name = name
        self.extra = extra or {}
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


def _check_address(url: object) -> None:
    """Refuse what is not an address."""
    if url is None:
        return
    if not isinstance(url, str):
        kind = type(url).__name__
        raise TypeError(f"url must be text, not {kind}: it comes first, as in Page(url, html)")
    if is_markup(url):
        raise InputError(
            f"url is HTML, not an address: {_shortened(url)}; give Page(url, html) in this order, "
            "or Page(html=html) where there is no address"
        )


def is_markup(text: str) -> bool:
    """Whether a text begins as a page does, and so can be no address."""
    return _MARKUP.match(text) is not None


def _content(html: Html) -> bytes | str:
    """HTML as bytes or text, whatever it is given as."""
    if isinstance(html, bytes | str):
        return html
    if isinstance(html, bytearray | memoryview):
        return bytes(html)
    content = html.read() if hasattr(html, "read") else None
    if not isinstance(content, bytes | str):
        hint = "; read it first: path.read_bytes()" if hasattr(html, "read_bytes") else ""
        raise TypeError(
            f"html must be text, bytes or an open file, not {type(html).__name__}{hint}"
        )
    return content


def page_of(html: Html | Page, url: str | None = None) -> Page:
    """The page that a person gave as HTML or as a page; InputError for an address or a path."""
    if isinstance(html, Page):
        if url is not None:
            raise TypeError("a Page has its address: leave out url")
        page = html
    else:
        page = Page(url, html)
    if len(page.html) <= _LONGEST_NAME:
        content = page.html if isinstance(page.html, str) else page.html.decode("utf-8", "replace")
        _refuse_name(content.strip())
    return page


def _refuse_name(text: str) -> None:
    """InputError for an address or the name of a file, where HTML should be."""
    if _ADDRESS.fullmatch(text):
        shown = _shortened(text)
        raise InputError(f"an address, not HTML: {shown}; fetch it first: sitesieve.fetch({shown})")
    if _PATH.fullmatch(text):
        shown = _shortened(text)
        raise InputError(
            f"the name of a file, not HTML: {shown}; read it first: "
            f"pathlib.Path({shown}).read_bytes()"
        )


def _shortened(text: str) -> str:
    text = text.strip()
    return repr(text if len(text) <= 80 else f"{text[:79]}…")


Pages = Iterable[Page | tuple[str | None, Html]]


def as_pages(pages: Pages) -> Iterator[Page]:
    """Pages as they are, and pages from (url, html) pairs; TypeError for anything else. An error
    says which of the pages it is about."""
    if isinstance(pages, Mapping):
        raise TypeError("pages are a dict: give its (url, html) pairs, pages.items()")
    if isinstance(pages, Page | str | bytes | bytearray | memoryview):
        kind = type(pages).__name__
        raise TypeError(f"pages are several, not one {kind}: give a list of (url, html) pairs")
    for place, given in enumerate(pages):
        try:
            page = _as_page(given)
        except (InputError, TypeError) as error:
            raise type(error)(f"pages[{place}]{_address_in(given)}: {error}") from error
        yield page


def _as_page(page: object) -> Page:
    if isinstance(page, Page):
        return page
    if isinstance(page, Mapping):
        raise TypeError(
            f"a page is a dict with {', '.join(map(str, page)) or 'nothing'}: "
            "give sitesieve.Page(url=…, html=…), or a (url, html) pair"
        )
    if isinstance(page, Sized) and not isinstance(page, str | bytes) and len(page) == 2:
        url, html = cast(tuple[str | None, Html], page)  # a tuple, a list, a row of an array
        return page_of(html, url)
    kind = type(page).__name__
    raise TypeError(f"pages must be Page objects or (url, html) pairs, not {kind}")


def _address_in(pair: object) -> str:
    """The address of a pair that is no page, for messages."""
    if isinstance(pair, Sequence) and len(pair) == 2 and isinstance(pair[0], str):
        return "" if is_markup(pair[0]) else f", {_shortened(pair[0])}"
    return ""
