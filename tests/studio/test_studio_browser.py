"""The studio in a real browser: every screen, by mouse and keyboard; pages that mean harm."""

import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from running_studio import BOX, Shown, Studio, make_pages, make_watch_file, showing, starting

import sitesieve
from sitesieve.page.page import Page
from sitesieve.report.explained import explained_page

Start = Callable[..., Studio]
studio_fixture = pytest.fixture(name="studio")(starting)
shown_fixture = pytest.fixture(name="shown")(showing)


def test_sites_lead_to_pages_and_pages_to_one(studio: Start, shown: Shown) -> None:
    page = shown.at(studio(), "sites")
    page.wait_for_selector("dl.facts")
    page.get_by_role("link", name="post.example").click()
    page.get_by_role("link", name="Ships 3 | The Post").click()
    page.wait_for_selector("iframe[data-tinted]")
    assert page.get_by_role("heading", name="Ships 3").is_visible()


def test_blocks_are_tinted_and_say_why(studio: Start, shown: Shown) -> None:
    one = studio()
    page = shown.at(one, "page/2")
    page.wait_for_selector("iframe[data-tinted]")
    frame = page.frames[1]
    assert frame.locator("ss-b.keep", has_text="harbour").count() == 1
    menu = frame.locator("ss-b.gone", has_text="Home")
    menu.hover()
    assert "goes" in page.locator(".tip").inner_text()
    menu.click()
    page.wait_for_selector("text=Place in the site")
    assert "Why:" in page.locator("#panel").inner_text()
    page.get_by_role("tab", name="Markdown").click()
    page.wait_for_selector("text=# Ships 2")
    page.keyboard.press("n")
    page.wait_for_selector("h1:has-text('Ships 3')")
    page.keyboard.press("j")
    page.wait_for_selector("text=Evidence")


def test_blocks_are_found_on_pages_with_something_for_browsers_without_scripts(
    studio: Start, shown: Shown
) -> None:
    hidden = "<noscript><div><img src=/count.gif></div><p>Please allow scripts.</p></noscript>"
    pages = [
        Page(
            page.url,
            f"<!doctype html><html><head>{hidden}</head><body><div>{page.decoded.text}</div>",
        )
        for page in make_pages(3)
    ]
    page = shown.at(studio(pages), "page/2")
    page.wait_for_selector("iframe[data-tinted]")
    assert page.frames[1].locator("ss-b.keep", has_text="harbour was full").count() == 1


