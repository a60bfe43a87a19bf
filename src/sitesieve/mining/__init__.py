"""What is it worth? Words of pages, weighed by what their sites have in common."""

from sitesieve.mining.vectorizer import SiteVectorizer

__all__ = ["SiteVectorizer"]
