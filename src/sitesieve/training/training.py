"""The whole training: posts, content, and what a site adds."""

from collections import defaultdict
from collections.abc import Mapping, Sequence

import numpy as np

from sitesieve.clean.sieve.site_term import MIN_PAGES, NAMES, site_evidence
from sitesieve.clean.sieve.trained import Trained
from sitesieve.site.model import SiteModel
from sitesieve.training.corpus import LabelledPage
from sitesieve.training.fitting import (
    Column,
    fit_content,
    fit_post,
    fit_site,
    odds_by_others,
    posts_by_others,
)

_SAMPLES = (5, 10, 1000)  # pages a site is learned from: the term must suit small sites too


def train(pages: Sequence[LabelledPage]) -> Trained:
    """Models from labelled pages."""
    posts = posts_by_others(pages)
    many = many_paged(pages)
    odds = odds_by_others(pages, posts, [i for members in many.values() for i in members])
    site = fit_site_term(pages, odds, list(many.values()))
    return Trained(fit_post(pages), fit_content(pages, posts), site)


def fit_site_term(
    pages: Sequence[LabelledPage], odds: Mapping[int, Column], sites: Sequence[Sequence[int]]
) -> Column:
    """The weights of the site's evidence, from the pages of sites with enough of them, given
    the log-odds of content that the page alone gives."""
    if not sites:
        return np.zeros(len(NAMES) + 1)
    evidence, offset, labels, weights = [], [], [], []
    for members in sites:
        for sample in _SAMPLES:
            model = learned(pages, members[:sample])
            for i in members:
                around = pages[i].around
                evidence.append(site_evidence(model, around.tree, around.paragraphs))
                offset.append(odds[i])
                labels.append(pages[i].content)
                weights.append(np.sqrt(around.words))
    return fit_site(
        np.concatenate(evidence),
        np.concatenate(offset),
        np.concatenate(labels),
        np.concatenate(weights),
    )


def learned(pages: Sequence[LabelledPage], members: Sequence[int]) -> SiteModel:
    """What some pages teach of their site."""
    model = SiteModel()
    for i in members:
        model.update(pages[i].gold.page())
    return model


def many_paged(pages: Sequence[LabelledPage]) -> dict[str, list[int]]:
    """The pages of each site that has enough of them to be learned from and tested on."""
    by_site: defaultdict[str, list[int]] = defaultdict(list)
    for i, page in enumerate(pages):
        if page.gold.site:
            by_site[page.gold.site].append(i)
    return {s: found for s, found in sorted(by_site.items()) if len(found) >= 2 * MIN_PAGES}
