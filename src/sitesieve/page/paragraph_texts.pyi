import numpy as np
import numpy.typing as npt

def paragraph_texts(
    utf8: bytes, start: npt.NDArray[np.int32], first: npt.NDArray[np.int32]
) -> tuple[
    npt.NDArray[np.float64],
    npt.NDArray[np.float64],
    npt.NDArray[np.uint32],
    npt.NDArray[np.uint64],
]: ...
