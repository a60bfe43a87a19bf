"""The analysis of the pages of a visit: learn from them, read them, decide what is new."""

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
from sitesieve.watch.items import ItemKind, Items, NewItem
from sitesieve.watch.novelty import (
    PROSE,
    NoveltyOptions,
    PageMemory,
    Shingle,
    ShingleIndex,
    is_copy,
    new_passages,
    own_content,
    shingles_of,
)
from sitesieve.watch.pages import OLD, SURFACED, Pending, WatchedPage, WatchedPages
from sitesieve.watch.passages import (
    PageReading,
    Passage,
    announces_others,
    headline_key,
    read_page,
)
from sitesieve.watch.site_knowledge import KnowledgeStore, SiteKnowledge
from sitesieve.watch.state import State
from sitesieve.watch.tree_shelf import TreeShelf
from sitesieve.watch.watches import Watch

Classify = Callable[[str, str, str], Sequence[str]]  # address, title and text → categories
TITLES = -1  # the place of titles in `ChangingPlaces`; no other place has this number
_EVERYWHERE = 3  # new titles on one visit, at least, to take them for another way of writing titles
_COMPARED = 500  # pages whose texts are compared with
_STILL_THERE = 0.3  # of the old text of a page, from which it is the same page in another design
_OLD_NEWS = 3 * 86_400.0  # seconds before a watch began, from which a page is not new


@dataclass(slots=True)
class _ReadPage:
    page: WatchedPage
    at: float
    reading: PageReading
    leads: set[str]  # normal forms of the addresses it links to
    last: list[int] | None  # blocks of the version before
    item: NewItem | None = None
    is_version: bool = False
    fresh: int = OLD


@dataclass(slots=True)
class VisitAnalysis:
    """The result for all pages of a visit, to be written in one transaction."""

    watch: Watch
    now: float
    knowledge: SiteKnowledge
    generation: int
    pages: list[_ReadPage] = field(default_factory=list)
    learned_only: list[int] = field(default_factory=list)
    problems: list[tuple[WatchedPage, str]] = field(default_factory=list)  # pages without text
    odd: set[int] = field(default_factory=set)  # pages that are ignored until the next visit
    redesign: NewItem | None = None

    def write(self, state: State) -> list[int]:
        """Write everything; the numbers of the new items."""
        watch, now = self.watch.id, self.now
        pages, history, items = WatchedPages(state, watch), History(state), Items(state)
        numbers = []
        if self.redesign is not None:
            numbers.append(items.add(watch, self.redesign, now))
        for page, problem in self.problems:
            pages.not_read(page.id, now, problem)
        for number in self.learned_only:
            pages.not_read(number, now)
        for odd in self.odd:
            pages.postpone(odd)
        for read in self.pages:
            reading = read.reading
            keys = [*(passage.key for passage in reading.passages), reading.headline]
            pages.read(read.page.id, read.at, reading.title, keys, reading.announces, read.fresh)
            if not read.is_version and read.item is None:
                continue
            blocks = history.keep(passage.text for passage in reading.content)
            if read.is_version:
                history.add(read.page.id, read.at, blocks)
            if read.item is not None:
                item = replace(read.item, before=read.last, after=blocks)
                numbers.append(items.add(watch, item, now))
        if self.redesign is not None:
            pages.forget_companions()
        if self.pages or self.learned_only:
            KnowledgeStore(state).keep(self.knowledge, self.generation, now)
            state.write("UPDATE watch SET generation = ? WHERE id = ?", self.generation, watch)
        return numbers


@dataclass(frozen=True, slots=True)
class VisitContext:
    """The visit whose pages are analysed."""

    number: int
    now: float
    shelf: TreeShelf  # has the pages that were parsed already
    limits: Limits


def analyse(state: State, watch: Watch, visit: VisitContext, classify: Classify) -> VisitAnalysis:
    """Analyse all fetched pages of a watch."""
    return _Analyser(state, watch, visit, classify).analyse()


