"""Word lists written as one string each, which keeps long vocabularies readable."""


def words(text: str) -> tuple[str, ...]:
    """The entries of a list written with semicolons."""
    return tuple(entry for part in text.split(";") if (entry := part.strip()))


def vocabulary(**lists: str) -> dict[str, tuple[str, ...]]:
    """Several named lists at once."""
    return {name: words(text) for name, text in lists.items()}
