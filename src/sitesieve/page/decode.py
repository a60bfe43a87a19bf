"""Bytes to text: byte order mark, strict UTF-8, declared charset, detector.

Strict UTF-8 stands before the declaration because text in another encoding is
almost never valid UTF-8 by chance, while declarations are often wrong.
"""

import codecs
import re
from collections import Counter
from dataclasses import dataclass

import webencodings

from sitesieve.errors import PageError, Reason
from sitesieve.page.stopwords import STOP_WORDS
from sitesieve.page.utf8 import is_utf8
from sitesieve.page.words import tokenize

# Codecs that read what the WHATWG decoder of that name reads; Python's own
# namesakes are narrower (its gbk lacks the four-byte forms, its shift_jis the
# vendor characters that Japanese pages use).
_WIDER_CODEC = {
    "gbk": "gb18030",
    "shift_jis": "cp932",
    "euc-kr": "cp949",
    "big5": "big5hkscs",
    "euc-jp": "euc_jis_2004",
    "iso-8859-8-i": "iso-8859-8",
    "x-mac-cyrillic": "mac-cyrillic",
    "macintosh": "mac-roman",
    "windows-874": "cp874",
    "x-user-defined": "cp1252",
}

_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),  # before UTF-16: it starts with the same two bytes
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)

# Things that are served as pages by mistake.
_MAGIC = {
    b"%PDF-": "a PDF document",
    b"\x89PNG": "a PNG image",
    b"\xff\xd8\xff": "a JPEG image",
    b"GIF8": "a GIF image",
    b"PK\x03\x04": "a ZIP archive",
    b"\x1f\x8b": "gzip data",
    b"\x28\xb5\x2f\xfd": "zstd data",
    b"\x7fELF": "a program",
    b"MZ\x90": "a program",
    b"wOFF": "a font",
    b"wOF2": "a font",
    b"RIFF": "RIFF media",
    b"OggS": "Ogg media",
    b"ID3": "MP3 audio",
    b"\xd0\xcf\x11\xe0": "an office document",
    b"{\\rtf": "an RTF document",
    b"%!PS": "a PostScript document",
}

_DECLARED = re.compile(
    rb"""<meta[^>]{0,512}?charset\s*+=\s*+["']?\s*+([a-zA-Z0-9_:.-]+)"""
    rb"""|<\?xml[^>]{0,256}?encoding\s*+=\s*+["']([a-zA-Z0-9_:.-]+)""",
    re.IGNORECASE,
)
_DECLARATION_WITHIN = 4096  # the standard says 1024; real heads are longer
_ISO_2022_JP = re.compile(rb"\x1b(?:\$[@B]|\(J)")
_NOT_ASCII = re.compile(r"[^\x00-\x7f\ufffd]")
_HIGH_RUN = re.compile(rb"([A-Za-z]?)([\x80-\xff]+)([A-Za-z]?)")
_NOT_IN_TEXT = re.compile("[\x80-\x9f\ufffd]")
_LATIN_CODECS = ("cp1252", "cp1250", "iso8859-2", "cp1254", "cp1257")
_CODECS_OF = dict.fromkeys(("pl", "cs", "hu", "ro"), ("cp1250", "iso8859-2")) | {"tr": ("cp1254",)}
_DETECTOR_SAMPLE = 16_384
_CONTROL = bytes(c for c in range(32) if c not in b"\t\n\f\r\x1b")


@dataclass(frozen=True, slots=True)
class Decoded:
    """A page's text as UTF-8, the encoding it was read in, and how that was found."""

    utf8: bytes
    encoding: str
    how: str  # "text", "bom", "utf-8", "http", "meta", "pattern", "detected" or "fallback"
    replaced: int = 0  # bytes or sequences that had no meaning in that encoding

    @property
    def text(self) -> str:
        """The page's text."""
        return self.utf8.decode()


def decoded_text(text: str, encoding: str, how: str, replaced: int = 0) -> Decoded:
    """A text that was read in some encoding. Lone surrogates have no UTF-8."""
    return Decoded(text.encode("utf-8", "replace"), encoding, how, replaced)


