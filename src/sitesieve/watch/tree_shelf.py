"""The parsed pages of a visit, kept between the steps that need them.

A page is parsed when it is fetched, for its links, and needed again when all pages are analysed.
So that each is parsed once and the pages of a large visit do not fill the memory, their trees are
pickled: in memory while they are few, then in a temporary file. Only the visit that wrote the file
reads it, and it is deleted with the visit. The state, which may come from elsewhere, has none.
"""

import pickle
from tempfile import SpooledTemporaryFile
from typing import Self

from sitesieve.errors import OutputError
from sitesieve.page.tree import PageTree

IN_MEMORY = 32 << 20  # bytes; a tree takes two to three times as many as its HTML


class TreeShelf:
    """The trees of pages, by the page's number."""

    def __init__(self, in_memory: int = IN_MEMORY) -> None:
        self._file = SpooledTemporaryFile(in_memory)  # noqa: SIM115 - closed by __exit__
        self._places: dict[int, tuple[int, int]] = {}  # where each begins, and its length

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def put(self, page: int, tree: PageTree) -> None:
        tree.digest  # noqa: B018 - computed here, once: learning and reading both need it
        content = pickle.dumps(tree, pickle.HIGHEST_PROTOCOL)
        try:
            start = self._file.seek(0, 2)
            self._file.write(content)
        except OSError as error:
            raise OutputError(f"cannot write a temporary file: {error}") from error
        self._places[page] = (start, len(content))

    def get(self, page: int) -> PageTree | None:
        if page not in self._places:
            return None
        start, length = self._places[page]
        self._file.seek(start)
        tree: PageTree = pickle.loads(self._file.read(length))
        return tree
