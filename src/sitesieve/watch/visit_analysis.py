"""Looking at the pages of a visit: learn from them, read them, and say what is new."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime

from sitesieve.cleaning.methods.site_method import DRIFTED
from sitesieve.crawl.page_leads import leads_of
from sitesieve.errors import PageError
from sitesieve.page import Page
from sitesieve.page.addresses import normal_form
from sitesieve.page.limits import Limits
from sitesieve.page.words import tokenize
from sitesieve.watch.comparison_text import shingles, wording
from sitesieve.watch.history import History
from sitesieve.watch.items import Found, ItemKind, Items
from sitesieve.watch.model_store import Models
from sitesieve.watch.novelty import (
    PROSE,
    Before,
    Library,
    Manner,
    Shingle,
    is_copy,
    new_passages,
    own_content,
    shingles_of,
)
from sitesieve.watch.pages import OLD, SURFACED, Pages, Pending, WatchedPage
from sitesieve.watch.passages import (
    PageReading,
    Passage,
    announces_others,
    headline_key,
    read_page,
)
from sitesieve.watch.site_knowledge import SiteKnowledge
from sitesieve.watch.state import State
from sitesieve.watch.tree_shelf import Shelf
from sitesieve.watch.watches import Watch

File = Callable[[str, str, str], Sequence[str]]  # address, title and text → categories
HEADLINE = -1  # where titles are, for what comes and goes; no place has this number
_EVERYWHERE = 3  # titles that are others at once, at least, where the site writes them otherwise
_LIBRARY = 500  # pages whose texts are compared with
_STILL_THERE = 0.3  # of what a page said, from which it is that page in another look
_OLD_NEWS = 3 * 86_400.0  # seconds before a watch began, from which a page is no news


@dataclass(slots=True)
class _Read:
    """A page that was read."""

    page: WatchedPage
    at: float
    reading: PageReading
    leads: set[str]
    last: list[int] | None  # blocks of the version before
    found: Found | None = None
    is_version: bool = False
    fresh: int = OLD


@dataclass(slots=True)
class Looked:
    """What came of looking: to be written in one transaction."""

    watch: Watch
    now: float
    knowledge: SiteKnowledge
    generation: int
    read: list[_Read] = field(default_factory=list)
    learned_only: list[int] = field(default_factory=list)
    problems: list[tuple[WatchedPage, str]] = field(default_factory=list)
    odd: set[int] = field(default_factory=set)  # pages that are not believed yet
    redesign: Found | None = None

    @property
    def unusable(self) -> int:
        """Pages that could not be read."""
        return len(self.problems)

    def write(self, state: State) -> list[int]:
        """Write it all down; the numbers of the items found."""
        pages, history, items = Pages(state, self.watch.id), History(state), Items(state)
        numbers = []
        if self.redesign is not None:
            numbers.append(items.add(self.watch.id, self.redesign, self.now))
        for page, problem in self.problems:
            pages.unusable(page.id, self.now, problem)
        for number in self.learned_only:
            pages.learned_from(number, self.now)
        for odd in self.odd:
            pages.looked_odd(odd)
        for read in self.read:
            reading = read.reading
            shown = [*(passage.key for passage in reading.passages), reading.headline]
            announces = reading.announces
            pages.looked_at(read.page.id, read.at, reading.title, shown, announces, read.fresh)
            if not read.is_version and read.found is None:
                continue
            blocks = history.keep(passage.text for passage in reading.content)
            if read.is_version:
                history.add(read.page.id, read.at, blocks)
            if read.found is not None:
                found = _complete(read.found, read.last, blocks)
                numbers.append(items.add(self.watch.id, found, self.now))
        if self.redesign is not None:
            pages.forget_companions()
        if self.read or self.learned_only:
            Models(state).keep(self.knowledge, self.generation, self.now)
            state.write(
                "UPDATE watch SET generation = ? WHERE id = ?", self.generation, self.watch.id
            )
        return numbers


@dataclass(frozen=True, slots=True)
class Visit:
    """The visit whose pages are looked at."""

    number: int
    now: float
    shelf: Shelf  # has the pages that were parsed already
    limits: Limits


def look_at(state: State, watch: Watch, visit: Visit, file: File) -> Looked:
    """Look at all pages of a watch that have been fetched."""
    return _Look(state, watch, visit, file).looked()


class _Look:
    def __init__(self, state: State, watch: Watch, visit: Visit, file: File) -> None:
        self._watch = watch
        self._visit = visit
        self._file = file
        self._pages = Pages(state, watch.id)
        self._history = History(state)
        knowledge, generation = Models(state).of(watch.site)
        self._result = Looked(watch, visit.now, knowledge, generation)

    def looked(self) -> Looked:
        result = self._result
        self._check_design()
        for pending in self._usable():
            if result.knowledge.wants(pending.page.url):
                page = self._page(pending)
                result.knowledge.learn(page, announces_others(page))
            if pending.page.role == "companion":
                result.learned_only.append(pending.page.id)
        for pending in self._usable():
            if pending.page.role != "companion":
                result.read.append(self._read(pending, self._page(pending)))
        self._judge()
        return result

    def _usable(self) -> Iterable[Pending]:
        """The pages that can be used."""
        unusable = {page.id for page, _ in self._result.problems} | self._result.odd
        return (pending for pending in self._pages.pending() if pending.page.id not in unusable)

    def _page(self, pending: Pending) -> Page:
        """A page, parsed once in the visit; one at a time, for they may be many and large.

        Links lead from where it was found, and it is known by the address that was asked for.
        """
        shelf, limits = self._visit.shelf, self._visit.limits
        tree = shelf.get(pending.page.id)
        if tree is None:
            body = self._pages.body(pending.page.id)
            tree = Page(pending.url, body, charset=pending.charset, limits=limits).tree
            shelf.put(pending.page.id, tree)
        page = Page(pending.page.url, site=self._watch.site, limits=limits)
        page.tree = tree
        return page

    def _check_design(self) -> None:
        """Find pages that cannot be used; and whether known pages look as they did."""
        result, fits = self._result, []
        # Pages that do not fit, as far as can be told; and whether they are like another page.
        strange: dict[int, bool] = {}
        for pending in self._pages.pending():
            try:
                page = self._page(pending)  # parsed now, for it may be no page
                fit = result.knowledge.fit(page)
            except PageError as error:
                result.problems.append((pending.page, error.detail))
                continue
            if pending.page.role == "companion":
                continue
            if not pending.page.announces if fit is None else fit < DRIFTED:
                strange[pending.page.id] = self._is_like_another(pending.page, page)
            if fit is not None and pending.page.visited is not None:
                fits.append(fit)
        fits += [1.0] * self._pages.unchanged_in(self._visit.number)
        first_time = self._watch.visited is None
        drifted = SiteKnowledge.has_drifted(fits)
        # A new design says what the old one said; a maintenance page does not. Where the old
        # text is gone with the old look, only a second visit can tell.
        if drifted and 2 * sum(strange.values()) > len(strange):
            result.odd = set(strange)
        elif drifted:
            result.knowledge = SiteKnowledge(self._watch.site)
            result.generation += 1
            shown = sum(fits) / len(fits)
            self._note_redesign(
                f"{shown:.0%} of what was to be expected was recognised on the {len(fits)} known "
                "pages that were looked at. The site is learned anew."
            )
        else:
            result.odd = {page for page, is_like_another in strange.items() if is_like_another}
        learned_elsewhere = not first_time and self._watch.generation < result.generation
        if result.redesign is None and learned_elsewhere:
            self._note_redesign("It was learned anew when another watch looked at it.")

    def _is_like_another(self, page: WatchedPage, now: Page) -> bool:
        """Whether what a page said is gone, for the first time."""
        last = self._history.last(page.id)
        if page.odd or not last:
            return False
        said = self._history.texts(last)
        before = shingles_of(said, self._watch.settings.numbers)
        after = shingles(wording(now.tree.words, self._watch.settings.numbers))
        return len(before & after) < _STILL_THERE * len(before)

    def _note_redesign(self, note: str) -> None:
        watch = self._watch
        title = f"{watch.site} has a new design"
        self._result.redesign = Found("redesign", watch.url, title, note=note)

    def _read(self, pending: Pending, page: Page) -> _Read:
        reading = read_page(page, self._result.knowledge, self._watch.settings.numbers)
        leads, _ = leads_of(page, None)
        keys = {normal_form(lead.url) for lead in leads}
        last = self._history.last(pending.page.id)
        return _Read(pending.page, pending.at, reading, keys, last)

    def _judge(self) -> None:
        library = self._library()
        new = [read for read in self._result.read if read.last is None]
        said = {normal_form(read.page.url): self._said(read.reading) for read in new}
        # Pages that announce others of these come last: what they say is the others'.
        for read in sorted(new, key=lambda read: len(read.leads & said.keys())):
            own = normal_form(read.page.url)
            linked = [said[key] for key in read.leads & said.keys() if key != own]
            self._judge_new(read, library, linked)
            if not read.reading.announces:
                library.put(read.page.id, said[normal_form(read.page.url)])
        known = [read for read in self._result.read if read.last is not None]
        for read in known:
            self._note_persistence(read)
        shown, renamed = self._shown(), self._renamed(known)
        for read in known:
            self._judge_known(read, library, shown, read.page.id in renamed)

    def _renamed(self, known: Sequence[_Read]) -> set[int]:
        """The articles that have a headline which they never had.

        Where most have one at once, or titles come and go, that is the site's way to write them.
        """
        numbers, persistence = self._watch.settings.numbers, self._result.knowledge.persistence
        articles = [r for r in known if r.page.title and r.reading.title and not _lists(r)]
        renamed = set()
        for read in articles:
            before = headline_key(read.page.title or "", numbers)
            stood = read.reading.headline in (before, *self._pages.known(read.page.id))
            persistence.note(read.page.id, [(HEADLINE, stood)])
            if not stood:
                renamed.add(read.page.id)
        everywhere = len(renamed) >= _EVERYWHERE and 2 * len(renamed) > len(articles)
        if everywhere or self._result.redesign is not None or persistence.is_restless(HEADLINE):
            return set()
        return renamed

    def _shown(self) -> Counter[int]:
        """On how many pages each passage was ever shown, or is now."""
        shown: Counter[int] = Counter()
        now = {
            read.page.id: {passage.key for passage in read.reading.passages}
            for read in self._result.read
            if not read.reading.announces
        }
        for page, keys in self._pages.known_on(_LIBRARY):
            shown.update(keys | now.pop(page, set()))
        for keys in now.values():
            shown.update(keys)
        return shown

    def _note_persistence(self, read: _Read) -> None:
        stood = set(self._pages.known(read.page.id))
        persistence = self._result.knowledge.persistence
        passages = read.reading.passages
        persistence.note(read.page.id, ((p.place, p.key in stood) for p in passages))
        persistence.note(read.page.id, ((p.look, p.key in stood) for p in passages))

    def _said(self, reading: PageReading) -> set[Shingle]:
        texts = [reading.title, *(passage.text for passage in reading.passages if passage.stays)]
        return shingles_of(texts, self._watch.settings.numbers)

    def _library(self) -> Library:
        library = Library()
        numbers = self._watch.settings.numbers
        for page, title, blocks in self._pages.last_versions(_LIBRARY):
            library.put(page, shingles_of([title, *self._history.texts(blocks)], numbers))
        return library

    def _judge_new(self, read: _Read, library: Library, linked: Sequence[set[Shingle]]) -> None:
        """A page seen for the first time: news, if it came after the watch began."""
        read.is_version = bool(read.reading.content)
        if not read.page.fresh:
            return
        content = own_content(read.reading, announcements=False)
        if read.page.fresh == SURFACED and self._is_old_news(read.reading):
            return
        if is_copy(content, read.page.id, library, linked):
            return
        if not content:  # it may have some later
            read.fresh, read.is_version = read.page.fresh, False
            return
        read.found = self._found("new", read, content)

    def _is_old_news(self, reading: PageReading) -> bool:
        """Whether a page says that it was there long before the watch began."""
        if reading.date is None:
            return False
        try:
            day = datetime.fromisoformat(reading.date).replace(tzinfo=UTC)
        except ValueError:
            return False
        return day.timestamp() < self._watch.added - _OLD_NEWS

    def _judge_known(
        self, read: _Read, library: Library, shown: Counter[int], renamed: bool
    ) -> None:
        """A page seen before: news is what it never said."""
        settings = self._watch.settings
        assert read.last is not None
        texts = self._history.texts(read.last)
        known = set(self._pages.known(read.page.id))
        own = 0 if read.reading.announces else 1  # `shown` has this page, too
        known |= {p.key for p in read.reading.passages if shown[p.key] > own}
        before = Before(read.page.id, known, shingles_of(texts, settings.numbers))
        manner = Manner(
            announcements=self._watch.kind == "page",
            redesigned=self._result.redesign is not None,
            numbers=settings.numbers,
        )
        persistence = self._result.knowledge.persistence
        added = new_passages(read.reading, before, library, persistence, manner)
        if added or renamed:
            read.found = self._found("changed", read, added)
        if read.found is not None and renamed:
            read.found = self._with_headline(read.found, read, added)
        now = {passage.text for passage in read.reading.content}
        went = any(text not in now and len(tokenize(text)) >= PROSE for text in texts)
        read.is_version = read.found is not None or went or self._result.redesign is not None

    def _with_headline(self, found: Found, read: _Read, added: Sequence[Passage]) -> Found:
        note = f"The headline was: {read.page.title}"
        if any(passage.key == read.reading.headline for passage in added):
            return replace(found, note=note)
        texts = [read.reading.title, *found.added]
        categories = self._file(found.url, found.title, "\n\n".join(texts))
        return replace(found, added=texts, note=note, categories=tuple(categories))

    def _found(self, kind: ItemKind, read: _Read, passages: Sequence[Passage]) -> Found:
        texts = [passage.text for passage in passages]
        url, title = read.page.url, read.reading.title or read.page.url
        return Found(
            kind,
            url,
            title,
            texts,
            page=read.page.id,
            date=read.reading.date,
            categories=tuple(self._file(url, title, "\n\n".join(texts))),
        )


def _lists(read: _Read) -> bool:
    """Whether a page announces others, or did: its title is no headline of an article."""
    return read.reading.announces or read.page.announces


def _complete(found: Found, before: Sequence[int] | None, after: Sequence[int]) -> Found:
    return replace(found, before=before, after=after)
