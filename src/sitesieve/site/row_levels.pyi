import numpy as np
import numpy.typing as npt

def by_level(
    parent: npt.NDArray[np.int64],
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]: ...
