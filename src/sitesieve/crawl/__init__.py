"""Fetching the pages of a site, politely, into an archive that can be read like any other.

What is to be fetched, what came of it and what was stored is on the disk at every moment, so
that nothing is lost when the program dies. `sitesieve.fetching` makes the requests.
"""

from sitesieve.crawl.options import CrawlOptions
from sitesieve.crawl.run import CrawlReport, crawl

__all__ = ["CrawlOptions", "CrawlReport", "crawl"]
