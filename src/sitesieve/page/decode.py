"""Bytes to text: byte order mark, strict UTF-8, declared charset, detector.

Strict UTF-8 stands before the declaration because text in another encoding is
almost never valid UTF-8 by chance, while declarations are often wrong.
"""

import codecs
import re
from dataclasses import dataclass

import charset_normalizer
import webencodings

from sitesieve.errors import PageError, Reason

# Codecs that read what the WHATWG decoder of that name reads; Python's own
# namesakes are narrower (its gbk lacks the four-byte forms, its shift_jis the
# vendor characters that Japanese pages use).
_WIDER_CODEC = {
    "gbk": "gb18030",
    "shift_jis": "cp932",
    "euc-kr": "cp949",
    "big5": "big5hkscs",
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
}

_DECLARED = re.compile(
    rb"""<meta[^>]{0,512}?charset\s*=\s*["']?\s*([a-zA-Z0-9_:.-]+)"""
    rb"""|<\?xml[^>]{0,256}?encoding\s*=\s*["']([a-zA-Z0-9_:.-]+)""",
    re.IGNORECASE,
)
_DECLARATION_WITHIN = 4096  # the standard says 1024; real heads are longer
_TEXT_WITH_HIGH_BYTES = re.compile(rb"[^<>]*[\x80-\xff][^<>]*")
_DETECTOR_SAMPLE = 16_384
_CONTROL = bytes(c for c in range(32) if c not in b"\t\n\f\r\x1b")


@dataclass(frozen=True, slots=True)
class Decoded:
    """A page's text, the encoding it was read in, and how that was found."""

    text: str
    encoding: str
    how: str  # "text", "bom", "utf-8", "http", "meta", "pattern", "detected" or "fallback"
    replaced: int = 0  # bytes or sequences that had no meaning in that encoding


def decode(data: bytes, charset: str | None = None) -> Decoded:
    """Decode the bytes of a page; `charset` is what the HTTP header declares.

    Raises `PageError` when the bytes are not text at all.
    """
    _refuse_binary(data)
    for bom, encoding in _BOMS:
        if data.startswith(bom):
            return _lenient(data[len(bom) :], encoding, "bom")
    if wide := _utf16_without_bom(data):
        return _lenient(data, wide, "pattern")
    if b"\x1b$" in data or b"\x1b(" in data:  # ISO-2022-JP is pure ASCII to a UTF-8 reader
        try:
            return Decoded(data.decode("iso2022_jp_ext"), "iso-2022-jp", "pattern")
        except UnicodeDecodeError:
            pass
    nearly = _nearly_utf8(data)
    if nearly is not None:
        return nearly
    declared = _DECLARED.search(data, 0, _DECLARATION_WITHIN)
    in_page = (declared[1] or declared[2]).decode("ascii") if declared else None
    for label, how in ((charset, "http"), (in_page, "meta")):
        codec = codec_of(label)
        if codec is None or codec.startswith("utf-"):
            continue  # bytes that are not UTF-8 were tried as such already
        attempt = _lenient(data, codec, how)
        if attempt.replaced <= _tolerable(data):
            return attempt
    return _detect(data)


def codec_of(label: str | None) -> str | None:
    """The Python codec for a charset label, by the WHATWG table; None if unknown.

    >>> codec_of("latin-1"), codec_of("GB2312"), codec_of("klingon")
    ('cp1252', 'gb18030', None)
    """
    # The table has no "latin-1" with a hyphen although pages write it.
    found = webencodings.lookup((label or "").strip().replace("latin-", "latin"))
    if found is None:
        return None
    name = _WIDER_CODEC.get(found.name, found.name)
    try:
        return codecs.lookup(name).name
    except LookupError:  # "replacement" and its like: encodings that must not be read
        return None


def _refuse_binary(data: bytes) -> None:
    for magic, what in _MAGIC.items():
        if data.startswith(magic):
            raise PageError(Reason.BINARY, f"the bytes are {what}, not a page")
    head = data[:4096]
    if b"\x00" in head and _utf16_without_bom(data):
        return
    if head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return
    control = len(head) - len(head.translate(None, _CONTROL))
    nulls = head.count(0)  # stray NULs are common and harmless; other control bytes are not
    if control - nulls > len(head) * 0.1 or nulls > len(head) * 0.5:
        raise PageError(Reason.BINARY, "the bytes are mostly control characters, not text")


def _utf16_without_bom(data: bytes) -> str | None:
    # The tags of a page are ASCII, so every other byte near them is NUL.
    head = data[:2048]
    if len(head) < 8:
        return None
    even, odd = head[0::2].count(0), head[1::2].count(0)
    if max(even, odd) < len(head) // 2 * 0.2:
        return None
    if odd > even * 8:
        return "utf-16-le"
    if even > odd * 8:
        return "utf-16-be"
    return None


def _nearly_utf8(data: bytes) -> Decoded | None:
    try:
        return Decoded(data.decode("utf-8"), "utf-8", "utf-8")
    except UnicodeDecodeError as error:
        if error.start >= len(data) - 3 and "end of data" in error.reason:
            return Decoded(data[: error.start].decode("utf-8"), "utf-8", "utf-8", replaced=1)
    text = data.decode("utf-8", "replace")
    bad = text.count("�") - data.count(b"\xef\xbf\xbd")
    good = sum(1 for _ in re.finditer(r"[^\x00-\x7f�]", text))
    # A few broken sequences in a page that is UTF-8 everywhere else.
    return Decoded(text, "utf-8", "utf-8", replaced=bad) if good >= 10 * bad else None


def _lenient(data: bytes, codec: str, how: str) -> Decoded:
    name = codec_name(codec)
    try:
        return Decoded(data.decode(codec), name, how)
    except UnicodeDecodeError:
        text = data.decode(codec, "replace")
        return Decoded(text, name, how, replaced=text.count("�"))


def codec_name(codec: str) -> str:
    """The name to show for a codec: the web's where it has one."""
    shown = {"cp1252": "windows-1252", "cp932": "shift_jis", "cp949": "euc-kr"}
    return shown.get(codec, codec.replace("_", "-"))


def _tolerable(data: bytes) -> int:
    high = len(data) - len(data.translate(None, bytes(range(128, 256))))
    return max(2, high // 50)


def _detect(data: bytes) -> Decoded:
    sample = b"\n".join(_TEXT_WITH_HIGH_BYTES.findall(data[: 64 * _DETECTOR_SAMPLE]))
    sample = sample[:_DETECTOR_SAMPLE]
    best = charset_normalizer.from_bytes(sample).best()
    if best is not None and best.encoding != "ascii":
        # Western text reads the same in several code pages: call it by the usual name.
        western = sample.decode("cp1252", "replace")
        same = western == sample.decode(best.encoding, "replace")
        return _lenient(data, "cp1252" if same else best.encoding, "detected")
    return _lenient(data, "cp1252", "fallback")
