"""How well kinds of noise are named: `python bench/noise.py DATA [--cost] [--folds 2]`.

1. On the sample web, whose six designs were never seen in training: precision, recall and F of
   each kind and the confusion matrix, with and without what other pages of a site show.
2. The same pages in English, German and Chinese: how often they get the same kinds.
3. On real pages with their declarations hidden (class names, ids, roles, landmark elements,
   JSON-LD): agreement with what was hidden. The models are trained on pages of other domains.
4. What naming costs, relative to cleaning.
5. Whether pages that links lead to tell recommendations (thesis §6.1): on the sample web, for each
   true kind of lists of links, how alike these are in content and style, and the share that is
   called a recommendation by that.
"""

import argparse
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt

from sample_web.motley_web import motley_site
from sample_web.web import generate
from sitesieve.cleaning import methods
from sitesieve.cleaning.kinds import KINDS, Kind
from sitesieve.cleaning.noise.evidence import Known, evidence_of
from sitesieve.cleaning.noise.naming import Naming
from sitesieve.cleaning.noise.target_likeness import LIST, LinkList, TargetPages
from sitesieve.cleaning.noise.trained import TrainedNoise, shipped
from sitesieve.cleaning.sieve.judging import judged
from sitesieve.cleaning.sieve.trained import shipped as shipped_sieve
from sitesieve.errors import PageError
from sitesieve.page import Page
from sitesieve.page.features import FeatureOptions, features
from sitesieve.sample.model import SampleSite
from sitesieve.site.model import SiteModel
from training.alignment import gold_shares
from training.corpus import Gold, read_gold
from training.declared import PARTS, agreement_labels, declarations
from training.hiding import undressed
from training.noise import (
    SITES,
    known_of,
    real_examples,
    real_pages,
    sample_examples,
    train,
    true_kinds,
)

MOST = 10  # paragraphs of a page that count for a part, and three times as many against it
_DIRECTORIES = (Kind.DIRECTORY_GLOBAL, Kind.DIRECTORY_HYBRID, Kind.DIRECTORY_HIERARCHIC)
SHOWN_BY = {  # the kinds that a declared part may have
    "navigation": _DIRECTORIES,
    "breadcrumb": (Kind.DIRECTORY_HIERARCHIC,),
    "form": (Kind.INTERACTIVE_SERVICE,),
    "comments": (Kind.COMMENTS,),
    "related": (Kind.PAGE_RECOMMENDATION,),
}

Labels = npt.NDArray[np.int8]
Told = dict[str, list[tuple[npt.NDArray[np.bool_], npt.NDArray[np.float32]]]]


def site_model(pages: Iterable[tuple[str, str]]) -> SiteModel:
    """What the pages of a site have in common."""
    model = SiteModel()
    for url, html in pages:
        tree = Page(url, html).tree
        model.counts.add(tree, features(tree, FeatureOptions()), url)
    return model


def sample_kinds(naming: Naming, sites: Sequence[SampleSite], learn: bool) -> tuple[Labels, Labels]:
    """The true and the given kind of each paragraph of the sample web."""
    true, given = [], []
    for site in sites:
        model = site_model((p.url, p.html) for p in site.pages) if learn else None
        for page in site.pages:
            found = known_of(Page(page.url, page.html), shipped_sieve(), model)
            if found is not None:
                true.append(true_kinds(page, found[0]))
                given.append(naming.name(found[0]).kind)
    return np.concatenate(true), np.concatenate(given)


def measures(true: Labels, given: Labels) -> dict[Kind, tuple[float, float, float, int]]:
    """Precision, recall, F and number of paragraphs of each kind that there is."""
    table = {}
    for number, kind in enumerate(KINDS):
        hit = int(((true == number) & (given == number)).sum())
        there, said = int((true == number).sum()), int((given == number).sum())
        if there:
            precision, recall = hit / max(said, 1), hit / there
            f = 2 * precision * recall / max(precision + recall, 1e-9)
            table[kind] = precision, recall, f, there
    return table


def show_sample(naming: Naming, size: float) -> None:
    sites = generate(1, size)
    for learn in (True, False):
        true, given = sample_kinds(naming, sites, learn)
        table = measures(true, given)
        macro = float(np.mean([f for _, _, f, _ in table.values()]))
        how = "with the site" if learn else "pages alone"
        print(f"\nSample web, {how}: macro-F {macro:.3f}, accuracy {(true == given).mean():.3f}")
        if learn:
            print("\n| kind | precision | recall | F | paragraphs |\n|---|---|---|---|---|")
            for kind, (precision, recall, f, there) in table.items():
                print(f"| {kind} | {precision:.3f} | {recall:.3f} | {f:.3f} | {there:,} |")
            show_confusion(true, given)


