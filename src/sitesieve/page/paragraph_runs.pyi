import numpy as np
import numpy.typing as npt

_Ints = npt.NDArray[np.int32]
_Bytes = npt.NDArray[np.uint8]

def blocks_around(parent: _Ints, tag: _Bytes, is_block: _Bytes) -> _Ints: ...
def paragraph_runs(
    leaves: _Ints, around: _Ints, tag: _Bytes, line_break: int
) -> tuple[_Ints, _Ints]: ...
