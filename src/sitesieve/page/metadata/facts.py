"""Metadata: what a page says of itself, from all the places where pages say it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, partial
from weakref import WeakKeyDictionary

import numpy as np
import numpy.typing as npt

from sitesieve.page.addresses import absolute
from sitesieve.page.metadata.authors import clean_names, innermost
from sitesieve.page.metadata.dates import (
    date_in_address,
    is_list_of_dates,
    leaves_choice,
    read_date,
    read_publication,
    says_change,
)
from sitesieve.page.metadata.headline_text import (
    bylines,
    dated_lines,
    headlines,
    lines_near_headline,
    lower_headings,
    words_after_headline,
)
from sitesieve.page.metadata.json_ld import PAGES, WRITTEN, Thing, Things, texts
from sitesieve.page.metadata.language import language_of
from sitesieve.page.metadata.microdata import Marked, comment_nodes, read_markup
from sitesieve.page.metadata.teasers import is_front_address, is_index_address, teaser_nodes
from sitesieve.page.metadata.titles import SharedTitles, choose_title, own_title, same_name
from sitesieve.page.post_facts import PostPlace
from sitesieve.page.post_places import article_place, post_places
from sitesieve.page.remembered import Remembered
from sitesieve.page.tree import PageTree
from sitesieve.page.urls import host_of
from sitesieve.page.words import language_code

_WEB_SITE = frozenset(("website",))
_ORGANIZATION = frozenset(("organization", "newsmediaorganization", "corporation"))
_MOST_BEFORE = 80  # words between the headline and the first post of a thread
_LONGEST_DATELINE = 80  # characters: in more there are other dates

# The names under which meta elements say the same things, most trustworthy first.
_TITLE = (
    *("og:title", "twitter:title", "citation_title", "parsely-title", "sailthru.title"),
    *("dc.title", "dcterms.title", "headline", "title"),
)
_AUTHOR = (
    *("citation_author", "parsely-author", "sailthru.author", "cxenseparse:author"),
    *("author", "article:author", "og:article:author", "og:author", "dc.creator"),
    *("dcterms.creator", "dc.creator.personalname", "dc:creator", "creator", "byl", "byline"),
    *("article:author_name", "shareaholic:article_author_name", "authors"),
)
_PUBLISHED = (
    *("article:published_time", "og:article:published_time", "og:published_time"),
    *("article:published", "og:publish_date", "datepublished", "parsely-pub-date"),
    *("sailthru.date", "cxenseparse:publishtime", "publish_date", "publish-date", "published"),
    *("publication_date", "publication-date", "published-date", "published_time", "pubdate"),
    *("citation_publication_date", "citation_online_date", "citation_date"),
    *("dc.date.issued", "dcterms.issued", "dc.date.created", "dcterms.created", "dcterms.date"),
    *("dc.date", "dc:date", "article.published", "article:first_published_time"),
    *("shareaholic:article_published_time", "article.created", "ptime", "pdate", "displaydate"),
    *("originalpublicationdate", "ms.date", "date"),
)
_MODIFIED = (
    *("article:modified_time", "og:article:modified_time", "og:updated_time", "og:modified_time"),
    *("article:modified", "datemodified", "dc.date.modified", "dcterms.modified"),
    *("last-modified", "lastmod", "revised", "updated", "modified"),
)
_SITE_NAME = ("og:site_name", "application-name", "apple-mobile-web-app-title", "dc.publisher")
_DESCRIPTION = (
    *("og:description", "description", "twitter:description", "dc.description"),
    *("dcterms.description", "dcterms.abstract", "sailthru.description"),
)
_LANGUAGE = ("content-language", "og:locale", "dc.language", "dcterms.language", "language")
_ADDRESS = ("og:url", "twitter:url")


@dataclass(frozen=True, slots=True)
class Metadata:
    """What a page says of itself. Dates are YYYY-MM-DD; several authors have commas between."""

    title: str
    author: str | None
    date: str | None  # of publication
    modified: str | None
    language: str | None
    site_name: str | None
    description: str | None
    canonical: str | None


def read_metadata(tree: PageTree, shared: SharedTitles | None = None) -> Metadata:
    """What a parsed page says of itself, given what its site has taught of titles."""
    return Statements(tree, shared).metadata()


def read_title(tree: PageTree, shared: SharedTitles | None = None) -> str:
    """The title of a parsed page alone.

    It is remembered for as long as there is the page: who looks for the headline asks, and then
    who writes the title down.
    """
    taught, title = _titles.get(tree, (None, None))
    if title is None or taught is not shared:
        title = Statements(tree, shared).title()
        _titles[tree] = shared, title
    return title


_titles: WeakKeyDictionary[PageTree, tuple[SharedTitles | None, str]] = WeakKeyDictionary()


class Statements:
    """One page's statements about itself, gathered from wherever they stand."""

    def __init__(self, tree: PageTree, shared: SharedTitles | None = None) -> None:
        self._tree = tree
        self._shared = shared
        self._head = tree.head
        self._url = tree.url
        self._things = Things(tree.head.json_ld)
        self._month_first = month_first = tree.lang in (None, "en")
        self._date_of = Remembered[str, str | None](
            lambda value: read_publication(value, month_first)
        )

    @cached_property
    def _marked(self) -> Marked:
        return read_markup(self._tree, self._others)

    @cached_property
    def _others(self) -> npt.NDArray[np.bool_]:
        """The nodes that speak of other pages, or in which readers speak."""
        return teaser_nodes(self._tree) | comment_nodes(self._tree)

    @cached_property
    def _lines(self) -> list[str]:
        return lines_near_headline(self._tree, self._others)

    def metadata(self) -> Metadata:
        """All of it, each from the most trustworthy place that has it."""
        return Metadata(
            title=read_title(self._tree, self._shared),
            author=self._author(),
            date=self._first_date(self._publications()),
            modified=self._modified(),
            language=self._language(),
            site_name=self._site_name,
            description=self._description(),
            canonical=self._canonical(),
        )

    def _meta(self, names: tuple[str, ...]) -> Iterator[str]:
        return (self._head.meta[name] for name in names if self._head.meta.get(name))

    @cached_property
    def _written(self) -> list[Thing]:
        """The text of the page as JSON-LD describes it: one, or none."""
        return self._things.of(WRITTEN)[:1]

    @cached_property
    def _pages(self) -> list[Thing]:
        """The page around the text."""
        return self._things.of(PAGES)

    @property
    def _about(self) -> list[Thing]:
        return [*self._written, *self._pages]

    def title(self) -> str:
        """The headline, or what the page calls itself, without the name of the site."""
        declared = [
            *self._meta(_TITLE),
            *(text for thing in self._about for text in texts(thing, "headline")),
            self._head.title,
        ]
        names = [*self._meta(_SITE_NAME), self._site_name or ""]
        headings = headlines(self._tree)
        title = choose_title(
            *(headings, declared, names, host_of(self._url)),
            is_front=is_front_address(self._url),
            shared=self._shared,
        )
        if self._shared is not None:
            title = own_title(title, headings, partial(lower_headings, self._tree), self._shared)
        return title

    def _author(self) -> str | None:
        publisher = None
        for names in map(clean_names, self._authors()):
            people = [name for name in names if not same_name(name, self._site_name)]
            if people:
                return ", ".join(people)
            publisher = publisher or names  # a person named elsewhere comes first
        return ", ".join(publisher) if publisher else None

    def _authors(self) -> Iterator[list[str]]:
        meta = self._head.meta
        yield [author for name, author in self._head.statements if name == "citation_author"]
        for thing in self._written:
            yield self._things.names(thing.get("author"))
        if meta.get("twitter:label1", "").casefold().startswith(("written by", "by", "author")):
            yield [meta.get("twitter:data1", "")]
        for thing in self._pages:
            yield self._things.names(thing.get("author"))
        for value in self._meta(_AUTHOR):
            yield [value]
        if self._lists_pages:  # their authors are not this page's
            yield [author for author in (self._opening.author,) if author]
            return
        authors, others = self._marked.authors, self._marked.bylines
        if len(clean_names(authors)) > 1:  # a thread: the first post's may be marked otherwise
            authors, others = others, authors
        yield innermost(authors)
        yield innermost(others)
        for line in bylines(self._lines):
            yield [line]
        yield innermost([name for name in self._marked.linked if not name.islower()])
        yield [author for author in (self._opening.author,) if author]

    def _publications(self) -> Iterator[str]:
        yield from self._meta(_PUBLISHED)
        yield from self._unlisted(self._marked.published)
        yield from self._unlisted(self._marked.times)
        shown = sorted(self._unlisted(self._lines), key=says_change)  # of changes last
        yield from (line for line in shown if not leaves_choice(line))
        for thing in self._written:
            yield from texts(thing, "datePublished", "dateCreated", "uploadDate")
        yield from shown
        yield from self._unlisted(self._marked.datelines)
        yield date_in_address(self._url) or ""
        yield self._opening.date or ""
        yield from self._unlisted(dated_lines(self._tree, self._others))

    @cached_property
    def _opening(self) -> PostPlace:
        """The first post of a thread, which most of the page is; else one that says nothing."""
        posts = [] if self._is_index else post_places(self._tree)
        nodes = self._tree.outermost(post.node for post in posts)
        start, end = self._tree.word_start[nodes], self._tree.word_start[self._tree.end[nodes]]
        is_thread = 2 * int((end - start).sum()) > len(self._tree.word_ids)
        is_thread = is_thread and words_after_headline(self._tree, posts[0].node) <= _MOST_BEFORE
        article = None if self._is_index else article_place(self._tree)
        return posts[0] if posts and is_thread else article or PostPlace(-1)

    @cached_property
    def _is_index(self) -> bool:
        return is_index_address(self._url)

    def _unlisted(self, values: list[str]) -> list[str]:
        """Values that may hold a date, unless they are those of a list of pages."""
        short = [value for value in values if len(value) <= _LONGEST_DATELINE]
        return [] if self._is_index or is_list_of_dates(self._dates(short)) else short

    @cached_property
    def _lists_pages(self) -> bool:
        """Whether what the page shows of authors and dates is that of other pages."""
        if self._is_index:
            return True
        marked = self._marked
        places = (marked.published, marked.times, marked.datelines, self._lines)
        return any(is_list_of_dates(self._dates(values)) for values in places)

    def _changes(self) -> Iterator[str]:
        yield from self._meta(_MODIFIED)
        for thing in self._about:
            yield from texts(thing, "dateModified")
        yield from (value for value in self._marked.modified if len(value) <= _LONGEST_DATELINE)

    def _modified(self) -> str | None:
        dates = (read_date(value, self._month_first) for value in self._changes())
        return next(filter(None, dates), None)

    def _dates(self, values: Iterable[str]) -> list[str]:
        return [date for value in values if (date := self._date_of[value])]

    def _first_date(self, values: Iterable[str]) -> str | None:
        return next((date for value in values if (date := self._date_of[value])), None)

    @cached_property
    def _site_name(self) -> str | None:
        declared = self._meta(_SITE_NAME)
        sites = (*self._things.of(_WEB_SITE), *self._things.of(_ORGANIZATION))
        named = (name for thing in sites for name in texts(thing, "name"))
        publishers = (
            name for thing in self._about for name in self._things.names(thing.get("publisher"))
        )
        return next(declared, None) or next(named, None) or next(publishers, None)

    def _description(self) -> str | None:
        described = (text for thing in self._about for text in texts(thing, "description"))
        return next(self._meta(_DESCRIPTION), None) or next(described, None)

    def _canonical(self) -> str | None:
        if self._tree.canonical:
            return self._tree.canonical
        address = next(self._meta(_ADDRESS), None)
        return absolute(address, self._tree.base) if address else None

    def _language(self) -> str | None:
        declared = map(language_code, self._meta(_LANGUAGE))
        return language_of(self._tree, self._tree.lang or next(filter(None, declared), None))
