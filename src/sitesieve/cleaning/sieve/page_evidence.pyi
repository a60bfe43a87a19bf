import numpy as np
import numpy.typing as npt

_Bytes = npt.NDArray[np.uint8]
_Ints = npt.NDArray[np.int32]
_Longs = npt.NDArray[np.int64]
_Ids = npt.NDArray[np.uint64]
_Numbers = npt.NDArray[np.float64]
_Rows = npt.NDArray[np.float32]

def columns_of(rows: int, columns: int) -> _Rows: ...
def paragraph_words(
    leaf_words: _Ints, hidden: _Bytes, linked: _Bytes, first: _Ints
) -> tuple[_Numbers, _Numbers, _Numbers, _Numbers]: ...
def elements_above(parent: _Ints, element: _Ints, reach: int) -> _Ints: ...
def larger_elements(parent: _Ints, widest: _Ints, element: _Ints, heights: int) -> _Ints: ...
def numbered_paths(style: _Ids, up: _Ints) -> tuple[_Longs, _Longs]: ...
def own_columns(
    words: _Numbers,
    linked: _Numbers,
    commas: _Numbers,
    sentences: _Numbers,
    last_letter: npt.NDArray[np.uint32],
    sentence_ends: npt.NDArray[np.uint32],
    text_ids: _Ids,
    word_ids: _Ids,
    begin: _Ints,
    end: _Ints,
    title: _Ids,
) -> _Rows: ...
def place_columns(
    up: _Ints,
    look: _Ints,
    tag: _Bytes,
    look_bits: _Longs,
    tag_bits: _Longs,
    roles: int,
    columns: int,
) -> _Rows: ...
def name_columns(up: _Ints, look: _Ints, weighed: _Numbers) -> _Rows: ...
def height_columns(
    parent: _Ints,
    end: _Ints,
    tag: _Bytes,
    leaf_start: _Ints,
    sums: _Numbers,
    up: _Ints,
    larger: _Ints,
    rich_words: float,
    image: int,
    entry: int,
) -> _Rows: ...
def order_columns(
    tag: _Bytes,
    style: _Ids,
    up: _Ints,
    level_of_tag: _Longs,
    words: _Numbers,
    linked: _Numbers,
    rich: _Numbers,
    word_ids: _Ids,
    begin: _Ints,
    end: _Ints,
    title: _Ids,
) -> _Rows: ...
def alike_columns(
    path: _Longs, members: _Longs, words: _Numbers, linked: _Numbers, rich: _Numbers
) -> _Rows: ...
def post_columns(post: _Numbers, rich: _Numbers, above: _Ints, nodes: int) -> _Rows: ...
