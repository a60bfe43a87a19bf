from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from sitesieve.page.id_table import IdTable

class LetterBits:
    def __init__(self, sequences: Iterable[tuple[str, int]]) -> None: ...
    def of(self, utf8: bytes, start: npt.NDArray[np.int32]) -> npt.NDArray[np.int64]: ...

def words_of_look(look: str) -> frozenset[str]: ...
def weigh_looks(
    words: IdTable,
    weights: npt.NDArray[np.float32],
    utf8: bytes,
    start: npt.NDArray[np.int32],
) -> npt.NDArray[np.float64]: ...