def show_confusion(true: Labels, given: Labels) -> None:
    print("\nTrue kind (rows), given kind (columns, in the same order):\n")
    counts = np.zeros((len(KINDS), len(KINDS)), np.int64)
    np.add.at(counts, (true, given), 1)
    for number, kind in enumerate(KINDS):
        cells = " ".join(f"{n or '.':>5}" for n in counts[number].tolist())
        print(f"{kind:>21} {cells}")


def show_targets(size: float) -> None:
    """Lists of links by their true kind, compared with the pages they lead to."""
    compared: dict[Kind, list[LinkList]] = {}
    for site in generate(1, size):
        pages = [Page(page.url, page.html, site=site.name) for page in site.pages]
        targets = TargetPages().learn(pages)
        for sample, page in zip(site.pages, pages, strict=True):
            found = known_of(page, shipped_sieve())
            if found is None:
                continue
            true, paragraph = true_kinds(sample, found[0]), found[0].around.paragraphs.of_leaf
            for links in targets.lists(page):
                leaves = slice(*page.tree.leaf_start[[links.node, page.tree.end[links.node]]])
                if links.known >= LIST:
                    most = int(np.bincount(true[paragraph[leaves]]).argmax())
                    compared.setdefault(KINDS[most], []).append(links)
    print("\n| lists of links | lists | alike in content | in style | called recommendations |")
    print("|---|---|---|---|---|")
    for kind, lists in sorted(compared.items()):
        content, style = (np.mean([links[column] for links in lists]) for column in (3, 4))
        told = np.mean([links.recommended for links in lists])
        print(f"| {kind} | {len(lists):,} | {content:.3f} | {style:.2f} | {told:.0%} |")


def show_languages(naming: Naming, seeds: Iterable[int]) -> None:
    """Pages of the same design and make-up in three languages."""
    same = {"de": [0, 0], "zh": [0, 0]}
    right = {"en": [0, 0], "de": [0, 0], "zh": [0, 0]}
    for seed in seeds:
        found: dict[str, list[tuple[Labels, Labels]]] = {}
        for language in right:
            sites = [motley_site(seed, language=language)]
            found[language] = []
            model = site_model((p.url, p.html) for p in sites[0].pages)
            for page in sites[0].pages:
                known = known_of(Page(page.url, page.html), shipped_sieve(), model)
                if known is not None:
                    given = naming.name(known[0]).kind
                    found[language].append((true_kinds(page, known[0]), given))
        for language, pages in found.items():
            for (true, given), (_, english) in zip(pages, found["en"], strict=False):
                right[language][0] += int((true == given).sum())
                right[language][1] += len(true)
                if language != "en" and len(given) == len(english):
                    same[language][0] += int((given == english).sum())
                    same[language][1] += len(given)
    said = ", ".join(f"{name} {hit / max(of, 1):.3f}" for name, (hit, of) in right.items())
    print(f"\nDesigns not trained on, by language, accuracy: {said}")
    said = ", ".join(f"{name} {hit / max(of, 1):.3f} of {of:,}" for name, (hit, of) in same.items())
    print(f"Same kind as on the English page, paragraph by paragraph where these match: {said}")


def tell(gold: Gold, naming: Naming, told: Told, model: SiteModel | None = None) -> None:
    """What the hidden page makes likely, beside what the open page declares."""
    sieve = shipped_sieve()
    try:
        shown = known_of(Page(gold.url, gold.html), sieve)
        hidden = known_of(Page(gold.url, undressed(gold.html)), sieve, model)
    except PageError:
        return
    if shown is None or hidden is None or len(shown[1].path) != len(hidden[1].path):
        return
    around = shown[0].around
    said = declarations(around)
    content = gold_shares(around.tree, around.paragraphs, gold.main_text) > 0.5
    rows = evidence_of(*hidden)
    likely = naming.likelihoods(hidden[1], rows)
    footer = naming.trained.footer.probabilities(rows)[:, 0]
    draw = np.random.default_rng(0)
    for part in PARTS:
        labels = agreement_labels(part, said, content)
        if not (labels == 1).any():
            continue
        score = footer
        if part != "footer":
            score = likely[:, [KINDS.index(kind) for kind in SHOWN_BY[part]]].sum(axis=1)
        for_it = draw.permutation(np.flatnonzero(labels == 1))[:MOST]
        against = draw.permutation(np.flatnonzero(labels == 0))[: 3 * MOST]
        at = np.concatenate([for_it, against])
        told[part].append((labels[at] == 1, score[at]))


