"""The models that name noise: `python -m training.noise DATA -o FILE`.

Labels come from two sources: the truth of sites whose designs are drawn at random, and what real
pages declare about their parts. Real pages are used twice, as they are and with their declarations
hidden, so that the models learn from the other evidence, too. The same data gives the same models.
"""

import argparse
import sys
import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from sample_web.motley_web import motley_site
from sitesieve.cleaning.kinds import KINDS, Kind
from sitesieve.cleaning.noise.containers import Containers
from sitesieve.cleaning.noise.evidence import Known, evidence_of, noise_features
from sitesieve.cleaning.noise.naming import second_look, second_look_features
from sitesieve.cleaning.noise.softmax import Softmax
from sitesieve.cleaning.noise.trained import SHIPPED, TrainedNoise
from sitesieve.cleaning.sieve.judging import judged
from sitesieve.cleaning.sieve.trained import Trained
from sitesieve.cleaning.sieve.trained import shipped as shipped_sieve
from sitesieve.errors import MissingExtra, PageError, SitesieveError
from sitesieve.page import Page
from sitesieve.page.addresses import normal_form
from sitesieve.page.features import FeatureOptions, features
from sitesieve.sample.model import SamplePage
from sitesieve.site.model import SiteModel
from training.alignment import gold_shares
from training.corpus import Gold, read_gold
from training.declared import declarations, weak_kinds
from training.hiding import undressed

SITES = 120  # drawn at random
PAGES = 14  # of each
UNKNOWN = -1  # no label
MOST_ROWS = 120  # of a page, of real pages
_BALANCE = 0.75  # how far the rarer kinds are weighed up; 1 makes all kinds equal
_REAL = 0.5  # what a weak label counts for
_STRENGTH = 0.1  # inverse of the regularisation
_ROUNDS = 150

Labels = npt.NDArray[np.int8]


@dataclass(frozen=True, eq=False, slots=True)
class Example:
    """The paragraphs of a page as rows, with labels."""

    group: str  # what is never split between training and test: a site
    containers: Containers
    rows: npt.NDArray[np.float16]
    kinds: Labels  # places in KINDS, or UNKNOWN
    footer: Labels  # 1 and 0, or UNKNOWN
    weight: float


def known_of(
    page: Page,
    sieve: Trained,
    model: SiteModel | None = None,
    roles: Mapping[str, str] | None = None,
) -> tuple[Known, Containers] | None:
    """What is known of a page; nothing of one without text."""
    judgement = judged(page.tree, sieve, model)
    if not len(judgement.paragraphs):
        return None
    return Known(judgement, page.url or "", roles), Containers(judgement.around)


def true_kinds(page: SamplePage, known: Known) -> Labels:
    """The kind of each paragraph of a sample page: that of most of its words."""
    tree, first = known.around.tree, known.around.paragraphs.first_leaf.tolist()
    truth = np.array([KINDS.index(b.kind) for b in page.blocks for _ in b.phrases], np.int8)
    words = np.maximum(tree.leaf_words, 0.1)
    return np.array(
        [np.bincount(truth[a:b], words[a:b]).argmax() for a, b in pairwise(first)],
        np.int8,
    )


def sample_examples(
    pages: Sequence[SamplePage], sieve: Trained, most: int = PAGES
) -> Iterator[Example]:
    """Pages of a sample site: half of them with what is known of the site, half of these also
    with the roles of its pages."""
    model = SiteModel()
    roles = {normal_form(page.url): page.role for page in pages}
    for page in pages:
        tree = Page(page.url, page.html).tree
        model.counts.add(tree, features(tree, FeatureOptions()), page.url)
    chosen = np.random.default_rng(len(pages)).permutation(len(pages))[:most].tolist()
    for turn, number in enumerate(chosen):
        page = pages[number]
        known_site, known_links = turn % 2 == 1, turn % 4 == 3
        context = known_of(
            Page(page.url, page.html),
            sieve,
            model if known_site else None,
            roles if known_links else None,
        )
        if context is not None:
            known, containers = context
            yield Example(
                page.site,
                containers,
                evidence_of(known, containers).astype(np.float16),
                true_kinds(page, known),
                np.full(len(containers.path), UNKNOWN, np.int8),
                1.0,
            )


def real_examples(pages: Iterable[Gold], sieve: Trained) -> Iterator[Example]:
    """Real pages with what they declare, twice: open and hidden."""
    for gold in pages:
        contexts = []
        for html in (gold.html, undressed(gold.html)):
            try:
                context = known_of(Page(gold.url, html), sieve)
            except PageError:
                break
            if context is None:
                break
            contexts.append(context)
        if len(contexts) < 2:
            continue
        around = contexts[0][0].around
        declared = declarations(around)
        content = gold_shares(around.tree, around.paragraphs, gold.main_text) > 0.5
        kinds = np.array(
            [UNKNOWN if k is None else KINDS.index(k) for k in weak_kinds(declared, content)],
            np.int8,
        )
        if gold.comments:
            readers = gold_shares(around.tree, around.paragraphs, gold.comments) > 0.5
            kinds[readers & ~content] = KINDS.index(Kind.COMMENTS)
        footer = footer_labels(declared)
        for known, containers in contexts:
            if len(containers.path) == len(kinds):
                rows = evidence_of(known, containers).astype(np.float16)
                yield Example(gold.domain, containers, rows, kinds, footer, _REAL)


def footer_labels(declared: Sequence[tuple[str, ...]]) -> Labels:
    """Which paragraphs are in a declared footer; unknown on pages that declare none."""
    inside = np.array(["footer" in names for names in declared], np.int8)
    return inside if inside.any() else np.full(len(declared), UNKNOWN, np.int8)


