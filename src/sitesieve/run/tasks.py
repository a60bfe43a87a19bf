"""What a worker does with a page."""

from dataclasses import dataclass
from typing import Any

from sitesieve.clean.method import LearningMethod, Method
from sitesieve.page.page import Page
from sitesieve.sinks.formats import Formatter, Record


@dataclass(frozen=True, slots=True)
class Cleaned:
    """A page cleaned and formatted, with what the summary counts."""

    record: Record
    site: str
    words_before: int
    words_kept: int
    cuts: tuple[str, ...]  # the caps that bit


@dataclass(frozen=True, slots=True)
class Observe:
    """Learning, the part that can be done anywhere."""

    method: LearningMethod

    def __call__(self, page: Page) -> Any:
        return self.method.observe(page)


@dataclass(frozen=True, slots=True)
class Clean:
    """Cleaning and formatting."""

    method: Method
    formatter: Formatter

    def __call__(self, page: Page) -> Cleaned:
        document = self.method.clean_page(page)
        return Cleaned(
            record=self.formatter(document, page.name),
            site=page.site,
            words_before=document.words_before,
            words_kept=document.words_kept,
            cuts=tuple(cut.cap for cut in document.cuts),
        )
