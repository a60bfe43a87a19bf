from collections.abc import Iterable

def presentation(tag: str, attributes: Iterable[tuple[str, str | None]]) -> str:
    """The tag and its display attributes in canonical form."""
