"""The analysis of the pages of a visit: learn from them, read them, decide what is new."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from sitesieve.cleaning.methods.site_method import DRIFTED
from sitesieve.crawl.page_leads import leads_of
from sitesieve.errors import PageError
from sitesieve.page import Page
from sitesieve.page.addresses import normal_form
from sitesieve.page.limits import Limits
from sitesieve.page.words import tokenize
from sitesieve.watch import novelty
from sitesieve.watch.items import ItemKind, Items, NewItem
from sitesieve.watch.pages import OLD, SURFACED, History, Pending, WatchedPage, WatchedPages
from sitesieve.watch.passages import (
    PageReading,
    announces_others,
    headline_key,
    read_page,
    shingles,
    wording,
)
from sitesieve.watch.site_knowledge import SiteKnowledge, load_knowledge, store_knowledge
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


@dataclass
class VisitAnalysis:
    """The analysis of all fetched pages of a watch; `write` writes it in one transaction."""

    state: State
    watch: Watch
    visit_number: int
    now: float
    shelf: TreeShelf  # has the pages that were parsed already
    limits: Limits
    classify: Classify

    def __post_init__(self) -> None:
        self.odd: set[int] = set()  # pages that are ignored until the next visit
        self.problems: list[tuple[WatchedPage, str]] = []  # pages without text
        self._numbers = self.watch.settings.numbers
        self._pages = WatchedPages(self.state, self.watch.id)
        self._history = History(self.state)
        self._knowledge, self._generation = load_knowledge(self.state, self.watch.site)
        self._read_pages: list[_ReadPage] = []
        self._learned_only: list[int] = []
        self._redesign: NewItem | None = None
        self._index = novelty.ShingleIndex()

    def run(self) -> None:
        """Learn from the pages, read them, and decide what is new."""
        self._check_design()
        self._learn()
        for pending in self._usable():
            if pending.page.role != "companion":
                self._read_pages.append(self._read(pending))
        for number, title, blocks in self._pages.last_versions(_COMPARED):
            texts = [title, *self._history.texts(blocks)]
            self._index.put(number, novelty.shingles_of(texts, self._numbers))
        self._judge_new_pages([read for read in self._read_pages if read.last is None])
        self._judge_old_pages([read for read in self._read_pages if read.last is not None])

    def write(self) -> list[int]:
        """Write everything; the numbers of the new items."""
        watch, now, items = self.watch.id, self.now, Items(self.state)
        numbers = []
        if self._redesign is not None:
            numbers.append(items.add(watch, self._redesign, now))
        for page, problem in self.problems:
            self._pages.not_read(page.id, now, problem)
        for number in self._learned_only:
            self._pages.not_read(number, now)
        for odd in self.odd:
            self._pages.postpone(odd)
        for read in self._read_pages:
            reading = read.reading
            keys = [*(passage.key for passage in reading.passages), reading.headline]
            self._pages.read(
                read.page.id, read.at, reading.title, keys, reading.announces, read.fresh
            )
            if not read.is_version and read.item is None:
                continue
            blocks = self._history.keep(passage.text for passage in reading.content)
            if read.is_version:
                self._history.add(read.page.id, read.at, blocks)
            if read.item is not None:
                item = replace(read.item, before=read.last, after=blocks)
                numbers.append(items.add(watch, item, now))
        if self._redesign is not None:
            self._pages.forget_companions()
        if self._read_pages or self._learned_only:
            store_knowledge(self.state, self._knowledge, self._generation, now)
            self.state.update("watch", watch, generation=self._generation)
        return numbers

    def _learn(self) -> None:
        for pending in self._usable():
            if self._knowledge.wants(pending.page.url):
                page = self._page(pending)
                self._knowledge.learn(page, announces_others(page))
            if pending.page.role == "companion":
                self._learned_only.append(pending.page.id)

    def _usable(self) -> Iterable[Pending]:
        unusable = {page.id for page, _ in self.problems} | self.odd
        return (pending for pending in self._pages.pending() if pending.page.id not in unusable)

    def _page(self, pending: Pending) -> Page:
        """A page, parsed once in the visit; one at a time, because all may be large together.

        Its links are resolved by the address that answered; it is identified by the one asked for.
        """
        tree = self.shelf.get(pending.page.id)
        if tree is None:
            body = self._pages.body(pending.page.id)
            tree = Page(pending.url, body, charset=pending.charset, limits=self.limits).tree
            self.shelf.put(pending.page.id, tree)
        page = Page(pending.page.url, site=self.watch.site, limits=self.limits)
        page.tree = tree
        return page

    def _check_design(self) -> None:
        """Find pages that cannot be used, and whether the site has a new design."""
        fits: list[float] = []
        # Pages that do not fit the model, or are not covered by one; and whether they lost their
        # old text.
        strange: dict[int, bool] = {}
        for pending in self._pages.pending():
            try:
                page = self._page(pending)  # parsing may fail
                fit = self._knowledge.fit(page)
            except PageError as error:
                self.problems.append((pending.page, error.detail))
                continue
            if pending.page.role == "companion":
                continue
            if not pending.page.announces if fit is None else fit < DRIFTED:
                strange[pending.page.id] = self._lost_its_text(pending.page, page)
            if fit is not None and pending.page.visited is not None:
                fits.append(fit)
        fits += [1.0] * self._pages.unchanged_in(self.visit_number)
        drifted = SiteKnowledge.has_drifted(fits)
        # After a redesign the old text is still there; on a maintenance page it is not. Where
        # both design and text have changed, the next visit decides.
        if drifted and 2 * sum(strange.values()) > len(strange):
            self.odd = set(strange)
        elif drifted:
            self._knowledge = SiteKnowledge(self.watch.site)
            self._generation += 1
            fit = sum(fits) / len(fits)
            self._note_redesign(
                f"The {len(fits)} known pages of this visit reach {fit:.0%} of the expected fit to "
                "the model of the site. The site is learned again."
            )
        else:
            self.odd = {page for page, lost_its_text in strange.items() if lost_its_text}
        seen_before = self.watch.visited is not None
        if self._redesign is None and seen_before and self.watch.generation < self._generation:
            self._note_redesign("It was learned again on a visit of another watch.")

    def _lost_its_text(self, page: WatchedPage, now: Page) -> bool:
        """Whether most of the last version of a page is gone, for the first time."""
        last = self._history.last(page.id)
        if page.odd or not last:
            return False
        before = novelty.shingles_of(self._history.texts(last), self._numbers)
        after = shingles(wording(now.tree.words, self._numbers))
        return len(before & after) < _STILL_THERE * len(before)

    def _note_redesign(self, note: str) -> None:
        title = f"{self.watch.site} has a new design"
        self._redesign = NewItem("redesign", self.watch.url, title, note=note)

    def _read(self, pending: Pending) -> _ReadPage:
        page = self._page(pending)
        reading = read_page(page, self._knowledge, self._numbers)
        leads, _ = leads_of(page, None)
        targets = {normal_form(lead.url) for lead in leads}
        last = self._history.last(pending.page.id)
        return _ReadPage(pending.page, pending.at, reading, targets, last)

    def _judge_new_pages(self, pages: Sequence[_ReadPage]) -> None:
        of_page = {normal_form(read.page.url): self._shingles(read.reading) for read in pages}
        # Pages that link to others of these come last: their teasers are copies.
        for read in sorted(pages, key=lambda read: len(read.leads & of_page.keys())):
            own = normal_form(read.page.url)
            linked = [of_page[target] for target in read.leads & of_page.keys() if target != own]
            self._judge_new(read, linked)
            if not read.reading.announces:
                self._index.put(read.page.id, of_page[own])

    def _shingles(self, reading: PageReading) -> set[novelty.Shingle]:
        texts = [reading.title, *(passage.text for passage in reading.passages if passage.stays)]
        return novelty.shingles_of(texts, self._numbers)

    def _judge_new(self, read: _ReadPage, linked: list[set[novelty.Shingle]]) -> None:
        """A page seen for the first time is new if it appeared after the watch began."""
        read.is_version = bool(read.reading.content)
        if not read.page.fresh:
            return
        content = novelty.own_content(read.reading, announcements=False)
        if read.page.fresh == SURFACED and self._is_old_news(read.reading):
            return
        if novelty.is_copy(content, read.page.id, self._index, linked):
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
        return day.timestamp() < self.watch.added - _OLD_NEWS

    def _judge_old_pages(self, pages: Sequence[_ReadPage]) -> None:
        places = self._knowledge.places
        for read in pages:
            keys = set(self._pages.keys(read.page.id))
            passages = read.reading.passages
            places.note(read.page.id, ((p.place, p.key in keys) for p in passages))
            places.note(read.page.id, ((p.look, p.key in keys) for p in passages))
        counts, renamed = self._page_counts(), self._renamed(pages)
        for read in pages:
            self._judge_old(read, counts, read.page.id in renamed)

    def _renamed(self, pages: Sequence[_ReadPage]) -> set[int]:
        """The articles that have a headline which they never had.

        None where most get one on the same visit, or titles keep changing: then the site has
        another way of writing titles.
        """
        places = self._knowledge.places
        articles = [
            read
            for read in pages
            if read.page.title and read.reading.title
            # The title of a page that lists others, or did, is no headline of an article.
            if not (read.reading.announces or read.page.announces)
        ]
        renamed = set()
        for read in articles:
            before = headline_key(read.page.title or "", self._numbers)
            stayed = read.reading.headline in (before, *self._pages.keys(read.page.id))
            places.note(read.page.id, [(TITLES, stayed)])
            if not stayed:
                renamed.add(read.page.id)
        everywhere = len(renamed) >= _EVERYWHERE and 2 * len(renamed) > len(articles)
        if everywhere or self._redesign is not None or places.change_often(TITLES):
            return set()
        return renamed

    def _page_counts(self) -> Counter[int]:
        """How many pages have each passage now, or ever had it."""
        counts: Counter[int] = Counter()
        now = {
            read.page.id: {passage.key for passage in read.reading.passages}
            for read in self._read_pages
            if not read.reading.announces
        }
        for page, keys in self._pages.keys_of_pages(_COMPARED):
            counts.update(keys | now.pop(page, set()))
        for keys in now.values():
            counts.update(keys)
        return counts

    def _judge_old(self, read: _ReadPage, counts: Counter[int], renamed: bool) -> None:
        """A page seen before: passages that it never had are a change."""
        assert read.last is not None
        reading, redesigned = read.reading, self._redesign is not None
        texts = self._history.texts(read.last)
        own = 0 if reading.announces else 1  # `counts` includes this page
        elsewhere = {p.key for p in reading.passages if counts[p.key] > own}
        keys = elsewhere.union(self._pages.keys(read.page.id))
        memory = novelty.PageMemory(read.page.id, keys, novelty.shingles_of(texts, self._numbers))
        scope = (self._index, self._knowledge.places, self.watch.kind == "page")
        passages = novelty.new_passages(reading, memory, *scope, redesigned, self._numbers)
        if passages or renamed:
            new_texts = [passage.text for passage in passages]
            if renamed and all(passage.key != reading.headline for passage in passages):
                new_texts.insert(0, reading.title)
            note = f"The headline was: {read.page.title}" if renamed else ""
            read.item = self._item("changed", read, new_texts, note)
        now = {passage.text for passage in reading.content}
        prose_removed = any(
            text not in now and len(tokenize(text)) >= novelty.PROSE for text in texts
        )
        read.is_version = read.item is not None or prose_removed or redesigned

    def _item(
        self, kind: ItemKind, read: _ReadPage, texts: Sequence[str], note: str = ""
    ) -> NewItem:
        url, title = read.page.url, read.reading.title or read.page.url
        categories = self.classify(url, title, "\n\n".join(texts))
        about = (read.page.id, read.reading.date, note, categories)
        return NewItem(kind, url, title, texts, *about)