def show_agreement(told: Told, title: str) -> None:
    print(f"\n{title}\n")
    print("| part | pages | paragraphs | precision at recall .8 | recall at precision .9 "
          "| at one half: precision, recall |\n|---|---|---|---|---|---|")  # fmt: skip
    for part in PARTS:
        if not told[part]:
            continue
        labels = np.concatenate([labels for labels, _ in told[part]])
        scores = np.concatenate([scores for _, scores in told[part]])
        order = np.argsort(-scores, kind="stable")
        hits = np.cumsum(labels[order])
        precision, recall = hits / np.arange(1, len(order) + 1), hits / labels.sum()
        at = float(precision[np.searchsorted(recall, 0.8)])
        good = np.flatnonzero(precision >= 0.9)
        best = float(recall[good[-1]]) if len(good) else 0.0
        named = scores > 0.5
        right = labels[named].mean() if named.any() else 0.0
        half = f"{right:.3f}, {labels[named].sum() / labels.sum():.3f}"
        print(f"| {part} | {len(told[part])} | {labels.sum():,} | {at:.3f} | {best:.3f} | {half} |")


def folded(folder: Path, folds: int) -> Iterator[tuple[TrainedNoise, list[Gold]]]:
    """Models with the pages of the domains they have not seen."""
    pages = real_pages(folder)
    domains = sorted({gold.domain for gold in pages})
    fold = {domain: number % folds for number, domain in enumerate(domains)}
    sieve = shipped_sieve()
    sample = [e for s in range(SITES) for e in sample_examples(motley_site(s).pages, sieve)]
    real = list(real_examples(pages, sieve))
    for held_out in range(folds):
        rest = [example for example in real if fold[example.group] != held_out]
        held = [g for g in pages if fold[g.domain] == held_out and g.collection == "pages"]
        yield train([*sample, *rest]), held


def whole_sites(folder: Path, naming: Naming, most: int) -> None:
    """Two sites that nothing was trained on, with what their hidden pages have in common."""
    for name in ("project_site", "docs_site"):
        pages = read_whole(folder, name)
        model = site_model((gold.url or "", undressed(gold.html)) for gold in pages[::3])
        told: Told = {part: [] for part in PARTS}
        for gold in pages[:: max(1, len(pages) // most)]:
            tell(gold, naming, told, model)
        show_agreement(told, f"{name}, whole site known, declarations hidden")


def read_whole(folder: Path, name: str) -> list[Gold]:
    from pyarrow import parquet

    records = parquet.read_table(folder / f"{name}.parquet").to_pylist()
    return [
        Gold(name, i, r["site"], r["site"], r["url"], r["html"], "", None, None)
        for i, r in enumerate(records)
    ]


def show_cost(folder: Path, most: int = 300) -> None:
    method, naming = methods.Sieve(), Naming()
    cleaning = naming_time = 0.0
    for _ in range(2):  # the first warms up
        cleaning = naming_time = 0.0
        for gold in read_gold(folder, "pages")[:most]:
            page = Page(gold.url, gold.html)
            start = time.process_time()
            method.clean(page).text  # noqa: B018 - made when asked for
            cleaning += time.process_time() - start
            found = judged(page.tree, shipped_sieve())
            start = time.process_time()
            naming.name(Known(found, gold.url or ""))
            naming_time += time.process_time() - start
    times = f"{1000 * naming_time / most:.1f} of {1000 * cleaning / most:.1f} ms a page"
    print(f"\nNaming costs {naming_time / cleaning:.3f} of cleaning ({times})")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split(":", 1)[0])
    parser.add_argument("data", type=Path, help="the folder of labelled pages")
    parser.add_argument("--folds", type=int, default=2, help="0: no training, no real pages")
    parser.add_argument("--size", type=float, default=0.5, help="of the sample web")
    options = parser.parse_args()
    if not (options.data / "pages.parquet").is_file():
        print(f"no labelled pages: {options.data / 'pages.parquet'} is missing", file=sys.stderr)
        return 1
    naming = Naming(shipped())
    show_sample(naming, options.size)
    show_targets(options.size)
    show_languages(naming, range(SITES, SITES + 12))
    show_cost(options.data)
    whole_sites(options.data, naming, 60)
    told: Told = {part: [] for part in PARTS}
    for trained, pages in folded(options.data, options.folds) if options.folds else ():
        for gold in pages:
            tell(gold, Naming(trained), told)
    if options.folds:
        show_agreement(told, "pages.parquet, declarations hidden, models of other domains")
    return 0


if __name__ == "__main__":
    sys.exit(main())
