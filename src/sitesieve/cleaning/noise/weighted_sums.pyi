import numpy as np
import numpy.typing as npt

def weighted_sums(
    rows: npt.NDArray[np.float32], weights: npt.NDArray[np.float32]
) -> npt.NDArray[np.float32]: ...
