"""A case, what rules file: an address, a title, a text, and the words in them."""

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from urllib.parse import unquote, urlsplit

from sitesieve.cleaning.document import Document
from sitesieve.page.segmentation import is_unspaced
from sitesieve.page.urls import host_of
from sitesieve.page.words import has_kana, tokenize

_BREAK = "\n"  # not part of any word: no phrase runs from the title into the text


@dataclass(frozen=True)
class Case:
    """What is to be filed. Its words are computed once and kept."""

    id: str
    url: str | None = None
    title: str = ""
    text: str = ""

    def __reduce__(self) -> tuple[Any, ...]:
        # A case is pickled without what was computed from it.
        return Case, (self.id, self.url, self.title, self.text)

    @classmethod
    def of(cls, document: Document, id: str | None = None) -> "Case":
        """A cleaned page as a case; without an id, it is its address or else a hash of its text."""
        return make_case(document.url, document.title, document.text, id)

    @cached_property
    def title_words(self) -> list[str]:
        return tokenize(self.title, self._japanese)

    @property
    def words(self) -> frozenset[str]:
        return self._words_and_spelling[0]

    @cached_property
    def characters(self) -> frozenset[str]:
        """The characters of words in scripts without spaces."""
        return frozenset(c for word in self.words if is_unspaced(word) for c in word)

    @cached_property
    def spelled_title(self) -> str:
        """The title in the form in which phrases are searched."""
        return spelled(self.title_words)

    @property
    def spelled(self) -> str:
        """Title and text in the form in which phrases are searched."""
        return self._words_and_spelling[1]

    @cached_property
    def hosts(self) -> frozenset[str]:
        """The host and the domains it belongs to: www.a.example, a.example, example."""
        labels = host_of(self.url).split(".")
        return frozenset(".".join(labels[i:]) for i in range(len(labels)) if labels[i])

    @cached_property
    def path_parts(self) -> frozenset[str]:
        """Folders and file of the address, parameters of its query, and the words in them."""
        try:
            address = urlsplit(self.url or "")
        except ValueError:
            return frozenset()
        pieces = [*address.path.split("/"), *address.query.split("&")]
        parts = [part for piece in pieces if (part := unquote(piece).strip().lower())]
        return frozenset((*parts, *(word for part in parts for word in tokenize(part))))

    @property
    def folders(self) -> list[str]:
        """The folders of the address, without those that are numbers."""
        try:
            path = urlsplit(self.url or "").path
        except ValueError:
            return []
        names = (unquote(part).strip().lower() for part in path.split("/")[:-1])
        return [name for name in names if name.isprintable() and name and not name.isdigit()]

    @property
    def content(self) -> str:
        """A short hash of address, title and text."""
        content = "\0".join((self.url or "", self.title, self.text))
        return hashlib.sha256(content.encode("utf-8", "replace")).hexdigest()[:12]

    def text_words(self) -> list[str]:
        return [w for line in self.text.splitlines() for w in tokenize(line, self._japanese)]

    @cached_property
    def _words_and_spelling(self) -> tuple[frozenset[str], str]:
        """Both from one tokenization; the list of words is not kept."""
        words = self.text_words()
        spelling = self.spelled_title + _BREAK + spelled(words)
        return frozenset((*self.title_words, *words)), spelling

    @cached_property
    def _japanese(self) -> bool:
        return has_kana((self.title, self.text))


def spelled(words: Iterable[str]) -> str:
    """Words with a space around each; in scripts without spaces, around each character.

    So a phrase is a substring, and does not depend on how Chinese was segmented.

    >>> spelled(["white", "sail"]), spelled(["帆船"])
    (' white sail ', ' 帆 船 ')
    """
    text = " ".join(words)
    if is_unspaced(text):
        pieces = text.split(" ")
        text = " ".join(" ".join(word) if is_unspaced(word) else word for word in pieces)
    return f" {text} "


def make_case(url: str | None, title: str, text: str, id: str | None = None) -> Case:
    """A case of plain strings; what cannot be encoded as UTF-8 is replaced."""
    url, title, text = _writable(url or "") or None, _writable(title), _writable(text)
    case = Case(_writable(id or "") or url or "", url, title, text)
    return case if case.id else Case(case.content, url, title, text)


def case_of_record(record: Mapping[str, Any]) -> Case:
    """A record with `text`, and perhaps `title`, `url` and `id`, as a case."""
    values = (record.get(name) for name in ("url", "title", "text", "id"))
    url, title, text, id = ("" if value is None else str(value) for value in values)
    return make_case(url, title, text, id)


def _writable(text: str) -> str:
    try:
        text.encode()
    except UnicodeEncodeError:  # lone surrogates
        return text.encode("utf-8", "replace").decode()
    return text
