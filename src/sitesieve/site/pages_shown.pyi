import numpy as np
import numpy.typing as npt

def pages_shown(
    group: npt.NDArray[np.int64], page: npt.NDArray[np.uint64], groups: int
) -> npt.NDArray[np.int64]: ...
