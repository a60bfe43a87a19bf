"""No cleaning, to compare with."""

from sitesieve.cleaning.document import Document
from sitesieve.cleaning.method import Method
from sitesieve.cleaning.verdicts import Verdict
from sitesieve.page import Page

_ALL = Verdict(True, "no cleaning")


class Nothing(Method):
    """No cleaning: all text of the page."""

    name = "none"

    def clean_page(self, page: Page) -> Document:
        return Document(page, [_ALL] * len(page.tree.leaves), self.name)
