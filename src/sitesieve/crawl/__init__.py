"""Fetching the pages of a site, politely, into an archive that can be read like any other.

Scrapy drives the connections; what is to be fetched, what came of it and what was
stored is kept here, so that nothing is lost when the program dies.
"""

from sitesieve.crawl.options import CrawlOptions
from sitesieve.crawl.run import CrawlReport, crawl

__all__ = ["CrawlOptions", "CrawlReport", "crawl"]
