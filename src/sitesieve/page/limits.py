"""Limits on what one page may cost, and the record of the limits that a page exceeded."""

from dataclasses import dataclass, fields

MOST_BYTES = 1_000_000_000  # places in a page are numbers of 32 bits


@dataclass(frozen=True, slots=True)
class Limits:
    """What one page may cost. Beyond a cap the page is cut, and the result says so.

    `seconds` is different: a page that exceeds it is abandoned. Inside one
    process it is checked between steps; the command line also watches from
    outside and stops a worker that does not come back.
    """

    bytes: int = 20_000_000
    nodes: int = 200_000
    depth: int = 512  # where browsers stop nesting, too
    attributes: int = 256
    seconds: float = 30.0

    def __post_init__(self) -> None:
        for field in fields(self):
            if getattr(self, field.name) <= 0:
                raise ValueError(f"the limit on {field.name} must be more than 0")
        if self.bytes > MOST_BYTES:
            raise ValueError(f"the limit on bytes must be at most {MOST_BYTES:,}")


@dataclass(frozen=True, slots=True)
class Cut:
    """A limit that a page exceeded: which one, its value, and what the page had."""

    cap: str
    limit: int
    found: int

    def __str__(self) -> str:
        return f"{self.cap}: {self.found:,} cut to {self.limit:,}"
