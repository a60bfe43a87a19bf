from typing import Any

import numpy as np
import numpy.typing as npt

_Keys = npt.NDArray[np.uint64]
_Rows = npt.NDArray[np.int64]

def group_rows(*columns: npt.NDArray[np.integer[Any]]) -> tuple[_Rows, _Rows]: ...
def find(ordered_keys: _Keys, wanted_keys: _Keys) -> _Rows: ...
def find_pair(
    first_keys: _Keys, second_keys: _Keys, wanted_first: _Keys, wanted_second: _Keys
) -> _Rows: ...
