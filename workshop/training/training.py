"""The whole training: posts, names and types; content; what borders cost."""

from collections.abc import Sequence

from sitesieve.cleaning.sieve.trained import Trained
from training.borders import fit_prices
from training.corpus import LabelledPage
from training.fitting import fit_before, fit_content, rows_by_others


def train(pages: Sequence[LabelledPage]) -> Trained:
    """Models from labelled pages."""
    before, content = fit_before(pages), fit_content(pages, rows_by_others(pages))
    return Trained(before.post, content, before.names, fit_prices(pages))