def decode(data: bytes, charset: str | None = None) -> Decoded:
    """Decode the bytes of a page; `charset` is what the HTTP header declares.

    Raises `PageError` when the bytes are not text at all.
    """
    if _is_plain_utf8(data):  # as most pages are
        return Decoded(data, "utf-8", "utf-8")
    declared = _declarations(data, charset)
    _refuse_binary(data, declared)
    for bom, encoding in _BOMS:
        if data.startswith(bom):
            return _lenient(data[len(bom) :], encoding, "bom")
    if wide := _utf16_without_bom(data, declared):
        return _lenient(data, wide, "pattern")
    if b"\x1b" in data and _ISO_2022_JP.search(data):  # pure ASCII to a UTF-8 reader
        attempt = _lenient(data, "iso2022_jp_ext", "pattern")
        named = any(codec.startswith("iso2022") for codec, _ in declared)
        if named or attempt.replaced <= _tolerable(data):
            return attempt
    nearly = _nearly_utf8(data, declared)
    if nearly is not None:
        return nearly
    for codec, how in declared:
        if not codec.startswith("utf"):  # bytes that are not UTF-8 were tried as such already
            attempt = _lenient(data, codec, how)
            if attempt.replaced <= _tolerable(data):
                return attempt
    return _detect(data)


def _is_plain_utf8(data: bytes) -> bool:
    """Whether the bytes are UTF-8 and nothing else: no mark, no control bytes in front."""
    head = data[:4096]
    return (
        len(head.translate(None, _CONTROL)) == len(head)
        and b"\x1b" not in data
        and not data.startswith(codecs.BOM_UTF8)
        and magic_of(data) is None
        and is_utf8(data)
    )


def _declarations(data: bytes, charset: str | None) -> list[tuple[str, str]]:
    """The codecs that header and page declare, with where they do."""
    declaration = _DECLARED.search(data, 0, _DECLARATION_WITHIN)
    in_page = (declaration[1] or declaration[2]).decode("ascii") if declaration else None
    pairs = ((codec_of(charset), "http"), (codec_of(in_page), "meta"))
    return [(codec, how) for codec, how in pairs if codec is not None]


def codec_of(label: str | None) -> str | None:
    """The Python codec for a charset label, by the WHATWG table; None if unknown.

    >>> codec_of("latin-1"), codec_of("GB2312"), codec_of("klingon")
    ('cp1252', 'gb18030', None)
    """
    # The table has no "latin-1" with a hyphen although pages write it.
    encoding = webencodings.lookup((label or "").strip().lower().replace("latin-", "latin"))
    if encoding is None:
        return None
    name = _WIDER_CODEC.get(encoding.name, encoding.name)
    try:
        return codecs.lookup(name).name
    except LookupError:  # "replacement" and its like: encodings that must not be read
        return None


def magic_of(data: bytes) -> str | None:
    """What else than a page the first bytes say that it is; space before them is passed over."""
    start = data[:64].lstrip(b" \t\r\n")
    if not start.startswith(tuple(_MAGIC)):
        return None
    return next(what for magic, what in _MAGIC.items() if start.startswith(magic))


def _refuse_binary(data: bytes, declared: list[tuple[str, str]]) -> None:
    if (what := magic_of(data)) is not None:
        raise PageError(Reason.BINARY, f"the bytes are {what}, not a page")
    head = data[:4096]
    if head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return
    if _utf16_without_bom(data, declared):
        return
    control = len(head) - len(head.translate(None, _CONTROL))
    nulls = head.count(0)  # stray NULs are common and harmless; other control bytes are not
    if control - nulls > len(head) * 0.05 or nulls > len(head) * 0.5:
        raise PageError(Reason.BINARY, "the bytes are mostly control characters, not text")


