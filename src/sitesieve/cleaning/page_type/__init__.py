"""What a page is for: an article, a listing, a product, a thread, documentation, a service."""

from sitesieve.cleaning.page_type.guess import TypeGuess, guess_type
from sitesieve.cleaning.page_type.types import PageType, types_named

__all__ = ["PageType", "TypeGuess", "guess_type", "types_named"]
