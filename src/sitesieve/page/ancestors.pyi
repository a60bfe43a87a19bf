import numpy as np
import numpy.typing as npt

def widest(
    parent: npt.NDArray[np.int32], first: npt.NDArray[np.int32], last: npt.NDArray[np.int32]
) -> npt.NDArray[np.int32]: ...
def inside(end: npt.NDArray[np.int32], nodes: npt.NDArray[np.int32]) -> npt.NDArray[np.bool_]: ...
