"""Saved models: what is wrong with a file is said, never guessed."""

import json
import zipfile
from pathlib import Path

import pytest

from sitesieve.errors import ModelError, OutputError
from sitesieve.site.model_file import VERSION, SavedModel, read_model, write_model

MODEL = SavedModel("some-method", {"threshold": 0.5}, {"rows": [{"word": "straße", "n": 3}]})


def test_a_model_is_read_as_it_was_written(tmp_path: Path) -> None:
    write_model(tmp_path / "a.sieve", MODEL)
    assert read_model(tmp_path / "a.sieve") == MODEL


def test_the_same_model_gives_the_same_bytes(tmp_path: Path) -> None:
    write_model(tmp_path / "a.sieve", MODEL)
    write_model(tmp_path / "b.sieve", MODEL)
    assert (tmp_path / "a.sieve").read_bytes() == (tmp_path / "b.sieve").read_bytes()


def test_no_partial_file_is_left_behind(tmp_path: Path) -> None:
    write_model(tmp_path / "a.sieve", MODEL)
    with pytest.raises(TypeError):
        write_model(tmp_path / "a.sieve", SavedModel("m", {}, {"rows": object()}))
    assert read_model(tmp_path / "a.sieve") == MODEL
    assert [path.name for path in tmp_path.iterdir()] == ["a.sieve"]


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"no such model: .*nothing\.sieve"):
        read_model(tmp_path / "nothing.sieve")


def test_a_folder_cannot_be_a_model(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="cannot read"):
        read_model(tmp_path)


@pytest.mark.parametrize("content", [b"", b"hello", b"PK\x03\x04 not really"])
def test_a_foreign_file_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "a.sieve"
    path.write_bytes(content)
    with pytest.raises(ModelError, match="is not a sitesieve model"):
        read_model(path)


def test_a_foreign_archive_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.sieve"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("header.json", '{"format": "something else"}')
    with pytest.raises(ModelError, match="is not a sitesieve model"):
        read_model(path)


def test_an_archive_without_header_is_called_damaged(tmp_path: Path) -> None:
    path = tmp_path / "a.sieve"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("other.txt", "x")
    with pytest.raises(ModelError, match="is damaged"):
        read_model(path)


def test_every_damaged_byte_gives_a_model_error_or_the_same_model(tmp_path: Path) -> None:
    good, bad = tmp_path / "a.sieve", tmp_path / "b.sieve"
    write_model(good, MODEL)
    data = good.read_bytes()
    for place in range(0, len(data), 3):
        bad.write_bytes(data[:place] + bytes([data[place] ^ 0xFF]) + data[place + 1 :])
        try:
            assert read_model(bad) == MODEL
        except ModelError:
            continue


def test_a_truncated_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.sieve"
    write_model(path, MODEL)
    path.write_bytes(path.read_bytes()[:-30])
    with pytest.raises(ModelError):
        read_model(path)


def test_a_newer_format_is_refused_by_its_number(tmp_path: Path) -> None:
    path = tmp_path / "a.sieve"
    header = {"format": "sitesieve model", "version": VERSION + 1, "written_by": "sitesieve 99"}
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("header.json", json.dumps(header))
    with pytest.raises(ModelError, match=f"sitesieve 99: format {VERSION + 1}.* newer one"):
        read_model(path)


def test_an_older_format_is_refused_by_its_number(tmp_path: Path) -> None:
    path = tmp_path / "a.sieve"
    header = {"format": "sitesieve model", "version": VERSION - 1, "written_by": "sitesieve 0"}
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("header.json", json.dumps(header))
    with pytest.raises(ModelError, match=f"sitesieve 0: format {VERSION - 1}.* learn the site"):
        read_model(path)


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    with pytest.raises(OutputError, match=r"cannot write .*missing.*a\.sieve"):
        write_model(tmp_path / "missing" / "a.sieve", MODEL)
