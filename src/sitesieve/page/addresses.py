"""Addresses on a page: made absolute, made harmless, brought to the form they are compared in."""

import re
from typing import NamedTuple
from urllib.parse import parse_qsl, quote, urlencode, urljoin, urlsplit

from sitesieve.page.remembered import remembered
from sitesieve.page.urls import LONGEST_URL

_TRACKING = re.compile(
    r"utm_\w+|[gdy]clid|gclsrc|fbclid|msclkid|twclid|igshid|mc_[ce]id|_ga|_gl|_hs\w+|mkt_tok"
    r"|ref_src|vero_\w+|wickedid|oly_\w+_id|(?:php|j|asp)?sess(?:ion)?_?id|aspsessionid\w*|sid",
    re.IGNORECASE,
)
_SESSION_IN_PATH = re.compile(r";(?:jsessionid|phpsessid|sid)=[^/;]*", re.IGNORECASE)
_INDEX = re.compile(r"/(?:index|default)\.(?:html?|php|aspx?|jsp)$", re.IGNORECASE)
_ESCAPE = re.compile(r"%([0-9a-fA-F]{2})")
_PORTS = {"http": 80, "https": 443}
_UNRESERVED = frozenset(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~")
_LINK_SCHEMES = frozenset(("", "http", "https", "mailto", "tel", "ftp"))
_IMAGE_SCHEMES = frozenset(("", "http", "https"))
_SCHEME = re.compile(r"\s*([a-zA-Z][a-zA-Z0-9+.-]*):")
_IGNORED = re.compile("[\x00-\x1f\x7f]")  # browsers read on as if these were not there
_UNWRITABLE = re.compile(r"""[ "<>`]""")  # in an address; browsers write them so
_LONGEST_BASE = 2000  # characters
_MOST_FOLDERS = 100
_LONGEST_SAFE = 4000  # characters; what is longer carries data
_AS_WRITTEN = "/%:@!$&'()*+,;=-._~"  # what a path may hold without being escaped

# An address in which nothing is empty, quoted or left to guess: origin, path, query, fragment.
_PLAIN = re.compile(
    r"(https?://[a-zA-Z0-9.-]+(?::\d+)?(?=[/?#]|$))?((?(1)[^?#;\0-\x20]*|(?!//)[^?#;:\0-\x20]*))"
    r"(\?[^#\0-\x20]+)?(#[^\0-\x20]+)?"
)
_NEEDS_JOINING = re.compile(r"^\.|/\.|//")


def absolute(address: str, base: str | None) -> str:
    """An address as written on a page, made absolute; left as it is where that cannot be done."""
    written = address.strip()
    if len(written) > LONGEST_URL:
        return address
    if base and len(base) > LONGEST_URL:
        base = short_base(base)
    try:
        return _joined_plainly(written, base or "") or urljoin(base or "", written)
    except ValueError:
        return address


def short_base(base: str) -> str:
    """What addresses are joined to, but for what would make joining very many of them slow: a long
    query, or a path of hundreds of folders, of which the host is left."""
    if len(base) > _LONGEST_BASE:
        base = base.partition("#")[0].partition("?")[0]
    if len(base) > _LONGEST_BASE or base.count("/") > _MOST_FOLDERS:
        return f"{origin}/" if (origin := _origin(base[:LONGEST_URL])) else ""
    return base


def _joined_plainly(written: str, base: str) -> str | None:
    """What `urljoin` says of most addresses, which need not be taken apart for it; None for
    the others."""
    plain = _PLAIN.fullmatch(written)
    if plain is None:
        return None
    origin, path, query, fragment = plain.groups()
    if origin:
        return written
    parts = _parts_of(base)
    if parts is None or _NEEDS_JOINING.search(path):
        return None
    if path:
        return (parts.origin if path[0] == "/" else parts.folder) + written
    return parts.page + fragment if fragment and not query else None


class _BaseParts(NamedTuple):
    origin: str
    folder: str
    page: str  # without its fragment


@remembered(256)
def _parts_of(base: str) -> _BaseParts | None:
    """What addresses are joined to; None for a base that is not plain itself."""
    plain = _PLAIN.fullmatch(base)
    if plain is None or not plain[1] or not plain[2] or _NEEDS_JOINING.search(plain[2]):
        return None
    folder = plain[1] + plain[2].rpartition("/")[0] + "/"
    return _BaseParts(plain[1], folder, base.partition("#")[0])


def target(address: str, base: str | None) -> str:
    """What an address on a page points at. A place on the page itself stays as it is written:
    the same link on two pages is the same feature."""
    if address.startswith("#"):
        return address
    if base and len(base) > LONGEST_URL:
        base = short_base(base)
    # Most are whole, or paths from the root: joining is slow.
    if address.startswith(("https://", "http://")) and "/." not in address:
        return address.strip()
    if base and address.startswith("/") and address[1:2] != "/" and "/." not in address:
        return _origin(base) + address.strip()
    if base and (relative := _RELATIVE.fullmatch(address)):
        folders, up = _folders(base), len(relative[1]) // 3
        if up < len(folders):
            return folders[up] + relative[2]
    return absolute(address, base)


# A path down from a folder, or from one above, with nothing that joining would change.
_RELATIVE = re.compile(
    r"((?:\.\./)*)((?:[\w~%-][\w.~%+,=-]*/)*[\w~%-][\w.~%+,=-]*/?(?:#[\w.~%+,=-]+)?)", re.ASCII
)


@remembered(1024)
def _folders(url: str) -> tuple[str, ...]:
    """The folder of a page and those above it, the highest last; none where it has no such, or
    too many."""
    if url.count("/") > _MOST_FOLDERS:
        return ()
    try:
        parts = urlsplit(url)
    except ValueError:
        return ()
    steps = [step for step in parts.path.split("/")[1:-1] if step]
    if parts.scheme not in _PORTS or not parts.netloc or {".", ".."} & {*steps} or ";" in url:
        return ()
    origin = f"{parts.scheme}://{parts.netloc}"
    return tuple("/".join([origin, *steps[:left], ""]) for left in range(len(steps), -1, -1))


@remembered(1024)
def _origin(url: str) -> str:
    try:
        parts = urlsplit(url)
    except ValueError:
        return ""
    return f"{parts.scheme}://{parts.netloc}" if parts.netloc or parts.scheme == "file" else ""


@remembered(65536)
def normal_form(url: str | None) -> str:
    """The form in which an address is compared; empty where it is none of a page.

    Left out is what never makes another page (scheme, case of the host, usual port, fragment,
    user name) and what hardly ever does (parameters that track readers or hold sessions,
    a trailing slash, the name of a folder's index, the order of parameters).

    >>> normal_form("HTTP://A.example:80/news/index.html?utm_source=x&b=2&a=1#top")
    'a.example/news?a=1&b=2'
    """
    url = (url or "").strip()
    if len(url) > LONGEST_URL:
        return ""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:  # "http://[broken", "http://a:port/"
        return ""
    scheme = parts.scheme.lower()
    if scheme not in ("http", "https", "file", "") or not (parts.netloc or scheme == "file"):
        return ""
    host = (parts.hostname or "").rstrip(".")
    if ":" in host:  # an IPv6 address, which a port must not become a part of
        host = f"[{host}]"
    if port is not None and port != _PORTS.get(scheme):
        host = f"{host}:{port}"
    path = _SESSION_IN_PATH.sub("", _ESCAPE.sub(_plainest, parts.path))
    path = quote(_INDEX.sub("/", path), safe=_AS_WRITTEN, errors="replace").rstrip("/")
    query = _kept(parts.query)
    return f"{host}{path}?{query}" if query else f"{host}{path or '/'}"


def page_address(written: str, base: str) -> tuple[str, bool]:
    """The page that a link points at, in normal form, or nothing; and whether the link means all
    of it, not a place on it."""
    if written.startswith("#"):
        return "", False
    if not written.isprintable():
        return _page_address(written, base)
    # What is relative to a folder is the same on all pages in it, and remembered for all of them.
    relative = ":" not in written and written[:1] not in "?;" and written[:2] != "//"
    folder = (relative and _shared_folder(base)) or base
    page, _, place = written.partition("#")
    return (_page_address(page, folder)[0], False) if place else _page_address(written, folder)


@remembered(65536)
def _page_address(written: str, base: str) -> tuple[str, bool]:
    page, mark, _ = target(written, base).partition("#")
    return normal_form(page), not mark


@remembered(1024)
def _shared_folder(base: str) -> str:
    """The folder of a page, where it can stand for the page as a base; else nothing."""
    parts = _parts_of(base)
    return parts.folder if parts is not None and "?" not in base and "#" not in base else ""


def _kept(query: str) -> str:
    """The parameters that choose a page, in order; a query of another kind as it is."""
    if "=" not in query:
        return query
    try:
        pairs = parse_qsl(query, keep_blank_values=True, errors="replace", max_num_fields=200)
    except ValueError:  # more fields than anyone means
        return query
    return urlencode(sorted(pair for pair in pairs if not _TRACKING.fullmatch(pair[0])))


def _plainest(escape: re.Match[str]) -> str:
    """An escaped letter as the letter, any other escape in capitals."""
    byte = int(escape[1], 16)
    return chr(byte) if byte in _UNRESERVED else escape[0].upper()


def link_address(written: str, base: str) -> str:
    """Where a link leads; empty where it leads nowhere, or would run a script.

    >>> link_address("../b?x=1", "https://a.example/c/d"), link_address("java\\tscript:x", "")
    ('https://a.example/b?x=1', '')
    """
    return _harmless(written, base, _LINK_SCHEMES)


def image_address(written: str, base: str) -> str:
    """Where an image is; empty where it is no file on the web."""
    return _harmless(written, base, _IMAGE_SCHEMES)


def _harmless(written: str, base: str, schemes: frozenset[str]) -> str:
    if len(written) > _LONGEST_SAFE:
        return ""
    address = absolute(_IGNORED.sub("", written).strip(), base).strip()
    address = _UNWRITABLE.sub(lambda sign: f"%{ord(sign[0]):02X}", address)
    scheme = _SCHEME.match(address)
    return address if (scheme[1].lower() if scheme else "") in schemes else ""
