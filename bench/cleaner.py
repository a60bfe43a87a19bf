"""The default cleaner on pages it has not seen: word F by collection and page type, and time.

    python bench/cleaner.py DATA [--peers] [--across]

DATA holds pages.parquet, articles.parquet and news_sites.parquet. Every page is judged by
models trained without its domain (five folds over the domains of all files together). Pages
of news_sites are judged alone and with their site learned; the weights of what a site says
come from the other sites. Intervals are of a bootstrap over domains. With --peers other
extractors clean the same pages; with --across the models are trained on pages.parquet alone
and tried on the other files.
"""

import argparse
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

from measures import load_measures
from sitesieve import peers
from sitesieve.clean.methods import Sieve
from sitesieve.clean.sieve.decision import best_choice, shared_by_path
from sitesieve.clean.sieve.judging import probability
from sitesieve.clean.sieve.site_term import site_term
from sitesieve.page import Page
from sitesieve.page.plain import plain_text
from sitesieve.training.corpus import FILES, LabelledPage, labelled, read_gold
from sitesieve.training.fitting import (
    Column,
    fit_content,
    fit_post,
    odds_by_others,
    rows_by_others,
    seen_of,
)
from sitesieve.training.naming import fit_names, name_shares
from sitesieve.training.training import SAMPLES, Told, fit_site_term, many_paged, told_by_sites

Score = Callable[[str, str], tuple[float, float, float]]
RESAMPLES = 1000


def text_kept(page: LabelledPage, odds: Column) -> str:
    """What stays of a page, given the log-odds of its paragraphs."""
    around = page.around
    likely = shared_by_path(probability(odds), around.words, page.path)
    keep = best_choice(likely, around.words)[around.paragraphs.of_leaf]
    return plain_text(around.tree, keep & ~around.tree.hidden_leaves)


def interval(domains: Sequence[str], scores: Sequence[float]) -> str:
    """The mean, with the 95 % interval of a bootstrap over domains."""
    by_domain: defaultdict[str, list[float]] = defaultdict(list)
    for domain, score in zip(domains, scores, strict=True):
        by_domain[domain].append(score)
    sums = np.array([sum(found) for found in by_domain.values()])
    counts = np.array([len(found) for found in by_domain.values()])
    drawn = np.random.default_rng(0).integers(0, len(sums), (RESAMPLES, len(sums)))
    means = sums[drawn].sum(axis=1) / counts[drawn].sum(axis=1)
    low, high = np.quantile(means, (0.025, 0.975))
    return f"{np.mean(scores):.4f}  [{low:.3f}, {high:.3f}]  {len(scores):5} pages"


def show(label: str, pages: Sequence[LabelledPage], scores: Sequence[float]) -> None:
    print(f"{label:34} {interval([page.gold.domain for page in pages], scores)}", flush=True)


def show_types(label: str, pages: Sequence[LabelledPage], scores: Sequence[float]) -> None:
    for kind in sorted({page.gold.page_type or "" for page in pages} - {""}):
        members = [i for i, page in enumerate(pages) if page.gold.page_type == kind]
        show(f"  {label} {kind}", [pages[i] for i in members], [scores[i] for i in members])


def with_sites(
    pages: Sequence[LabelledPage], odds: dict[int, Column], told: list[Told], sample: int
) -> dict[int, Column]:
    """Log-odds with the site's term, fitted on the sites of other domains."""
    domain_of = [pages[i].gold.domain for i, _ in told]
    judged = told_by_sites(pages, many_paged(pages).values(), [sample])
    found = {}
    for domain in sorted(set(domain_of)):
        others = [one for one, of in zip(told, domain_of, strict=True) if of != domain]
        weights = fit_site_term(pages, odds, others)
        for i, rows in judged:
            if pages[i].gold.domain == domain:
                found[i] = odds[i] + site_term(rows, weights)
    return found


