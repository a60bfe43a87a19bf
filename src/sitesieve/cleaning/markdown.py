"""Markdown from the HTML of a cleaned page."""

from sitesieve.errors import MissingExtra


def to_markdown(fragment: str) -> str:
    """A fragment as GitHub's Markdown; it must be one written for that (`markdown=True`)."""
    try:
        from html_to_markdown import ConversionOptions, PreprocessingOptions, convert
    except ImportError:
        raise MissingExtra("Markdown output", "markdown") from None
    options = ConversionOptions(
        extract_metadata=False,
        preprocessing=PreprocessingOptions(enabled=False),  # it would drop more than we do
        bullets="-",
        br_in_tables=True,
        highlight_style="none",
    )
    return str(convert(fragment, options).content or "").strip()
