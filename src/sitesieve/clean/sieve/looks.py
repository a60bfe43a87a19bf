"""What the class, id and role of an element say of what it holds."""

import re
from collections.abc import Iterable

from sitesieve.page.remembered import Remembered
from sitesieve.page.styles import presentation_of

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
_HUMPS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_ATTRIBUTE = re.compile(r" (\w+)=([^=]*)(?= \w+=|$)")
_SPEAKING = ("class", "id", "role")
_LONGEST = 400  # characters that are looked at: utility classes run to thousands


def name_bits(look: str) -> int:
    """Which of `NAMED` a presentation speaks of, as bits in that order.

    >>> bits = name_bits("div class=sidebar,related-posts")
    >>> [name for i, name in enumerate(NAMED) if bits >> i & 1]
    ['post', 'side', 'related']
    """
    _, _, said = look.partition(" ")
    if not said:
        return 0
    said = said[:_LONGEST].lower()
    return sum(1 << i for i, pattern in enumerate(_PATTERN.values()) if pattern.search(said))


def words_of_look(look: str) -> frozenset[str]:
    """The words that class, id and role are made of, each with what it is a word of.

    >>> sorted(words_of_look("div class=entryContent,post-# role=main"))
    ['content', 'entry', 'post', 'role:main']
    """
    found = set()
    for name, value in _ATTRIBUTE.findall(look[:_LONGEST]):
        if name == "role":
            found.add(f"role:{value.lower()}")
        elif name in _SPEAKING:
            found.update(hump.lower() for hump in _HUMPS.findall(value) if len(hump) > 1)
    return frozenset(found)


def name_bits_of(styles: Iterable[int]) -> list[int]:
    """`name_bits` of presentations given by their ids."""
    return [_BITS[style] for style in styles]


_BITS: Remembered[int, int] = Remembered(lambda style: name_bits(presentation_of(style)))
