"""Private addresses, robots.txt, and waiting for one's turn."""

import itertools
import signal
import threading
import time
from http.server import BaseHTTPRequestHandler
from pathlib import Path

import pytest
from crawl_server import Answer, hanging, linking, redirect, reply, served, text_file
from crawling import FAST, crawl, index_of, pages_of

from sitesieve.crawl.options import CrawlOptions
from sitesieve.crawl.run import crawl as crawl_here
from sitesieve.errors import InputError


@pytest.mark.parametrize("host", ["127.0.0.1", "[::1]", "169.254.169.254", "[::ffff:127.0.0.1]"])
def test_an_address_written_out_is_refused_before_anything_is_asked(
    tmp_path: Path, host: str
) -> None:
    with pytest.raises(InputError, match="is a private address"):
        crawl_here(CrawlOptions(f"http://{host}/", tmp_path / "site.warc"))
    assert not list(tmp_path.iterdir())


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


def test_a_robots_txt_that_fails_is_not_called_a_refusal(tmp_path: Path) -> None:
    with served({"/robots.txt": reply(b"", 503), "/": reply(linking("/"))}) as web:
        done = crawl(f"{web.address}/", tmp_path / "site.warc", *FAST)
        assert done.code == 1
        assert "/robots.txt answered 503" in done.err.replace("\n", "")
        assert set(web.asked) == {"/robots.txt"}


def test_ctrl_c_does_not_wait_for_robots_txt_in_the_midst_of_a_crawl(tmp_path: Path) -> None:
    archive = tmp_path / "site.warc"
    with served({"/": reply(linking("/a"))}) as web:
        other = web.address.replace("127.0.0.1", "localhost")
        web.answers["/"] = redirect(f"{other}/")

        def interrupt_and_hang(handler: BaseHTTPRequestHandler) -> None:
            if handler.headers["Host"].startswith("localhost"):
                signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)
                hanging(web)(handler)
            text_file("")(handler)

        web.answers["/robots.txt"] = interrupt_and_hang
        started = time.monotonic()
        report = crawl_here(CrawlOptions(f"{web.address}/", archive, delay=0, allow_private=True))
        assert time.monotonic() - started < 10
    assert report.interrupted
    assert {page["outcome"] for page in index_of(archive).values()} == {"waiting"}


def test_a_crawl_delay_is_kept_also_between_requests_made_together(tmp_path: Path) -> None:
    answers = {path: reply(linking("/a", "/b", "/c")) for path in ("/", "/a", "/b", "/c")}
    answers["/robots.txt"] = text_file("User-agent: *\nCrawl-delay: 0.2\n")
    with served(answers) as web:
        assert crawl(f"{web.address}/", tmp_path / "site.warc", *FAST, "--no-sitemaps").code == 0
        assert web.asked[0] == "/robots.txt"
        assert web.times[-1] - web.times[1] >= 0.58  # three pauses


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
