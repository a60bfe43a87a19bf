"""SiteVectorizer: pages to weighted words, in scikit-learn's manner.

Each site has a structure tree of its own, all sites share one vocabulary.
"""

import sys
import warnings
from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any, Self

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_matrix
from sklearn.utils.validation import check_is_fitted

from sitesieve.errors import ModelError
from sitesieve.mining.page_transformer import GivenPage, PageTransformer
from sitesieve.mining.weights import Paper, WeightOptions, WordWeights
from sitesieve.page.page import Pages
from sitesieve.site.model_file import read_model, write_model
from sitesieve.site.placing import Alignment
from sitesieve.site.store import SAMPLE
from sitesieve.site.structure_tree import INFORMATIVE, MEANINGLESS, POWER
from sitesieve.site.tree_options import USUAL_TREES, Display, Merging

_SAVED_AS = "site-vectorizer"
_NAMED = 5  # sites that a warning names


class SiteVectorizer(PageTransformer):
    """Pages, as `Page` objects or (url, html) pairs or a frame with columns of these names, to a
    sparse matrix of word weights.

    Parameters
    ----------
    alignment : how pages are laid over each other, "keyed" or "exact".
    leaf_height : how high a virtual leaf may be.
    merge_elements : whether elements with the same characteristic features are one.
    power : n in 1 − H^n, with H the entropy of a word at its place or, where that is
        more, at its kind of place and on the whole site; None for the letter of the
        paper: n = 1 and the place alone.
    seen_once : importance of a node above the leaves that one page has: 0 (thesis) or 1 (paper
        of 2003).
    stems, numbers : whether words are stemmed, whether numbers count.
    sampled, u, m : whether only weights below `u` are kept, and those below `m` as
        nothing (thesis §4.3.3): a smaller model, which weighs all else 1.
    sample : pages learned from, of each site.
    designs : whether a page is weighed by a tree of its design, where its site has several.
    leaf_once : importance of a leaf that one page has; 1 by the equations of both papers.
    frequent, alike, merging, whole_code, virtual_root, display, copies : constants and readings
        of the papers, see `sitesieve.site.tree_options.TreeOptions`.

    Attributes
    ----------
    weights_ : the trees of the sites seen in `fit`.
    vocabulary_ : word -> column.
    """

    def __init__(
        self,
        alignment: Alignment = "keyed",
        leaf_height: int = 1,
        merge_elements: bool = True,
        power: float | None = POWER,
        seen_once: float = 0.0,
        stems: bool = True,
        numbers: bool = False,
        sampled: bool = False,
        u: float = INFORMATIVE,
        m: float = MEANINGLESS,
        sample: int = SAMPLE,
        designs: bool = True,
        leaf_once: float = 0.0,
        frequent: float = USUAL_TREES.frequent,
        alike: float = USUAL_TREES.alike,
        merging: Merging = USUAL_TREES.merging,
        whole_code: bool = USUAL_TREES.whole_code,
        virtual_root: bool = USUAL_TREES.virtual_root,
        display: Display = USUAL_TREES.display,
        copies: bool = USUAL_TREES.copies,
    ) -> None:
        self.alignment = alignment
        self.leaf_height = leaf_height
        self.merge_elements = merge_elements
        self.power = power
        self.seen_once = seen_once
        self.stems = stems
        self.numbers = numbers
        self.sampled = sampled
        self.u = u
        self.m = m
        self.sample = sample
        self.designs = designs
        self.leaf_once = leaf_once
        self.frequent = frequent
        self.alike = alike
        self.merging = merging
        self.whole_code = whole_code
        self.virtual_root = virtual_root
        self.display = display
        self.copies = copies

    @classmethod
    def by_paper(cls, paper: Paper = "thesis", **changes: Any) -> Self:
        """One to the letter of the thesis ("thesis") or of the paper of Yi and Liu ("2003"), but
        for the parameters given here."""
        return cls(**asdict(WeightOptions.by_paper(paper, **changes)))

    def fit(self, pages: Pages, y: Iterable[Any] | None = None) -> Self:
        """Learn the tree of every site and the vocabulary of all.

        `y` is not needed; with it, sites of which all pages are of one class are
        warned about: the words of the class look like the site's there.
        """
        self._fit(pages, y)
        return self

    def fit_transform(self, pages: Pages, y: Iterable[Any] | None = None) -> csr_matrix:
        """Learn, and weigh the same pages."""
        return self._matrix(self._fit(pages, y))

    def transform(self, pages: Pages) -> csr_matrix:
        """The weights of pages, a row each; words not in the vocabulary are left out."""
        check_is_fitted(self, "vocabulary_")
        return self._matrix(self._weigh(self._read(pages)))

    def get_feature_names_out(
        self,
        input_features: object = None,  # noqa: ARG002
    ) -> npt.NDArray[Any]:
        """The words, in the order of the columns."""
        check_is_fitted(self, "vocabulary_")
        return np.array(list(self.vocabulary_), dtype=object)

    def _fit(self, pages: Pages, y: Iterable[Any] | None) -> list[dict[str, float]]:
        read = self._read(pages, least=1)
        if y is not None:
            _warn_of_one_class(read, list(y))
        self.weights_ = WordWeights(WeightOptions(**self.get_params(deep=False)))
        for given in read:
            with given.opened() as page:
                self.weights_.absorb(self.weights_.observe(page))
        weights = self._weigh(read)
        self._number(sorted({word for row in weights for word in row}))
        return weights

    def _number(self, words: list[str]) -> None:
        self.vocabulary_ = {word: column for column, word in enumerate(words)}
        self.n_features_out_ = len(words)

    def _weigh(self, pages: Iterable[GivenPage]) -> list[dict[str, float]]:
        rows, unknown = [], Counter[str]()
        for given in pages:
            with given.opened() as page:
                unknown[page.site] += not self.weights_.knows(page.site)
                rows.append(self.weights_.weigh(page))
        new = [site for site, pages_of in unknown.items() if pages_of]
        if new:
            _warn(
                f"{unknown.total()} pages of {len(new)} sites that were not in fit "
                f"({_listed(new)}) are weighed by plain counts"
            )
        return rows

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
        saved = self.weights_.to_saved()
        tables = saved.tables | {"vocabulary": list(self.vocabulary_)}
        write_model(path, replace(saved, method=_SAVED_AS, tables=tables))

    @classmethod
    def load(cls, path: Path | str) -> Self:
        """The vectorizer as it was saved."""
        saved = read_model(path)
        if saved.method != _SAVED_AS:
            raise ModelError(f"{path} holds a model of {saved.method}, not a vectorizer")
        try:
            loaded = cls(**saved.settings)
            words = [str(word) for word in saved.tables["vocabulary"]]
        except (KeyError, TypeError) as error:
            raise ModelError(f"{path} is damaged: {error!r}") from error
        loaded.weights_ = WordWeights.from_saved(saved, path)
        loaded._number(words)
        return loaded


def _warn_of_one_class(pages: list[GivenPage], classes: list[Any]) -> None:
    if len(classes) != len(pages):
        raise ValueError(f"{len(pages)} pages, but {len(classes)} classes")
    by_site: dict[str, set[Any]] = {}
    for given, label in zip(pages, classes, strict=True):
        by_site.setdefault(given.page.site, set()).add(label)
    alone = [site for site, labels in by_site.items() if len(labels) == 1]
    if alone and len(set(classes)) > 1:
        _warn(
            f"all pages of {_listed(alone)} are of one class: the words of the class look like the "
            "site's there, and weigh little"
        )


def _listed(sites: list[str]) -> str:
    more = ", …" if len(sites) > _NAMED else ""
    return ", ".join(site or "(no site)" for site in sites[:_NAMED]) + more


def _warn(message: str) -> None:
    """Warn, and point at the line that called this module, or scikit-learn around it."""
    level, frame = 2, sys._getframe(1)
    inside = (__name__, "sklearn")
    while frame.f_back is not None and str(frame.f_globals.get("__name__")).startswith(inside):
        frame, level = frame.f_back, level + 1
    warnings.warn(message, stacklevel=level)
