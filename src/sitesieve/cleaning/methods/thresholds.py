"""Thresholds as a person gives them: a number from 0 to 1, or "auto" to have one found."""

import math


def checked(threshold: float | str) -> float | str:
    """The threshold as a number, or "auto"; ValueError for anything else."""
    if threshold == "auto":
        return threshold
    try:
        number = float(threshold)
    except ValueError:
        number = math.nan
    if not 0 <= number <= 1:
        raise ValueError(f"the threshold must be auto or from 0 to 1, not {threshold}")
    return number
