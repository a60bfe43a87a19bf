import numpy as np
import numpy.typing as npt

_Ints = npt.NDArray[np.int32]
_Bytes = npt.NDArray[np.uint8]

def write_plain(
    parent: _Ints,
    end: _Ints,
    tag: _Bytes,
    means: _Bytes,
    holds_data: _Bytes,
    leaves: _Ints,
    line: _Ints,
    keep: _Bytes,
    utf8: bytes,
    start: _Ints,
) -> bytes: ...
