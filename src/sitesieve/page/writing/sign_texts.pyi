import numpy as np
import numpy.typing as npt

_Ints = npt.NDArray[np.int32]

def made_of(signs: npt.NDArray[np.uint32], utf8: bytes, start: _Ints, texts: _Ints) -> _Ints: ...
def touching(
    leaves: npt.NDArray[np.int32],
    line: npt.NDArray[np.int32],
    parent: npt.NDArray[np.int32],
    end: npt.NDArray[np.int32],
    tag: npt.NDArray[np.uint8],
    is_box: npt.NDArray[np.uint8],
    starts_word: npt.NDArray[np.uint8],
    utf8: bytes,
    start: npt.NDArray[np.int32],
) -> list[int]: ...