def train(examples: Sequence[Example]) -> TrainedNoise:
    """Models from labelled paragraphs."""
    groups = sorted({example.group for example in examples})
    fold = dict(zip(groups, (np.arange(len(groups)) % 2).tolist(), strict=True))
    seen: dict[int, npt.NDArray[np.float32]] = {}
    for held_out in (0, 1):  # the second look must learn how far the first can be trusted
        rest = [example for example in examples if fold[example.group] != held_out]
        alone, footer = fit_alone(rest), fit_footer(rest)
        for i, example in enumerate(examples):
            if fold[example.group] == held_out:
                seen[i] = looked_at(example, alone, footer)
    together = _fit(
        [seen[i] for i in range(len(examples))],
        [example.kinds for example in examples],
        [example.weight for example in examples],
        second_look_features(),
        tuple(map(str, KINDS)),
    )
    return TrainedNoise(fit_alone(examples), together, fit_footer(examples))


def looked_at(example: Example, alone: Softmax, footer: Softmax) -> npt.NDArray[np.float32]:
    """What the second look sees of an example."""
    rows = example.rows.astype(np.float32)
    in_footer = footer.probabilities(rows)[:, :1]
    return second_look(example.containers, alone.probabilities(rows), in_footer)


def fit_alone(examples: Sequence[Example]) -> Softmax:
    """The kind of a paragraph by its own evidence."""
    return _fit(
        [example.rows for example in examples],
        [example.kinds for example in examples],
        [example.weight for example in examples],
        tuple(noise_features()),
        tuple(map(str, KINDS)),
    )


def fit_footer(examples: Sequence[Example]) -> Softmax:
    """Whether a paragraph stands in a footer; outcome 0 is that it does."""
    labelled = [example for example in examples if (example.footer != UNKNOWN).any()]
    names = tuple(noise_features())
    if not labelled:
        return Softmax(names, ("footer", "elsewhere"), np.zeros((len(names), 2), np.float32),
                       np.zeros(2, np.float32))  # fmt: skip
    return _fit(
        [example.rows for example in labelled],
        [1 - example.footer for example in labelled],
        [1.0] * len(labelled),
        names,
        ("footer", "elsewhere"),
        balance=0.0,
    )


def _fit(
    rows: Sequence[npt.NDArray[Any]],
    labels: Sequence[Labels],
    weights: Sequence[float],
    names: tuple[str, ...],
    outcomes: tuple[str, ...],
    balance: float = _BALANCE,
) -> Softmax:
    """A linear model of the labelled rows of several pages."""
    try:
        from sklearn.exceptions import ConvergenceWarning
        from sklearn.linear_model import LogisticRegression
    except ImportError:
        raise MissingExtra("Training", "mining") from None
    draw = np.random.default_rng(0)
    picked, picked_labels, counted = [], [], []
    for page, label, weight in zip(rows, labels, weights, strict=True):
        at = np.flatnonzero(label >= 0)
        if len(at) > MOST_ROWS:
            at = np.sort(draw.permutation(at)[:MOST_ROWS])
        picked.append(page[at])
        picked_labels.append(label[at])
        counted.append(np.full(len(at), weight))
    x, y = np.concatenate(picked).astype(np.float32), np.concatenate(picked_labels)
    counts = np.bincount(y, np.concatenate(counted), len(outcomes))
    by_kind = (counts.sum() / (len(outcomes) * np.maximum(counts, 1))) ** balance
    model = LogisticRegression(C=_STRENGTH, max_iter=_ROUNDS, tol=1e-3)
    with warnings.catch_warnings():  # the rounds are limited on purpose
        warnings.simplefilter("ignore", ConvergenceWarning)
        model.fit(x, y, sample_weight=np.concatenate(counted) * by_kind[y])
    coefficients = np.zeros((len(names), len(outcomes)), np.float32)
    base = np.full(len(outcomes), -20, np.float32)  # of what was never seen
    if len(outcomes) == 2 and len(model.classes_) == 2:
        coefficients[:, 1], base[:] = model.coef_[0], (0, model.intercept_[0])
    else:
        coefficients[:, model.classes_] = model.coef_.T
        base[model.classes_] = model.intercept_
    return Softmax(names, outcomes, coefficients, base)


def read_examples(folder: Path, sites: int = SITES) -> list[Example]:
    """All there is to learn from."""
    sieve = shipped_sieve()
    examples = [
        example
        for seed in range(sites)
        for example in sample_examples(motley_site(seed).pages, sieve)
    ]
    return [*examples, *real_examples(real_pages(folder), sieve)]


def real_pages(folder: Path) -> list[Gold]:
    """Pages of today, and older articles whose comments are known."""
    articles = [gold for gold in read_gold(folder, "articles") if gold.comments]
    return [*read_gold(folder, "pages"), *articles]


def main(arguments: Sequence[str] | None = None) -> int:
    """Train the models and write them."""
    parser = argparse.ArgumentParser(prog="python -m training.noise")
    parser.add_argument("data", type=Path, help="the folder of labelled pages")
    parser.add_argument("-o", "--output", type=Path, default=Path(SHIPPED))
    options = parser.parse_args(arguments)
    try:
        examples = read_examples(options.data)
        train(examples).save(options.output)
    except (SitesieveError, OSError) as error:
        print(f"sitesieve: {error}", file=sys.stderr)
        return 1
    labels = sum(int((example.kinds >= 0).sum()) for example in examples)
    print(f"{options.output}: {len(examples):,} pages, {labels:,} labels")
    return 0


if __name__ == "__main__":
    sys.exit(main())
