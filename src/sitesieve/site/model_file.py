"""Saved models: one file, data only, with a format version.

A model file is a ZIP archive with `header.json` (what it is, which method made
it, with which settings), one JSON member for each table and one NPY member for
each array of numbers. Nothing in it is code, and nothing in it is run when it
is read.
"""

import io
import json
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
_HEADER = "header.json"
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
            header = json.loads(archive.read(_HEADER))
            if not isinstance(header, dict) or header.get("format") != FORMAT:
                raise ModelError(f"{path} is not a sitesieve model")
            if header["version"] != VERSION:
                writer = header.get("written_by", "another version")
                older = header["version"] < VERSION
                raise ModelError(
                    f"{path} was written by {writer}: format {header['version']}, and this version "
                    f"reads {VERSION}; {'learn the site again' if older else 'use a newer one'}"
                )
            tables = {name: json.loads(archive.read(f"{name}.json")) for name in header["tables"]}
            arrays = {
                name: np.load(io.BytesIO(archive.read(f"{name}.npy")), allow_pickle=False)
                for name in header.get("arrays", [])
            }
            return SavedModel(header["method"], header["settings"], tables, arrays)
    except FileNotFoundError:
        raise ModelError(f"no such model: {path}") from None
    except OSError as error:
        raise ModelError(f"cannot read {path}: {error.strerror}") from error
    except zipfile.BadZipFile:
        raise ModelError(f"{path} is not a sitesieve model") from None
    except (KeyError, TypeError, ValueError, zlib.error, EOFError, NotImplementedError) as error:
        raise ModelError(f"{path} is damaged: {error}") from error


def _json(content: Any) -> bytes:
    # Lone surrogates, as in names of files, cannot be written as UTF-8.
    return json.dumps(content, ensure_ascii=False).encode("utf-8", "replace")


def _npy(array: npt.NDArray[Any]) -> bytes:
    buffer = io.BytesIO()
    np.save(buffer, array, allow_pickle=False)
    return buffer.getvalue()
