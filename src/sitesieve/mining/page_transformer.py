"""What scikit-learn is told of transformers whose input is pages."""

from collections.abc import Iterator
from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass
from typing import Any

from sklearn.base import BaseEstimator, TransformerMixin

from sitesieve.errors import PageError
from sitesieve.page import Page
from sitesieve.page.page import Pages, as_pages
from sitesieve.sources.columns import HTML_COLUMNS, URL_COLUMNS, find, is_missing


@dataclass(frozen=True, slots=True)
class GivenPage:
    """A page among those that were given."""

    place: int
    page: Page
    ours: bool  # not given as a `Page`, which keeps what was found out about it

    @contextmanager
    def opened(self) -> Iterator[Page]:
        """The page, parsed for no longer than it is used; an error says which it is."""
        page = copy(self.page) if self.ours else self.page
        try:
            yield page
        except PageError as error:
            where = f"pages[{self.place}], {page.label}"
            raise PageError(error.reason, f"{where}: {error.detail}") from error


class PageTransformer(TransformerMixin, BaseEstimator):  # type: ignore[misc]
    """The base of those that take pages, as `Page` objects or (url, html) pairs, or as a frame with
    columns for addresses and HTML."""

    def __init_subclass__(cls, **options: Any) -> None:
        # As text vectorizers do: what comes out is no table of numbers that are all there.
        super().__init_subclass__(auto_wrap_output_keys=None, **options)

    def _read(self, pages: Pages, least: int = 0) -> list[GivenPage]:
        if isinstance(pages, str | bytes):
            raise TypeError("pages must be Page objects or (url, html) pairs, not one text")
        pages = list(_pairs(pages) if hasattr(type(pages), "columns") else pages)
        pages = [_without_missing(page) for page in pages]
        read = list(as_pages(pages))
        if len(read) < least:
            raise ValueError(f"{type(self).__name__} needs at least one page to learn from")
        theirs = {id(page) for page in pages if isinstance(page, Page)}
        return [GivenPage(place, page, id(page) not in theirs) for place, page in enumerate(read)]

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.two_d_array = False
        tags.input_tags.string = True
        tags.no_validation = True
        return tags


def _without_missing(page: Any) -> Any:
    """A pair in which nothing is NaN: a page that is not there is an empty one, as it will be
    said of it."""
    if not isinstance(page, tuple) or len(page) != 2:
        return page
    url, html = page
    return None if is_missing(url) else url, b"" if is_missing(html) else html


def _pairs(frame: Any) -> list[tuple[Any, Any]]:
    """The rows of a frame as pairs; its columns are found by their usual names."""
    if hasattr(type(frame), "collect"):
        raise TypeError(f"the {type(frame).__name__} is not computed yet: give frame.collect()")
    names = [str(name) for name in frame.columns]
    html, url = find(names, HTML_COLUMNS), find(names, URL_COLUMNS)
    if html is None:
        raise TypeError(
            f"the {type(frame).__name__} has no column of HTML (columns: {', '.join(names)}): "
            "call it html, and that of addresses url"
        )
    addresses = [None] * len(frame) if url is None else frame[url]
    return list(zip(addresses, frame[html], strict=True))
