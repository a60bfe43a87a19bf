"""SiteCleaner: pages to texts, in scikit-learn's manner."""

from collections.abc import Iterable
from typing import Any, Self

import numpy as np
import numpy.typing as npt
from sklearn.utils.validation import check_is_fitted

from sitesieve.cleaning import methods
from sitesieve.cleaning.dials import Comments, Favour, Headline, Kinds, Profile
from sitesieve.cleaning.method import LearningMethod
from sitesieve.mining.page_transformer import GivenPage, PageTransformer
from sitesieve.page.page import Pages


class SiteCleaner(PageTransformer):
    """Pages, as `Page` objects or (url, html) pairs or a frame with columns of these names, to a
    list of their texts without noise.

    Pages of sites that were not in `fit` are cleaned alone, and so are those without an address,
    of which nobody knows the site.

    Parameters
    ----------
    method : the rule to clean by, a name, which may bring settings: "sieve",
        "site-style-tree:threshold=0.3"; "sieve:sample=100" learns from 100 pages of a site.
    favour, comments, headline, minimum_words : dials of the sieve, as in `sitesieve.clean`.
    tables, hidden, remove, keep, profile : what is wanted of a page, as in `sitesieve.clean`.

    Attributes
    ----------
    model_ : what was learned of the sites seen in `fit`.
    """

    def __init__(
        self,
        method: str = "sieve",
        favour: Favour = "balanced",
        comments: Comments = "auto",
        headline: Headline = "in",
        minimum_words: int = 0,
        tables: bool = True,
        hidden: bool = False,
        remove: Kinds | None = None,
        keep: Kinds = (),
        profile: Profile | None = None,
    ) -> None:
        self.method = method
        self.favour = favour
        self.comments = comments
        self.headline = headline
        self.minimum_words = minimum_words
        self.tables = tables
        self.hidden = hidden
        self.remove = remove
        self.keep = keep
        self.profile = profile

    def fit(self, pages: Pages, y: Iterable[Any] | None = None) -> Self:  # noqa: ARG002
        """Learn what the pages of every site have in common."""
        self._learn(self._read(pages, least=1))
        return self

    def fit_transform(self, pages: Pages, y: Iterable[Any] | None = None) -> list[str]:  # noqa: ARG002
        """Learn, and clean the same pages."""
        read = self._read(pages, least=1)
        self._learn(read)
        return self._texts(read)

    def transform(self, pages: Pages) -> list[str]:
        """The texts of pages."""
        check_is_fitted(self, "model_")
        return self._texts(self._read(pages))

    def get_feature_names_out(
        self,
        input_features: object = None,  # noqa: ARG002
    ) -> npt.NDArray[Any]:
        """That of the texts: it lets a pipeline ask for those of what follows."""
        return np.array(["text"], dtype=object)

    def set_output(self, *, transform: str | None = None) -> Self:  # noqa: ARG002
        """Nothing changes: what follows in a pipeline is to have texts, not a table."""
        return self

    def _learn(self, pages: list[GivenPage]) -> None:
        if not isinstance(self.method, str):
            kind = type(self.method).__name__
            raise TypeError(f"method must be a name, as 'sieve:sample=100', not {kind}")
        model, _ = methods.named(self.method).dialled(self._dials())
        if isinstance(model, LearningMethod):
            for given in pages:
                with given.opened() as page:
                    observation = model.observe(page)
                    if page.site:
                        model.absorb(observation)
        self.model_ = model

    def _texts(self, pages: list[GivenPage]) -> list[str]:
        model, wanted = self.model_.dialled(self._dials())
        alone = model.unlearned()
        texts = []
        for given in pages:
            with given.opened() as page:
                method = model if page.site else alone
                texts.append(method.clean_page(page).with_output(wanted).text)
        return texts

    def _dials(self) -> Any:
        """The dials that are not as usual: other methods than the sieve lack some."""
        usual = SiteCleaner().get_params()
        dials = self.get_params(deep=False)
        return {n: value for n, value in dials.items() if n != "method" and value != usual[n]}
