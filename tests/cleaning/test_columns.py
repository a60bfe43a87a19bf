"""Columns of evidence: each is made with its name, and they stay in step."""

import numpy as np
import pytest

from sitesieve.cleaning.columns import Columns
from sitesieve.cleaning.noise.evidence import noise_features
from sitesieve.cleaning.noise.naming import second_look_features
from sitesieve.cleaning.noise.trained import shipped as shipped_noise
from sitesieve.cleaning.page_type.evidence import type_features
from sitesieve.cleaning.page_type.guess import shipped as shipped_types
from sitesieve.cleaning.sieve.judging import content_names
from sitesieve.cleaning.sieve.trained import shipped as shipped_sieve


def test_names_and_values_have_the_same_order() -> None:
    columns = Columns()
    columns.add("leads {}", np.array([[1, 2], [3, 4]]), ("up", "down"))
    columns.update({"words": np.array([5.0, 6.0]), "is a link": np.array([True, False])})
    assert columns.rows("F").flags.f_contiguous
    for rows in (columns.rows(), columns.rows("F")):
        assert rows.dtype == np.float32
        named = dict(zip(columns.names, rows.T.tolist(), strict=True))
        assert named == {
            "leads up": [1, 3],
            "leads down": [2, 4],
            "words": [5, 6],
            "is a link": [1, 0],
        }


@pytest.mark.parametrize("values", [np.zeros((2, 3)), np.zeros((2, 1)), np.zeros(2)])
def test_columns_without_a_name_are_refused(values: np.ndarray) -> None:
    with pytest.raises(ValueError, match=r"not every column of 'leads \{\}' has a name"):
        Columns().add("leads {}", values, ("up", "down"))


def test_shipped_models_know_the_columns_that_are_made_today() -> None:
    assert shipped_noise().alone.features == noise_features()
    assert shipped_noise().together.features == second_look_features()
    assert shipped_types().features == type_features()
    assert shipped_sieve().content.features == content_names()
