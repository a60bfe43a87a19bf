"""What a source delivers: pages, and a word about those it could not deliver."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

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

    def as_data(self) -> dict[str, Any]:
        """The failure as it is listed in a file of errors."""
        return {
            "page": self.name,
            "url": self.url,
            "reason": str(self.reason),
            "detail": self.detail,
        }


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
    allow_private: bool = False  # fetch from private and loopback addresses
    obey_robots: bool = True

    @property
    def site_column(self) -> str | None:
        return None if self.site_by in ("domain", "host") else self.site_by


class Reader:
    """One location to read from. `size` and `position` are in bytes, for progress."""

    def __init__(self, label: str, size: int = 0) -> None:
        self.label = label
        self.size = size
        self.position = 0

    def items(self) -> Iterator[Item]:
        """The pages and failures of the location, in a fixed order."""
        raise NotImplementedError

    def fingerprint(self) -> list[str | int]:
        """What tells this location, as it is now, from another or from its later self."""
        return [self.label, self.size]

    def failure(self, where: str, reason: Reason, detail: str, url: str | None = None) -> Failure:
        """A failure inside this location: `where` is a line, row or record."""
        return Failure(f"{self.label}{where}", reason, detail, url)


class FileBackedReader(Reader):
    """A location that is one file."""

    def __init__(self, path: Path, options: ReadOptions) -> None:
        super().__init__(str(path), path.stat().st_size)
        self.path = path
        self.options = options

    def fingerprint(self) -> list[str | int]:
        return [self.label, self.size, self.path.stat().st_mtime_ns]
