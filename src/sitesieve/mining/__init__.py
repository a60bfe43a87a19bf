"""What is it worth? Words of pages, weighed by what their sites have in common."""

from typing import TYPE_CHECKING, Any

from sitesieve.mining.weights import WeightOptions, WordWeights

if TYPE_CHECKING:
    from sitesieve.mining.vectorizer import SiteVectorizer

__all__ = ["SiteVectorizer", "WeightOptions", "WordWeights"]


def __getattr__(name: str) -> Any:
    if name == "SiteVectorizer":  # needs scikit-learn; the rest does not
        from sitesieve.mining.vectorizer import SiteVectorizer

        return SiteVectorizer
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
