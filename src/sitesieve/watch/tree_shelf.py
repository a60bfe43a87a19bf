"""The parsed pages of a visit, between the steps that look at them.

A page is parsed when it comes in, for its links, and looked at when all pages are there: whether
the site looks as it did, what there is to learn, and what the page says. So that it is parsed once
and the pages of a large visit do not fill the memory, trees wait here: pickled, in memory while
they are few, then in a temporary file. Only the visit that wrote it reads it, and it goes with the
visit: the state, which may come from elsewhere, holds no pickles.
"""

import pickle
from tempfile import SpooledTemporaryFile
from typing import Self

from sitesieve.errors import OutputError
from sitesieve.page.tree import PageTree

IN_MEMORY = 32 << 20  # bytes; of a page it is two to three times what its HTML takes


class Shelf:
    """The trees of pages, by the numbers of the pages."""

    def __init__(self, in_memory: int = IN_MEMORY) -> None:
        self._file = SpooledTemporaryFile(in_memory)  # noqa: SIM115 - it is one itself
        self._places: dict[int, tuple[int, int]] = {}  # where each begins, and its length

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def put(self, page: int, tree: PageTree) -> None:
        """Put a tree there, in place of the one that was."""
        tree.digest  # noqa: B018 - goes with the tree: learning and reading both ask for it
        content = pickle.dumps(tree, pickle.HIGHEST_PROTOCOL)
        try:
            start = self._file.seek(0, 2)
            self._file.write(content)
        except OSError as error:
            raise OutputError(f"cannot write a temporary file: {error}") from error
        self._places[page] = (start, len(content))

    def get(self, page: int) -> PageTree | None:
        """A tree that was put there; None where none was."""
        if page not in self._places:
            return None
        start, length = self._places[page]
        self._file.seek(start)
        tree: PageTree = pickle.loads(self._file.read(length))
        return tree
