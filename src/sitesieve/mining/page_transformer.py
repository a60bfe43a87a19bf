"""What scikit-learn is told of transformers whose input is pages."""

import contextlib
from collections.abc import Iterator
from typing import Any

from sklearn.base import BaseEstimator, TransformerMixin

from sitesieve.errors import PageError
from sitesieve.page import Page
from sitesieve.page.page import Pages, as_pages


class PageTransformer(TransformerMixin, BaseEstimator):  # type: ignore[misc]
    """The base of those that take pages, as `Page` objects or (url, html) pairs."""

    def _read(self, pages: Pages, least: int = 0) -> list[Page]:
        if isinstance(pages, str | bytes):
            raise TypeError("pages must be Page objects or (url, html) pairs, not one text")
        read = list(as_pages(pages))
        if len(read) < least:
            raise ValueError(f"{type(self).__name__} needs at least one page to learn from")
        return read

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.two_d_array = False
        tags.input_tags.string = True
        tags.no_validation = True
        return tags


@contextlib.contextmanager
def naming(page: Page) -> Iterator[None]:
    """Let an error name the page that it is about."""
    try:
        yield
    except PageError as error:
        raise PageError(error.reason, f"{page.label}: {error.detail}") from error
