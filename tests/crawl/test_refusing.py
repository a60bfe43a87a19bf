"""Private addresses, robots.txt, and waiting for one's turn."""

import asyncio
import itertools
import time
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from crawl_server import Answer, hanging, linking, redirect, reply, served, text_file
from crawling import FAST, crawl, pages_of
from scrapy import Request

from sitesieve.crawl.interrupting import GivenUp
from sitesieve.crawl.options import CrawlOptions
from sitesieve.crawl.outcome import Outcome
from sitesieve.crawl.refusing import Gate, Refused
from sitesieve.errors import PageError
from sitesieve.sources import ReadOptions
from sitesieve.sources.web import Robots, check_public


def gate(url: str, **more: Any) -> Gate:
    options = CrawlOptions(url, Path("site.warc.gz"), **more)
    robots = Robots(ReadOptions(allow_private=options.allow_private))
    spider = SimpleNamespace(options=options, robots=robots, pause=asyncio.sleep, is_stopping=False)
    return Gate(spider)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "address",
    [
        *("127.0.0.1", "10.1.2.3", "192.168.0.1", "169.254.169.254", "0.0.0.0", "100.64.0.1"),
        *("::1", "fe80::1%eth0", "fc00::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::"),
        *("::7f00:1", "64:ff9b::a9fe:a9fe", "2002:7f00:1::", "224.0.0.1", "ff02::1"),
    ],
)
def test_addresses_that_are_not_public_are_refused(address: str) -> None:
    with pytest.raises(PageError, match="private address"):
        check_public(address)


@pytest.mark.parametrize(
    "address", ["8.8.8.8", "2606:4700::1111", "::ffff:8.8.8.8", "64:ff9b::808:808"]
)
def test_public_addresses_are_not(address: str) -> None:
    check_public(address)


@pytest.mark.parametrize("host", ["127.0.0.1", "[::1]", "169.254.169.254", "[::ffff:127.0.0.1]"])
def test_an_address_written_out_is_refused_before_anything_is_asked(host: str) -> None:
    url = f"http://{host}/"
    with pytest.raises(Refused) as refused:
        asyncio.run(gate(url).process_request(Request(url)))
    assert refused.value.outcome is Outcome.PRIVATE


def test_a_name_that_leads_to_a_private_address_is_refused_and_leaves_no_files(
    tmp_path: Path,
) -> None:
    with served({"/": reply(linking("/"))}) as web:
        port = web.address.rpartition(":")[2]
        url = f"http://localhost:{port}/"
        done = crawl(url, tmp_path / "site.warc.gz", "--delay", 0, "--ignore-robots")
        assert done.code == 1
        assert "127.0.0.1 is a private address" in done.err
        assert "Traceback" not in done.err
        assert not web.asked
    assert not list(tmp_path.iterdir())


def test_robots_txt_is_read_once_for_requests_made_together() -> None:
    robots = "User-agent: *\nDisallow: /private/\n"
    with served({"/robots.txt": text_file(robots)}) as web:
        door = gate(f"{web.address}/", allow_private=True)

        async def ask(path: str) -> str:
            try:
                await door.process_request(Request(web.address + path))
            except Refused as refused:
                return refused.outcome
            return "allowed"

        async def ask_all() -> list[str]:
            return await asyncio.gather(*map(ask, ("/a", "/private/b", "/c")))

        assert asyncio.run(ask_all()) == ["allowed", "robots", "allowed"]
        assert web.asked == ["/robots.txt"]


def test_ctrl_c_does_not_wait_for_robots_txt_in_the_midst_of_a_crawl() -> None:
    with served({}) as web:
        web.answers["/robots.txt"] = hanging(web)
        door = gate(f"{web.address}/", allow_private=True)

        async def ask_all() -> list[BaseException | None]:
            requests = [Request(f"{web.address}/{number}") for number in range(3)]
            asking = asyncio.gather(*map(door.process_request, requests), return_exceptions=True)
            await asyncio.sleep(0.3)
            door._spider.is_stopping = True  # type: ignore[misc]
            return await asking

        started = time.monotonic()
        answers = asyncio.run(ask_all())
        assert time.monotonic() - started < 10
    assert [type(answer) for answer in answers] == [GivenUp] * 3


def test_a_robots_txt_that_fails_is_not_called_a_refusal() -> None:
    with served({"/robots.txt": reply(b"", 503)}) as web:
        door = gate(f"{web.address}/", allow_private=True)
        with pytest.raises(Refused, match=r"/robots\.txt answered 503") as refused:
            asyncio.run(door.process_request(Request(f"{web.address}/")))
    assert refused.value.outcome is Outcome.ROBOTS


def test_a_crawl_delay_is_kept_also_between_requests_made_together() -> None:
    robots = "User-agent: *\nCrawl-delay: 0.2\n"
    with served({"/robots.txt": text_file(robots)}) as web:
        door = gate(f"{web.address}/", allow_private=True, delay=0.1)

        async def ask_all() -> None:
            requests = [Request(f"{web.address}/{number}") for number in range(4)]
            await asyncio.gather(*map(door.process_request, requests))

        started = time.monotonic()
        asyncio.run(ask_all())
        assert time.monotonic() - started >= 0.6  # three pauses


def test_requests_are_as_far_apart_as_asked_for(tmp_path: Path) -> None:
    with served({"/": reply(linking("/a", "/b", "/c"))}) as web:
        options = ("--delay", 0.3, "--allow-private", "--no-sitemaps", "--ignore-robots")
        assert crawl(f"{web.address}/", tmp_path / "site.warc.gz", *options).code == 0
        pauses = [later - sooner for sooner, later in itertools.pairwise(web.times)]
    assert len(pauses) == 3
    assert sum(pauses) >= 0.85
    assert max(pauses) >= 0.28


def test_a_site_that_has_moved_is_crawled_where_it_is_now(tmp_path: Path) -> None:
    def moved(answer: Answer) -> Answer:
        def elsewhere(handler: BaseHTTPRequestHandler) -> None:
            old = handler.headers["Host"].startswith("localhost")
            (redirect(web.address + handler.path) if old else answer)(handler)

        return elsewhere

    archive = tmp_path / "site.warc.gz"
    with served({"/": moved(reply(linking("/new"))), "/new": reply(linking("/"))}) as web:
        listed = f"<urlset><url><loc>{web.address}/listed</loc></url></urlset>".encode()
        web.answers["/sitemap.xml"] = moved(reply(listed, Content_Type="text/xml"))
        web.answers["/listed"] = reply(linking("/"))
        port = web.address.rpartition(":")[2]
        assert crawl(f"http://localhost:{port}/", archive, *FAST).code == 0
    assert set(pages_of(archive)) == {"/", "/new", "/listed"}
