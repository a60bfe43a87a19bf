"""Where an image comes from, also when a script would load it late."""

from collections.abc import Mapping

_LATE = ("data-src", "data-lazy-src", "data-original", "data-lazy", "data-actualsrc")
_LATE_SETS = ("data-srcset", "data-lazy-srcset", "srcset")


def late_address(attributes: Mapping[str, str]) -> str:
    """The address of an image that does not have it in `src`; empty where `src` is all there is.

    >>> late_address({"src": "data:image/gif;base64,R0", "srcset": "s.jpg 300w, l.jpg 900w"})
    'l.jpg'
    """
    for name in _LATE:
        if address := attributes.get(name):
            return address.strip()
    source = attributes.get("src")
    if source and source.lstrip()[:5].lower() != "data:":
        return ""
    for name in _LATE_SETS:
        if offers := attributes.get(name):
            return largest(offers)
    return ""


def largest(srcset: str) -> str:
    """The largest image of a `srcset`; the first of those of one size.

    >>> largest("a.jpg, b.jpg 2x"), largest("a,1.jpg 300w, b.jpg 200w"), largest("  ")
    ('b.jpg', 'a,1.jpg', '')
    """
    best, most = "", -1.0
    address = ""
    for piece in srcset.split():
        if not address:
            address, size, following = piece.rstrip(","), "1x", ""
            if not piece.endswith(","):
                continue  # its size follows
        else:
            size, _, following = piece.partition(",")
        try:
            much = float(size[:-1])
        except ValueError:
            much = 0.0
        if much > most:
            best, most = address, much
        address = following
    return best or address
