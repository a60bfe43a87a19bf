"""What a page says of itself: title, author, dates, language, site, description, address."""

from sitesieve.page.metadata.facts import Metadata, read_metadata

__all__ = ["Metadata", "read_metadata"]