def own_folds(pages: list[LabelledPage], score: Score) -> None:
    rows = rows_by_others(pages)
    evaluate(pages, odds_by_others(pages, rows, range(len(pages))), score)


def evaluate(pages: list[LabelledPage], odds: dict[int, Column], score: Score) -> None:
    """The scores of log-odds that come from models which have not seen the domain."""
    scores = [
        score(text_kept(page, odds[i]), page.gold.main_text)[0] for i, page in enumerate(pages)
    ]
    for name in FILES:
        members = [i for i, page in enumerate(pages) if page.gold.collection == name]
        some, theirs = [pages[i] for i in members], [scores[i] for i in members]
        show(f"{name}, page alone", some, theirs)
        show_types(name, some, theirs)
    told = told_by_sites(pages, many_paged(pages).values())
    for sample in SAMPLES:
        known = with_sites(pages, odds, told, sample)
        members = [i for i in known if pages[i].gold.collection == "news_sites"]
        some = [pages[i] for i in members]
        theirs = [score(text_kept(pages[i], known[i]), pages[i].gold.main_text)[0] for i in members]
        show(f"news_sites, {sample if sample < 1000 else 'all'} pages of site", some, theirs)


def across(pages: list[LabelledPage], score: Score) -> None:
    """Trained on one file, tried on the others, without the domains they share."""
    ours = [page for page in pages if page.gold.collection == "pages"]
    seen = {page.gold.domain for page in ours}
    post = fit_post(ours)
    names = fit_names(ours, [name_shares(page) for page in ours])
    content = fit_content(ours, rows_by_others(ours))
    for name in FILES[1:]:
        some = [p for p in pages if p.gold.collection == name and p.gold.domain not in seen]
        odds = [content.score(seen_of(page, post, names))[:, 0] for page in some]
        theirs = [
            score(text_kept(page, found), page.gold.main_text)[0]
            for page, found in zip(some, odds, strict=True)
        ]
        show(f"{name}, trained on pages alone", some, theirs)


def their_scores(pages: list[LabelledPage], score: Score) -> None:
    for name, peer in peers.installed().items():
        for collection in FILES:
            some = [page for page in pages if page.gold.collection == collection]
            start = time.process_time()
            texts = [peers.text_of(peer, page.gold.html, page.gold.url) for page in some]
            spent = (time.process_time() - start) / max(1, len(some))
            theirs = [score(t, p.gold.main_text)[0] for t, p in zip(texts, some, strict=True)]
            show(f"{collection}, {name}", some, theirs)
            show_types(name, some, theirs)
            print(f"  {spent * 1000:.1f} ms a page")


def our_time(pages: list[LabelledPage]) -> None:
    """Milliseconds of `clean` with the shipped models, from HTML to text."""
    sieve = Sieve()
    for collection in FILES:
        some = [page.gold for page in pages if page.gold.collection == collection]
        for gold in some[:20]:  # what is made on first use
            assert sieve.clean(Page(gold.url, gold.html)).text is not None
        start = time.process_time()
        for gold in some:
            assert sieve.clean(Page(gold.url, gold.html)).text is not None
        spent = (time.process_time() - start) / max(1, len(some))
        print(f"{collection}, sieve: {spent * 1000:.1f} ms a page")


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("data", type=Path)
    arguments.add_argument("--peers", action="store_true", help="other extractors too")
    arguments.add_argument("--across", action="store_true", help="train on pages alone")
    options = arguments.parse_args()
    score: Score = load_measures(options.data).word_f1
    golds = [gold for name in FILES for gold in read_gold(options.data, name)]
    pages = list(labelled(golds))
    print(f"{len(golds) - len(pages)} pages have no text in their markup: left out, also for peers")
    our_time(pages)
    if options.peers:
        their_scores(pages, score)
    if options.across:
        across(pages, score)
    own_folds(pages, score)


if __name__ == "__main__":
    main()
