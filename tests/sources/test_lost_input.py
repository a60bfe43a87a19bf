"""What is damaged in one place of a file does not hide the rest, and is counted."""

import gzip
import json
import random
import time
from collections.abc import Callable
from pathlib import Path

import pyarrow
import pyarrow.parquet
import pytest
import zstandard
from hypothesis import given, settings
from hypothesis import strategies as st
from source_material import OK, failures, html, read, titles, warc_record

from sitesieve.errors import Reason
from sitesieve.page.limits import Limits
from sitesieve.run.tally import Tally
from sitesieve.sources import ReadOptions, Source
from sitesieve.sources.items import Item, Loss

PACKERS: dict[str, Callable[[bytes], bytes]] = {
    "": bytes,
    ".gz": lambda data: gzip.compress(data, mtime=0),
    ".zst": zstandard.compress,
}
ENDINGS = pytest.mark.parametrize("ending", list(PACKERS))


def record(number: int, size: int = 400) -> bytes:
    filling = random.Random(number).randbytes(size).hex()
    return warc_record(
        f"https://a.example/{number}", html(f"page {number}").encode() + filling.encode()
    )


def lost_of(items: list[Item]) -> Loss:
    tally = Tally()
    for failure in failures(items):
        tally.add(failure)
    return tally.failures.lost


def all_but(*missing: int, of: int = 8) -> list[str]:
    return [f"page {number}" for number in range(of) if number not in missing]


@ENDINGS
def test_a_response_with_a_long_header_is_a_page(tmp_path: Path, ending: str) -> None:
    cookies = "".join(f"Set-Cookie: c{i}={'x' * 900}\r\n" for i in range(53))
    one_line = f"Set-Cookie: {'y' * 300_000}\r\n"
    pack = PACKERS[ending]
    path = tmp_path / f"a.warc{ending}"
    long = [
        warc_record(f"https://a.example/{i}", html(f"page {i}").encode(), OK[:17] + more + OK[17:])
        for i, more in enumerate([cookies, one_line], 1)
    ]
    path.write_bytes(b"".join(map(pack, [record(0), *long, record(3)])))
    items = read(path)
    assert titles(items) == all_but(of=4)
    assert failures(items) == []


@ENDINGS
@pytest.mark.parametrize("wrong", [-90, 7, 150, 3000, 10**6, 10**15])
def test_a_wrong_length_costs_one_record(tmp_path: Path, ending: str, wrong: int) -> None:
    body = html("page 3").encode() * 3
    records = [record(i) for i in range(8)]
    records[3] = warc_record("https://a.example/3", body, promised=wrong)
    packed = [PACKERS[ending](one) for one in records]
    path = tmp_path / f"a.warc{ending}"
    path.write_bytes(b"".join(packed))
    items = read(path)
    assert titles(items) == all_but(3)
    (failure,) = failures(items)
    assert (failure.reason, failure.url) == (Reason.CORRUPT, "https://a.example/3")
    assert failure.name == f"{path}#4"
    assert failure.lost == Loss(len(packed[3]), 1)


@pytest.mark.parametrize("ending", [".gz", ".zst"])
@pytest.mark.parametrize("wrong", [7, 3000, 10**15])
def test_so_it_does_in_a_file_that_is_compressed_in_one_piece(
    tmp_path: Path, ending: str, wrong: int
) -> None:
    records = [record(i) for i in range(8)]
    records[3] = warc_record("https://a.example/3", html("page 3").encode(), promised=wrong)
    path = tmp_path / f"a.warc{ending}"
    path.write_bytes(PACKERS[ending](b"".join(records)))
    items = read(path)
    assert titles(items) == all_but(3)
    assert lost_of(items).records == 1


def test_a_record_longer_than_what_is_held_in_memory_may_have_a_wrong_length(
    tmp_path: Path,
) -> None:
    big = b"<p>" + b"word " * 500_000
    path = tmp_path / "a.warc"
    records = [record(0), warc_record("https://a.example/big", big), record(2)]
    lying = warc_record("https://a.example/x", big, promised=1000)
    path.write_bytes(b"".join([*records, lying, record(4)]))
    items = read(path, options=ReadOptions(limits=Limits(bytes=100_000)))
    assert [str(item.name).rpartition("#")[2] for item in items] == ["1", "2", "3", "4", "5"]
    assert lost_of(items) == Loss(len(lying), 1)


@pytest.mark.parametrize("kept", [11, 25, 60, 150, 250])
def test_a_record_that_breaks_off_does_not_take_the_next_with_it(tmp_path: Path, kept: int) -> None:
    path = tmp_path / "a.warc"
    path.write_bytes(b"".join([record(0), record(1)[:kept], record(2)]))
    items = read(path)
    assert titles(items) == all_but(1, of=3)
    assert lost_of(items) == Loss(kept, 1)


