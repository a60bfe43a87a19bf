"""The body of an HTTP response as it was meant: without chunking and compression."""

import zlib

from sitesieve.errors import PageError, Reason


def decode_body(
    raw: bytes, transfer_encoding: str | None, content_encoding: str | None, limit: int
) -> bytes:
    """Undo the encodings that the headers name, up to one byte more than the limit."""
    if "chunked" in (transfer_encoding or "").lower():
        raw = _unchunked(raw, limit)
    for encoding in reversed((content_encoding or "").lower().split(",")):
        raw = _decompressed(raw, encoding.strip(), limit)
    return raw


def _unchunked(raw: bytes, limit: int) -> bytes:
    pieces: list[bytes] = []
    at = 0
    while True:
        if at >= len(raw) > limit:  # the rest was not read
            return b"".join(pieces)
        end = raw.find(b"\r\n", at)
        size_line = raw[at : end if end >= 0 else at].partition(b";")[0].strip()
        try:
            size = int(size_line, 16)
        except ValueError:
            if not pieces and b"<" in raw[:1024]:  # archives often store the plain body
                return raw
            raise PageError(Reason.CORRUPT, "the chunks of the body are damaged") from None
        if size <= 0:
            return b"".join(pieces)
        pieces.append(raw[end + 2 : end + 2 + size])
        at = end + 2 + size + 2


def _decompressed(raw: bytes, encoding: str, limit: int) -> bytes:
    if encoding in ("", "identity"):
        return raw
    if encoding in ("gzip", "x-gzip", "deflate"):
        gzipped = raw.startswith(b"\x1f\x8b")
        if encoding != "deflate" and not gzipped:
            return raw  # decompressed already by whoever stored it
        wrapped = gzipped or raw[:1] == b"\x78"  # some servers send deflate without its wrapper
        reader = zlib.decompressobj(32 + zlib.MAX_WBITS if wrapped else -zlib.MAX_WBITS)
        try:
            data = reader.decompress(raw, limit + 1)  # the limit stops a bomb
        except zlib.error as error:
            raise PageError(Reason.CORRUPT, f"damaged compressed data: {error}") from error
        if not reader.eof and len(data) <= limit:
            raise PageError(Reason.CORRUPT, "the compressed body ends early")
        return data
    raise PageError(Reason.CORRUPT, f"the body is compressed with {encoding}, which is not read")
