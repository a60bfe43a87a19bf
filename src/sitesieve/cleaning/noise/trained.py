"""The trained models that name noise: data, written by `python -m training.noise`."""

import zipfile
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from typing import IO

import numpy as np

from sitesieve.cleaning.boosting import write_arrays
from sitesieve.cleaning.kinds import Kind
from sitesieve.cleaning.noise.softmax import Softmax
from sitesieve.errors import ModelError

SHIPPED = "noise.npz"
_MODELS = ("alone", "together", "footer")


@dataclass(frozen=True, eq=False, slots=True)
class TrainedNoise:
    """What was learned from labelled blocks."""

    alone: Softmax  # the kind of a paragraph by its own evidence
    together: Softmax  # by what was said of it and of those around it
    footer: Softmax  # whether it stands in the footer

    def save(self, path: Path | str) -> None:
        """Write everything to one file."""
        write_arrays(
            path,
            {
                f"{name}.{part}": array
                for name in _MODELS
                for part, array in getattr(self, name).as_arrays().items()
            },
        )


def read_trained(file: IO[bytes], label: str) -> TrainedNoise:
    """The models of a file; `label` is how errors name it."""
    try:
        with np.load(file, allow_pickle=False) as saved:
            found = {
                name: Softmax.from_arrays(
                    {part: saved[f"{name}.{part}"] for part in ("said", "weights", "base")}
                )
                for name in _MODELS
            }
    except (KeyError, ValueError, TypeError, EOFError, OSError, zipfile.BadZipFile) as error:
        raise ModelError(f"{label} does not hold models that name noise: {error}") from error
    kinds = found["together"].outcomes
    if not {*kinds} <= {*Kind} or kinds != found["alone"].outcomes:
        raise ModelError(f"{label} names other kinds of noise")
    return TrainedNoise(**found)


@cache
def shipped() -> TrainedNoise:
    """The models that come with the package."""
    with (resources.files("sitesieve.cleaning.noise") / SHIPPED).open("rb") as file:
        return read_trained(file, SHIPPED)
