"""The default cleaner on pages it has not seen, alone and with their site known.

    python bench/cleaner.py DATA [--peers] [--verticals]

DATA holds pages, articles, news_sites, facts, docs_site and project_site as Parquet files.
Every page is judged by models trained without its domain (five folds over the domains of all
files together). Scores are word F against the gold text (docs_site and project_site: against
the part that the page declares as its main one), and for facts the share of the marked values
that are still there with the share of the words kept. Intervals are of a bootstrap over
domains. Units: code blocks, lists and tables of data that are whole, torn or gone, and
headlines. The sample web is judged by the shipped models, which have not seen its designs.
With --peers other extractors clean the same pages; with --verticals facts are judged by models
that have seen no page of the same kind of thing.
"""

import argparse
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt

import measures
from sample_web.web import generate
from sitesieve import peers
from sitesieve.cleaning.boosting import Rows
from sitesieve.cleaning.methods import Sieve
from sitesieve.cleaning.sieve.decision import Cuts, Prices, best_choice, shared_by_path
from sitesieve.cleaning.sieve.headline import headline_of
from sitesieve.cleaning.sieve.judging import probability
from sitesieve.cleaning.sieve.outline import outline_of
from sitesieve.cleaning.sieve.site_evidence import UNKNOWN, places_told, site_evidence, site_term
from sitesieve.page import Page
from sitesieve.page.features import FeatureOptions, features
from sitesieve.page.writing.plain import plain_text
from sitesieve.site.model import SiteModel
from sitesieve.site.place_odds import MOST, SmallestDigests
from training.borders import fit_prices
from training.corpus import FACTS, LANDMARKED, TEXTS, LabelledPage, read_labelled
from training.fitting import Column, fit_content, odds_by_others, rows_by_others
from training.units import judge_units

RESAMPLES = 1000
ALL = 1000  # pages known: as many as there are
SIZES = {  # pages known of a site, with which pages are judged
    "news_sites": (1, 2, 5, 10, ALL),
    FACTS: (1, 2, 5, 25),
    **dict.fromkeys(LANDMARKED, (1, 5, ALL)),
}
SAMPLE_SIZE = 0.5  # of the sample web

Flags = npt.NDArray[np.bool_]
Scores = tuple[float, ...]


class Judge:
    """What stays of labelled pages given log-odds, and how good that is."""

    def __init__(self, prices: Prices) -> None:
        self.prices = prices

    def keep(self, page: LabelledPage, odds: Column) -> Flags:
        around = page.around
        likely = shared_by_path(probability(odds), around.words, page.path)
        keep = best_choice(likely, around.words, Cuts(outline_of(around), self.prices)).keep
        if keep.any():
            keep |= headline_of(around.tree, around.paragraphs)
        return keep

    def score(self, page: LabelledPage, text: str) -> Scores | None:
        if page.gold.collection == FACTS:
            found: Scores | None = measures.values_kept(text, page.gold.html, page.gold.values)
            return found
        gold = page.gold.main_text
        if page.gold.collection in LANDMARKED:
            gold = text_of(page, page.content)
        return (measures.word_f1(text, gold)[0],)


def text_of(page: LabelledPage, keep: Flags) -> str:
    tree = page.around.tree
    return plain_text(tree, keep[page.around.paragraphs.of_leaf] & ~tree.hidden_leaves)


class Figures:
    """Scores under labels, by domain."""

    def __init__(self) -> None:
        self.found: defaultdict[str, list[tuple[str, Scores]]] = defaultdict(list)

    def add(self, label: str, page: LabelledPage, scores: Scores | None) -> None:
        if scores is not None:
            self.found[label].append((page.gold.domain, scores))
            kind = page.gold.page_type
            if kind and "known" not in label:
                self.found[f"  {label}: {kind}"].append((page.gold.domain, scores))

    def show(self) -> None:
        for label, scored in sorted(self.found.items(), key=lambda item: item[0].strip()):
            print(f"{label:44} {interval(scored)}", flush=True)
        self.found.clear()


