"""Crawls with depth limits, as a person asks for them."""

import threading
import time
from http.server import BaseHTTPRequestHandler
from pathlib import Path

from crawl_server import Answer, linking, reply, served
from crawling import FAST, crawl, outcomes_of

QUIET = (*FAST, "--no-sitemaps", "--ignore-robots")


def saying(links: dict[str, str]) -> Answer:
    """A page of links with words of its own."""
    body = "".join(f'<div><a href="{path}">{words}</a></div>' for path, words in links.items())
    return reply(f"<!doctype html><title>links</title><body>{body}".encode())


def test_a_path_has_a_depth_of_its_own(tmp_path: Path) -> None:
    answers = {
        "/": reply(linking("/a", "/archive/", "/secret/")),
        "/a": reply(linking("/b", "/archive/old", "/archive/best/of")),
        "/b": reply(linking("/c")),
        "/archive/": reply(linking("/archive/1")),
        "/archive/best/of": reply(linking("/archive/best/1")),
    }
    archive = tmp_path / "site.warc.gz"
    paths = ("/archive/=1", "/archive/best/=2", "/secret/=0")
    with served(answers) as web:
        limits = ("--depth", 2, *(word for path in paths for word in ("--path-depth", path)))
        done = crawl(f"{web.address}/", archive, *QUIET, *limits)
        assert done.code == 0
        assert set(web.asked) == set(answers)
    assert "too-deep" in done.err
    outcomes = outcomes_of(archive)
    too_deep = {path for path, outcome in outcomes.items() if outcome == "too-deep"}
    assert too_deep == {"/c", "/archive/old", "/archive/1", "/archive/best/1", "/secret/"}
    assert {path for path, outcome in outcomes.items() if outcome == "fetched"} == set(answers)


def test_a_short_way_found_last_counts_also_when_promising_pages_come_first(
    tmp_path: Path,
) -> None:
    hub_asked = threading.Event()

    def hub(handler: BaseHTTPRequestHandler) -> None:
        hub_asked.set()
        saying({"/leaf": "what was only found here, and nowhere else"})(handler)

    def late(handler: BaseHTTPRequestHandler) -> None:
        assert hub_asked.wait(30)
        time.sleep(0.3)
        saying({"/hub": "hub"})(handler)

    answers = {
        "/": saying({"/long": "a long story with many words", "/late": "menu"}),
        "/long": saying({"/longer": "a longer story with even more words"}),
        "/longer": saying({"/hub": "the very longest story of all that there are"}),
        "/hub": hub,
        "/late": late,
        "/leaf": saying({"/deeper": "deeper"}),
    }
    archive = tmp_path / "site.warc.gz"
    with served(answers) as web:
        assert crawl(f"{web.address}/", archive, *QUIET, "--focus", "--depth", 3).code == 0
        assert sorted(web.asked) == sorted(answers)
    assert outcomes_of(archive) == dict.fromkeys(answers, "fetched") | {"/deeper": "too-deep"}
