import numpy as np
import numpy.typing as npt

def best_labels(
    parent: npt.NDArray[np.int32],
    gain: npt.NDArray[np.float64],
    to_parent: npt.NDArray[np.float64],
    to_sibling: npt.NDArray[np.float64],
) -> npt.NDArray[np.uint8]:
    """The label of each node: 1 for kept, 0 for removed."""

def cost_of_cuts(
    label: npt.NDArray[np.uint8],
    parent: npt.NDArray[np.int32],
    before: npt.NDArray[np.int64],
    to_parent: npt.NDArray[np.float64],
    to_sibling: npt.NDArray[np.float64],
) -> float:
    """The price of a labelling."""
