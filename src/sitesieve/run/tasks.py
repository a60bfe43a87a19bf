"""What a worker does with a page."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from sitesieve.cleaning.block import Block
from sitesieve.cleaning.document import Document
from sitesieve.cleaning.kinds import Kind
from sitesieve.cleaning.method import Method
from sitesieve.cleaning.output import OutputOptions
from sitesieve.cleaning.page_type import PageType, guess_type
from sitesieve.errors import PageError, Reason
from sitesieve.links.roles import Role
from sitesieve.page.addresses import normal_form
from sitesieve.page.page import Page
from sitesieve.run.kept_trees import KeptTrees
from sitesieve.sinks import Formatter, Record
from sitesieve.site.model_file import SavedModel
from sitesieve.site.store import SiteStore


@dataclass(frozen=True, slots=True)
class Cleaned:
    """A page cleaned and formatted, with what the summary counts."""

    record: Record
    site: str
    words_before: int
    words_kept: int
    cuts: tuple[str, ...]  # the limits that the page exceeded
    fit: float | None = None  # how much of the page its site's model recognises
    once: tuple[tuple[Kind, str], ...] = ()  # texts for its site's card
    url: str | None = None


class Learner(Protocol):
    """What learns from pages: a method of cleaning, or weights of words."""

    @property
    def unusable(self) -> Counter[str]:
        """Pages that could not be learned from, by reason."""

    def observe(self, page: Page) -> Any:
        """What there is to learn from a page; can be done in any process."""

    def absorb(self, observation: Any) -> None:
        """Learn from an observation; done in one process, in the order of the pages."""


@dataclass(frozen=True, slots=True)
class Observe:
    """The part of learning that worker processes do."""

    method: Learner
    trees: KeptTrees | None = None  # where those of the pages are left for cleaning

    def __call__(self, page: Page) -> Any:
        observation = self.method.observe(page)
        if self.trees is not None:
            self.trees.keep(page)
        return observation


@dataclass(frozen=True, slots=True)
class AddUp:
    """Adding up what was learned of a site: that of the page, of which nothing else is asked."""

    models: SiteStore[Any]

    def __call__(self, page: Page) -> SavedModel | None:
        return self.models.added_up(page.site)


@dataclass(frozen=True, slots=True)
class PageFilter:
    """Which pages are wanted at all; others are left out, with a reason."""

    types: tuple[PageType, ...] = ()  # none: all
    words: int = 0  # that stay, at least
    roles: tuple[Role, ...] = ()  # among the links of the site; none: all
    role_of: Mapping[str, Role] = field(default_factory=dict)  # by address, once it is known

    def other_role(self, page: Page) -> Role | None:
        """The role that its site's links give a page, if it is none of those wanted; None for a
        page whose role is not known: it could not be read."""
        if not self.roles:
            return None
        from sitesieve.links.page_links import url_of

        role = self.role_of.get(normal_form(url_of(page)))
        return role if role not in self.roles else None

    def check_role(self, page: Page) -> None:
        """Refuse a page that its site's links give another role."""
        if (role := self.other_role(page)) is not None:
            raise PageError(Reason.OTHER_ROLE, f"by the links of its site: {role}")

    def check_type(self, page: Page) -> None:
        """Refuse a page of another type."""
        if self.types and (guess := guess_type(page)).type not in self.types:
            detail = f"looks like a page of type {guess.type} ({guess.confidence:.0%})"
            raise PageError(Reason.OTHER_TYPE, detail)

    def check_size(self, document: Document) -> None:
        """Refuse a page of which too little stays."""
        if document.words_kept < self.words:
            raise PageError(Reason.TOO_SHORT, f"{document.words_kept} words stay")


EVERY_PAGE = PageFilter()


@dataclass(frozen=True, slots=True)
class Clean:
    """Cleaning and formatting."""

    method: Method
    formatter: Formatter
    admits: PageFilter = EVERY_PAGE
    output: OutputOptions = field(default_factory=OutputOptions)
    fits: bool = False  # whether it is asked how much of a page its site's model recognises
    trees: KeptTrees | None = None  # those of the pages that were learned from
    alone: Method | None = None  # what cleans pages of no site, where no site's model is to

    def __call__(self, page: Page) -> Cleaned:
        if self.trees is not None:
            self.trees.give(page)
        # A page without columns has those of the others, too, with nothing in them.
        page.extra = dict.fromkeys(self.formatter.carry) | page.extra
        self.admits.check_role(page)
        self.admits.check_type(page)
        method = self.method if page.site or self.alone is None else self.alone
        document = method.clean_page(page).with_output(self.output)
        self.admits.check_size(document)
        return Cleaned(
            record=self.formatter(document, page.name),
            site=page.site,
            words_before=document.words_before,
            words_kept=document.words_kept,
            cuts=tuple(cut.cap for cut in document.cuts),
            fit=document.fit if self.fits else None,
            once=tuple(document.once),
            url=document.url or page.name,
        )


@dataclass(frozen=True, slots=True)
class Explained:
    """Every block of a page with its verdict; images and links without text come last."""

    label: str
    site: str
    fit: float | None
    words_before: int
    words_kept: int
    blocks: list[Block]
    shown: str | None = None  # the page and its blocks for a browser, where that is wanted


@dataclass(frozen=True, slots=True)
class Explain:
    """Cleaning, to see why. With `shown_as`, the page is also made into something to look at."""

    method: Method
    shown_as: Callable[[Page, Document], str] | None = None

    def __call__(self, page: Page) -> Explained:
        document = self.method.clean_page(page)
        return Explained(
            page.label,
            document.site,
            document.fit,
            document.words_before,
            document.words_kept,
            [*document.blocks, *document.textless],
            None if self.shown_as is None else self.shown_as(page, document),
        )
