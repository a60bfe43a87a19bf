import numpy as np
import numpy.typing as npt

CHARACTER_SIGNS: tuple[str, ...]

def character_signs(
    utf8: bytes,
    start: npt.NDArray[np.int32],
    first: npt.NDArray[np.int32],
    longest: int,
) -> npt.NDArray[np.uint16]: ...
