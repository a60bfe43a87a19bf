"""Taking single words out of a text."""

from sitesieve.page.words import spans


def without_words(text: str, gone: frozenset[int], japanese: bool) -> str:
    """A text without its words of these numbers."""
    pieces = []
    written = 0
    for k, (_, start, end) in enumerate(spans(text, japanese)):
        if k in gone:
            pieces.append(text[written:start])
            written = end
    return "".join(pieces) + text[written:]
