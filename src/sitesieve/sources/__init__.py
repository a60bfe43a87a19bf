"""Where pages come from: files, folders, standard input, WARC, JSON Lines, Parquet, a URL."""

from sitesieve.sources.items import Failure, FileBackedReader, Item, ReadOptions
from sitesieve.sources.source import Source

__all__ = ["Failure", "FileBackedReader", "Item", "ReadOptions", "Source"]
