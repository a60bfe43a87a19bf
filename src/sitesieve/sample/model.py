"""What the sample web is made of: sites, pages, and the truth about each page."""

from dataclasses import dataclass

from sitesieve.cleaning.kinds import Kind


@dataclass(frozen=True, slots=True)
class TruthBlock:
    """A run of phrases of one kind; a phrase is one text node, whitespace collapsed."""

    kind: Kind
    phrases: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SamplePage:
    """One page and the truth about it.

    `blocks` covers every visible text of the body, in document order.
    `main_text` is the text of the content blocks, a line for each paragraph.
    On contents pages and listings the headlines and teasers of the listed
    items are content. On forum threads every post is content, and what stands
    around it (names, ranks, dates) is page description.

    `role` is 'contents' for pages that mainly lead to others (home, sections,
    shop and forum), 'article' for pages with a text of their own (articles and
    threads), 'other' for the rest (products, diaries, about, contact). `topic`
    is empty on pages that belong to none.
    """

    url: str
    html: str
    site: str
    template: str
    topic: str
    language: str
    role: str
    main_text: str
    title: str
    design: str
    blocks: tuple[TruthBlock, ...]

    @property
    def path(self) -> str:
        """The page's path on its site, beginning with a slash."""
        return "/" + self.url.split("/", 3)[3]


@dataclass(frozen=True, slots=True)
class SampleSite:
    """A site: a host name, the languages of its pages, and the pages."""

    name: str
    languages: tuple[str, ...]
    pages: tuple[SamplePage, ...]
