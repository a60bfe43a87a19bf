"""Scrapy: a crawl whose items come out clean, by what the site has taught so far.

python examples/scrapy_cleaning.py FOLDER
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import scrapy
from scrapy.crawler import CrawlerProcess

from sitesieve.sample import sample_sites, serve


class PageSpider(scrapy.Spider):
    """Yields every page of a site as it is."""

    name = "pages"
    custom_settings = {  # noqa: RUF012
        "ITEM_PIPELINES": {"sitesieve.integrations.scrapy.SitesievePipeline": 300},
        "SITESIEVE_KEEP_HTML": False,
        "LOG_LEVEL": "WARNING",
    }

    def parse(self, response: Any) -> Iterator[Any]:
        yield {"url": response.url, "html": response.body}
        for address in response.css("a::attr(href)").getall():
            if address.endswith((".html", "/")):
                yield response.follow(address)


def main(work: Path) -> None:
    work.mkdir(exist_ok=True)
    items = work / "items.jsonl"
    process = CrawlerProcess(
        settings={
            "SITESIEVE_MODEL": str(work / "site.sieve"),  # the next crawl begins with it
            "FEEDS": {str(items): {"format": "jsonlines", "overwrite": True}},
        }
    )
    crawler = process.create_crawler(PageSpider)
    with serve(sample_sites()[0]) as address:
        allowed = {"start_urls": [f"{address}/"], "allowed_domains": ["127.0.0.1"]}
        process.crawl(crawler, **allowed)
        process.start()
    assert crawler.stats is not None
    print(f"{crawler.stats.get_value('sitesieve/cleaned')} pages cleaned")
    first = json.loads(items.read_text("utf-8").splitlines()[0])
    print(f"the first: {first['title']!r} ({first['language']}), {len(first['text'])} characters")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
