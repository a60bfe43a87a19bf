"""What a source delivers: pages, and a word about those it could not deliver."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar
from urllib.parse import quote, urljoin

from sitesieve.errors import InputError, Reason
from sitesieve.page.limits import Limits
from sitesieve.page.page import Page, page_of


@dataclass(frozen=True, slots=True)
class Failure:
    """A page that could not be had or used: where it stood and why.

    Where a part of a file or folder cannot be read, nobody knows which pages it holds. It is one
    failure, with what is `lost`.
    """

    name: str
    reason: Reason
    detail: str
    url: str | None = None
    relation: str = ""  # of a duplicate, to the page that is kept
    kept: str = ""  # that page
    why: str = ""  # it is kept
    lost: "Loss | None" = None

    def as_data(self) -> dict[str, Any]:
        """The failure as it is listed in a file of errors."""
        listed = {
            "page": self.name,
            "url": self.url,
            "reason": str(self.reason),
            "detail": self.detail,
            **({} if self.lost is None else {"lost": self.lost.as_data()}),
        }
        if self.relation:
            listed |= {"relation": self.relation, "kept": self.kept, "why": self.why}
        return listed


@dataclass(frozen=True, slots=True)
class Loss:
    """Input that could not be read: bytes as they are in the file, and records, so many at
    least."""

    bytes: int = 0
    records: int = 0

    def __add__(self, other: "Loss") -> "Loss":
        return Loss(self.bytes + other.bytes, self.records + other.records)

    def __bool__(self) -> bool:
        return bool(self.bytes or self.records)

    def __str__(self) -> str:
        """
        >>> str(Loss(2048, 1)), str(Loss(0, 1200))
        ('at least 1 record (2,048 bytes)', 'at least 1,200 records')
        """
        records = f"at least {self.records:,} record{'' if self.records == 1 else 's'}"
        return records + (f" ({self.bytes:,} bytes)" if self.bytes else "")

    def as_data(self) -> dict[str, int]:
        return {"bytes": self.bytes, "records": self.records}


Item = Page | Failure


def item_of(html: Any, url: Any, limits: Limits) -> Item:
    """The page that a program gives as HTML and an address, or why that is none."""
    try:
        if html is None:
            raise InputError("there is no HTML")
        page = page_of(html, url)
    except (InputError, TypeError) as error:
        return Failure("", Reason.NO_HTML, str(error), url if isinstance(url, str) else None)
    except (OSError, ValueError) as error:  # an open file that is closed, or holds no text
        detail = f"html cannot be read: {error}"
        return Failure("", Reason.UNREADABLE, detail, url if isinstance(url, str) else None)
    if page is not html:
        page.limits = limits
    return page


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

    def loss(
        self,
        where: str,
        detail: str,
        bytes: int,
        records: int = 1,
        reason: Reason = Reason.CORRUPT,
        url: str | None = None,
    ) -> Failure:
        """A part of this location that cannot be read."""
        lost = Loss(bytes, records)
        return Failure(f"{self.label}{where}", reason, detail, url, lost=lost)


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
