"""Pictures of the studio for the docs: python workshop/screenshots.py [FOLDER]

Starts the studio on the sample web, opens every screen in Chromium (Debian's package, driven by
Playwright) and saves what it shows. `make screenshots` calls it.
"""

import os
import shutil
import sys
import tempfile
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import uvicorn
from playwright.sync_api import sync_playwright

from sample_web import Calendar, ChangingWeb, serve_changing
from sitesieve.page.page import Page
from sitesieve.sample import sample_sites
from sitesieve.studio.app import make_app
from sitesieve.studio.desk import Desk
from sitesieve.studio.page_store import PageStore
from sitesieve.studio.security import Gate
from sitesieve.studio.server import listening
from sitesieve.watch import FetchOptions, SimulatedClock, Watcher

TOKEN = "pictures"
SITE = "harbourpost.example"
DAY = 86_400.0
TOPICS = ("gardening", "astronomy", "sailing", "baking", "cycling")
_SWITCHES = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync"]
# The sample site is served on a port of this machine, which is another one each time.
_SITE_ADDRESS = """([address]) => {
  const served = /http:\\/\\/127\\.0\\.0\\.1:\\d+\\//
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walk.nextNode())
    walk.currentNode.data = walk.currentNode.data.replace(served, address)
}"""


def nothing(_: Any) -> None:
    """The screen as it opens."""


def teach(page: Any) -> None:
    """A block chosen, and what saying that it is content would change."""
    page.frames[1].locator('ss-b[data-kind="comments"]', has_text="Thank you").first.click()
    page.wait_for_selector(".teach")
    page.get_by_role("button", name="This is content").click()
    page.wait_for_selector("text=Accept")


def slide(page: Any) -> None:
    """A step of the slider."""
    page.locator("#slider").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")


def make_rule(page: Any) -> None:
    """Words to choose from for a rule."""
    page.get_by_label("Right folders").fill("hobby/cycling")
    page.get_by_role("button", name="Make a rule").click()
    page.get_by_role("button", name="cycling", exact=True).click()
    page.get_by_role("button", name="Accept the rule").wait_for()


def open_change(page: Any) -> None:
    """An article that got a paragraph, under the address that the sample site stands for."""
    page.locator(".line", has_text="changed").first.click()
    page.get_by_text("History of this page").wait_for()
    page.evaluate(_SITE_ADDRESS, [f"https://{SITE}/"])
    page.mouse.move(0, 0)  # or the line below it is underlined
    page.evaluate("scrollTo(0, 0)")


# name of the picture: screen, what to wait for, what to do
SCREENS: dict[str, tuple[str, str, Callable[[Any], None]]] = {
    "sites": ("sites", ".site:last-child .facts", nothing),
    "pages": (f"pages?site={SITE}", "table", nothing),
    "page": ("page/30", "iframe[data-tinted]", nothing),
    "teach": ("page/30", "iframe[data-tinted]", teach),
    "compare": ("compare/30", ".pair.differs", nothing),
    "kinds": (f"kinds?site={SITE}&kind=page-recommendation", "text=least sure", nothing),
    "structure": (f"structure?site={SITE}", ".map canvas", nothing),
    "threshold": (f"threshold?site={SITE}", "#slider", slide),
    "watching": ("watching", ".line", open_change),
    "rules": ("rules?page=20", "text=Make a rule", make_rule),
    "export": ("export", "text=download", nothing),
}


def watch_a_week(path: Path) -> Path:
    """What a watcher finds on a site that changes from day to day."""
    calendar = Calendar(days=5, longer=(2, 4), removed=(), redesign=None)
    web = ChangingWeb(calendar=calendar, size=0.7)
    clock = SimulatedClock(1_750_000_000.0)
    options = FetchOptions(allow_private=True)
    with serve_changing(web) as address, Watcher(path, options, clock) as watcher:
        watcher.add(f"{address}/", kind="site", name="harbour-post", every=DAY)
        for web.day in (0, *range(5)):  # twice on the first day
            watcher.run(everything=True)
            clock.sleep(DAY)
        for item in watcher.latest():
            topics = [topic for topic in TOPICS if f"/{topic}/" in item.url]
            watcher.file([item.id], [f"hobby/{topic}" for topic in topics])
        watcher.looked_at(watcher.latest()[4:])
    return path


def main() -> int:
    """Take all pictures, in light; the page also in dark and narrow."""
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "docs/studio").absolute()
    folder.mkdir(parents=True, exist_ok=True)
    browser_path = shutil.which("chromium") or shutil.which("chromium-browser")
    if browser_path is None:
        print("Chromium is not installed: apt-get install chromium", file=sys.stderr)
        return 1
    os.chdir(tempfile.mkdtemp())  # the studio shows names of files as they were given
    watched = watch_a_week(Path("watches.db"))
    desk = Desk(
        PageStore(),
        inputs="the sample web",
        gold="main_text",
        rules_path=Path("rules.json"),
        watch_path=watched,
    )
    desk.read(
        Page(page.url, page.html, extra={"main_text": page.main_text})
        for site in sample_sites()
        for page in site.pages
    )
    listener = listening("127.0.0.1", 0)
    port = listener.getsockname()[1]
    app = Gate(make_app(desk), TOKEN, {f"127.0.0.1:{port}"})
    server = uvicorn.Server(uvicorn.Config(app, log_level="warning"))
    threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True).start()
    base = f"http://127.0.0.1:{port}"
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=browser_path, args=_SWITCHES)
        views = [(name, 1360, "light") for name in SCREENS]
        views += [("page", 1360, "dark"), ("page", 420, "light")]
        for name, width, scheme in views:
            view: Any = {"viewport": {"width": width, "height": 860}, "color_scheme": scheme}
            context = browser.new_context(**view)
            page = context.new_page()
            page.goto(f"{base}/?token={TOKEN}")
            screen, ready, act = SCREENS[name]
            page.goto(f"{base}/#/{screen}")
            page.wait_for_selector(ready, timeout=60_000)
            act(page)
            page.wait_for_timeout(600)
            suffix = "" if (width, scheme) == (1360, "light") else f"-{scheme}-{width}"
            page.screenshot(path=folder / f"{name}{suffix}.png")
            print(folder / f"{name}{suffix}.png")
            context.close()
        browser.close()
    server.should_exit = True
    desk.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
