"""The item pipeline of Scrapy, in a real crawl and by itself."""

import asyncio
import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import attrs
import pytest
import scrapy
from sample_pages import run_example
from scrapy.crawler import Crawler
from scrapy.exceptions import DropItem
from scrapy.http import HtmlResponse
from scrapy.loader import ItemLoader
from scrapy.utils.test import get_crawler

import sitesieve
from sitesieve import MissingExtra, ModelError, OutputError
from sitesieve.integrations.scrapy import SitesievePipeline
from sitesieve.sample import sample_sites

HTML = "<title>Ships</title><h1>Ships</h1><p>Ships and stars, and nothing else for today.</p>"
TEXT = sitesieve.clean(HTML).text
SLOGAN = "News for people with hobbies"  # on every page of the site


class PageItem(scrapy.Item):
    url = scrapy.Field()
    html = scrapy.Field()
    text = scrapy.Field()
    title = scrapy.Field()


@dataclass
class Record:
    url: str
    body: bytes | None
    text: str = ""
    error: str = ""


@attrs.define
class AttrsItem:
    url: str
    body: bytes | None
    text: str = ""
    error: str = ""


@dataclass
class BareItem:
    url: str
    body: bytes


def crawler_with(**settings: Any) -> Crawler:
    return get_crawler(
        settings_dict={f"SITESIEVE_{name}": value for name, value in settings.items()}
    )


def processed(item: Any, crawler: Crawler | None = None) -> Any:
    pipeline = SitesievePipeline.from_crawler(crawler or crawler_with())
    try:
        return asyncio.run(pipeline.process_item(item))
    finally:
        pipeline.close_spider()


def stats_of(crawler: Crawler) -> dict[str, Any]:
    assert crawler.stats is not None
    return crawler.stats.get_stats()


def test_a_crawl_comes_out_clean_and_leaves_its_model_for_the_next(tmp_path: Path) -> None:
    printed = run_example("scrapy_cleaning.py", tmp_path)
    items = [json.loads(line) for line in (tmp_path / "items.jsonl").read_bytes().splitlines()]
    site = sample_sites()[0]
    assert {
        item["url"].partition("/")[2].partition("/")[2].partition("/")[2] for item in items
    } >= {page.path[1:] for page in site.pages}
    assert f"{len(items)} pages cleaned" in printed
    assert all("html" not in item and item["text"] for item in items)
    assert sum(SLOGAN in item["text"] for item in items) <= 1
    model = sitesieve.load(tmp_path / "site.sieve")
    assert len(model.models.pages_of("127.0.0.1")) >= len(site.pages)


def test_a_reactor_without_asyncio_will_do() -> None:
    reactor = "selectreactor.SelectReactor"
    program = f"""
import scrapy
from scrapy.crawler import CrawlerProcess

class Data(scrapy.Spider):
    name = "data"
    start_urls = ["data:text/html,{HTML}"]
    custom_settings = {{"ITEM_PIPELINES": {{"sitesieve.integrations.scrapy.SitesievePipeline": 1}}}}
    def parse(self, response):
        yield {{"response": response}}

def scraped(item):
    print("item", item)

process = CrawlerProcess({{"TWISTED_REACTOR": "twisted.internet.{reactor}", "LOG_LEVEL": "ERROR"}})
crawler = process.create_crawler(Data)
crawler.signals.connect(scraped, scrapy.signals.item_scraped)
process.crawl(crawler)
process.start()
"""
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert "item {'text': 'Ships\\n\\nShips and stars" in run.stdout, run.stderr
    assert "'title': 'Ships'" in run.stdout


def test_items_of_every_kind_are_filled() -> None:
    url = "https://a.example/"
    plain = processed({"url": url, "html": HTML})
    assert plain == {
        **{"url": url, "html": HTML, "text": TEXT, "title": "Ships"},
        **{"author": None, "date": None, "language": "en"},
    }
    item = processed(PageItem(url=url, html=HTML))
    assert dict(item) == {"url": url, "html": HTML, "text": TEXT, "title": "Ships"}
    record = processed(Record(url, HTML.encode()))
    assert record == Record(url, HTML.encode(), TEXT)


