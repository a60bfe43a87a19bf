"""The studio for everybody: by keyboard alone, readable in light and dark, wide and narrow."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
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
# The ratio of WCAG 2.2 (1.4.3) of every text to what is behind it; those below what it asks for.
TOO_FAINT = """() => {
  const parsed = (text) => { const [r, g, b, a = 1] = text.match(/[\\d.]+/g).map(Number); return [r, g, b, a]; };
  const over = ([r, g, b, a], below) => [r, g, b].map((one, i) => one * a + below[i] * (1 - a));
  const light = (colour) => colour.slice(0, 3).map((one) => one / 255).map((one) => (one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4))
    .reduce((sum, one, i) => sum + one * [0.2126, 0.7152, 0.0722][i], 0);
  const behind = (element) => (element === null ? [255, 255, 255] : over(parsed(getComputedStyle(element).backgroundColor), behind(element.parentElement)));
  const shown = (element) => (element === null ? 1 : Number(getComputedStyle(element).opacity) * shown(element.parentElement));
  const faint = [];
  const look = (element, style, words) => {
    if (!element.checkVisibility({ visibilityProperty: true }) || element.closest(":disabled, noscript, option")) return;
    const below = behind(element), [r, g, b, a] = parsed(style.color);
    const [one, other] = [light(over([r, g, b, a * shown(element)], below)), light(below)].sort((x, y) => y - x);
    const size = parseFloat(style.fontSize), large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    const ratio = (one + 0.05) / (other + 0.05);
    if (ratio < (large ? 3 : 4.5)) faint.push(`${ratio.toFixed(2)} ${style.color} on ${below.map(Math.round)}: ${words.slice(0, 40)}`);
  };
  const roots = [[document.body, "*"], ...[...document.querySelectorAll("iframe")].map((frame) => [frame.contentDocument?.body, "ss-b"])];
  for (const [root, wanted] of roots)
    for (const element of root?.querySelectorAll(wanted) ?? []) {
      const words = [...element.childNodes].filter((node) => node.nodeType === 3).map((node) => node.data).join("").trim();
      if (words) look(element, getComputedStyle(element), words);
      if (element.placeholder) look(element, getComputedStyle(element, element.value ? null : "::placeholder"), element.value || element.placeholder);
    }
  return faint;
}"""  # noqa: E501 - a script is not Python
# What cannot be told by a screen reader: controls that have no name.
NAMELESS = """() => [...document.querySelectorAll("main button, main a, main input, main select, .bar button, iframe")]
  .filter((one) => !(one.textContent.trim() || one.ariaLabel || one.title || one.labels?.length)).map((one) => one.outerHTML.slice(0, 80))"""  # noqa: E501
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
    page = shown.at(studio(), "sites")
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
