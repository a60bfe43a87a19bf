"""What changes while one looks: pages being read, sites that drift, versions of a page."""

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from running_studio import Shown, Studio, make_pages, make_watch_file, showing, starting, story

import sitesieve
from sitesieve.page.page import Page

Start = Callable[..., Studio]
studio_fixture = pytest.fixture(name="studio")(starting)
shown_fixture = pytest.fixture(name="shown")(showing)


def test_what_is_read_can_be_used_while_the_rest_is_learned(studio: Start, shown: Shown) -> None:
    go_on = threading.Event()

    def slowly() -> Iterator[Page]:
        pages = make_pages()
        yield from pages[:3]
        go_on.wait(30)
        yield from pages[3:]

    one = studio(slowly(), behind=True)
    page = shown.at(one, "sites")
    page.wait_for_selector(".site:has-text('3 pages')")
    page.wait_for_selector("#status:has-text('learning')")
    assert page.get_by_role("progressbar").is_visible()
    page.get_by_role("link", name="post.example").click()
    page.get_by_role("link", name="Ships 2 | The Post").click()
    page.wait_for_selector("iframe[data-tinted]")
    page.wait_for_selector("pre:has-text('# Ships 2')")
    shown.at(one, "kinds").wait_for_selector("text=counted on 3 of 3 pages")
    go_on.set()
    page.get_by_role("button", name="More has been read: show again").click()
    page.wait_for_selector("text=counted on 6 of 6 pages")
    assert not page.get_by_role("progressbar").is_visible()


def test_lists_grow_by_themselves(studio: Start, shown: Shown) -> None:
    go_on = threading.Event()

    def slowly() -> Iterator[Page]:
        pages = make_pages()
        yield pages[0]
        go_on.wait(30)
        yield from pages[1:]

    one = studio(slowly(), behind=True)
    page = shown.at(one, "pages")
    page.wait_for_selector("text=1 to 1 of 1 page")
    go_on.set()
    page.wait_for_selector("text=1 to 6 of 6 pages")


def new_design(number: int) -> Page:
    """A page of the same site after it was built anew."""
    html = (
        f"<title>Ships {number}</title><div id=root><section class=hero><ul class=crumbs>"
        "<li><span>Start</span><li><span>All stories</span></ul></section><article class=story>"
        f"<h2 class=head>Ships {number}</h2><div class=lead><span>{story(number)}</span></div>"
        "</article><section class=after><p class=legal>All rights are with us.</p></section></div>"
    )
    return Page(f"https://post.example/new/{number}.html", html)


def test_a_site_that_looks_unlike_what_was_learned_has_drifted(studio: Start, shown: Shown) -> None:
    model = sitesieve.learn(make_pages(8))
    renewed = studio([new_design(n) for n in range(1, 6)], method=model, learned=True)
    shown.at(renewed, "sites").wait_for_selector(".note:has-text('no longer looks as it did')")
    one = studio([*make_pages(6), new_design(7)], method=model, learned=True)
    other = Shown(shown.context.browser)
    page = other.at(one, "sites")
    page.wait_for_selector("text=1 odd page of 7 looked at")
    assert page.locator(".note").count() == 0
    page.get_by_role("link", name="Ships 7").click()
    page.wait_for_selector("iframe[data-tinted]")
    other.context.close()


def test_any_two_versions_of_a_page_are_compared(
    studio: Start, shown: Shown, tmp_path: Path
) -> None:
    page = shown.at(studio(watch_path=make_watch_file(tmp_path / "state.db", 3)), "watching?item=2")
    page.wait_for_selector(".item ins:has-text('harbour master')")
    assert page.locator(".item ins").count() == 1
    page.get_by_text("History of this page").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("text=4 versions")
    history = page.locator(".history")
    page.wait_for_selector(".history ins:has-text('new crane')")
    page.get_by_label("older version").select_option(index=3)
    page.wait_for_selector("text=3 blocks of 5 changed")
    assert history.locator("ins").count() == 3
    page.get_by_label("newer version").select_option(index=3)
    page.wait_for_selector("text=Nothing changed between these two.")
    page.get_by_label("older version").select_option(index=0)
    page.wait_for_selector(".history del:has-text('dinghy')")
