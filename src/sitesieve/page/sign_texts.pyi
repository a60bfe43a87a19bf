import numpy as np
import numpy.typing as npt

_Ints = npt.NDArray[np.int32]

def made_of(signs: npt.NDArray[np.uint32], utf8: bytes, start: _Ints, texts: _Ints) -> _Ints: ...
