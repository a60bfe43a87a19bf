import numpy as np
import numpy.typing as npt

from sitesieve.page.id_table import IdTable

_Ints = npt.NDArray[np.int32]
_Ids = npt.NDArray[np.uint64]

def sense_counts(
    words: IdTable,
    first_sense: _Ints,
    senses: _Ints,
    beginnings: IdTable,
    first_phrase: _Ints,
    phrase_senses: _Ints,
    phrase_start: _Ints,
    phrase_words: _Ids,
    word_ids: _Ids,
    paragraph: npt.NDArray[np.int64],
    paragraphs: int,
    all_senses: int,
) -> npt.NDArray[np.float32]: ...
