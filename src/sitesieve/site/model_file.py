"""Saved models: one file, data only, with a format version.

A model file is a ZIP archive with `header.json` (what it is, which method made
it, with which settings), one JSON member for each table and one NPY member for
each array of numbers. Nothing in it is code, and nothing in it is run when it
is read.
"""

import io
import json
import math
import tokenize
import zipfile
import zlib
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

import numpy as np
import numpy.typing as npt

from sitesieve._version import __version__
from sitesieve.atomic import atomic_write
from sitesieve.errors import ModelError

FORMAT = "sitesieve model"
VERSION = 5  # 1 had other ids, 2 no phrases with their numbers, 3 no odds at places, 4 no titles
# What taking over a model raises whose content is not what was saved.
DAMAGE = (KeyError, TypeError, ValueError, AttributeError, IndexError, ArithmeticError)
_HEADER = "header.json"
_SMALL = 1 << 24  # bytes that any file may be unpacked to
_MOST_TIMES, _MOST_TIMES_TEXT = 40, 10  # as long as they are packed; models of sites: 5 and 1
_ZIP_EPOCH = (1980, 1, 1, 0, 0, 0)  # the same model gives the same bytes


@dataclass(frozen=True, slots=True)
class SavedModel:
    """What a model file holds: the method's name, its settings, its tables and arrays."""

    method: str
    settings: dict[str, Any]
    tables: dict[str, Any]
    arrays: dict[str, npt.NDArray[Any]] = field(default_factory=dict)


def write_model(path: Path | str, model: SavedModel) -> None:
    """Save a model; the file is replaced only when the new one is complete."""
    with atomic_write(Path(path)) as file:
        _write(file, model)


def model_bytes(model: SavedModel) -> bytes:
    """What a model file holds."""
    buffer = io.BytesIO()
    _write(buffer, model)
    return buffer.getvalue()


def _write(file: IO[bytes], model: SavedModel) -> None:
    """One member after the other, so that no more than one of them is in memory twice."""
    header = {
        "format": FORMAT,
        "version": VERSION,
        "written_by": f"sitesieve {__version__}",
        "method": model.method,
        "settings": model.settings,
        "tables": sorted(model.tables),
        "arrays": sorted(model.arrays),
    }
    with zipfile.ZipFile(file, "w") as archive:

        def put(name: str, content: bytes) -> None:
            info = zipfile.ZipInfo(name, _ZIP_EPOCH)
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, content)

        put(_HEADER, _json(header))
        for name, table in model.tables.items():
            put(f"{name}.json", _json(table))
        for name, array in model.arrays.items():
            put(f"{name}.npy", _npy(array))


def read_model(path: Path | str) -> SavedModel:
    """Read a model; `ModelError` says what is wrong with the file."""
    return _read(path, path)


def model_of_bytes(content: bytes, name: str) -> SavedModel:
    """Read a model that is kept elsewhere than in a file of its own; errors give it a name."""
    return _read(io.BytesIO(content), name)


def _read(file: Path | str | io.BytesIO, path: Path | str) -> SavedModel:
    try:
        with zipfile.ZipFile(file) as archive:
            _check_sizes(archive)
            header = json.loads(_content(archive, _HEADER))
            if not isinstance(header, dict) or header.get("format") != FORMAT:
                raise ModelError(f"{path} is not a sitesieve model")
            if header["version"] != VERSION:
                writer = header.get("written_by", "another version")
                older = header["version"] < VERSION
                raise ModelError(
                    f"{path} was written by {writer}: format {header['version']}, and this version "
                    f"reads {VERSION}; {'learn the site again' if older else 'use a newer one'}"
                )
            tables = {
                name: json.loads(_content(archive, f"{name}.json")) for name in header["tables"]
            }
            arrays = {
                name: _array(_content(archive, f"{name}.npy")) for name in header.get("arrays", [])
            }
            if not isinstance(header["settings"], dict):
                raise ValueError("its settings have no names")
            return SavedModel(str(header["method"]), header["settings"], tables, arrays)
    except FileNotFoundError:
        raise ModelError(f"no such model: {path}") from None
    except OSError as error:
        raise ModelError(f"cannot read {path}: {error.strerror}") from error
    except zipfile.BadZipFile:
        raise ModelError(f"{path} is not a sitesieve model") from None
    except (MemoryError, RecursionError):
        raise ModelError(f"{path} is damaged: what it holds is nested too deeply") from None
    except (KeyError, TypeError, ValueError, zlib.error, EOFError, NotImplementedError) as error:
        raise ModelError(f"{path} is damaged: {error}") from error


def _check_sizes(archive: zipfile.ZipFile) -> None:
    """Refuse what would take much more memory than the file is large, before it takes any."""
    members = archive.infolist()
    for member in members:
        if member.flag_bits & 1:
            raise ValueError(f"{member.filename} is encrypted")
        if member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise ValueError(f"{member.filename} is compressed in a way that models are not")
    size = sum(member.compress_size for member in members)
    for times, ending in ((_MOST_TIMES, ""), (_MOST_TIMES_TEXT, ".json")):
        unpacked = sum(m.file_size for m in members if m.filename.endswith(ending))
        if unpacked > _SMALL + times * size:
            raise ValueError(f"its {size:,} bytes would become {unpacked:,}")


def _content(archive: zipfile.ZipFile, name: str) -> bytes:
    with archive.open(name) as member:
        # With a number, no more than that is unpacked, whatever there is.
        content = member.read(archive.getinfo(name).file_size)
        if member.read(1):
            raise ValueError(f"{name} is longer than it says")
        return content


def _array(content: bytes) -> npt.NDArray[Any]:
    """An array from an NPY member, which is as long as its shape says."""
    file = io.BytesIO(content)
    version = np.lib.format.read_magic(file)
    read_header = {
        (1, 0): np.lib.format.read_array_header_1_0,
        (2, 0): np.lib.format.read_array_header_2_0,
    }[version]
    try:
        shape, in_columns, kind = read_header(file)
    except (SyntaxError, tokenize.TokenError) as error:  # numpy reads it as Python
        raise ValueError(f"the shape of an array cannot be read: {error}") from error
    data = bytearray(content[file.tell() :])
    if kind.hasobject or min(shape, default=0) < 0:
        raise ValueError("an array does not hold numbers")
    if math.prod(shape) * kind.itemsize != len(data):
        raise ValueError(f"an array of shape {shape} does not fit into {len(data):,} bytes")
    return np.frombuffer(data, kind).reshape(shape, order="F" if in_columns else "C")


def _json(content: Any) -> bytes:
    # Lone surrogates, as in names of files, cannot be written as UTF-8.
    return json.dumps(content, ensure_ascii=False).encode("utf-8", "replace")


def _npy(array: npt.NDArray[Any]) -> bytes:
    buffer = io.BytesIO()
    np.save(buffer, array, allow_pickle=False)
    return buffer.getvalue()
