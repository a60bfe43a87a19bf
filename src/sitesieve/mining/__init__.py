"""Mining: words of pages, weighed by what their sites have in common."""

from typing import TYPE_CHECKING, Any

from sitesieve.errors import MissingExtra
from sitesieve.mining.field_words import FieldWords
from sitesieve.mining.settings import MiningSettings
from sitesieve.mining.weights import WeightOptions, WordWeights

if TYPE_CHECKING:
    from sitesieve.mining.vectorizer import SiteVectorizer
    from sitesieve.run.experimenting import experiment

__all__ = [
    "FieldWords",
    "MiningSettings",
    "SiteVectorizer",
    "WeightOptions",
    "WordWeights",
    "experiment",
]


def __getattr__(name: str) -> Any:
    if name == "SiteVectorizer":  # needs scikit-learn; the rest does not
        from sitesieve.mining.vectorizer import SiteVectorizer

        return SiteVectorizer
    if name == "experiment":
        try:
            from sitesieve.run.experimenting import experiment
        except ImportError:
            raise MissingExtra("sitesieve.mining.experiment", "mining") from None
        return experiment
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
