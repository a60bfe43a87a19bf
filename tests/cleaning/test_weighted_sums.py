"""The sums of a linear model are the product of rows and weights."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitesieve.cleaning.noise.weighted_sums import weighted_sums

SIZES = st.integers(0, 40)


@given(rows=SIZES, features=SIZES, outcomes=SIZES, seed=st.integers(0, 1000))
def test_they_are_the_product_of_rows_and_weights(
    rows: int, features: int, outcomes: int, seed: int
) -> None:
    chance = np.random.default_rng(seed)
    values = chance.normal(size=(rows, features)).astype(np.float32)
    values[chance.random(values.shape) < 0.7] = 0
    weights = chance.normal(size=(features, outcomes)).astype(np.float32)
    sums = weighted_sums(values, weights)
    np.testing.assert_allclose(sums, values @ weights, rtol=1e-4, atol=1e-4)


def test_weights_of_other_rows_are_refused() -> None:
    with pytest.raises(ValueError, match="do not match"):
        weighted_sums(np.zeros((2, 3), np.float32), np.zeros((4, 2), np.float32))
