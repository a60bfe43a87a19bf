"""Fields of a page: a word counts by where it stands (Das §3, featuring phase).

Title, address and meta tags speak of the page as a whole; headings, anchor texts
and body text are places on it. An occurrence on the page belongs to one field:
to the anchor text when it stands in a link, also in a linked heading, because a
link speaks of the page it leads to.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from urllib.parse import unquote, urlsplit

import numpy as np
import numpy.typing as npt

from sitesieve.page.features import FeatureOptions, language_of, word_features
from sitesieve.page.page import Page
from sitesieve.page.tags import TAG_ID
from sitesieve.page.tree import PageTree
from sitesieve.page.words import has_kana, tokenize

_HEADINGS = tuple(TAG_ID[f"h{level}"] for level in range(1, 7))
_META = ("description", "keywords")
_HEAVIEST = 1000  # a field that weighs more is the only one


@dataclass(frozen=True, slots=True)
class FieldWeights:
    """What one occurrence of a word weighs in each field."""

    title: float
    url: float
    heading: float
    meta: float
    anchor: float
    body: float

    def __post_init__(self) -> None:
        for field, weight in asdict(self).items():
            if not 0 <= weight <= _HEAVIEST:
                raise ValueError(
                    f"the weight of {field} must be from 0 to {_HEAVIEST}, not {weight}"
                )


def weigh(
    page: Page, weights: FieldWeights, kept: npt.NDArray[np.bool_] | None = None
) -> dict[str, float]:
    """W_x: the stemmed words of a page, stop words out, each with the sum over the fields of
    its occurrences times the field's weight; words that weigh nothing are left out.

    `kept` says which texts of the page are still there; without it, all are. What is said of
    the page as a whole stays.
    """
    tree, feature_of = page.tree, features_of(page.tree)
    japanese = has_kana(tree.texts)
    total: defaultdict[str, float] = defaultdict(float)
    for text, weight in _statements(page, weights):
        for feature, n in counted(tokenize(text, japanese), feature_of).items():
            total[feature] += n * weight
    of_leaves = _leaf_weights(tree, weights)
    on_page = np.repeat(of_leaves if kept is None else of_leaves * kept, tree.leaf_words)
    for word, weight in zip(tree.words, on_page.tolist(), strict=True):
        if (stem := feature_of[word]) is not None:
            total[stem] += weight
    return {feature: weight for feature, weight in total.items() if weight > 0}


def features_of(tree: PageTree) -> Mapping[str, str | None]:
    """The feature each word of a page stands for; None for stop words and numbers."""
    return word_features(language_of(tree), FeatureOptions())


def counted(words: Iterable[str], feature_of: Mapping[str, str | None]) -> Counter[str]:
    """How often each feature occurs among words."""
    return Counter(feature for word in words if (feature := feature_of[word]) is not None)


def _statements(page: Page, weights: FieldWeights) -> Iterator[tuple[str, float]]:
    """What is said of the page as a whole, and what its words weigh."""
    yield page.tree.title, weights.title
    yield words_of_url(page.url), weights.url
    if weights.meta:
        for name in _META:
            yield page.head.meta.get(name, ""), weights.meta


def _leaf_weights(tree: PageTree, weights: FieldWeights) -> npt.NDArray[np.float64]:
    heading = tree.below(*_HEADINGS)[tree.leaves]
    on_page = np.where(heading, weights.heading, weights.body)
    return np.where(tree.in_link[tree.leaves], weights.anchor, on_page)


def words_of_url(url: str | None) -> str:
    """The part of an address that names the page: its path, without host and file extension.

    >>> words_of_url("https://a.example/news/tall-ships_home.html?id=3")
    'news tall ships home'
    """
    try:
        path = unquote(urlsplit(url or "").path)
    except ValueError:
        return ""
    folder, slash, name = path.rpartition("/")
    stem, dot, extension = name.rpartition(".")
    path = folder + slash + (stem if dot and len(extension) <= _EXTENSION else name)
    return " ".join("".join(c if c.isalnum() else " " for c in path).split())


_EXTENSION = 5  # characters of the longest in use: "xhtml", "shtml"
