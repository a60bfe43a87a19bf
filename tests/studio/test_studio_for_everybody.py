"""The studio for everybody: by keyboard alone, readable in light and dark, wide and narrow."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from reading_checks import NAMELESS, TOO_FAINT
from running_studio import Shown, Studio, make_pages, make_watch_file, showing, starting

from sitesieve.page.page import Page

Start = Callable[..., Studio]
studio_fixture = pytest.fixture(name="studio")(starting)
shown_fixture = pytest.fixture(name="shown")(showing)
SCREENS = {  # and what is there when it is complete
    "sites": ".site .facts",
    "pages": "tbody tr",
    "page/1": "iframe[data-tinted]",
    "page/1?tab=blocks": ".blocks li",
    "page/2?block=2&tab=why": ".teach",
    "compare/1": ".pair.differs",
    "kinds?kind=content": ".found tbody tr",
    "structure": ".map canvas",
    "threshold": "#slider",
    "watching?item=1": ".item .changed",
    "rules?page=2": ".case",
    "taught": "tbody tr",
    "export": ".command",
}
# What the Tab key should stop at.
STOPS = """() => [...document.querySelectorAll("a[href], button, input, select, summary, canvas, iframe, [tabindex='0']")]
  .filter((one) => !one.disabled && one.tabIndex >= 0 && one.checkVisibility({ visibilityProperty: true })
    && !(one.type === "radio" && !one.checked)).map((one, i) => (one.dataset.stop = String(i)))"""  # noqa: E501
HERE = """() => { const one = document.activeElement, style = getComputedStyle(one);
  return [one.dataset.stop ?? null, one.tagName === "IFRAME" || (style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2) || one.matches("main, body")]; }"""  # noqa: E501


def full_studio(studio: Start, folder: Path) -> Studio:
    """A studio with something on every screen."""
    index = "".join(f"<p><a href=/{n}.html>Ships {n}</a></p>" for n in range(1, 6))
    pages = [*make_pages(5), Page("https://post.example/", f"<title>Index</title>{index}")]
    one = studio(pages, watch_path=make_watch_file(folder / "state.db"))
    first = one.desk.document(1)
    assert first is not None
    shop = next(block for block in first.blocks if "anchors" in block.text)
    one.desk.method.pin(pages[0].decoded.text, shop.address, keep=True, url=pages[0].url)
    one.desk.changed()
    return one


@pytest.mark.parametrize(("width", "scheme"), [(400, "light"), (1000, "dark"), (2000, "light")])
def test_every_screen_can_be_read(
    browser: Any, studio: Start, tmp_path: Path, width: int, scheme: str
) -> None:
    one, shown = full_studio(studio, tmp_path), Shown(browser, width, scheme)
    for screen, ready in SCREENS.items():
        page = shown.at(one, screen)
        page.wait_for_selector(ready)
        assert page.evaluate(TOO_FAINT) == [], screen
        assert page.evaluate(NAMELESS) == [], screen
        wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, screen
    shown.context.close()
    assert shown.errors == []


def test_the_tab_key_stops_at_everything_and_shows_where(
    studio: Start, shown: Shown, tmp_path: Path
) -> None:
    one = full_studio(studio, tmp_path)
    for screen in ("sites", "page/2?block=2&tab=why", "structure", "threshold", "rules?page=2"):
        page = shown.at(one, screen)
        page.wait_for_selector(SCREENS[screen])
        page.evaluate("document.activeElement.blur()")
        wanted, stopped = set(page.evaluate(STOPS)), set()
        for _ in range(len(wanted) + 3):
            page.keyboard.press("Tab")
            stop, visible = page.evaluate(HERE)
            assert visible, (screen, page.evaluate("document.activeElement.outerHTML"))
            stopped.add(stop)
        missed = [page.locator(f"[data-stop='{stop}']").inner_text() for stop in wanted - stopped]
        assert missed == [], screen


def test_a_lesson_is_taught_and_taken_back_without_a_mouse(studio: Start, shown: Shown) -> None:
    page = shown.page
    page.goto(studio().address)
    page.wait_for_selector(".site .facts")
    press = page.keyboard.press
    press("Tab")
    press("Enter")  # skips the menu
    assert page.evaluate("document.activeElement.id") == "main"
    press("2")
    page.wait_for_selector("tbody tr")
    page.get_by_role("link", name="Ships 2 | The Post").focus()
    press("Enter")
    page.wait_for_selector("iframe[data-tinted]")
    press("j")
    page.wait_for_selector(".teach")
    press("t")
    press("Enter")
    page.wait_for_selector("text=Accept")
    press("Enter")
    page.wait_for_selector(".chip:has-text('taught')")
    press("9")
    page.get_by_role("button", name="take back").focus()
    press("Enter")
    page.wait_for_selector("text=Nothing yet")


def test_keys_are_listed_and_lead_on(studio: Start, shown: Shown) -> None:
    page = shown.at(studio(), "page/2")
    page.wait_for_selector("iframe[data-tinted]")
    press = page.keyboard.press
    press("?")
    assert "next doubtful block" in page.get_by_role("dialog").inner_text()
    press("Escape")
    page.get_by_role("tab", name="Markdown").focus()
    press("ArrowRight")
    page.wait_for_selector("[role=tab][aria-selected=true]:has-text('Text')")
    press("n")
    page.wait_for_selector("h1:has-text('Ships 3')")
    page.frames[1].locator("ss-b", has_text="harbour").click()
    press("p")  # also while the page in the frame has the focus
    page.wait_for_selector("h1:has-text('Ships 2')")
    press("3")
    page.wait_for_selector("h1:has-text('Compare')")
    press("2")
    page.wait_for_selector("h1:has-text('Pages')")
    press("/")
    page.keyboard.type("Ships 4")
    press("Enter")
    page.wait_for_selector("text=1 to 1 of 1 page")
