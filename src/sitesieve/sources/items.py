"""What a source delivers: pages, and a word about those it could not deliver."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar
from urllib.parse import quote, urljoin

from sitesieve.errors import Reason
from sitesieve.page.limits import Limits
from sitesieve.page.page import Page


@dataclass(frozen=True, slots=True)
class Failure:
    """A page that could not be had or used: where it stood and why."""

    name: str
    reason: Reason
    detail: str
    url: str | None = None
    relation: str = ""  # of a duplicate, to the page that is kept
    kept: str = ""  # that page
    why: str = ""  # it is kept

    def as_data(self) -> dict[str, Any]:
        """The failure as it is listed in a file of errors."""
        listed = {
            "page": self.name,
            "url": self.url,
            "reason": str(self.reason),
            "detail": self.detail,
        }
        if self.relation:
            listed |= {"relation": self.relation, "kept": self.kept, "why": self.why}
        return listed


Item = Page | Failure


@dataclass(frozen=True, slots=True)
class ReadOptions:
    """How sources are read. Columns left out are found by their usual names."""

    html_column: str | None = None
    url_column: str | None = None
    site_by: str = "domain"  # "domain", "host" or the name of a column
    carry: tuple[str, ...] = ()  # columns that travel with the page to the output
    limits: Limits = field(default_factory=Limits)
    texts: bool = False  # whether records may have a text, cleaned already, in place of HTML
    base_url: str | None = None  # where pages without an address come from
    input_format: str | None = None  # of files and standard input; None: by name or content
    feeds: bool = False  # whether the items of feeds are pages
    allow_private: bool = False  # fetch from private and loopback addresses
    obey_robots: bool = True

    def address_of(self, name: str) -> str | None:
        """The address of a file, given its place below a folder, or its name."""
        if self.base_url is None:
            return None
        return urljoin(f"{self.base_url.rstrip('/')}/", quote(name))

    @property
    def site_column(self) -> str | None:
        return None if self.site_by in ("domain", "host") else self.site_by


class Reader:
    """One location to read from. `size` and `position` are in bytes, for progress."""

    has_columns: ClassVar[bool] = False  # whether pages have named fields besides their HTML
    is_one_page: ClassVar[bool] = False  # whether there is just one page here

    def __init__(self, label: str, size: int = 0) -> None:
        self.label = label
        self.size = size
        self.position = 0
        self.skipped = 0  # records passed over: they are not HTML, or not a success
        self.redirects: dict[str, str] = {}  # those met so far: address → where it leads

    def items(self) -> Iterator[Item]:
        """The pages and failures of the location, in a fixed order."""
        raise NotImplementedError

    def fingerprint(self) -> list[str | int]:
        """What tells this location, as it is now, from another or from its later self."""
        return [self.label, self.size]

    def reads(self, path: Path) -> bool:  # noqa: ARG002
        """Whether a file that exists is read here."""
        return False

    def failure(self, where: str, reason: Reason, detail: str, url: str | None = None) -> Failure:
        """A failure inside this location: `where` is a line, row or record."""
        return Failure(f"{self.label}{where}", reason, detail, url)


class FileBackedReader(Reader):
    """A location that is one file: the base of every file format.

    A file is read as the format of its ending; of built-in formats also by how its content
    begins, where the ending says nothing (as of standard input).
    """

    endings: ClassVar[tuple[str, ...]] = ()  # of names, without a compression's; built-in only
    begins: ClassVar[bytes | None] = None  # how content begins, decompressed; built-in only

    def __init__(self, path: Path, options: ReadOptions) -> None:
        super().__init__(str(path), path.stat().st_size)
        self.path = path
        self.options = options

    @classmethod
    def columns_of(cls, path: Path) -> list[str]:  # noqa: ARG003
        """The named fields of a file, as far as they can be told before it is read."""
        return []

    def fingerprint(self) -> list[str | int]:
        return [self.label, self.size, self.path.stat().st_mtime_ns]

    def reads(self, path: Path) -> bool:
        return path.samefile(self.path)
