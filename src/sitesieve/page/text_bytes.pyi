import numpy as np
import numpy.typing as npt

_Ints = npt.NDArray[np.int32]

def gathered(
    utf8: bytes, begin: _Ints, end: _Ints, between: bytes = b""
) -> tuple[bytes, _Ints]: ...