class _Analyser:
    def __init__(self, state: State, watch: Watch, visit: VisitContext, classify: Classify) -> None:
        self._watch = watch
        self._numbers = watch.settings.numbers
        self._visit = visit
        self._classify = classify
        self._pages = WatchedPages(state, watch.id)
        self._history = History(state)
        knowledge, generation = KnowledgeStore(state).of(watch.site)
        self._result = VisitAnalysis(watch, visit.now, knowledge, generation)

    def analyse(self) -> VisitAnalysis:
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
                result.pages.append(self._read(pending))
        new = [read for read in result.pages if read.last is None]
        seen_before = [read for read in result.pages if read.last is not None]
        index = self._index()
        self._judge_new_pages(new, index)
        self._judge_known_pages(seen_before, index)
        return result

    def _usable(self) -> Iterable[Pending]:
        unusable = {page.id for page, _ in self._result.problems} | self._result.odd
        return (pending for pending in self._pages.pending() if pending.page.id not in unusable)

    def _page(self, pending: Pending) -> Page:
        """A page, parsed once in the visit; one at a time, because all may be large together.

        Its links are resolved by the address that answered; it is identified by the one asked for.
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
        """Find pages that cannot be used, and whether the site has a new design."""
        result, fits = self._result, []
        # Pages that do not fit the model, or are not covered by one; and whether they lost their
        # old text.
        strange: dict[int, bool] = {}
        for pending in self._pages.pending():
            try:
                page = self._page(pending)  # parsing may fail
                fit = result.knowledge.fit(page)
            except PageError as error:
                result.problems.append((pending.page, error.detail))
                continue
            if pending.page.role == "companion":
                continue
            if not pending.page.announces if fit is None else fit < DRIFTED:
                strange[pending.page.id] = self._lost_its_text(pending.page, page)
            if fit is not None and pending.page.visited is not None:
                fits.append(fit)
        fits += [1.0] * self._pages.unchanged_in(self._visit.number)
        first_time = self._watch.visited is None
        drifted = SiteKnowledge.has_drifted(fits)
        # After a redesign the old text is still there; on a maintenance page it is not. Where
        # both design and text have changed, the next visit decides.
        if drifted and 2 * sum(strange.values()) > len(strange):
            result.odd = set(strange)
        elif drifted:
            result.knowledge = SiteKnowledge(self._watch.site)
            result.generation += 1
            fit = sum(fits) / len(fits)
            self._note_redesign(
                f"The {len(fits)} known pages of this visit reach {fit:.0%} of the expected fit to "
                "the model of the site. The site is learned again."
            )
        else:
            result.odd = {page for page, lost_its_text in strange.items() if lost_its_text}
        learned_elsewhere = not first_time and self._watch.generation < result.generation
        if result.redesign is None and learned_elsewhere:
            self._note_redesign("It was learned again on a visit of another watch.")

    def _lost_its_text(self, page: WatchedPage, now: Page) -> bool:
        """Whether most of the last version of a page is gone, for the first time."""
        last = self._history.last(page.id)
        if page.odd or not last:
            return False
        before = shingles_of(self._history.texts(last), self._numbers)
        after = shingles(wording(now.tree.words, self._numbers))
        return len(before & after) < _STILL_THERE * len(before)

    def _note_redesign(self, note: str) -> None:
        watch = self._watch
        title = f"{watch.site} has a new design"
        self._result.redesign = NewItem("redesign", watch.url, title, note=note)

    def _read(self, pending: Pending) -> _ReadPage:
        page = self._page(pending)
        reading = read_page(page, self._result.knowledge, self._numbers)
        leads, _ = leads_of(page, None)
        targets = {normal_form(lead.url) for lead in leads}
        last = self._history.last(pending.page.id)
        return _ReadPage(pending.page, pending.at, reading, targets, last)

    def _index(self) -> ShingleIndex:
        index = ShingleIndex()
        for page, title, blocks in self._pages.last_versions(_COMPARED):
            texts = [title, *self._history.texts(blocks)]
            index.put(page, shingles_of(texts, self._numbers))
        return index

    def _judge_new_pages(self, pages: Sequence[_ReadPage], index: ShingleIndex) -> None:
        of_page = {normal_form(read.page.url): self._shingles(read.reading) for read in pages}
        # Pages that link to others of these come last: their teasers are copies.
        for read in sorted(pages, key=lambda read: len(read.leads & of_page.keys())):
            own = normal_form(read.page.url)
            linked = [of_page[target] for target in read.leads & of_page.keys() if target != own]
            self._judge_new(read, index, linked)
            if not read.reading.announces:
                index.put(read.page.id, of_page[own])

    def _shingles(self, reading: PageReading) -> set[Shingle]:
        texts = [reading.title, *(passage.text for passage in reading.passages if passage.stays)]
        return shingles_of(texts, self._numbers)

    def _judge_new(self, read: _ReadPage, index: ShingleIndex, linked: list[set[Shingle]]) -> None:
        """A page seen for the first time is new if it appeared after the watch began."""
        read.is_version = bool(read.reading.content)
        if not read.page.fresh:
            return
        content = own_content(read.reading, announcements=False)
        if read.page.fresh == SURFACED and self._is_old_news(read.reading):
            return
        if is_copy(content, read.page.id, index, linked):
            return
        if not content:  # it may get some later
            read.fresh, read.is_version = read.page.fresh, False
            return
        read.item = self._item("new", read, [passage.text for passage in content])

    def _is_old_news(self, reading: PageReading) -> bool:
        """Whether the date of a page is long before the watch began."""
        if reading.date is None:
            return False
        try:
            day = datetime.fromisoformat(reading.date).replace(tzinfo=UTC)
        except ValueError:
            return False
        return day.timestamp() < self._watch.added - _OLD_NEWS

    def _judge_known_pages(self, pages: Sequence[_ReadPage], index: ShingleIndex) -> None:
        places = self._result.knowledge.places
        for read in pages:
            keys = set(self._pages.known(read.page.id))
            passages = read.reading.passages
            places.note(read.page.id, ((p.place, p.key in keys) for p in passages))
            places.note(read.page.id, ((p.look, p.key in keys) for p in passages))
        counts, renamed = self._page_counts(), self._renamed(pages)
        for read in pages:
            self._judge_known(read, index, counts, read.page.id in renamed)

    def _renamed(self, pages: Sequence[_ReadPage]) -> set[int]:
        """The articles that have a headline which they never had.

        None where most get one on the same visit, or titles keep changing: then the site has
        another way of writing titles.
        """
        places = self._result.knowledge.places
        articles = [r for r in pages if r.page.title and r.reading.title and not _lists(r)]
        renamed = set()
        for read in articles:
            before = headline_key(read.page.title or "", self._numbers)
            stayed = read.reading.headline in (before, *self._pages.known(read.page.id))
            places.note(read.page.id, [(TITLES, stayed)])
            if not stayed:
                renamed.add(read.page.id)
        everywhere = len(renamed) >= _EVERYWHERE and 2 * len(renamed) > len(articles)
        if everywhere or self._result.redesign is not None or places.change_often(TITLES):
            return set()
        return renamed

    def _page_counts(self) -> Counter[int]:
        """How many pages have each passage now, or ever had it."""
        counts: Counter[int] = Counter()
        now = {
            read.page.id: {passage.key for passage in read.reading.passages}
            for read in self._result.pages
            if not read.reading.announces
        }
        for page, keys in self._pages.known_on(_COMPARED):
            counts.update(keys | now.pop(page, set()))
        for keys in now.values():
            counts.update(keys)
        return counts

    def _judge_known(
        self, read: _ReadPage, index: ShingleIndex, counts: Counter[int], renamed: bool
    ) -> None:
        """A page seen before: passages that it never had are a change."""
        assert read.last is not None
        reading, result = read.reading, self._result
        texts = self._history.texts(read.last)
        own = 0 if reading.announces else 1  # `counts` includes this page
        elsewhere = {p.key for p in reading.passages if counts[p.key] > own}
        keys = elsewhere.union(self._pages.known(read.page.id))
        memory = PageMemory(read.page.id, keys, shingles_of(texts, self._numbers))
        redesigned = result.redesign is not None
        options = NoveltyOptions(self._watch.kind == "page", redesigned, self._numbers)
        passages = new_passages(reading, memory, index, result.knowledge.places, options)
        if passages or renamed:
            read.item = self._changed(read, passages, renamed)
        now = {passage.text for passage in reading.content}
        prose_removed = any(text not in now and len(tokenize(text)) >= PROSE for text in texts)
        read.is_version = read.item is not None or prose_removed or redesigned

    def _changed(self, read: _ReadPage, passages: Sequence[Passage], renamed: bool) -> NewItem:
        texts = [passage.text for passage in passages]
        if not renamed:
            return self._item("changed", read, texts)
        if all(passage.key != read.reading.headline for passage in passages):
            texts.insert(0, read.reading.title)
        return self._item("changed", read, texts, f"The headline was: {read.page.title}")

    def _item(
        self, kind: ItemKind, read: _ReadPage, texts: Sequence[str], note: str = ""
    ) -> NewItem:
        url, title = read.page.url, read.reading.title or read.page.url
        return NewItem(
            kind,
            url,
            title,
            texts,
            page=read.page.id,
            date=read.reading.date,
            note=note,
            categories=tuple(self._classify(url, title, "\n\n".join(texts))),
        )


def _lists(read: _ReadPage) -> bool:
    """Whether a page lists others, or did: its title is no headline of an article."""
    return read.reading.announces or read.page.announces
