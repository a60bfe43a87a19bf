"""How much a page has to say to browsers without scripts, before it is parsed for them."""

import re

_OPENS, _CLOSES = b"<noscript", b"</noscript"
_TAG = re.compile(rb"<[^>]*+>?")


def noscript_text(utf8: bytes) -> int:
    """About how many bytes of text stand in the `noscript` elements of a page.

    >>> noscript_text(b"<p>a<noscript><b>bc</b></noscript>d<NOSCRIPT>e")
    3
    """
    lower = utf8.lower()
    length = 0
    at = lower.find(_OPENS)
    while at >= 0:
        end = lower.find(_CLOSES, at)
        inside = lower[at : end if end >= 0 else len(lower)]
        length += len(_TAG.sub(b"", inside).strip())
        at = lower.find(_OPENS, end) if end >= 0 else -1
    return length
