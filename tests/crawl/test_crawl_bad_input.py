"""Crawls that cannot be begun: an error that names what is wrong, and no traceback."""

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from email.message import Message
from pathlib import Path
from typing import Any

import pytest
from crawl_server import linking, reply, served
from crawling import FAST, crawl, pages_of

from sitesieve.crawl.frontier import Frontier, Lead, Result
from sitesieve.crawl.options import CrawlOptions
from sitesieve.crawl.outcome import Outcome
from sitesieve.crawl.previous_crawl import EarlierCrawl
from sitesieve.crawl.run import crawl as crawl_here
from sitesieve.crawl.state import CrawlState
from sitesieve.errors import InputError, OutputError
from sitesieve.fetching import Response

URL = "http://a.example/"


@pytest.fixture
def begun(tmp_path: Path) -> Path:
    """A crawl that was begun and has fetched nothing."""
    output = tmp_path / "site.warc.gz"
    CrawlState(CrawlOptions(URL, output)).close()
    return output


def test_a_crawl_goes_on_only_when_asked_to(begun: Path) -> None:
    with pytest.raises(OutputError, match="--resume"):
        CrawlState(CrawlOptions(URL, begun))
    CrawlState(CrawlOptions(URL, begun, resume=True)).close()


def test_a_crawl_goes_on_only_from_the_same_address_and_with_the_same_bounds(begun: Path) -> None:
    with pytest.raises(InputError, match=r"is a crawl of http://a\.example/"):
        CrawlState(CrawlOptions("http://b.example/", begun, resume=True))
    with pytest.raises(InputError, match="other bounds"):
        CrawlState(CrawlOptions(URL, begun, resume=True, max_depth=3))
    CrawlState(CrawlOptions(URL, begun, resume=True, max_pages=3)).close()


def test_a_crawl_that_dies_while_it_begins_begins_anew(
    begun: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    options = CrawlOptions(URL, begun, resume=True)
    state = CrawlState(options)
    insert = Frontier._insert

    def killed_at_the_sitemap(frontier: Frontier, lead: Lead, *more: Any) -> int:
        if lead.kind == "sitemap":
            raise KeyboardInterrupt
        return insert(frontier, lead, *more)

    with monkeypatch.context() as dying:
        dying.setattr(Frontier, "_insert", killed_at_the_sitemap)
        with pytest.raises(KeyboardInterrupt):
            state.begin([f"{URL}map.xml"])
    state.close()

    state = CrawlState(options)
    state.begin([f"{URL}map.xml"])
    assert [page["url"] for page in state.frontier.pages()] == [URL, f"{URL}map.xml"]
    state.close()


def test_an_archive_without_its_state_is_left_as_it_is(tmp_path: Path) -> None:
    lone = tmp_path / "lone.warc.gz"
    lone.write_bytes(b"pages of somebody" * 1000)
    with pytest.raises(OutputError, match="no state beside it"):
        CrawlState(CrawlOptions(URL, lone, resume=True))
    assert lone.read_bytes() == b"pages of somebody" * 1000


def test_an_archive_that_has_lost_pages_is_not_gone_on_with(begun: Path) -> None:
    begun.write_bytes(b"")
    with pytest.raises(InputError, match="its crawl left"):
        CrawlState(CrawlOptions(URL, begun, resume=True))
    begun.unlink()
    with pytest.raises(OutputError, match="No such file"):
        CrawlState(CrawlOptions(URL, begun, resume=True))


def test_what_could_not_be_noted_is_not_archived(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = CrawlState(CrawlOptions(URL, tmp_path / "site.warc"))
    state.begin([])
    row = state.next()
    assert row is not None
    before = (tmp_path / "site.warc").read_bytes()
    response = Response(URL, {}, 200, Message(), b"<p>text", "", 0.1)

    def full(*_: object) -> None:
        raise OutputError("the disk is full")

    with monkeypatch.context() as broken:
        broken.setattr(state.frontier, "finish", full)
        with pytest.raises(OutputError):
            state.stored(row, response, Result(Outcome.FETCHED))
    assert (tmp_path / "site.warc").read_bytes() == before
    state.stored(row, response, Result(Outcome.FETCHED))
    state.close()
    assert pages_of(tmp_path / "site.warc") == {"/": b"<p>text"}


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(OutputError, match=r"the folder .*/nowhere does not exist"):
        CrawlState(CrawlOptions(URL, tmp_path / "nowhere" / "site.warc"))


def test_crawls_run_one_after_the_other_and_side_by_side_in_a_process(tmp_path: Path) -> None:
    site = {path: linking("/", "/a", "/b") for path in ("/", "/a", "/b")}
    with served({path: reply(body) for path, body in site.items()}) as web:

        def crawl_to(name: str) -> dict[str, bytes]:
            options = CrawlOptions(f"{web.address}/", tmp_path / name, delay=0, allow_private=True)
            assert not crawl_here(options).interrupted
            return pages_of(tmp_path / name)

        assert [crawl_to("first.warc"), crawl_to("second.warc")] == [site, site]
        with ThreadPoolExecutor() as threads:
            assert list(threads.map(crawl_to, ["third.warc", "fourth.warc"])) == [site, site]


def test_an_error_of_the_caller_who_is_told_ends_the_crawl_and_loses_no_page(
    tmp_path: Path,
) -> None:
    archive = tmp_path / "site.warc"
    site = {path: linking("/", "/a", "/b", "/c") for path in ("/", "/a", "/b", "/c")}

    def object_to_the_second(stored: int, _: int) -> None:
        if stored == 2:
            raise RuntimeError("enough")

    with served({path: reply(body) for path, body in site.items()}) as web:
        options = CrawlOptions(f"{web.address}/", archive, delay=0, allow_private=True)
        with pytest.raises(RuntimeError, match="enough"):
            crawl_here(options, object_to_the_second)
        assert len(pages_of(archive)) >= 2
        crawl_here(replace(options, resume=True))
    assert pages_of(archive) == site


def test_an_earlier_crawl_must_be_one(tmp_path: Path, begun: Path) -> None:
    with pytest.raises(InputError, match="no earlier crawl"):
        EarlierCrawl(tmp_path / "nothing.warc.gz")
    begun.with_name(begun.name + ".state").write_bytes(b"junk" * 1000)
    with pytest.raises(InputError, match="not the state of a crawl"):
        EarlierCrawl(begun)


def test_a_damaged_earlier_state_only_means_that_pages_are_fetched(begun: Path) -> None:
    state = sqlite3.connect(begun.with_name(begun.name + ".state"))
    state.execute("DROP TABLE page")
    state.commit()
    state.close()
    earlier = EarlierCrawl(begun)
    assert earlier.page(URL) is None
    earlier.close()


def test_a_server_that_is_not_there_is_an_error_after_another_attempt(tmp_path: Path) -> None:
    with served({"/": reply(linking("/"))}) as web:
        address = web.address
    done = crawl(f"{address}/", tmp_path / "site.warc.gz", *FAST, "--retries", 1)
    assert done.code == 1
    assert "no page could be fetched" in done.err
    assert "Traceback" not in done.err
    assert not list(tmp_path.iterdir())