@pytest.mark.parametrize("kind", [Record, AttrsItem])
def test_an_object_whose_page_does_not_stay_has_none_in_its_place(kind: Any) -> None:
    crawler = crawler_with(KEEP_HTML="0")
    item = processed(kind("https://a.example/", HTML.encode()), crawler)
    assert item == kind("https://a.example/", None, TEXT)
    assert repr(item)
    assert "body" not in processed({"body": HTML}, crawler)
    assert "html" not in processed(PageItem(url="https://a.example/", html=HTML), crawler)


def test_what_an_item_loader_gathers_is_read() -> None:
    loader = ItemLoader(item=PageItem())
    loader.add_value("url", "https://a.example/")
    loader.add_value("html", HTML)
    item = processed(loader.load_item())
    assert (item["text"], item["title"]) == (TEXT, "Ships")
    assert item["url"] == ["https://a.example/"]


@pytest.mark.parametrize("text", ["A short summary, no HTML", b"3 < 4 and so on"])
def test_a_text_without_any_tag_is_no_page(text: str | bytes) -> None:
    given = {"url": "https://a.example/", "body": text}
    crawler = crawler_with(DROP_FAILED=True, KEEP_HTML="0")
    assert processed(dict(given), crawler) == given
    assert stats_of(crawler) == {}


def test_texts_that_are_wanted_once_are_in_a_field() -> None:
    html = f"<nav><a href='/'>Home</a> <a href='/b'>Bread</a></nav>{HTML}"
    once = processed({"html": html}, crawler_with(DIALS={"once": "navigation"}))["once"]
    expected = sitesieve.clean(html, once="navigation").once
    assert once == [{"kind": str(kind), "text": text} for kind, text in expected]
    assert once


def test_pages_without_an_address_are_cleaned_alone(tmp_path: Path) -> None:
    site = sample_sites()[0].pages[:12]
    crawler = crawler_with(MODEL=tmp_path / "m.sieve")
    pipeline = SitesievePipeline.from_crawler(crawler)
    for page in site:
        item = asyncio.run(pipeline.process_item({"html": page.html}))
        assert item["text"] == sitesieve.clean(page.html).text
    pipeline.close_spider()
    assert len(sitesieve.load(tmp_path / "m.sieve").models) == 0


def test_two_spiders_with_one_model_both_leave_what_they_learned(tmp_path: Path) -> None:
    sites = sample_sites()[:2]
    crawlers = [crawler_with(MODEL=tmp_path / "m.sieve") for _ in sites]
    pipelines = [SitesievePipeline.from_crawler(crawler) for crawler in crawlers]
    for pipeline, site in zip(pipelines, sites, strict=True):
        for page in site.pages[:6]:
            asyncio.run(pipeline.process_item({"url": page.url, "html": page.html}))
    for pipeline in pipelines:
        pipeline.close_spider()
    models = sitesieve.load(tmp_path / "m.sieve").models
    assert sorted(models) == sorted(site.name for site in sites)


def test_a_response_is_read_as_its_server_declares_it_and_does_not_stay() -> None:
    response = HtmlResponse(
        "https://a.example/",
        headers={"Content-Type": "text/html; charset=iso-8859-2"},
        body="<p>Žluťoučký kůň úpěl ďábelské ódy, a nic víc.".encode("iso-8859-2"),
    )
    item = processed({"response": response}, crawler_with(FIELDS=["text", "url"]))
    assert item == {
        "text": "Žluťoučký kůň úpěl ďábelské ódy, a nic víc.",
        "url": "https://a.example/",
    }


def test_what_brings_no_page_passes_as_it_is() -> None:
    for item in ({"name": "a product"}, {"url": "https://a.example/", "html": None}, 3):
        assert processed(item) is item


def test_what_the_spider_found_stays_but_the_text() -> None:
    item = processed({"html": HTML, "title": "by the spider", "text": "raw", "language": ""})
    assert (item["title"], item["text"], item["language"]) == ("by the spider", TEXT, "en")


def test_fields_and_html_are_as_the_settings_say() -> None:
    crawler = crawler_with(
        HTML_FIELDS=["page"], URL_FIELD="where", FIELDS=["markdown", "site"], KEEP_HTML="0"
    )
    item = processed({"page": HTML, "where": "https://a.example/x"}, crawler)
    assert item["markdown"].startswith("# Ships")
    assert item["site"] == "a.example"
    assert "page" not in item
    dialled = crawler_with(DIALS='{"headline": "out"}', FIELDS="text,title")  # as by `scrapy -s`
    assert processed({"html": HTML}, dialled)["text"].startswith("Ships and stars")


