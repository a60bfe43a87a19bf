"""No cleaning, to compare with."""

from sitesieve.clean.document import Document, Verdict
from sitesieve.clean.method import Method
from sitesieve.page import Page

_ALL = Verdict(True, "no cleaning")


class Nothing(Method):
    """No cleaning: all text of the page."""

    name = "none"

    def clean_page(self, page: Page) -> Document:
        return Document(page, [_ALL] * len(page.tree.leaves), self.name)
