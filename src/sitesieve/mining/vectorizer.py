"""SiteVectorizer: pages to weighted words, in scikit-learn's manner.

Each site gets a compressed structure tree of its own (Yi and Liu §3), all sites
share one vocabulary. Words that a site repeats at a place weigh little there,
words that are new at an important place weigh as often as they occur.
"""

import warnings
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Self

import numpy as np
import numpy.typing as npt

try:
    from scipy.sparse import csr_matrix
    from sklearn.base import BaseEstimator, TransformerMixin
    from sklearn.utils.validation import check_is_fitted
except ImportError:
    from sitesieve.errors import MissingExtra

    raise MissingExtra("sitesieve.mining", "mining") from None

from sitesieve.clean.method import Pages
from sitesieve.errors import ModelError
from sitesieve.page import FeatureOptions, Features, Page, features
from sitesieve.page.page import as_pages
from sitesieve.site import structure_tree
from sitesieve.site.model import SiteModel, to_saved
from sitesieve.site.modelfile import SavedModel, read_model, write_model
from sitesieve.site.placing import Alignment
from sitesieve.site.structure_tree import SITE_WORDS, StructureTree

_SAVED_AS = "site-vectorizer"


class SiteVectorizer(TransformerMixin, BaseEstimator):  # type: ignore[misc]
    """Pages, as `Page` objects or (url, html) pairs, to a sparse matrix of word weights.

    Parameters
    ----------
    alignment : how pages are laid over each other, "keyed" or "exact".
    leaf_height : how high a virtual leaf may be.
    site_words : the power n of the factor 1 − H(a)^n by a word's entropy over the
        site's pages; None for the letter of the paper.
    stems, numbers : whether words are stemmed, whether numbers count.

    Attributes
    ----------
    sites_ : the model of each site seen in `fit`.
    vocabulary_ : word -> column.
    """

    def __init__(
        self,
        alignment: Alignment = "keyed",
        leaf_height: int = 1,
        site_words: int | None = SITE_WORDS,
        stems: bool = True,
        numbers: bool = False,
    ) -> None:
        self.alignment = alignment
        self.leaf_height = leaf_height
        self.site_words = site_words
        self.stems = stems
        self.numbers = numbers

    def fit(self, pages: Pages, y: object = None) -> Self:  # noqa: ARG002
        """Learn the tree of every site and the vocabulary of all."""
        self._fit(pages)
        return self

    def fit_transform(self, pages: Pages, y: object = None) -> csr_matrix:  # noqa: ARG002
        """Learn, and weigh the same pages."""
        return self._matrix(self._fit(pages))

    def transform(self, pages: Pages) -> csr_matrix:
        """The weights of pages, a row each; words not in the vocabulary are left out."""
        check_is_fitted(self, "vocabulary_")
        return self._matrix(self._weigh(_read(pages)))

    def get_feature_names_out(
        self,
        input_features: object = None,  # noqa: ARG002
    ) -> npt.NDArray[Any]:
        """The words, in the order of the columns."""
        check_is_fitted(self, "vocabulary_")
        return np.array(list(self.vocabulary_), dtype=object)

    def _fit(self, pages: Pages) -> list[dict[str, float]]:
        read = _read(pages)
        if not read:
            raise ValueError("SiteVectorizer needs at least one page to learn from")
        self.sites_: dict[str, SiteModel] = {}
        for page in read:
            site = self.sites_.setdefault(page.site, SiteModel(self.alignment, self.leaf_height))
            site.counts.add(page.tree, self._features(page))
        self._trees_: dict[str, StructureTree] = {}
        weights = self._weigh(read)
        words = sorted({word for row in weights for word in row})
        self.vocabulary_ = {word: column for column, word in enumerate(words)}
        return weights

    def _features(self, page: Page) -> Features:
        options = FeatureOptions(stems=self.stems, numbers=self.numbers, images=False, links=False)
        return features(page.tree, options)

    def _weigh(self, pages: Iterable[Page]) -> list[dict[str, float]]:
        rows, unknown = [], Counter[str]()
        for page in pages:
            found = self._features(page)
            tree = self._tree_of(page.site)
            if tree is None:
                unknown[page.site] += 1
                names = np.array(found.names, dtype=object)[found.feature]
                rows.append({word: float(n) for word, n in Counter(names.tolist()).items()})
            else:
                rows.append(tree.weights(page.tree, found, self.site_words))
        if unknown:
            named = ", ".join(f"{site or '(no site)'}" for site in list(unknown)[:5])
            warnings.warn(
                f"{unknown.total()} pages of {len(unknown)} sites that were not in fit "
                f"({named}{', …' if len(unknown) > 5 else ''}) are weighed by plain counts",
                stacklevel=3,
            )
        return rows

    def _tree_of(self, site: str) -> StructureTree | None:
        model = self.sites_.get(site)
        if model is None:
            return None
        if site not in self._trees_:
            self._trees_[site] = structure_tree.build(model.counts, model.tree)
        return self._trees_[site]

    def _matrix(self, weights: list[dict[str, float]]) -> csr_matrix:
        entries = [
            (row, self.vocabulary_[word], weight)
            for row, words in enumerate(weights)
            for word, weight in words.items()
            if word in self.vocabulary_
        ]
        row, column, value = zip(*entries, strict=True) if entries else ((), (), ())
        return csr_matrix(
            (np.array(value, np.float64), (np.array(row, np.int64), np.array(column, np.int64))),
            shape=(len(weights), len(self.vocabulary_)),
        )

    def save(self, path: Path | str) -> None:
        """Save what was learned to one file, as data."""
        check_is_fitted(self, "vocabulary_")
        sites, arrays = to_saved(self.sites_)
        tables = {"sites": sites, "vocabulary": list(self.vocabulary_)}
        write_model(path, SavedModel(_SAVED_AS, self.get_params(), tables, arrays))

    @classmethod
    def load(cls, path: Path | str) -> Self:
        """The vectorizer as it was saved."""
        saved = read_model(path)
        if saved.method != _SAVED_AS:
            raise ModelError(f"{path} holds a model of {saved.method}, not a vectorizer")
        try:
            loaded = cls(**saved.settings)
            loaded.sites_ = SiteModel.all_from(saved, loaded.alignment, loaded.leaf_height)
            loaded._trees_ = {}
            words = saved.tables["vocabulary"]
            loaded.vocabulary_ = {word: column for column, word in enumerate(words)}
        except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
            raise ModelError(f"{path} is damaged: {error!r}") from error
        return loaded

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.two_d_array = False
        tags.input_tags.string = True
        tags.no_validation = True
        return tags


def _read(pages: Pages) -> list[Page]:
    return list(as_pages(pages))
