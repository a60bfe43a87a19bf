from sitesieve.page.limits import Cut, Limits

def guard(utf8: bytes, limits: Limits, scripting: bool = True) -> tuple[bytes, list[Cut]]:
    """Cut what would make the parser slow from a page in UTF-8; say what was cut."""
