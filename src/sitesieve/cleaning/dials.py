"""The dials of cleaning by name: one list, which Python, the command line and jobs share.

`OutputDials` say what is wanted of a cleaned page, whatever the method; `OutputOptions` is
made of them. `SieveDials` say how the sieve decides, and are settings of `Sieve`. `Dials` are
what `sitesieve.clean` and the sieve's `clean` take.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Literal, TypedDict, cast, get_args

from sitesieve.errors import did_you_mean

Favour = Literal["precision", "balanced", "recall"]
Comments = Literal["auto", "in", "out", "apart"]
Headline = Literal["in", "out"]
Profile = Literal["clustering", "link-analysis", "archive", "index"]
Kinds = str | Iterable[str]  # names of kinds or groups of them; a `Kind` is its name


class OutputDials(TypedDict, total=False):
    """What is wanted of a cleaned page; see `OutputOptions`."""

    links: bool
    images: bool
    tables: bool
    hidden: bool
    remove: Kinds | None
    keep: Kinds
    once: Kinds
    profile: Profile | None


class SieveDials(TypedDict, total=False):
    """How the sieve decides; see `Sieve`."""

    favour: Favour
    comments: Comments
    headline: Headline
    minimum_words: int


class Dials(OutputDials, SieveDials, total=False):
    """All dials of cleaning with the sieve: `SieveDials` and `OutputDials`."""


OUTPUT_DIALS = tuple(OutputDials.__annotations__)
SIEVE_DIALS = tuple(SieveDials.__annotations__)


def parted(dials: Dials) -> tuple[SieveDials, OutputDials]:
    """How the sieve is to decide, and what is wanted of the result; TypeError for anything
    else."""
    check_names(dials, (*SIEVE_DIALS, *OUTPUT_DIALS))
    judging = {name: value for name, value in dials.items() if name in SIEVE_DIALS}
    wanted = {name: value for name, value in dials.items() if name in OUTPUT_DIALS}
    return cast(SieveDials, judging), cast(OutputDials, wanted)


def check_output_dials(dials: Mapping[str, Any], method: str) -> None:
    """TypeError for a name that is no dial of the output: a typo, or a setting of a method."""
    for name in dials:
        if name in SIEVE_DIALS:
            raise TypeError(f"{name} is a dial of the sieve, not of {method}")
    check_names(dials, OUTPUT_DIALS)


def check_names(given: Iterable[str], names: tuple[str, ...]) -> None:
    """TypeError for what is not among these names, with the one it may be meant to be."""
    for name in given:
        if name not in names:
            hint = did_you_mean(name, names) or f"; there are {', '.join(names)}"
            raise TypeError(f"no dial or setting {name!r}{hint}")


def check_value(name: str, value: object, values: object) -> None:
    """ValueError for a value that is not among those of a `Literal`."""
    allowed = get_args(values)
    if value not in allowed:
        hint = did_you_mean(str(value), allowed)
        raise ValueError(f"{name} must be one of {', '.join(allowed)}, not {value!r}{hint}")