@pytest.mark.parametrize("start", [b"\xaap\xf0-5", b"\xff", b"text but for the rest ", b" " * 99])
def test_a_damaged_start_does_not_hide_that_a_file_is_compressed(
    tmp_path: Path, start: bytes
) -> None:
    path = tmp_path / "a.warc.gz"
    first = PACKERS[".gz"](record(0))[20:]
    path.write_bytes(b"".join([start, first, *(PACKERS[".gz"](record(i)) for i in (1, 2))]))
    assert titles(read(path)) == all_but(0, of=3)


@pytest.mark.parametrize("ending", [".gz", ".zst"])
@pytest.mark.parametrize("damage", ["header", "middle", "cut", "missing"])
def test_a_damaged_member_costs_its_record(tmp_path: Path, ending: str, damage: str) -> None:
    packed = [bytearray(PACKERS[ending](record(i))) for i in range(8)]
    whole = sum(map(len, packed))
    if damage == "header":
        packed[3][:4] = b"\0\0\0\0"
    elif damage == "middle":
        packed[3][30:60] = b"\xff" * 30
    elif damage == "cut":
        del packed[3][-200:]
    else:
        del packed[3][:200]
    path = tmp_path / f"a.warc{ending}"
    path.write_bytes(b"".join(packed))
    items = read(path)
    assert titles(items) == all_but(3)
    assert lost_of(items) == Loss(len(packed[3]), 1)
    assert whole >= path.stat().st_size


def test_a_checksum_that_is_wrong_is_damage_too(tmp_path: Path) -> None:
    packed = [bytearray(PACKERS[".gz"](record(i))) for i in range(8)]
    packed[3][-6] ^= 1
    path = tmp_path / "a.warc.gz"
    path.write_bytes(b"".join(packed))
    assert titles(read(path)) == all_but(3)


@ENDINGS
def test_what_is_between_records_costs_none(tmp_path: Path, ending: str) -> None:
    pieces = [PACKERS[ending](record(i)) for i in range(8)]
    path = tmp_path / f"a.warc{ending}"
    path.write_bytes(b"".join([*pieces[:4], b"stray bytes " * 40, *pieces[4:]]))
    items = read(path)
    assert titles(items) == all_but()
    assert lost_of(items) == Loss(480, 1)


def test_a_page_that_quotes_an_archive_is_a_page(tmp_path: Path) -> None:
    quoted = warc_record("https://b.example/", b"<title>quoted</title>")
    page = html("page 1").encode() + b"<pre>\r\n\r\n" + quoted * 3
    path = tmp_path / "a.warc"
    path.write_bytes(record(0) + warc_record("https://a.example/1", page) + record(2))
    items = read(path)
    assert titles(items) == all_but(of=3)
    assert failures(items) == []