def interval(scored: Sequence[tuple[str, Scores]]) -> str:
    """The mean, with the 95 % interval of a bootstrap over domains; further means after it."""
    by_domain: defaultdict[str, list[Scores]] = defaultdict(list)
    for domain, scores in scored:
        by_domain[domain].append(scores)
    sums = np.array([np.sum(found, axis=0) for found in by_domain.values()])
    counts = np.array([len(found) for found in by_domain.values()])
    drawn = np.random.default_rng(0).integers(0, len(sums), (RESAMPLES, len(sums)))
    means = sums[drawn].sum(axis=1) / counts[drawn].sum(axis=1)[:, None]
    low, high = np.quantile(means[:, 0], (0.025, 0.975))
    first, *others = sums.sum(axis=0) / counts.sum()
    more = "".join(f"  at {other:.3f} of the words" for other in others)
    return f"{first:.4f}  [{low:.3f}, {high:.3f}]  {len(scored):5} pages{more}"


def in_folds(pages: list[LabelledPage]) -> None:
    """Everything, judged by models that have not seen the page's domain."""
    rows = rows_by_others(pages)
    odds = odds_by_others(pages, rows, range(len(pages)))
    judge = Judge(fit_prices(pages))
    figures = Figures()
    units: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for i, page in enumerate(pages):
        if page.gold.collection in (*TEXTS, FACTS, *LANDMARKED):
            keep = judge.keep(page, odds[i])
            figures.add(f"{page.gold.collection}, alone", page, scored(judge, page, keep))
            units[f"{page.gold.collection}, alone"] += units_of(page, keep)
    figures.show()
    asked = {
        i: SIZES[page.gold.collection]
        for i, page in enumerate(pages)
        if page.gold.collection in SIZES
    }
    for (i, size), site in told_by_sites(pages, odds, asked):
        page = pages[i]
        keep = judge.keep(page, with_term(page, odds[i], site, rows[i]))
        known = "all" if size == ALL else size
        figures.add(f"{page.gold.collection}, {known} known", page, scored(judge, page, keep))
        units[f"{page.gold.collection}, {known} known"] += units_of(page, keep)
    figures.show()
    show_units(units)


def units_of(page: LabelledPage, keep: Flags) -> Counter[str]:
    """Units of a page; of whole sites only the articles are looked at."""
    is_article = page.gold.collection not in LANDMARKED or page.gold.page_type == "article"
    around = page.around
    return judge_units(around.tree, keep[around.paragraphs.of_leaf]) if is_article else Counter()


def scored(judge: Judge, page: LabelledPage, keep: Flags) -> Scores | None:
    return judge.score(page, text_of(page, keep))


def with_term(page: LabelledPage, odds: Column, site: Rows, rows: Rows) -> Column:
    """Log-odds with what the site adds."""
    alone = np.clip(odds, -MOST, MOST)
    if site[0, 0] == UNKNOWN:
        return alone
    return alone + site_term(site, rows, page.around, alone)


def told_by_sites(
    pages: Sequence[LabelledPage], odds: Mapping[int, Column], sizes: Mapping[int, Sequence[int]]
) -> Iterator[tuple[tuple[int, int], Rows]]:
    """What their sites say of some pages, learned from so many of the site's pages."""
    sites: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
    for i in sizes:
        sites[pages[i].gold.collection, pages[i].gold.site].append(i)
    for _, members in sorted(sites.items()):
        order = np.random.default_rng(0).permutation(members).tolist()
        model, learned, smallest = SiteModel(), 0, SmallestDigests()
        for size in sorted({size for i in members for size in sizes[i]}):
            for i in order[learned:size]:
                around, url = pages[i].around, pages[i].gold.url
                tree = around.tree
                model.counts.add(tree, features(tree, FeatureOptions()), url or "")
                if smallest.takes("", tree.digest):
                    told = places_told(around, odds[i])
                    model.counts.place_odds.merge(told)
            learned = min(size, len(order))
            known = SiteModel()
            known.counts = model.counts
            for i in members:
                if size in sizes[i]:
                    around = pages[i].around
                    yield (i, size), site_evidence(known, around)


