import numpy as np
import numpy.typing as npt

_Ints = npt.NDArray[np.int32]
_Keys = npt.NDArray[np.uint64]
_Rows = npt.NDArray[np.int64]

def phrase_ids(utf8: bytes, begin: _Ints, end: _Ints) -> tuple[_Keys, _Keys]: ...
def beginnings(utf8: bytes, start: _Ints, most: int) -> tuple[bytes, _Ints]: ...
def smallest(utf8: bytes, start: _Rows, group: _Rows, groups: int) -> _Rows: ...
