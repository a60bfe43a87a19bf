"""Mining: words of pages, weighed by what their sites have in common."""

from typing import TYPE_CHECKING, Any

from sitesieve.errors import MissingExtra
from sitesieve.mining.field_words import FieldWords
from sitesieve.mining.settings import MiningSettings
from sitesieve.mining.weights import WeightOptions, WordWeights
from sitesieve.on_demand import on_demand

if TYPE_CHECKING:
    from sitesieve.mining.cleaner import SiteCleaner
    from sitesieve.mining.vectorizer import SiteVectorizer
    from sitesieve.run.experimenting import experiment

__all__ = [
    "FieldWords",
    "MiningSettings",
    "SiteCleaner",
    "SiteVectorizer",
    "WeightOptions",
    "WordWeights",
    "experiment",
]


# With these comes scikit-learn; the rest does without.
_ON_DEMAND = {
    "SiteCleaner": "sitesieve.mining.cleaner",
    "SiteVectorizer": "sitesieve.mining.vectorizer",
    "experiment": "sitesieve.run.experimenting",
}
_find = on_demand(__name__, _ON_DEMAND)


def __getattr__(name: str) -> Any:
    try:
        return _find(name)
    except ImportError:
        raise MissingExtra(f"sitesieve.mining.{name}", "mining") from None
