"""Saved models: what is wrong with a file is said, never guessed."""

import io
import json
import struct
import subprocess
import sys
import zipfile
from pathlib import Path

import numpy as np
import pytest

from sitesieve.cleaning import methods
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


def rewritten(
    path: Path, name: str, content: bytes, how: int = zipfile.ZIP_DEFLATED, **header: object
) -> Path:
    """A model with another member, packed some way, and other entries in its header."""
    write_model(path, MODEL)
    with zipfile.ZipFile(path) as archive:
        members = {member: archive.read(member) for member in archive.namelist()}
    members["header.json"] = json.dumps(json.loads(members["header.json"]) | header).encode()
    members[name] = content
    with zipfile.ZipFile(path, "w") as archive:
        for member, data in members.items():
            archive.writestr(member, data, how if member == name else zipfile.ZIP_DEFLATED)
    return path


def array_of_shape(shape: str, data: bytes = b"") -> bytes:
    """An NPY member that says it has some shape."""
    header = f"{{'descr': '<f8', 'fortran_order': False, 'shape': {shape}}}".ljust(117) + "\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + data


@pytest.mark.parametrize(
    "shape",
    ["(1000000000000,)", "(2, 3)", "(-1,)", "(9223372036854775807, 2)", "((", "(1.5,)", "x"],
)
def test_an_array_is_as_long_as_its_shape_says(tmp_path: Path, shape: str) -> None:
    path = rewritten(tmp_path / "a", "x.npy", array_of_shape(shape, bytes(16)), arrays=["x"])
    with pytest.raises(ModelError, match="damaged"):
        read_model(path)


def test_an_array_of_objects_is_none_of_numbers(tmp_path: Path) -> None:
    buffer = io.BytesIO()
    np.save(buffer, np.array([{}], object), allow_pickle=True)
    path = rewritten(tmp_path / "a", "x.npy", buffer.getvalue(), arrays=["x"])
    with pytest.raises(ModelError, match="damaged"):
        read_model(path)


def test_an_encrypted_member_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.sieve"
    write_model(path, MODEL)
    data = bytearray(path.read_bytes())
    for magic, place in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        at = data.find(magic)
        while at >= 0:
            data[at + place] |= 1
            at = data.find(magic, at + 1)
    path.write_bytes(data)
    with pytest.raises(ModelError, match="encrypted"):
        read_model(path)


@pytest.mark.parametrize("how", [zipfile.ZIP_LZMA, zipfile.ZIP_BZIP2])
def test_members_are_packed_in_one_way_only(tmp_path: Path, how: int) -> None:
    path = rewritten(tmp_path / "a", "rows.json", b"[]", how)
    data = path.read_bytes()
    path.write_bytes(data.replace(b"\x5d\x00\x00", b"\xff\xff\xff"))  # corrupt, if it were read
    with pytest.raises(ModelError, match="damaged"):
        read_model(path)


def test_json_that_is_nested_very_deeply_is_refused(tmp_path: Path) -> None:
    path = rewritten(tmp_path / "a", "rows.json", b"[" * 200_000 + b"]" * 200_000)
    with pytest.raises(ModelError, match="nested too deeply"):
        read_model(path)


@pytest.mark.parametrize("lying", [False, True])
def test_a_little_file_does_not_become_gigabytes(tmp_path: Path, lying: bool) -> None:
    path = tmp_path / "a.sieve"
    write_model(path, MODEL)
    size = 1 << 27
    with zipfile.ZipFile(path) as archive:
        header = archive.read("header.json")
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("header.json", header)
        with archive.open("rows.json", "w", force_zip64=True) as member:
            for _ in range(size >> 20):
                member.write(b" " * (1 << 20))
        info = archive.getinfo("rows.json")
        if lying:
            info.file_size = 100
    code = (
        "import resource, sys\n"
        "from sitesieve.errors import ModelError\n"
        "from sitesieve.site.model_file import read_model\n"
        "before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        "try: read_model(sys.argv[1])\n"
        "except ModelError as error: print(error)\n"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(path)], capture_output=True, text=True, check=True
    )
    message, grown = done.stdout.splitlines()
    assert message.endswith(
        "is not a sitesieve model" if lying else f"become {size + len(header):,}"
    )
    assert int(grown) < 50_000  # kilobytes


@pytest.mark.parametrize("height", [2**64, -1, 10**30])
def test_settings_that_no_model_has_are_refused(tmp_path: Path, height: int) -> None:
    methods.named("sieve").save(tmp_path / "a.sieve")
    settings = methods.named("sieve").settings() | {"leaf_height": height}
    with zipfile.ZipFile(tmp_path / "a.sieve") as archive:
        header = json.loads(archive.read("header.json"))
        members = {name: archive.read(name) for name in archive.namelist()}
    members["header.json"] = json.dumps(header | {"settings": settings}).encode()
    with zipfile.ZipFile(tmp_path / "b.sieve", "w") as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    with pytest.raises(ModelError, match="the height of leaves"):
        methods.load(tmp_path / "b.sieve")
