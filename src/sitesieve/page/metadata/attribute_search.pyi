from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from sitesieve.page.columns import AttributeColumns

class AttributeSearch:
    def __init__(self, wanted: Mapping[str, Sequence[str]]) -> None: ...
    def owners(self, columns: AttributeColumns) -> npt.NDArray[np.int32]: ...