def test_what_is_taught_holds_on_the_command_line(
    studio: Start, shown: Shown, tmp_path: Path
) -> None:
    one = studio()
    page = shown.at(one, "page/1")
    page.wait_for_selector("iframe[data-tinted]")
    box = page.frames[1].locator("ss-b", has_text=BOX)
    was_kept = "keep" in (box.get_attribute("class") or "")
    box.click()
    page.wait_for_selector(".teach")
    page.get_by_role(
        "button", name="This is noise of kind" if was_kept else "This is content"
    ).click()
    page.wait_for_selector("text=Would change 6 of 6 pages")
    page.get_by_role("button", name="Accept").click()
    page.wait_for_selector("text=you said that this is")
    one.desk.method.save(tmp_path / "taught.sieve")
    (tmp_path / "new.html").write_text(make_pages(9)[8].decoded.text)
    command = [sys.executable, "-m", "sitesieve", "clean", "new.html", "--model", "taught.sieve"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert (BOX in done.stdout) is not was_kept
    shown.at(one, "taught")
    page.get_by_role("button", name="take back").click()
    page.wait_for_selector("text=Nothing yet")


def test_two_methods_side_by_side(studio: Start, shown: Shown) -> None:
    page = shown.at(studio(), "compare/1?second=tag-filter")
    page.wait_for_selector(".pair.differs")
    page.wait_for_selector("nav:has-text('Worst pages first') [aria-current=true]")


def test_a_threshold_is_chosen_by_looking(studio: Start, shown: Shown) -> None:
    one = studio()
    page = shown.at(one, "threshold")
    page.wait_for_selector("#slider")
    page.locator("#slider").focus()
    page.keyboard.press("End")
    page.wait_for_selector("output:has-text('1.00')")
    assert page.locator(".cards .stays").count() == 0
    page.keyboard.press("Home")
    page.wait_for_selector("output:has-text('0.00')")
    assert page.locator(".cards .stays.now").count() > 0
    page.get_by_role("button", name="use 0.00 for post.example").click()
    page.wait_for_selector(".slider .reset:not(:disabled)")
    assert one.desk.method.models.chosen == {"post.example": 0.0}
    page.get_by_role("button", name="leave it to be found").click()
    page.wait_for_selector(".slider .reset:disabled")
    assert one.desk.method.models.chosen == {}


def test_the_map_and_its_list_lead_to_each_other(studio: Start, shown: Shown) -> None:
    links = "".join(f"<p><a href=/{n}.html>Ships {n}</a></p>" for n in range(1, 6))
    index = Page("https://post.example/", f"<title>Index</title><main>{links}</main>")
    page = shown.at(studio([index, *make_pages(5)]), "structure")
    page.wait_for_selector(".map canvas")
    page.get_by_role("button", name="Index").first.click()
    page.wait_for_selector("text=leads to 5 pages")
    page.get_by_role("button", name="Ships 3").click()
    page.wait_for_selector("text=linked from 1 page")
    page.get_by_label("all links").check()
    page.locator(".map canvas").focus()
    page.keyboard.press("+")


def test_a_rule_is_made_by_picking(studio: Start, shown: Shown, tmp_path: Path) -> None:
    one = studio(rules_path=tmp_path / "rules.json")
    page = shown.at(one, "rules?page=2")
    page.get_by_label("Right folders").fill("sea/ships")
    page.get_by_role("button", name="Make a rule").click()
    page.get_by_label("Words of your own").fill("harbour")
    page.get_by_role("button", name="Add", exact=True).click()
    page.wait_for_selector("text=No stored case would change.")
    page.get_by_role("button", name="Accept the rule").click()
    page.get_by_role("button", name="Keep it as a case").click()
    page.wait_for_selector("text=1 rule, 1 case stored.")
    page.wait_for_selector(".chip.keep:has-text('sea/ships')")


def test_what_is_new_is_marked_and_filed(studio: Start, shown: Shown, tmp_path: Path) -> None:
    page = shown.at(studio(watch_path=make_watch_file(tmp_path / "state.db")), "watching")
    page.wait_for_selector("text=1 new")
    page.locator(".items .line").click()
    page.wait_for_selector("ins:has-text('dinghy')")
    page.get_by_role("combobox", name="Folder").fill("sport/sailing")
    page.get_by_role("button", name="file", exact=True).click()
    page.wait_for_selector(".chip:has-text('sport/sailing')")


def test_screens_without_their_files_say_what_to_do(studio: Start, shown: Shown) -> None:
    one = studio()
    shown.at(one, "watching").wait_for_selector("text=sitesieve watch add")
    shown.at(one, "rules").wait_for_selector("text=last as long as this studio runs")
    shown.at(one, "taught").wait_for_selector("text=Nothing yet")
    nothing = studio([])
    other = Shown(shown.context.browser)
    for screen in ("sites", "pages", "compare", "kinds", "structure", "threshold", "rules"):
        other.at(nothing, screen).wait_for_selector(".empty")
    other.context.close()


def test_kinds_open_their_blocks(studio: Start, shown: Shown) -> None:
    page = shown.at(studio(), "kinds")
    page.locator(".bars a", has_text="content").first.click()
    page.wait_for_selector("text=the least sure first")
    page.locator(".found td a").first.click()
    page.wait_for_selector("text=Place in the site")


def test_long_lists_come_in_parts(studio: Start, shown: Shown) -> None:
    page = shown.at(studio(make_pages(130)), "pages")
    page.wait_for_selector("text=1 to 100 of 130 pages")
    page.get_by_role("button", name="after →").first.click()
    page.wait_for_selector("text=101 to 130 of 130 pages")
    page.get_by_label("Search").fill("Ships 77")
    page.keyboard.press("Enter")
    page.wait_for_selector("text=1 to 1 of 1 page")


class Listener:
    """A server that nobody should ever call."""

    def __init__(self) -> None:
        calls: list[str] = []

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                calls.append(self.path)
                self.send_response(200)
                self.end_headers()

            def do_POST(self) -> None:
                self.do_GET()

            def log_message(self, *_: object) -> None:
                pass

        self.calls = calls
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()


OWNED = "parent.document.title='owned'"


def evil(there: str) -> str:
    """All ways we know of to run something, or to reach an address."""
    return f"""<script>{OWNED}; fetch("{there}/script")</script>
    <img src="{there}/img" onerror="{OWNED}"><svg onload="{OWNED}">
    <image href="{there}/svg"/><use href="{there}/use#a"/></svg>
    <style>@import "{there}/import"; body {{ background: url({there}/css) }}
    @font-face {{ font-family: x; src: url({there}/font) }} p {{ font-family: x }}</style>
    <link rel=stylesheet href="{there}/link"><link rel=prefetch href="{there}/prefetch">
    <link rel=preconnect href="{there}"><link rel=dns-prefetch href="{there}">
    <meta http-equiv=refresh content="0;url={there}/refresh"><base href="{there}/">
    <iframe src="{there}/frame"></iframe>
    <iframe srcdoc="<script>parent.{OWNED}</script>"></iframe>
    <object data="{there}/object"></object><embed src="{there}/embed">
    <video src="{there}/video" poster="{there}/poster" autoplay></video>
    <audio src="{there}/audio" autoplay></audio>
    <form action="{there}/form"><input autofocus onfocus="{OWNED}"><button>send</button></form>
    <a id=away href="{there}/link" ping="{there}/ping" target=_top>away</a>
    <a id=run href="javascript:{OWNED}">run</a>
    <p style="background:url({there}/style)">text</p><details open ontoggle="{OWNED}">x</details>"""


@pytest.fixture
def listener() -> Iterator[Listener]:
    one = Listener()
    yield one
    one.close()


def test_a_hostile_page_neither_runs_nor_fetches(
    studio: Start, shown: Shown, listener: Listener
) -> None:
    one = studio(make_pages(3, evil(listener.address)))
    page = shown.at(one, "page/2")
    page.wait_for_selector("iframe[data-tinted]")
    frame = page.frames[1]
    for name in ("#away", "#run", "button"):
        frame.locator(name).first.click(force=True)
    page.wait_for_timeout(700)
    assert listener.calls == []
    assert page.title() == "Ships 2 | The Post · sitesieve studio"
    assert page.url.startswith(one.base)


def test_markup_in_what_pages_say_is_text(studio: Start, shown: Shown) -> None:
    bad = "<img src=x onerror=\"document.title='owned'\">"
    shown_text = bad.replace("&", "&amp;").replace("<", "&lt;")
    pages = [
        Page(f"https://a.example/{n}?{bad}", f"<title>{shown_text}</title><p>{shown_text} {n}</p>")
        for n in range(3)
    ]
    one = studio(pages)
    for screen in ("sites", "pages", "page/1", "compare/1", "kinds?kind=content"):
        page = shown.at(one, screen)
        page.wait_for_selector("main h1")
        page.wait_for_timeout(150)
        assert page.title().endswith(" · sitesieve studio")
        assert page.locator("main img").count() == 0


def test_a_page_explained_in_one_file(shown: Shown, listener: Listener, tmp_path: Path) -> None:
    hostile = make_pages(3, evil(listener.address) + "</script><p>end")
    model = sitesieve.learn(hostile)
    path = tmp_path / "explained.html"
    path.write_text(explained_page(hostile[0], model.clean_page(hostile[0])))
    shown.page.goto(path.as_uri())
    shown.page.wait_for_selector("iframe[data-tinted]")
    shown.page.frames[1].locator("ss-b.keep").first.click()
    shown.page.wait_for_selector("text=Evidence")
    shown.page.wait_for_timeout(400)
    assert listener.calls == []
    assert "owned" not in shown.page.title()