def show_units(units: Mapping[str, Counter[str]]) -> None:
    for label, found in sorted(units.items()):
        for name in ("code", "list", "table", "headline"):
            whole, torn, gone = (found[f"{name} {what}"] for what in ("whole", "torn", "gone"))
            if whole + torn + gone:
                share = torn / max(1, whole + torn)
                print(f"{label}: {name}: {whole} whole, {torn} torn ({share:.1%}), {gone} gone")


def across_verticals(pages: list[LabelledPage]) -> None:
    """Facts, judged by models trained without pages about the same kind of thing."""
    rows = rows_by_others(pages)
    verticals = {page.gold.site.split()[0] for page in pages if page.gold.collection == FACTS}
    judge, figures = Judge(fit_prices(pages)), Figures()
    for vertical in sorted(verticals):
        theirs = [i for i, page in enumerate(pages) if page.gold.site.startswith(f"{vertical} ")]
        domains = {pages[i].gold.domain for i in theirs}
        rest = [i for i, page in enumerate(pages) if page.gold.domain not in domains]
        alone = fit_content([pages[i] for i in rest], [rows[i] for i in rest])
        odds = {i: alone.score(rows[i])[:, 0] for i in theirs}
        for (i, size), site in told_by_sites(pages, odds, dict.fromkeys(theirs, (25,))):
            page, by_page = pages[i], odds[i]
            for label, found in (
                ("alone", by_page),
                (f"{size} known", with_term(page, by_page, site, rows[i])),
            ):
                scores = scored(judge, page, judge.keep(page, found))
                for name in (f"facts without {vertical}, {label}", f"facts by vertical, {label}"):
                    figures.add(name, page, scores)
    figures.show()


def sample_web() -> None:
    """The shipped models on the sample web, alone and with the site learned."""
    figures: defaultdict[str, list[float]] = defaultdict(list)
    for site in generate(0, SAMPLE_SIZE):
        learned = Sieve()
        pages = [Page(page.url, page.html) for page in site.pages]
        learned.learn(pages)
        for page, gold in zip(pages, site.pages, strict=True):
            for label, sieve in (("alone", Sieve()), ("site known", learned)):
                f = measures.word_f1(sieve.clean(page).text, gold.main_text)[0]
                for name in ("sample web", f"sample web: {gold.template}"):
                    figures[f"{name}, {label}"].append(f)
    for label, scores in sorted(figures.items()):
        print(f"{label:44} {np.mean(scores):.4f}  {len(scores):5} pages")


def their_scores(pages: Iterable[LabelledPage]) -> None:
    judge, figures = Judge(Prices(np.zeros(0), np.zeros(0))), Figures()
    some = [page for page in pages if page.gold.collection in (*TEXTS, FACTS, *LANDMARKED)]
    for name, peer in peers.installed().items():
        texts = [peers.text_of(peer, page.gold.html, page.gold.url) for page in some]
        for page, text in zip(some, texts, strict=True):
            figures.add(f"{page.gold.collection}, {name}", page, judge.score(page, text))
        figures.show()


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("data", type=Path)
    arguments.add_argument("--peers", action="store_true", help="other extractors too")
    arguments.add_argument("--verticals", action="store_true", help="folds over kinds of things")
    options = arguments.parse_args()
    sample_web()
    pages = read_labelled(options.data)
    if options.peers:
        their_scores(pages)
    in_folds(pages)
    if options.verticals:
        across_verticals(pages)


if __name__ == "__main__":
    main()
