"""A site of the sample web that changes from day to day, and the truth about its changes.

New articles appear, an old one gets a paragraph or another headline, one goes, and on some
day the site is redesigned. On every visit the adverts, counters, dates, the weather and the
related links are others, and comments are added. Time does not pass by itself: whoever uses
the site sets its `day`.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import cached_property
from threading import Lock
from typing import Literal

from sample_web.furniture import furnish
from sample_web.language import prose
from sample_web.language.tongue import TONGUES
from sample_web.plan import (
    TOPICS,
    PlannedPage,
    SitePlan,
    SiteSpec,
    front_pages,
    plan_site,
    section_pages,
)
from sample_web.web import NEWS, make_page
from sitesieve.sample.server import FileHandler, serving

Happening = Literal["new", "changed", "removed", "redesign"]

_BODY = re.compile(r"<body[^>]*>", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class SiteChange:
    """Something that happens on the site: on which day, what, and to which page."""

    day: int
    what: Happening
    path: str = ""


@dataclass(frozen=True, slots=True)
class Calendar:
    """When things happen. Days are counted from 0, the day on which a watch begins."""

    days: int = 10
    new_a_day: int = 2
    longer: tuple[int, ...] = (3, 5, 8)  # days on which an old article gets a paragraph
    renamed: tuple[int, ...] = ()  # days on which an old article gets another headline
    removed: tuple[int, ...] = (4,)
    redesign: int | None = 6


class ChangingWeb:
    """One site over some days. `page` gives what a visitor is sent on the present day."""

    def __init__(
        self,
        spec: SiteSpec = NEWS,
        design: str = "press",
        new_design: str = "board-new",
        calendar: Calendar = Calendar(),  # noqa: B008 - it is frozen
        size: float = 1.0,
        seed: int = 0,
        noise: bool = True,
        first_day: date = date(2025, 3, 3),
    ) -> None:
        self.calendar = calendar
        self.first_day = first_day
        self.day = 0
        self.noise = noise  # without it a page is the same on every visit
        self.changes: list[SiteChange] = []
        self._designs = (design, new_design)
        self._plan = plan_site(spec, seed, size)
        self._published: dict[str, int] = {}  # by path: the day of an article that is to come
        self._removed: dict[str, int] = {}
        self._edited: dict[str, tuple[int, PlannedPage]] = {}
        self._days: dict[int, SitePlan] = {}
        self._visits = 0
        self._happen()

    @cached_property
    def _articles(self) -> list[PlannedPage]:
        return [page for topic in TOPICS for page in self._plan.articles[topic]]

    def _happen(self) -> None:
        """Write down what will happen on each day."""
        calendar, rng = self.calendar, self._plan.rng("changes")
        first_of_all = {self._plan.articles[topic][0].path for topic in TOPICS}
        others = [page for page in self._articles if page.path not in first_of_all]
        rng.shuffle(others)
        for day in range(1, calendar.days):
            for _ in range(min(calendar.new_a_day, max(0, len(others) - len(TOPICS)))):
                page = others.pop()
                page.day = self.first_day + timedelta(days=day)
                self._published[page.path] = day
                self.changes.append(SiteChange(day, "new", page.path))
        for day in calendar.removed:
            if others:
                page = others.pop()
                self._removed[page.path] = day
                self.changes.append(SiteChange(day, "removed", page.path))
        for day in calendar.longer:
            if others:
                page = others.pop()
                self._edited[page.path] = (day, self._with_a_paragraph(page))
                self.changes.append(SiteChange(day, "changed", page.path))
        for day in calendar.renamed:
            if others:
                page = others.pop()
                self._edited[page.path] = (day, self._with_a_headline(page))
                self.changes.append(SiteChange(day, "changed", page.path))
        if calendar.redesign is not None:
            self.changes.append(SiteChange(calendar.redesign, "redesign"))
        self.changes.sort(key=lambda change: (change.day, change.what, change.path))

    def _with_a_paragraph(self, page: PlannedPage) -> PlannedPage:
        rng = self._plan.rng(page.path, "paragraph")
        speech = prose.Speech(TONGUES[page.language], rng, page.topic)
        at = rng.randrange(1, len(page.pieces) + 1)
        pieces = (*page.pieces[:at], speech.paragraph(3), *page.pieces[at:])
        return replace(page, pieces=pieces)

    def _with_a_headline(self, page: PlannedPage) -> PlannedPage:
        rng, tongue = self._plan.rng(page.path, "headline"), TONGUES[page.language]
        return replace(page, title=self._plan.unique(rng, tongue, "headline", page.topic))

    def _today(self) -> SitePlan:
        """The site as it is planned for the present day."""
        if self.day not in self._days:
            plan = replace(self._plan, articles={}, fronts=[])
            for topic in TOPICS:
                plan.articles[topic] = [
                    self._as_of_today(page)
                    for page in self._plan.articles[topic]
                    if self._published.get(page.path, 0) <= self.day
                    and self._removed.get(page.path, self.day + 1) > self.day
                ]
            there = [page for topic in TOPICS for page in plan.articles[topic]]
            plan.popular = plan.rng("popular", self.day).sample(there, min(8, len(there)))
            sections = (page for topic in TOPICS for page in section_pages(plan, topic))
            plan.fronts = [*front_pages(plan), *sections]
            self._days = {self.day: plan}
        return self._days[self.day]

    def _as_of_today(self, page: PlannedPage) -> PlannedPage:
        day, edited = self._edited.get(page.path, (0, page))
        return edited if day <= self.day else page

    @property
    def design(self) -> str:
        """The present look."""
        redesign = self.calendar.redesign
        return self._designs[redesign is not None and self.day >= redesign]

    @property
    def today(self) -> date:
        """The present day as a date."""
        return self.first_day + timedelta(days=self.day)

    def paths(self) -> list[str]:
        """The pages there are on the present day."""
        return [page.path for page in self._today().pages()]

    def page(self, path: str) -> str | None:
        """What a visitor is sent today, or None where there is no such page."""
        plan = self._today()
        page = next((page for page in plan.pages() if page.path == path), None)
        if page is None:
            return None
        self._visits += self.noise
        own = furnish(plan, page)
        noisy = replace(plan, seed=plan.seed * 1_000_003 + self._visits)
        # Comments are added to; what is around the text is another. A paywall would hide text.
        other = furnish(noisy, page) if self.noise else own
        written = plan.rng(page.path, "comments").randrange(4) + self.day // 2 if self.noise else 99
        furniture = replace(other, comments=own.comments[:written], paywall=False)
        html = make_page(plan, page, self.design, furniture).html
        return _BODY.sub(lambda body: body[0] + self._stamp(plan), html, count=1)

    def _stamp(self, plan: SitePlan) -> str:
        """The date and time at which the page is sent."""
        minutes = 7 * self._visits % 1440
        clock = f"{minutes // 60:02}:{minutes % 60:02}"
        return f'<div class="stamp">{plan.tongue.date(self.today)}, {clock}</div>'


@contextmanager
def serve_changing(web: ChangingWeb, port: int = 0) -> Iterator[str]:
    """Serve the site on localhost as it is on its present day, with ETags; yield its address."""
    lock = Lock()

    class ChangingHandler(FileHandler):
        since = 0.0  # ETags distinguish the versions

        def file(self, path: str) -> tuple[str, bytes] | None:
            """The page of the day."""
            with lock:
                html = web.page(path)
            return None if html is None else ("text/html", html.encode())

    with serving(ChangingHandler, port) as address:
        yield address
