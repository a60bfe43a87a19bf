from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from sitesieve.page.tables import TableSize
from sitesieve.page.tree import PageTree
from sitesieve.page.writing.markup_writer import Writer

def write_kept(
    writer: Writer,
    tree: PageTree,
    keep: npt.NDArray[np.uint8],
    texts: list[str],
    live: npt.NDArray[np.uint8],
    leaf_start: npt.NDArray[np.int32],
    headings: npt.NDArray[np.int32],
    at_node: dict[int, Any],
    at_leaf: dict[int, Any],
    items: set[int],
    tables: dict[int, TableSize],
    link: Callable[[int], str],
) -> str: ...
