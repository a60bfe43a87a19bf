def is_japanese(utf8: bytes) -> bool:
    """Whether there is kana in a text."""

def token_spans(utf8: bytes, japanese: bool) -> list[tuple[int, int]]:
    """Where the words of a text start and end, in bytes."""
