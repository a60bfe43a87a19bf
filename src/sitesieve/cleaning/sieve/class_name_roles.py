"""What the class, id and role of an element say of what it holds."""

import re

import numpy as np
import numpy.typing as npt

from sitesieve.page.remembered import Remembered
from sitesieve.page.tree import PageTree

# Names that designers give to the parts of a page, and the letters by which they are known.
NAMED = {
    "comment": r"comment|disqus|respond|discuss",
    "post": r"post|repl(?:y|ies)|message|thread|topic|answer|bbp|review",
    "navigation": r"nav|menu|toolbar|topbar|masthead",
    "breadcrumb": r"crumb",
    "pages": r"pagination|pager|paging|prevnext|nextprev",
    "footer": r"foot|bottom|colophon|copyright|legal",
    "header": r"head(?!line)|banner|logo|brand",
    "side": r"side|rail|aside|column-?(?:right|left)|secondary",
    "share": r"shar|social|follow|facebook|twitter|tweet|addthis|like",
    "related": r"relat|recommend|recirc|also|similar|popular|trend|latest|recent|more|next|teaser",
    "promotion": r"promo|sponsor|advert|(?<![a-z])ads?(?![a-z])|outbrain|taboola|dfp|offer",
    "widget": r"widget|module|plugin|block-",
    "subscribe": r"subscri|newsletter|sign-?up|signin|login|register|mail|paywall",
    "consent": r"cookie|consent|gdpr|privacy|popup|modal|overlay|dialog|toast",
    "search": r"search|filter|sort|facet",
    "byline": r"by-?line|author|credit|contributor|bio(?![a-z])|avatar|user",
    "date": r"date|time(?!line)|publish|posted|meta",
    "tags": r"(?<![a-z])tags?(?![a-z])|categor|topics|keyword|label",
    "caption": r"caption|figure|photo|image|img|media|video|gallery|carousel|slide",
    "content": r"content|article|story|entry|body|text|prose|markdown|main|page-?inner|copy(?!r)",
    "title": r"title|headline|heading|lead|standfirst|intro|summary|excerpt|abstract|deck|dek",
    "list": r"list|grid|cards?(?![a-z])|tile|items?(?![a-z])|feed|results?|row",
    "product": r"product|price|cart|shop|buy|sku|spec|detail|descr|feature|variant|stock",
    "code": r"code|highlight|syntax|snippet",
    "contents": r"(?<![a-z])toc(?![a-z])|table-?of-?contents|outline|index|jump|skip|anchor",
    "question": r"faq|question|accordion|tab|collaps|toggle|expand",
    "hidden": r"hidden=yes|display:none|visually-?hidden|sr-only|screen-?reader|visibility:hidden",
    "print": r"print|tool|action|button|btn|cta|icon|control|vote|rating|score|count|badge",
}
_PATTERN = {name: re.compile(pattern) for name, pattern in NAMED.items()}
_ANY = re.compile("|".join(NAMED.values()))
_BETWEEN = re.compile("[ ,;]")  # classes, attributes, declarations
_LONGEST = 400  # characters that are looked at: utility classes run to thousands


def name_bits(look: str) -> int:
    """Which of `NAMED` a presentation speaks of, as bits in that order.

    >>> bits = name_bits("div class=sidebar,related-posts")
    >>> [name for i, name in enumerate(NAMED) if bits >> i & 1]
    ['post', 'side', 'related']
    """
    _, _, said = look.partition(" ")
    bits = 0
    for part in _BETWEEN.split(said[:_LONGEST].lower()):
        bits |= _BITS_OF_PART[part]
    return bits


def _bits_of_part(part: str) -> int:
    bits = 0
    for known in _ANY.findall(part):
        bits |= _BITS_OF_WORD[known]
    return bits


def _bits_of_word(word: str) -> int:
    return sum(1 << i for i, pattern in enumerate(_PATTERN.values()) if pattern.search(word))


def name_bits_of(tree: PageTree, nodes: npt.NDArray[np.intp]) -> list[int]:
    """`name_bits` of the presentations of some nodes."""
    looks = tree.look[nodes].tolist()
    bits = {look: _BITS[tree.presentations[look]] for look in set(looks)}
    return [bits[look] for look in looks]


# Names are shared by many presentations, also of other sites, and the words in them by many names.
_BITS_OF_WORD: Remembered[str, int] = Remembered(_bits_of_word)
_BITS_OF_PART: Remembered[str, int] = Remembered(_bits_of_part)
_BITS: Remembered[str, int] = Remembered(name_bits)
