"""Pages with what they declare about themselves hidden.

Class names, ids, roles and landmark elements declare what a part is. To measure how well kinds are
recognised without them, and to learn that, they are removed: landmark elements become `div`, and
names are replaced by meaningless ones, the same by the same, so that what looked alike still does.
"""

import re
from hashlib import blake2b

LANDMARKS = ("nav", "footer", "header", "aside", "main", "article", "section", "form", "menu",
             "address", "search", "hgroup")  # fmt: skip
_LANDMARK = re.compile(rf"<(/?)(?:{'|'.join(LANDMARKS)})(?=[\s/>])", re.IGNORECASE)
_TAG = re.compile(r"<[a-zA-Z](?:[^>\"']|\"[^\"]*\"|'[^']*')*>")
_NAMING = re.compile(
    r"""\s(class|id|for|role|aria-[\w-]+|item(?:prop|type|scope|id)|data-[\w-]+|name|title|rel
    |property|typeof)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+)))?""",
    re.IGNORECASE | re.VERBOSE,
)
_TOLD = re.compile(r"<script[^>]*ld\+json.*?</script>", re.IGNORECASE | re.DOTALL)
_SYLLABLES = "ba de ku lo mi nu pa ra so tu ve wi zo fe ga hy".split()


def undressed(html: str) -> str:
    """The page without its self-declarations.

    >>> undressed('<nav class="menu" role=navigation><a href="/">x</a></nav>')[:12]
    '<div class="'
    """
    plain = _LANDMARK.sub(r"<\1div", _TOLD.sub("", html))
    return _TAG.sub(lambda tag: _NAMING.sub(_hidden, tag[0]), plain)


def _hidden(attribute: re.Match[str]) -> str:
    name, *values = attribute.groups()
    if name.lower() not in ("class", "id"):
        return ""
    words = next(filter(None, values), "").split()
    return f' {name}="{" ".join(map(_other, words))}"'


def _other(name: str) -> str:
    digest = blake2b(name.encode("utf-8", "replace"), digest_size=4).digest()
    return "".join(_SYLLABLES[byte % 16] + _SYLLABLES[byte // 16] for byte in digest[:3])
