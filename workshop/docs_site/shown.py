"""Whether a program prints what a document shows."""

import re

_NEAR = 0.05
# Times, sizes of files and moments are other ones each time and on each machine.
_PASSING = re.compile(
    r"\d{4}-\d\d-\d\dT[\d:]+Z|\d+(?:\.\d+)? (?:ms|s|kB|MB)\b|\d+ pages/s", re.ASCII
)
# Scores that are computed in floating point differ a little between machines.
_SCORE = re.compile(r"(?<![\w.])-?[01]?\.\d\d\b(?!\.)")


def agrees(shown: str, printed: str) -> bool:
    """Whether a text is the one that is shown: `…` stands for anything, times and sizes are not
    compared, scores of two digits are, roughly.

    >>> agrees("12 pages in 3 s…", "12 pages in 2.5 s, 5 pages/s")
    True
    >>> agrees("F 0.91", "F 0.93"), agrees("F 0.91", "F 0.31"), agrees("12 pages", "13 pages")
    (True, False, False)
    """
    wanted, given = (_plain(text) for text in (shown, printed))
    if "…" not in wanted:
        scores, others = (_SCORE.findall(text) for text in (wanted, given))
        if len(scores) != len(others):
            return False
        if any(abs(float(a) - float(b)) > _NEAR for a, b in zip(scores, others, strict=True)):
            return False
        wanted, given = (_SCORE.sub("SCORE", text) for text in (wanted, given))
    pattern = ".*".join(map(re.escape, wanted.split("…")))
    return re.fullmatch(pattern, given, re.DOTALL) is not None


def _plain(text: str) -> str:
    """A text without what differs from run to run, nor spaces at the ends of lines."""
    return _PASSING.sub("PASSING", "\n".join(line.rstrip() for line in text.strip().splitlines()))