def test_answers_about_names_are_skipped(tmp_path: Path) -> None:
    name = warc_record("dns:a.example", b"a.example. 300 IN A 192.0.2.1", None)
    name = name.replace(b"application/http; msgtype=response", b"text/dns")
    path = tmp_path / "a.warc"
    path.write_bytes(name + record(0))
    source = Source([str(path)])
    assert titles(source) == ["page 0"]
    assert source.skipped == 1


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_every_record_that_is_whole_is_read_and_every_other_byte_is_counted(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    ending = data.draw(st.sampled_from(list(PACKERS)))
    packed = [PACKERS[ending](record(i, 60)) for i in range(6)]
    hit = data.draw(st.integers(0, 5))
    start = data.draw(st.integers(0, len(packed[hit]) - 1))
    end = data.draw(st.integers(start, len(packed[hit])))
    damaged = packed[hit][:start] + data.draw(st.binary(max_size=80)) + packed[hit][end:]
    path = tmp_path_factory.mktemp("archive") / f"a.warc{ending}"
    path.write_bytes(b"".join([*packed[:hit], damaged, *packed[hit + 1 :]]))
    items = read(path)
    others = [title for title in titles(items) if title in all_but(hit, of=6)]
    assert others == all_but(hit, of=6)
    assert lost_of(items).bytes <= len(damaged)
    if len(titles(items)) == 5 and len(damaged) > 4:
        assert lost_of(items).bytes >= len(damaged) - 4  # line ends between records are no loss


@pytest.mark.parametrize("ending", [".gz", ".zst"])
def test_damage_in_json_lines_costs_the_lines_of_a_member(tmp_path: Path, ending: str) -> None:
    def lines(first: int) -> bytes:
        rows = ({"url": f"https://a.example/{i}", "html": html(f"page {i}")}
                for i in range(first, first + 5))  # fmt: skip
        return b"".join(json.dumps(row).encode() + b"\n" for row in rows)

    members = [bytearray(PACKERS[ending](lines(first))) for first in (0, 5, 10)]
    members[1][40:60] = b"\xff" * 20
    path = tmp_path / f"a.jsonl{ending}"
    path.write_bytes(b"".join(members))
    items = read(path)
    assert titles(items)[:5] == all_but(of=5)
    assert titles(items)[-5:] == [f"page {number}" for number in range(10, 15)]
    (failure,) = failures(items)
    assert failure.lost is not None
    assert 0 < failure.lost.bytes <= len(members[1])


def test_a_damaged_group_of_rows_costs_its_rows(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    numbers = range(80)
    table = pyarrow.table(
        {
            "url": [f"https://a.example/{i}" for i in numbers],
            "html": [html(f"page {i}") for i in numbers],
        }
    )
    pyarrow.parquet.write_table(table, path, row_group_size=10, compression="gzip")
    column = pyarrow.parquet.ParquetFile(path).metadata.row_group(3).column(1)
    start = column.dictionary_page_offset or column.data_page_offset
    content = bytearray(path.read_bytes())
    content[start + column.total_compressed_size // 3] ^= 0xFF
    content[start + column.total_compressed_size // 3 + 1] ^= 0xFF
    path.write_bytes(content)
    items = read(path)
    assert titles(items) == all_but(*range(30, 40), of=80)
    (failure,) = failures(items)
    assert failure.lost is not None
    assert failure.lost.records == 10
    assert 0 < failure.lost.bytes < path.stat().st_size / 4


def test_what_was_lost_is_said_of_the_last_reading(tmp_path: Path) -> None:
    path = tmp_path / "a.warc"
    path.write_bytes(record(0) + record(1)[:-60])
    source = Source([str(path)])
    assert not source.lost
    for _ in range(2):
        list(source)
        assert source.lost == Loss(len(record(1)) - 60, 1)


def test_a_tally_keeps_what_was_lost(tmp_path: Path) -> None:
    path = tmp_path / "a.warc"
    path.write_bytes(record(0) + record(1)[:-60])
    tally = Tally()
    for failure in failures(read(path)):
        tally.add(failure)
        assert failure.as_data()["lost"] == {"bytes": len(record(1)) - 60, "records": 1}
    assert Tally.from_json(tally.to_json()).failures.lost == tally.failures.lost != Loss()


@pytest.mark.parametrize("ending", [".gz", ".zst"])
def test_many_false_beginnings_take_no_quadratic_time(tmp_path: Path, ending: str) -> None:
    start = PACKERS[ending](record(0))[:300]
    path = tmp_path / f"a.warc{ending}"
    path.write_bytes(start * 4_000 + PACKERS[ending](record(1)))
    assert titles(read(path)) == ["page 1"]


def test_many_wrong_lengths_take_no_quadratic_time(tmp_path: Path) -> None:
    lying = warc_record("https://a.example/x", b"<p>x", promised=10**6)
    path = tmp_path / "a.warc.gz"
    path.write_bytes(gzip.compress(lying * 30_000 + record(1)))
    items = read(path)
    assert titles(items) == ["page 1"]
    assert lost_of(items).records == 30_000


@pytest.mark.parametrize("magic", [b"\x1f\x8b\x08", b"\x28\xb5\x2f\xfd"])
def test_a_plain_file_that_begins_as_a_compressed_one_is_read(tmp_path: Path, magic: bytes) -> None:
    path = tmp_path / "a.warc"
    path.write_bytes(magic + b"".join(map(record, range(8)))[len(magic) :])
    assert titles(read(path)) == all_but(0)


def test_a_compressed_file_is_one_whatever_it_is_called(tmp_path: Path) -> None:
    path = tmp_path / "a.warc"
    damaged = bytearray(gzip.compress(record(0)))
    damaged[12:30] = bytes(18)
    path.write_bytes(bytes(damaged) + b"".join(gzip.compress(record(i)) for i in range(1, 8)))
    assert titles(read(path)) == all_but(0)


@pytest.mark.parametrize("ending", [".gz", ".zst"])
def test_a_compressed_file_that_begins_as_text_is_read(tmp_path: Path, ending: str) -> None:
    pack = PACKERS[ending]
    path = tmp_path / f"a.warc{ending}"
    path.write_bytes(b"<template>" + b"".join(pack(record(i)) for i in range(8))[10:])
    assert titles(read(path)) == all_but(0)


@pytest.mark.parametrize("ending", [".gz", ".zst"])
def test_a_plain_file_that_is_called_compressed_is_read(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"a.warc{ending}"
    path.write_bytes(b"".join(record(i) for i in range(8)))
    assert titles(read(path)) == all_but()


@pytest.mark.parametrize(
    "piece",
    [
        b"WARC/1.0\r\nWARC-Type: response\r\n",
        b"WARC/1.0\r\nContent-Length: 99999999\r\n\r\n",
    ],
    ids=["headers without an end", "lengths beyond the file"],
)
def test_records_that_begin_and_do_not_end_are_passed_over_quickly(
    tmp_path: Path, piece: bytes
) -> None:
    path = tmp_path / "hostile.warc"
    path.write_bytes(piece * 20_000)
    started = time.process_time()
    (lost,) = read(path)
    assert failures([lost])
    assert time.process_time() - started < 2
