import numpy as np
import numpy.typing as npt

def add_scores(
    rows: npt.NDArray[np.float32],
    features: npt.NDArray[np.int32],
    begins: npt.NDArray[np.int32],
    thresholds: npt.NDArray[np.float32],
    trees: npt.NDArray[np.uint16],
    leaves_left: npt.NDArray[np.uint32],
    offsets: npt.NDArray[np.int32],
    values: npt.NDArray[np.float32],
    scores: npt.NDArray[np.float64],
) -> None: ...
