"""What of a text Markdown would read as markup, and how it is written instead."""

import re

TELLING = re.compile(r"[\\`*_\[\]<&~]")  # a text without these is written as it is
_SIGNS = (
    r"\\(?=[!-/:-@\[-`{-~]|$)|`"  # an escape, code
    r"|(?<! )\*|\*(?! )"  # between two spaces it is no emphasis
    r"|(?<![^\W_])_|_(?![^\W_])"  # nor this inside a word
    r"|~~|^~|~$|<(?=[a-zA-Z/!?]|$)|&(?=#?\w+;|$)"
)
_MARKUP = re.compile(_SIGNS + r"|\]$|(?<=\])[(\[:]|\[(?=\^)")
_MARKUP_IN_LINK = re.compile(_SIGNS + r"|[\[\]]")
_LINE_START = re.compile(
    r"^(?:(?=#{1,6}(?:\s|$)|[-+*](?:\s|$)|>|=+\s*$|(?:-[ \t]*)+$|\||\[[ xX]\]\s"
    r"|:?-++:?[ \t]*+(?:\|[ \t]*+:?-++:?[ \t]*+)*+(?:\|[ \t]*+)?$)"  # below the head of a table
    r"|(\d{1,9})(?=[.)](?:\s|$)))",
    re.MULTILINE,
)
_BACKTICKS = re.compile("`+")
_HEADING_END = re.compile(r"(?<![^ ])(?=#+$)")
_ENTITY = re.compile(r"&(?=#?\w+;)")
_ENTITIES = {"<": "&lt;", "&": "&amp;", "~~": "\\~\\~"}
# What of a formula would be read as an element or a link, were it not read as a formula, and what
# makes links of formulas. TeX takes no notice of spaces and empty groups; where something goes, a
# group stays, so that what stood around it does not grow together.
_MARKUP_IN_TEX = re.compile(
    r"(?P<address>\\(?:href|url|html[a-zA-Z]*+|includegraphics)(?![a-zA-Z])"
    r"(?:\s*+(?:\[[^\]\\]*+\])?\{[^{}]*+\})?)"
    r"|<(?=[a-zA-Z/!?])|\](?=[(\[])|\[(?=\^)|`"
)
_IN_TEX = {"<": "< ", "]": "] ", "[": "[{}", "`": "\\lq "}
# A note that says one word, or one and something quoted, reads as the target of a link; so does
# one that begins with something in angle brackets.
_LIKE_TARGET = re.compile(r"\A(\S++)(?=[ \t]*+(?:$|[\"'(]))", re.MULTILINE)
_MOST_PARENTHESES = 3  # inside one another, in an address


def escaped(text: str) -> str:
    r"""A text of a paragraph.

    >>> escaped("__init__ and snake_case"), escaped("2 * 3 * 4")
    ('\\_\\_init\\_\\_ and snake_case', '2 * 3 * 4')
    """
    return _MARKUP.sub(_replacement, text)


def escaped_in_link(text: str) -> str:
    """A text of a link, or the alternative text of an image."""
    return _MARKUP_IN_LINK.sub(_replacement, text)


def _replacement(match: re.Match[str]) -> str:
    return _ENTITIES.get(match[0]) or "\\" + match[0]


def at_line_starts(text: str) -> str:
    r"""A paragraph of which no line starts like a heading, an item, a quote or a table.

    >>> at_line_starts("a | b\n--- | :-:")
    'a | b\n\\--- | :-:'
    """
    return _LINE_START.sub(r"\g<1>\\", text) if _LINE_START.search(text) else text


def heading_text(text: str) -> str:
    """The text of a heading, which may end in number signs."""
    return _HEADING_END.sub(r"\\", text)


def destination(address: str) -> str:
    """An address as the target of a link."""
    address = address.replace("\\", "%5C")
    if "&" in address:
        address = _ENTITY.sub("&amp;", address)
    if ("(" in address or ")" in address) and not _balanced(address):
        address = address.replace("(", "%28").replace(")", "%29")
    return address


def _balanced(text: str, opening: str = "(", closing: str = ")") -> bool:
    depth = 0
    for character in text:
        depth += (character == opening) - (character == closing)
        if depth < 0 or depth > _MOST_PARENTHESES:
            return False
    return depth == 0


def formula_text(tex: str, in_link: bool = False) -> str:
    r"""TeX without what would be markup where formulas are not read. Brackets that do not match
    would end the text of a link, or begin it anew.

    >>> formula_text("a<b"), formula_text(r"[a](b) \href{javascript:x}{y}")
    ('a< b', '[a] (b) {}{y}')
    >>> formula_text("[0, 1)", in_link=True), formula_text(r"\sqrt[3]{2}", in_link=True)
    ('\\lbrack 0, 1)', '\\sqrt[3]{2}')
    """
    if in_link and ("\\[" in tex or "\\]" in tex or not _balanced(tex, "[", "]")):
        tex = tex.replace("[", "\\lbrack ").replace("]", "\\rbrack ")
    return _MARKUP_IN_TEX.sub(lambda match: _IN_TEX.get(match[0], "{}"), tex)


def note_text(text: str) -> str:
    """The text of a note, which is no target of a link where notes are not read."""
    if text.startswith("<") and not text.startswith("<br>"):
        text = "&lt;" + text[1:]
    return _LIKE_TARGET.sub(r"\1 &#32;", text, count=1) if _LIKE_TARGET.match(text) else text


def longer_fence(text: str, least: int) -> str:
    """More backticks than stand anywhere in a text."""
    if "`" in text:
        least = max(least, 1 + max(len(run) for run in _BACKTICKS.findall(text)))
    return "`" * least


def indented(text: str, first: str, others: str) -> str:
    """A text with a mark before its first line, and something before all others."""
    if "\n" not in text:
        return first + text
    lines = text.split("\n")
    blank = others.rstrip()
    return "\n".join([first + lines[0], *[others + line if line else blank for line in lines[1:]]])
