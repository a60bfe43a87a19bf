"""Two versions of a page side by side, block by block."""

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Literal

from sitesieve.page.words import tokenize

Change = Literal["same", "added", "removed", "edited"]
_ALIKE = 0.5  # of the words of both, from which a block is an edited form of a removed one


@dataclass(frozen=True, slots=True)
class BlockChange:
    """The change of a block: `before` is empty for an added one, `after` for a removed one."""

    change: Change
    before: str
    after: str

    def to_dict(self) -> dict[str, str]:
        return {"change": self.change, "before": self.before, "after": self.after}


def differences(before: Sequence[str], after: Sequence[str]) -> list[BlockChange]:
    """The changes from one list of blocks to another, in the order of the new one."""
    changes: list[BlockChange] = []
    matcher = SequenceMatcher(None, before, after, autojunk=False)
    for tag, a, b, c, d in matcher.get_opcodes():
        if tag == "equal":
            changes += [BlockChange("same", text, text) for text in after[c:d]]
        else:
            changes += _replaced(before[a:b], after[c:d])
    return changes


def _replaced(old: Sequence[str], new: Sequence[str]) -> list[BlockChange]:
    """Blocks in place of others: pairs that are alike are edited blocks, in order."""
    changes: list[BlockChange] = []
    left = list(old)
    for text in new:
        at = next((i for i, other in enumerate(left) if _alike(other, text)), None)
        if at is None:
            changes.append(BlockChange("added", "", text))
        else:
            changes += [BlockChange("removed", other, "") for other in left[:at]]
            changes.append(BlockChange("edited", left[at], text))
            left = left[at + 1 :]
    return changes + [BlockChange("removed", other, "") for other in left]


def _alike(one: str, other: str) -> bool:
    a, b = set(tokenize(one)), set(tokenize(other))
    return bool(a | b) and len(a & b) >= _ALIKE * len(a | b)


def edited_words(before: str, after: str) -> list[tuple[Literal["same", "-", "+"], str]]:
    """An edited block as runs of words that are unchanged, removed or added.

    >>> edited_words("one two three", "one 2 three")
    [('same', 'one'), ('-', 'two'), ('+', '2'), ('same', 'three')]
    """
    old, new = before.split(), after.split()
    runs: list[tuple[Literal["same", "-", "+"], str]] = []
    for tag, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag == "equal":
            runs.append(("same", " ".join(new[c:d])))
            continue
        if b > a:
            runs.append(("-", " ".join(old[a:b])))
        if d > c:
            runs.append(("+", " ".join(new[c:d])))
    return runs
