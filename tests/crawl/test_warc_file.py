"""Archives: what is written is what other tools read."""

import errno
import os
from email.message import Message
from pathlib import Path

import pytest
from crawling import records_of
from hypothesis import given
from hypothesis import strategies as st

from sitesieve.crawl.warc_file import WarcFile, digest_of, read_records
from sitesieve.errors import InputError, OutputError
from sitesieve.fetching import Response
from sitesieve.sources import Source

HTML = b"<!doctype html><title>t</title><p>text"
HEADERS = [("Content-Type", "text/html"), ("Transfer-Encoding", "chunked"), ("X-Odd", "a\r\nb: c")]


def response(body: bytes = HTML, path: str = "/page") -> Response:
    headers = Message()
    for name, value in HEADERS:
        headers[name] = value
    request = {"User-Agent": "sitesieve"}
    return Response(f"http://a.example{path}", request, 200, headers, body, "192.0.2.1", 0.1)


@pytest.mark.parametrize("name", ["a.warc", "a.warc.gz"])
@given(body=st.binary(max_size=300))
def test_bodies_come_back_as_they_were(
    tmp_path_factory: pytest.TempPathFactory, name: str, body: bytes
) -> None:
    path = tmp_path_factory.mktemp("w") / name
    archive = WarcFile(path, 0)
    archive.write_info({"software": "test"})
    place = archive.write(response(body), digest_of(body))
    archive.write(response(path="/other"), digest_of(HTML))
    archive.close()

    records = read_records(path, place)
    assert records is not None
    assert records.body == body
    assert records.http_headers["content-length"] == str(len(body))
    assert records.number.startswith("<urn:uuid:")
    kinds = [(kind, at) for kind, at, _ in records_of(path)]
    assert kinds[1:] == [
        *(("response", "/page"), ("request", "/page")),
        *(("response", "/other"), ("request", "/other")),
    ]
    assert records_of(path)[1][2] == body


def test_a_header_cannot_smuggle_in_another_and_chunks_are_not_promised(tmp_path: Path) -> None:
    path = tmp_path / "a.warc"
    archive = WarcFile(path, 0)
    place = archive.write(response(), digest_of(HTML))
    archive.close()
    records = read_records(path, place)
    assert records is not None
    assert records.http_headers["x-odd"] == "a b: c"
    assert "transfer-encoding" not in records.http_headers
    (page,) = Source([str(path)])
    assert page.url == "http://a.example/page"


def test_the_request_is_stored_with_its_query(tmp_path: Path) -> None:
    path = tmp_path / "a.warc"
    archive = WarcFile(path, 0)
    place = archive.write(response(path="/search?q=ä b"), digest_of(HTML))
    archive.close()
    records = read_records(path, place)
    assert records is not None
    assert b"GET /search?q=%C3%A4%20b HTTP/1.1\r\nHost: a.example\r\n" in records.request


def test_what_is_not_there_is_none(tmp_path: Path) -> None:
    path = tmp_path / "a.warc.gz"
    archive = WarcFile(path, 0)
    place = archive.write(response(), digest_of(HTML))
    archive.close()
    whole = path.read_bytes()
    path.write_bytes(whole[:-1])
    assert read_records(path, place) is None
    path.write_bytes(b"\0" * len(whole))
    assert read_records(path, place) is None
    path.unlink()
    assert read_records(path, place) is None


def test_what_was_not_complete_is_cut_off_and_what_is_lost_is_said(tmp_path: Path) -> None:
    path = tmp_path / "a.warc"
    archive = WarcFile(path, 0)
    archive.write(response(), digest_of(HTML))
    archive.close()
    whole = path.read_bytes()
    path.write_bytes(whole + b"WARC/1.1\r\nhalf")
    WarcFile(path, len(whole)).close()
    assert path.read_bytes() == whole
    with pytest.raises(InputError, match="its crawl left"):
        WarcFile(path, len(whole) + 1)


def test_a_full_disk_leaves_no_half_record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.warc"
    archive = WarcFile(path, 0)
    archive.write(response(), digest_of(HTML))
    whole = path.read_bytes()

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as broken:
        broken.setattr(os, "fsync", full)
        with pytest.raises(OutputError, match=r"a\.warc: No space left"):
            archive.write(response(path="/lost"), digest_of(HTML))
    assert path.read_bytes() == whole
    archive.write(response(path="/later"), digest_of(HTML))
    archive.close()
    assert [at for _, at, _ in records_of(path)] == ["/page", "/page", "/later", "/later"]