def test_a_bad_page_keeps_its_item_with_the_reason() -> None:
    crawler = crawler_with()
    item = processed({"url": "https://a.example/", "html": b""}, crawler)
    assert item["error"] == "empty: there is nothing in it"
    assert "text" not in item
    record = processed(Record("https://a.example/", b'{"json": 1}'), crawler)
    assert record.error.startswith("json: ")
    wrong = processed({"url": "https://a.example/", "html": 3}, crawler)
    assert wrong["error"].startswith("no-html: html must be text")
    processed({"html": HTML}, crawler)
    assert stats_of(crawler) == {
        **{"sitesieve/failed/empty": 1, "sitesieve/failed/json": 1, "sitesieve/failed/no-html": 1},
        "sitesieve/cleaned": 1,
    }


@pytest.mark.parametrize("body", [["First", "Second"], {"a": 1}, 12, "", b""])
def test_an_item_whose_body_is_no_page_passes_as_it_is(body: object) -> None:
    crawler = crawler_with(DROP_FAILED=True)
    item = {"url": "https://a.example/", "body": body}
    assert processed(dict(item), crawler) == item
    assert stats_of(crawler) == {}


def test_an_empty_field_does_not_hide_the_page_in_another() -> None:
    assert processed({"html": "", "body": HTML})["text"] == processed({"html": HTML})["text"]


def test_a_bad_page_drops_its_item_where_that_is_wanted() -> None:
    crawler = crawler_with(DROP_FAILED=True)
    with pytest.raises(DropItem, match=r"https://a\.example/: empty: there is nothing in it"):
        processed({"url": "https://a.example/", "html": b""}, crawler)
    assert stats_of(crawler) == {"sitesieve/failed/empty": 1}


def test_a_class_of_items_without_room_for_the_text_is_warned_of_once(
    caplog: pytest.LogCaptureFixture,
) -> None:
    pipeline = SitesievePipeline.from_crawler(crawler_with())
    for _ in range(3):
        asyncio.run(pipeline.process_item(BareItem("https://a.example/", HTML.encode())))
    pipeline.close_spider()
    assert [record.getMessage() for record in caplog.records] == [
        "BareItem has no field 'text' to put that of the page into"
    ]


def test_a_page_that_takes_too_long_is_a_failure() -> None:
    crawler = crawler_with(SECONDS=1e-9)
    assert processed({"html": HTML * 100}, crawler)["error"].startswith("too-slow")


def test_settings_that_cannot_be_meant_are_refused_before_the_crawl(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no field 'txt'; did you mean 'text'"):
        SitesievePipeline.from_crawler(crawler_with(FIELDS=["txt"]))
    with pytest.raises(OutputError, match="does not exist"):
        SitesievePipeline.from_crawler(crawler_with(MODEL=tmp_path / "nowhere" / "m.sieve"))
    with pytest.raises(ModelError, match="no such model"):
        SitesievePipeline.from_crawler(crawler_with(MODEL=tmp_path / "m.sieve", LEARN=False))
    with pytest.raises(TypeError, match="did you mean 'favour'"):
        SitesievePipeline.from_crawler(crawler_with(DIALS={"favor": "recall"}))


def test_a_model_is_only_read_where_nothing_is_to_be_learned(tmp_path: Path) -> None:
    path = tmp_path / "site.sieve"
    sitesieve.learn((page.url, page.html) for page in sample_sites()[0].pages).save(path)
    before = path.read_bytes()
    page = sample_sites()[0].pages[5]
    crawler = crawler_with(MODEL=path, LEARN=False)
    item = processed({"url": page.url, "html": page.html}, crawler)
    assert item["text"] == sitesieve.load(path).clean(page.html, url=page.url).text
    assert path.read_bytes() == before


def test_without_scrapy_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "sitesieve.integrations.scrapy")
    monkeypatch.setitem(sys.modules, "itemadapter", None)
    with pytest.raises(MissingExtra, match=r"sitesieve\[scrapy\]"):
        __import__("sitesieve.integrations.scrapy")
