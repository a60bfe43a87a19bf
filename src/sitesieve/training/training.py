"""The whole training: posts, content, and what a site adds."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

import numpy as np
import numpy.typing as npt

from sitesieve.clean.sieve.site_term import MIN_PAGES, NAMES, site_evidence
from sitesieve.clean.sieve.trained import Trained
from sitesieve.page.features import FeatureOptions, features
from sitesieve.site.model import SiteModel
from sitesieve.training.corpus import LabelledPage
from sitesieve.training.fitting import (
    Column,
    fit_content,
    fit_post,
    fit_site,
    odds_by_others,
    rows_by_others,
)
from sitesieve.training.naming import fit_names, name_shares

Told = tuple[int, npt.NDArray[np.float64]]  # number of a page, and what its site says of it

SAMPLES = (5, 10, 1000)  # pages a site is learned from: the term must suit small sites too


def train(pages: Sequence[LabelledPage]) -> Trained:
    """Models from labelled pages."""
    rows = rows_by_others(pages)
    told = told_by_sites(pages, many_paged(pages).values())
    odds = odds_by_others(pages, rows, sorted({i for i, _ in told}))
    names = fit_names(pages, [name_shares(page) for page in pages])
    site = fit_site_term(pages, odds, told)
    return Trained(fit_post(pages), fit_content(pages, rows), names, site)


def told_by_sites(
    pages: Sequence[LabelledPage],
    sites: Iterable[Sequence[int]],
    samples: Sequence[int] = SAMPLES,
) -> list[Told]:
    """What each site says of each of its pages, learned from samples of several sizes."""
    told = []
    for members in sites:
        for sample in samples:
            model = SiteModel()
            for i in members[:sample]:
                tree, url = pages[i].around.tree, pages[i].gold.url
                model.counts.add(tree, features(tree, FeatureOptions()), url or "")
            for i in members:
                around = pages[i].around
                placing = model.place(around.tree)
                rows = site_evidence(model, placing, around.tree, around.paragraphs)
                told.append((i, rows))
    return told


def fit_site_term(
    pages: Sequence[LabelledPage], odds: Mapping[int, Column], told: Sequence[Told]
) -> Column:
    """The weights of the site's evidence, given the log-odds that the page alone gives."""
    if not told:
        return np.zeros(len(NAMES))
    return fit_site(
        np.concatenate([rows for _, rows in told]),
        np.concatenate([odds[i] for i, _ in told]),
        np.concatenate([pages[i].content for i, _ in told]),
        np.concatenate([np.sqrt(pages[i].around.words) for i, _ in told]),
    )


def many_paged(pages: Sequence[LabelledPage]) -> dict[str, list[int]]:
    """The pages of each site that has enough of them to be learned from and tested on."""
    by_site: defaultdict[str, list[int]] = defaultdict(list)
    for i, page in enumerate(pages):
        if page.gold.site:
            by_site[page.gold.site].append(i)
    return {s: found for s, found in sorted(by_site.items()) if len(found) >= 2 * MIN_PAGES}
