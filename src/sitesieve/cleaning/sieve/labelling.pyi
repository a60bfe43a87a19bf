import numpy as np
import numpy.typing as npt

def best_labels(
    parent: npt.NDArray[np.int32],
    gain: npt.NDArray[np.float64],
    to_parent: npt.NDArray[np.float64],
    to_sibling: npt.NDArray[np.float64],
) -> npt.NDArray[np.uint8]:
    """The label of each node: 1 for kept, 0 for removed."""
