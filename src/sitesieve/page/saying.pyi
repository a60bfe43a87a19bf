import numpy as np
import numpy.typing as npt

_Ints = npt.NDArray[np.int32]

def first_saying(wanted: str, utf8: bytes, start: _Ints, first: _Ints, last: _Ints) -> int: ...
