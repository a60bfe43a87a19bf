import numpy as np
import numpy.typing as npt

_Ints = npt.NDArray[np.int32]
_Keys = npt.NDArray[np.uint64]
_Tags = npt.NDArray[np.uint8]

def steps(parent: _Ints, look: _Keys) -> tuple[_Keys, _Keys, _Ints, _Keys, _Ints]: ...
def kind_keys(parent: _Ints, look: _Keys) -> _Keys: ...
def node_keys(
    parent: _Ints,
    look: _Keys,
    tag: _Tags,
    under: _Keys,
    rank: _Keys,
    merged: _Keys,
    merged_into: _Keys,
    loose: _Keys,
    any_look: int,
    known: _Keys | None,
    virtual_root: bool = False,
) -> tuple[_Keys, _Keys]: ...
def virtual_leaves(
    parent: _Ints, tag: _Tags, height: _Ints, leaf_height: int
) -> tuple[_Ints, npt.NDArray[np.bool_]]: ...
