def is_utf8(data: bytes) -> bool:
    """Whether bytes are UTF-8, to the letter of the standard."""
