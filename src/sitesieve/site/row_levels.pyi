from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

def by_level(
    parent: npt.NDArray[np.int64],
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]: ...
def sums_below(
    columns: Iterable[npt.NDArray[np.float64]], parent: npt.NDArray[np.int64]
) -> list[npt.NDArray[np.float64]]: ...
