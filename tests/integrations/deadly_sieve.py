"""A sieve that ends its process at one page."""

import os

from sitesieve import Document, Page
from sitesieve.cleaning.methods import Sieve


class DeadlySieve(Sieve):
    def clean_page(self, page: Page) -> Document:
        return os._exit(1) if b"deadly" in page.decoded.utf8 else super().clean_page(page)