def _utf16_without_bom(data: bytes, declared: list[tuple[str, str]]) -> str | None:
    head = data[:2048]
    even, odd = head[0::2].count(0), head[1::2].count(0)
    for codec, how in declared:  # a page that can say so in ASCII is not in UTF-16
        if codec.startswith("utf-16") and how == "http" and even + odd:
            return codec
    # The tags of a page are ASCII, so every other byte near them is NUL.
    if len(head) < 8 or max(even, odd) < len(head) // 2 * 0.2:
        return None
    if odd > even * 8:
        return "utf-16-le"
    if even > odd * 8:
        return "utf-16-be"
    return None


def _nearly_utf8(data: bytes, declared: list[tuple[str, str]]) -> Decoded | None:
    try:
        data.decode()
        return Decoded(data, "utf-8", "utf-8")
    except UnicodeDecodeError as error:
        cut = error.start >= len(data) - 3 and "end of data" in error.reason
        start = error.start
    others = [codec for codec, _ in declared if not codec.startswith("utf")]
    if cut and (not data[:start].isascii() or (declared and not others)):
        return Decoded(data[:start], "utf-8", "utf-8", replaced=1)
    text = data.decode("utf-8", "replace")
    bad = text.count("\ufffd") - data.count(b"\xef\xbf\xbd")
    good = sum(1 for _ in _NOT_ASCII.finditer(text))
    # A few broken sequences in a page that is UTF-8 everywhere else.
    return decoded_text(text, "utf-8", "utf-8", bad) if good >= 10 * bad else None


def _lenient(data: bytes, codec: str, how: str) -> Decoded:
    name = codec_name(codec)
    try:
        # The web's tables leave no byte of a Windows code page undefined: Python's do.
        errors = "c1-controls" if codec.startswith("cp125") else "strict"
        return decoded_text(data.decode(codec, errors), name, how)
    except UnicodeDecodeError:
        text = data.decode(codec, "replace")
        return decoded_text(text, name, how, text.count("\ufffd"))


def _as_controls(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeDecodeError):
        raise error
    return error.object[error.start : error.end].decode("latin-1"), error.end


codecs.register_error("c1-controls", _as_controls)


def codec_name(codec: str) -> str:
    """The name to show for a codec: the web's where it has one."""
    web_names = {"cp1252": "windows-1252", "cp932": "shift_jis", "cp949": "euc-kr"}
    return web_names.get(codec, codec.replace("_", "-"))


def _tolerable(data: bytes) -> int:
    high = len(data) - len(data.translate(None, bytes(range(128, 256))))
    return max(2, high // 50)


def _detect(data: bytes) -> Decoded:
    pieces = (p for p in re.split(rb"[<>]", data[: 64 * _DETECTOR_SAMPLE]) if not p.isascii())
    sample = b"\n".join(pieces)[:_DETECTOR_SAMPLE]
    if _is_latin(sample):
        return _lenient(data, _latin_codec(sample), "detected")
    import charset_normalizer  # most pages say what they are, and starting takes its time

    best = charset_normalizer.from_bytes(sample).best()
    if best is not None and best.encoding != "ascii":
        return _lenient(data, best.encoding, "detected")
    return _lenient(data, "cp1252", "fallback")


def _is_latin(sample: bytes) -> bool:
    """Whether bytes beyond ASCII stand singly beside ASCII letters: é, ü, ł in a word."""
    runs = _HIGH_RUN.findall(sample)
    beside = sum(1 for before, run, after in runs if len(run) <= 2 and (before or after))
    return bool(runs) and beside >= 0.6 * len(runs)


def _latin_codec(sample: bytes) -> str:
    """The Latin code page in which the most function words of one language appear."""

    def likelihood(codec: str) -> tuple[int, bool]:
        text = sample.decode(codec, "replace")
        counts = Counter(tokenize(text))
        hits = {language: sum(map(counts.__getitem__, s)) for language, s in STOP_WORDS.items()}
        language = max(hits, key=hits.__getitem__)
        misfits = len(_NOT_IN_TEXT.findall(text))
        return hits[language] - 2 * misfits, codec in _CODECS_OF.get(language, ("cp1252",))

    return max(_LATIN_CODECS, key=likelihood)  # the first of equals
