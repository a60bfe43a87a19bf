import numpy as np
import numpy.typing as npt

_Ints = npt.NDArray[np.int32]
_Longs = npt.NDArray[np.int64]
_Numbers = npt.NDArray[np.float64]

def outline_arrays(
    parent: _Ints,
    end: _Ints,
    tag: npt.NDArray[np.uint8],
    style: npt.NDArray[np.uint64],
    element: _Ints,
    text: _Ints,
    words: _Numbers,
    kind: _Longs,
    of_text: int,
    heading: int,
    value_tag: int,
) -> tuple[_Ints, _Longs, _Longs, _Numbers, npt.NDArray[np.bool_], _Longs, _Longs]: ...
