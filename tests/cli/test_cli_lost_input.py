"""Input that was lost is said, listed, and told by the exit code."""

import json
from pathlib import Path

import pytest
from command_line import BY_TAGS, html, sitesieve

HTTP = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n"


def archive(path: Path, pages: int, damaged: int | None) -> Path:
    """A WARC file, one of whose records says a wrong length."""
    records = []
    for number in range(pages):
        block = (HTTP + html(f"page {number}")).encode()
        length = len(block) + (40 if number == damaged else 0)
        head = (
            f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: https://a.example/{number}\r\n"
            f"Content-Type: application/http\r\nContent-Length: {length}\r\n\r\n"
        )
        records.append(head.encode() + block + b"\r\n\r\n")
    path.write_bytes(b"".join(records))
    return path


def test_one_record_of_83_is_lost_and_said(tmp_path: Path) -> None:
    path = archive(tmp_path / "a.warc", 83, 1)
    output, errors = tmp_path / "out.jsonl", tmp_path / "errors.jsonl"
    done = sitesieve("clean", path, *BY_TAGS, "-o", output, "--errors", errors, "-j", "1")
    assert done.code == 4
    assert len(output.read_bytes().splitlines()) == 82
    assert "at least 1 record (" in done.err
    (listed,) = map(json.loads, errors.read_bytes().splitlines())
    assert listed["lost"]["records"] == 1
    assert f"{listed['lost']['bytes']} bytes" in done.err


@pytest.mark.parametrize(
    "command",
    [
        ("learn", "-o", "model.sieve"),
        ("noise", "-o", "noise.json"),
        ("structure", "-o", "links.json"),
        ("weigh", "-o", "weights.jsonl"),
        ("explain", "--json"),
    ],
)
def test_every_command_that_reads_pages_says_so(tmp_path: Path, command: tuple[str, ...]) -> None:
    name, *options = command
    options = [str(tmp_path / one) if "." in one else one for one in options]
    assert sitesieve(name, archive(tmp_path / "good.warc", 9, None), *options).code == 0
    done = sitesieve(name, archive(tmp_path / "bad.warc", 9, 4), *options)
    assert (done.code, "at least 1 record" in done.err) == (4, True), done.err


def test_a_resumed_job_knows_what_was_lost_before(tmp_path: Path) -> None:
    path = archive(tmp_path / "a.warc", 30, 1)
    output = tmp_path / "out.jsonl"
    assert sitesieve("clean", path, *BY_TAGS, "-o", output, "--resume", "-j", "1").code == 4
