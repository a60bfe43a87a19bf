"""The blocks of a cleaned page as plain data, as people look at them in a browser."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from sitesieve.cleaning.document import Document
from sitesieve.cleaning.methods import Sieve

_DOUBTFUL = 0.25  # how near to even odds the verdict on a block is doubtful


@dataclass(frozen=True, slots=True)
class BlockLine:
    """A block of a page."""

    number: int
    address: str
    text: str
    words: int
    keep: bool
    kind: str
    confidence: float
    reason: str
    doubtful: bool
    pinned: bool


def block_lines(document: Document) -> list[BlockLine]:
    """All texts that the page shows."""
    shown = np.flatnonzero(~document.tree.hidden_leaves).tolist()
    return [line for leaf in shown if (line := block_line(document, leaf)).text]


def block_line(document: Document, leaf: int) -> BlockLine:
    """One of them."""
    block = document.blocks[leaf]
    likely = block.importance if document.method == Sieve.name else None
    return BlockLine(
        leaf,
        *(block.address, block.text, int(document.tree.leaf_words[leaf]), block.keep),
        *(str(block.kind), block.confidence or 0.0, block.reason),
        likely is not None and abs(likely - 0.5) < _DOUBTFUL,
        "pin" in block.evidence,
    )


def plain(value: Any) -> Any:
    """Evidence as JSON can have it."""
    if isinstance(value, dict):
        return {str(name): plain(one) for name, one in value.items()}
    if isinstance(value, list | tuple):
        return [plain(one) for one in value]
    if isinstance(value, np.generic):
        return value.item()
    return value if isinstance(value, str | int | float | bool | None) else str(value)
