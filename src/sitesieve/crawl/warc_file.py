"""Writing WARC 1.1 (ISO 28500): whole records, on the disk before anything counts on them."""

import base64
import contextlib
import gzip
import hashlib
import io
import os
import uuid
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from email.message import Message
from email.parser import HeaderParser
from http import HTTPStatus
from pathlib import Path
from urllib.parse import urlsplit

from sitesieve.atomic import output_errors
from sitesieve.errors import InputError
from sitesieve.fetching import Response
from sitesieve.fetching.request import target_of

Headers = Sequence[tuple[str, str]]
_NOT_MODIFIED = "http://netpreserve.org/warc/1.1/revisit/server-not-modified"
# The client has undone the chunks, so these would be lies; the length is said anew.
_OF_THE_CONNECTION = ("transfer-encoding", "content-length", "connection", "keep-alive")


@dataclass(frozen=True, slots=True)
class Place:
    """Where something stands in the file: the response record, and all records of the exchange."""

    offset: int
    length: int  # of the response record, which comes first
    span: int  # of response and request


class WarcFile:
    """An archive to append to. What was not known to be complete is cut off when it is opened."""

    def __init__(self, path: Path, complete: int) -> None:
        self.path = path
        self._packed = path.name.endswith(".gz")
        with output_errors(path):
            self._file = open(path, "r+b" if complete else "wb")  # noqa: SIM115
            size = self._file.seek(0, io.SEEK_END)
            if size < complete:
                self._file.close()
                raise InputError(f"{path} has {size:,} bytes, its crawl left {complete:,}")
            self._file.truncate(complete)
            self._file.seek(complete)
        self.end = complete

    def close(self) -> None:
        self._file.close()

    def cut(self, end: int) -> None:
        """Take back what was written after a place."""
        with contextlib.suppress(OSError):  # what is left in the buffer may not fit either
            self._file.close()
        with output_errors(self.path):
            self._file = open(self.path, "r+b")  # noqa: SIM115
            self._file.truncate(end)
            self._file.seek(end)
        self.end = end

    def write_info(self, fields: Mapping[str, str]) -> None:
        """The first record: who wrote the file, and how."""
        block = "".join(f"{name}: {value}\r\n" for name, value in fields.items()).encode()
        named = [("WARC-Filename", self.path.name)]
        self._append([_record("warcinfo", "application/warc-fields", block, named)[1]])

    def write(self, response: Response, digest: str) -> Place:
        common = [("WARC-Target-URI", response.url)]
        if response.address:
            common.append(("WARC-IP-Address", response.address))
        more = [("WARC-Payload-Digest", digest)]
        kind = "application/http; msgtype="
        number, answer = _record("response", kind + "response", _answer(response), common + more)
        linked = [*common, ("WARC-Concurrent-To", number)]
        _, request = _record("request", kind + "request", _request(response), linked)
        return self._append([answer, request])

    def write_unchanged(self, response: Response, digest: str, records: "StoredRecords") -> Place:
        """Append the records of an earlier crawl, and one that says they still hold."""
        refers = [("WARC-Refers-To", records.number)] if records.number else []
        fields = [
            ("WARC-Target-URI", response.url),
            ("WARC-Profile", _NOT_MODIFIED),
            ("WARC-Payload-Digest", digest),
            *refers,
        ]
        kind = "application/http; msgtype=response"
        _, revisit = _record("revisit", kind, _answer(response), fields)
        return self._append([records.response, records.request, revisit])

    def _append(self, records: Iterable[bytes]) -> Place:
        packed = [gzip.compress(record, 6, mtime=0) if self._packed else record
                  for record in records]  # fmt: skip
        with output_errors(self.path):
            try:
                for piece in packed:
                    self._file.write(piece)
                self._file.flush()
                os.fsync(self._file.fileno())
            except OSError:  # half a record must not stay
                self.cut(self.end)
                raise
        place = Place(self.end, len(packed[0]), sum(map(len, packed[:2])))
        self.end += sum(map(len, packed))
        return place


@dataclass(frozen=True, slots=True)
class StoredRecords:
    """A response record and its request record, unpacked."""

    response: bytes
    request: bytes

    @property
    def number(self) -> str:
        return str(_fields(self.response).get("WARC-Record-ID", ""))

    @property
    def http_headers(self) -> Message:
        return _fields(self.response.partition(b"\r\n\r\n")[2])

    @property
    def body(self) -> bytes:
        """The body as it was stored: perhaps compressed."""
        _, _, block = self.response.partition(b"\r\n\r\n")
        return block.partition(b"\r\n\r\n")[2][:-4]  # two line ends close a record


def _fields(block: bytes) -> Message:
    """The header of a record or of an answer, without its first line."""
    head = block.partition(b"\r\n\r\n")[0].partition(b"\r\n")[2]
    return HeaderParser().parsestr(head.decode("latin-1"))


def read_records(path: Path, place: Place) -> StoredRecords | None:
    """The records at a place of a file; None when they are not there."""
    try:
        with path.open("rb") as file:
            file.seek(place.offset)
            data = file.read(place.span)
        if len(data) < place.span:
            return None
        if path.name.endswith(".gz"):
            response, request = (
                zlib.decompress(piece, 31) for piece in (data[: place.length], data[place.length :])
            )
        else:
            response, request = data[: place.length], data[place.length :]
    except (OSError, zlib.error):
        return None
    return StoredRecords(response, request) if response.startswith(b"WARC/") else None


def digest_of(body: bytes) -> str:
    """The usual digest of archives: SHA-1 in base 32."""
    return "sha1:" + base64.b32encode(hashlib.sha1(body).digest()).decode()


def _request(response: Response) -> bytes:
    """The request that was answered, as it went over the wire."""
    host = urlsplit(response.url).netloc.rpartition("@")[2]
    headers = [("Host", host), *response.request_headers.items()]
    return _http(f"GET {target_of(response.url)} HTTP/1.1", headers)


def _answer(response: Response) -> bytes:
    """A response as it came over the wire, but for the chunks."""
    try:
        phrase = HTTPStatus(response.status).phrase
    except ValueError:
        phrase = "Unknown"
    headers = [
        pair for pair in response.headers.items() if pair[0].lower() not in _OF_THE_CONNECTION
    ]
    headers.append(("Content-Length", str(len(response.body))))
    return _http(f"HTTP/1.1 {response.status} {phrase}", headers) + response.body


def _http(first: str, headers: Headers) -> bytes:
    lines = [first, *(f"{name}: {' '.join(value.split())}" for name, value in headers)]
    return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1", "replace")


def _record(kind: str, content_type: str, block: bytes, fields: Headers) -> tuple[str, bytes]:
    number = f"<urn:uuid:{uuid.uuid4()}>"
    head = [
        ("WARC-Type", kind),
        ("WARC-Record-ID", number),
        ("WARC-Date", datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")),
        *fields,
        ("WARC-Block-Digest", digest_of(block)),
        ("Content-Type", content_type),
        ("Content-Length", str(len(block))),
    ]
    return number, _http("WARC/1.1", head) + block + b"\r\n\r\n"
