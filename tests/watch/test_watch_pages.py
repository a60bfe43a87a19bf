"""Watches of pages and sections: what raises an alert, and what does not."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from watched_site import DAY, HERE, STORIES, Site, a_clock, paragraph, served_section, text_of

from sitesieve.watch import FetchOptions, SimulatedClock, Watcher


@pytest.fixture
def site() -> Iterator[Site]:
    """A section with eight articles."""
    with served_section(*STORIES) as section:
        yield section


@pytest.fixture
def clock() -> SimulatedClock:
    return a_clock()


@pytest.fixture
def watcher(tmp_path: Path, clock: SimulatedClock) -> Iterator[Watcher]:
    with Watcher(tmp_path / "state.sqlite", HERE, clock) as opened:
        yield opened


@pytest.fixture
def news_watcher(site: Site, watcher: Watcher) -> Watcher:
    """One that has visited the section, and found nothing new on the first visit."""
    watcher.add(site.section, kind="section")
    assert visit(watcher) == []
    return watcher


def visit(watcher: Watcher) -> list[tuple[str, str]]:
    """The kind and the path of what a visit finds."""
    report = watcher.run(everything=True)
    return [(item.kind, "/" + item.url.split("/", 3)[3]) for item in report.items]


def test_a_paragraph_raises_an_alert_on_a_watched_page(site: Site, watcher: Watcher) -> None:
    watcher.add(site.address + STORIES[0])
    assert visit(watcher) == []
    first, second, third = text_of(STORIES[0])
    site.article(STORIES[0], first, second, paragraph("new"), third)
    (item,) = watcher.run(everything=True).items
    assert (item.kind, item.added) == ("changed", (paragraph("new"),))
    changes = [change for change in watcher.differences(item.id) if change.change != "same"]
    assert [(change.change, change.after) for change in changes] == [("added", paragraph("new"))]
    assert visit(watcher) == []


def test_adverts_counters_dates_and_moved_paragraphs_do_not(
    site: Site, news_watcher: Watcher
) -> None:
    for turn in range(3):
        for n, path in enumerate(STORIES):
            advert = f"Buy {paragraph(f'advert {turn} {n}')}"
            paragraphs = text_of(path)[:: 1 if turn else -1]
            site.article(path, *paragraphs, advert=advert, views=77 * turn + n)
        assert visit(news_watcher) == []


def test_paragraphs_that_are_joined_or_cut_are_not_new(site: Site, news_watcher: Watcher) -> None:
    for path in STORIES:
        site.article(path, " ".join(text_of(path)))
    assert visit(news_watcher) == []


def test_a_number_counts_only_where_it_is_wanted(site: Site, watcher: Watcher) -> None:
    path, text = STORIES[0], "The committee paid {} pounds for the new mast of the old ship."
    site.article(path, paragraph("price"), text.format(20), paragraph("end"))
    watcher.add(site.address + path, name="words")
    watcher.add(f"{site.address}{path}?again", name="numbers", numbers=True)
    assert visit(watcher) == []
    site.article(path, paragraph("price"), text.format(35), paragraph("end"))
    report = watcher.run(everything=True)
    assert [(item.watch, item.added) for item in report.items] == [("numbers", (text.format(35),))]


def test_a_new_page_of_a_section_is_reported_once_and_a_page_elsewhere_is_not(
    site: Site, news_watcher: Watcher
) -> None:
    site.contents("/news/", "/news/fresh.html", "/elsewhere/other.html", *STORIES)
    site.article("/news/fresh.html", paragraph("fresh"), paragraph("more"))
    site.article("/elsewhere/other.html")
    (item,) = news_watcher.run(everything=True).items
    assert (item.kind, item.url) == ("new", f"{site.address}/news/fresh.html")
    assert paragraph("fresh") in item.text
    assert visit(news_watcher) == []
    assert "/elsewhere/other.html" not in site.asked


def test_a_page_that_moves_to_another_address_is_not_new(site: Site, news_watcher: Watcher) -> None:
    site.pages["/news/moved.html"] = site.pages.pop(STORIES[3])
    site.contents("/news/", "/news/moved.html", *STORIES)
    assert visit(news_watcher) == []


def test_a_page_without_text_is_reported_when_it_has_some(
    site: Site, news_watcher: Watcher
) -> None:
    site.contents("/news/", "/news/soon.html", *STORIES)
    site.pages["/news/soon.html"] = "<title>Soon</title><body><nav><a href=/>Home</a></nav>"
    assert visit(news_watcher) == []
    site.article("/news/soon.html", paragraph("at last"), paragraph("and more"))
    assert visit(news_watcher) == [("new", "/news/soon.html")]


def test_a_page_alone_is_compared_with_others_of_its_site_once(
    site: Site, watcher: Watcher
) -> None:
    site.pages[STORIES[0]] = site.pages[STORIES[0]].replace(
        "</main>", "".join(f'<a href="{path}">{path}</a> ' for path in STORIES) + "</main>"
    )
    watcher.add(site.address + STORIES[0])
    visit(watcher)
    assert set(STORIES[1:]) <= set(site.asked)
    site.asked.clear()
    visit(watcher)
    assert [path for path in site.asked if path != "/robots.txt"] == [STORIES[0]]


def test_a_failing_page_is_asked_for_less_and_less_often(
    site: Site, watcher: Watcher, clock: SimulatedClock
) -> None:
    watch = watcher.add(site.address + STORIES[0], every=DAY)
    site.statuses[STORIES[0]] = (500, {})
    waits = []
    for _ in range(5):
        watcher.run(everything=True)
        watch = watcher.watch(watch.name)
        waits.append((watch.due - clock.now()) / DAY)
    assert waits == pytest.approx([1, 2, 4, 7, 7])
    assert watch.failures == 5
    assert watch.problem is not None
    assert "500" in watch.problem
    assert watcher.run().visits == []  # not due
    del site.statuses[STORIES[0]]
    watcher.run(everything=True)
    watch = watcher.watch(watch.name)
    assert (watch.failures, watch.problem) == (0, None)
    assert watch.due - clock.now() == pytest.approx(DAY)


@pytest.mark.parametrize("retry_after", ["1209600", "Mon, 17 Mar 2025 11:06:40 GMT"])
def test_retry_after_is_honoured(
    site: Site, watcher: Watcher, clock: SimulatedClock, retry_after: str
) -> None:
    watch = watcher.add(site.address + STORIES[0], every=DAY)
    site.statuses[STORIES[0]] = (503, {"Retry-After": retry_after})
    watcher.run()
    assert watcher.watch(watch.name).due - clock.now() == pytest.approx(14 * DAY, abs=60)


def test_a_server_that_is_busy_is_left_alone_and_the_rest_comes_later(
    site: Site, watcher: Watcher
) -> None:
    watcher.add(site.section, kind="section")
    site.statuses[STORIES[2]] = (429, {"Retry-After": "60"})
    (first,) = watcher.run().visits
    assert (first.fetched, first.finished) == (3, False)
    assert STORIES[3] not in site.asked
    site.statuses.clear()
    site.asked.clear()
    (second,) = watcher.run(everything=True).visits
    assert second.finished
    assert set(site.asked) >= set(STORIES[3:])
    assert "/news/" not in site.asked  # it was seen in this visit
    assert watcher.new() == []


def test_what_robots_txt_forbids_is_not_fetched(site: Site, watcher: Watcher) -> None:
    site.robots = f"User-agent: *\nDisallow: {STORIES[1]}\n"
    watcher.add(site.section, kind="section")
    (done,) = watcher.run().visits
    assert (done.failed, done.problem) == (1, None)
    assert STORIES[1] not in site.asked


def test_private_addresses_are_refused_unless_allowed(site: Site, tmp_path: Path) -> None:
    with Watcher(tmp_path / "other", FetchOptions(), a_clock()) as watcher:
        watch = watcher.add(site.section)
        watcher.run()
        assert "private" in (watcher.watch(watch.name).problem or "")
    assert site.asked == []


def test_requests_are_kept_apart(site: Site, watcher: Watcher, clock: SimulatedClock) -> None:
    site.robots = "User-agent: *\nCrawl-delay: 7\n"
    watcher.add(site.section, kind="section")
    before = clock.now()
    watcher.run()
    assert clock.now() - before == pytest.approx(7 * len(STORIES))


def test_a_visit_fetches_so_many_pages_and_the_next_one_others(
    site: Site, watcher: Watcher
) -> None:
    watcher.add(site.section, kind="section", max_pages=4)
    for _ in range(4):
        (done,) = watcher.run(everything=True).visits
        assert done.fetched + done.unchanged <= 4
    assert set(site.asked) == {"/robots.txt", "/news/", *STORIES}
    assert watcher.new() == []  # all were there before the watch began


@pytest.mark.parametrize("body", ["", "\0\0\1\2\xff" * 200, "<" * 5000, "<table>" * 3000])
@pytest.mark.parametrize("from_the_first", [False, True])
def test_unreadable_pages_are_not_reported(
    site: Site, watcher: Watcher, body: str, from_the_first: bool
) -> None:
    watcher.add(site.section, kind="section")
    if not from_the_first:
        visit(watcher)
    site.pages[STORIES[4]] = body
    assert visit(watcher) == []
    site.article(STORIES[4], *text_of(STORIES[4]))
    assert visit(watcher) == []


def test_two_addresses_of_one_page_are_one_item(site: Site, news_watcher: Watcher) -> None:
    print_version, moved = "/news/fresh-print.html", "/news/short"
    site.contents("/news/", "/news/fresh.html", print_version, moved, "/news/away", *STORIES)
    site.article("/news/fresh.html", paragraph("fresh"), paragraph("more"))
    site.pages[print_version] = site.pages["/news/fresh.html"]
    site.statuses[moved] = (302, {"Location": "/news/fresh.html"})
    site.statuses["/news/away"] = (302, {"Location": f"http://localhost:{site.address[-5:]}/x"})
    (item,) = visit(news_watcher)
    assert item in [("new", "/news/fresh.html"), ("new", print_version)]
    assert visit(news_watcher) == []


def test_another_headline_is_a_change(site: Site, news_watcher: Watcher) -> None:
    site.pages[STORIES[3]] = site.pages[STORIES[3]].replace(
        "News/Story 3", "The mayor has left the harbour for good"
    )
    (item,) = news_watcher.run(everything=True).items
    assert (item.kind, item.added) == ("changed", ("The mayor has left the harbour for good",))
    assert "Story 3" in item.note
    assert visit(news_watcher) == []
    site.article(STORIES[3], *text_of(STORIES[3]))  # and back
    assert visit(news_watcher) == []


def test_titles_that_are_written_otherwise_everywhere_are_not(
    site: Site, news_watcher: Watcher
) -> None:
    for path in STORIES:
        site.pages[path] = site.pages[path].replace("News/Story", "All the news: a tale, no.")
    assert visit(news_watcher) == []


MAINTENANCE = (
    "<!doctype html><title>Back soon</title><body><div class=wrap><div class=box><h1>We will be "
    "back soon</h1><p>Our engineers are at work on the servers of this site, and everything will "
    "be here again in an hour or two.</p><p>Thank you for your patience.</p></div></div></body>"
)


@pytest.mark.parametrize("kind", ["page", "section"])
def test_one_visit_to_a_site_under_maintenance_raises_no_alert(
    site: Site, watcher: Watcher, kind: str
) -> None:
    start = STORIES[0] if kind == "page" else "/news/"
    watcher.add(site.address + start, kind="page" if kind == "page" else "section")
    visit(watcher)
    there = dict(site.pages)
    site.pages = dict.fromkeys(there, MAINTENANCE)
    report = watcher.run(everything=True)
    assert report.items == []
    assert report.visits[0].odd >= 1
    site.pages = there
    assert visit(watcher) == []
    site.article(STORIES[0], *text_of(STORIES[0]), paragraph("new"))
    assert visit(watcher) == [("changed", STORIES[0])]


@pytest.mark.parametrize("model", [True, False])
def test_a_changed_page_that_stays_so_on_a_second_visit_is_reported(
    site: Site, watcher: Watcher, model: bool
) -> None:
    if model:  # the site is known from another watch
        watcher.add(site.section, kind="section", name="section")
        visit(watcher)
    watcher.add(site.address + STORIES[0], name="page")
    visits = []
    for html in (site.pages[STORIES[0]], *[MAINTENANCE] * 3):
        site.pages[STORIES[0]] = html
        report = watcher.run(["page"], everything=True)
        visits.append([item.kind for item in report.items])
    assert visits[:2] == [[], []]
    assert ("redesign" if model else "changed") in visits[2]
    assert visits[3] == []


def test_a_page_that_is_gone_is_reported_once(site: Site, news_watcher: Watcher) -> None:
    there = site.pages.pop(STORIES[2])
    assert visit(news_watcher) == []  # it may be a passing failure
    report = news_watcher.run(everything=True)
    (item,) = report.items
    assert (item.kind, item.url, item.added) == ("gone", site.address + STORIES[2], ())
    assert (report.visits[0].items, report.visits[0].gone) == ([], [item.id])
    assert {change.change for change in news_watcher.differences(item.id)} == {"removed"}
    assert visit(news_watcher) == []
    site.pages[STORIES[2]] = there
    assert visit(news_watcher) == []


def test_a_page_answered_with_410_is_gone_at_once_and_many_are_one_item(
    site: Site, watcher: Watcher
) -> None:
    more = [f"/news/tale-{n}.html" for n in range(12)]
    site.publish(*more)
    watcher.add(site.section, kind="section")
    visit(watcher)
    site.statuses[STORIES[0]] = (410, {})
    assert visit(watcher) == [("gone", STORIES[0])]
    for path in more:
        site.statuses[path] = (410, {})
    (item,) = watcher.run(everything=True).items
    assert (item.kind, item.title.split()[0]) == ("gone", "12")
    assert all(path in item.note for path in more)


def test_pages_that_redirect_for_a_while_are_asked_for_on_the_next_visit(
    site: Site, news_watcher: Watcher
) -> None:
    site.pages["/soon"] = MAINTENANCE
    site.statuses[STORIES[0]] = (302, {"Location": "/soon"})
    assert visit(news_watcher) == []
    site.statuses.clear()
    site.article(STORIES[0], *text_of(STORIES[0]), paragraph("new"))
    assert visit(news_watcher) == [("changed", STORIES[0])]


def test_a_busy_server_is_left_alone_by_the_other_watches_of_the_site_too(
    site: Site, watcher: Watcher, clock: SimulatedClock
) -> None:
    for path in STORIES[:3]:
        watcher.add(site.address + path)
    site.statuses = {path: (429, {"Retry-After": "7200"}) for path in STORIES}
    assert len(watcher.run().visits) == 1
    assert all(watch.due >= clock.now() + 7100 for watch in watcher.watches())
    assert [path for path in site.asked if path != "/robots.txt"] == [STORIES[0]]


def test_a_watch_that_is_removed_during_a_visit_ends_the_visit_alone(
    site: Site, watcher: Watcher, tmp_path: Path
) -> None:
    first = watcher.add(site.section, kind="section", name="first")
    watcher.add(site.address + STORIES[0], name="second")

    def remove(number: int) -> None:
        if number == 5:
            with Watcher(tmp_path / "state.sqlite") as other:
                other.remove(first.name)

    site.on_request = remove
    report = watcher.run()
    assert [visit.watch for visit in report.visits] == ["second"]
    assert report.busy == {}
