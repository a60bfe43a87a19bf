"""What is on this page? Bytes to text to `PageTree`, words, styles, links."""

from sitesieve.page.features import FeatureOptions, Features, features
from sitesieve.page.limits import Cut, Limits
from sitesieve.page.page import Page
from sitesieve.page.tree import Image, Link, PageTree

__all__ = [
    "Cut",
    "FeatureOptions",
    "Features",
    "Image",
    "Limits",
    "Link",
    "Page",
    "PageTree",
    "features",
]
