import numpy as np
import numpy.typing as npt

from sitesieve.page.id_table import IdTable

_Ints = npt.NDArray[np.int32]

def tag_counts(
    tag: npt.NDArray[np.uint8], end: _Ints, word_start: _Ints
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]: ...
def line_counts(
    parent: _Ints, leaves: _Ints, leaf_words: _Ints, linked: npt.NDArray[np.uint8], line: _Ints
) -> tuple[float, float, int, float, float, float, float]: ...
def largest_group(
    tag: npt.NDArray[np.uint8],
    parent: _Ints,
    end: _Ints,
    style: npt.NDArray[np.uint64],
    word_start: _Ints,
    text: int,
) -> npt.NDArray[np.int64]: ...
def prices(utf8: bytes, begin: _Ints, end: _Ints) -> int: ...
def phrase_counts(
    phrases: IdTable, group: _Ints, groups: int, word_ids: npt.NDArray[np.uint64]
) -> npt.NDArray[np.int64]: ...
