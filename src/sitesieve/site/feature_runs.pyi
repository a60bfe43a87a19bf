import numpy as np
import numpy.typing as npt

_Keys = npt.NDArray[np.uint64]
_Rows = npt.NDArray[np.int64]

def find_in_runs(start: _Rows, ordered: _Keys, run: _Rows, wanted: _Keys) -> _Rows: ...
