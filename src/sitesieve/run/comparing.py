"""Several methods on the same pages: what each keeps, how far they agree, what they cost."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from sitesieve.cleaning.method import LearningMethod, Method
from sitesieve.cleaning.scores import Scores, word_scores
from sitesieve.page.page import Page
from sitesieve.run.job import Report, mapped, no_report
from sitesieve.run.tally import Failures
from sitesieve.sources.items import Failure
from sitesieve.sources.source import Source

Floats = npt.NDArray[np.float64]


class Kept(NamedTuple):
    """What one method kept of one page."""

    words: Floats  # of each text of the page
    seconds: float
    scores: Scores | None
    text: str


class Compared(NamedTuple):
    """One page as all methods see it."""

    label: str
    names: tuple[str, ...]  # address and name, as far as it has them
    title: str
    words: Floats  # of each text of the page
    encoding: float  # seconds
    kept: list[Kept]
    gold: str | None = None  # the text that should stay


def _observed(methods: Sequence[LearningMethod], page: Page) -> list[tuple[Any, float]]:
    """What a page tells to each method that learns, and the seconds that took."""
    page.tree  # noqa: B018 - parsed once, before the methods are timed
    return [_timed(method.observe, page) for method in methods]


def _compared(methods: Sequence[Method], gold: str | None, page: Page) -> Compared:
    """Each method on one page; `gold` names the column with the text that should stay."""
    tree, encoding = _timed(lambda p: p.tree, page)
    wanted = page.extra.get(gold) if gold else None
    kept = []
    for method in methods:
        document, seconds = _timed(method.clean_page, page)
        text = document.text
        scores = word_scores(text, str(wanted)) if wanted is not None else None
        kept.append(Kept(document.leaf_words_kept, seconds, scores, text))
    names = tuple(filter(None, (page.url, page.name)))
    words = tree.leaf_words.astype(np.float64)
    text = None if wanted is None else str(wanted)
    return Compared(page.label, names, tree.title, words, encoding, kept, text)


def _timed(function: Any, argument: Any) -> tuple[Any, float]:
    start = time.perf_counter()
    return function(argument), time.perf_counter() - start


@dataclass(slots=True)
class Comparison:
    """The sums over all pages, and the pages chosen to be shown."""

    methods: list[str]
    pages: int = 0
    failures: Failures = field(default_factory=Failures)
    scored: int = 0  # pages with gold text
    words: float = 0.0
    encoding: float = 0.0  # seconds
    words_kept: Floats = field(init=False)  # by each method
    seconds: Floats = field(init=False)  # learning and cleaning
    scores: Floats = field(init=False)  # sums of F, precision and recall
    differ: Floats = field(init=False)  # words, by two methods
    shown: list[Compared] = field(default_factory=list)

    def __post_init__(self) -> None:
        number = len(self.methods)
        self.words_kept, self.seconds = np.zeros(number), np.zeros(number)
        self.scores, self.differ = np.zeros((number, 3)), np.zeros((number, number))

    def add(self, page: Compared) -> None:
        kept = np.stack([k.words for k in page.kept])
        self.pages += 1
        self.words += float(page.words.sum())
        self.encoding += page.encoding
        self.words_kept += kept.sum(axis=1)
        self.seconds += [k.seconds for k in page.kept]
        self.differ += np.abs(kept[:, None, :] - kept[None, :, :]).sum(axis=2)
        if all(k.scores is not None for k in page.kept):
            self.scored += 1
            self.scores += np.array([k.scores for k in page.kept])

    @property
    def kept_share(self) -> Floats:
        """The share of the words that each method keeps."""
        return self.words_kept / max(1.0, self.words)

    @property
    def agreement(self) -> Floats:
        """For each two methods, the share of the words that both keep or both remove."""
        agreed: Floats = 1 - self.differ / max(1.0, self.words)
        return agreed

    @property
    def milliseconds(self) -> Floats:
        """What each method costs a page, beyond encoding it."""
        return self.seconds / max(1, self.pages) * 1000

    @property
    def mean_scores(self) -> list[Scores] | None:
        """Mean F, precision and recall of each method, where there is gold text."""
        if not self.scored:
            return None
        return [Scores(*(float(s) for s in row)) for row in self.scores / self.scored]

    def to_dict(self) -> dict[str, Any]:
        means = self.mean_scores
        return {
            "pages": self.pages,
            "failures": self.failures,
            "words": int(self.words),
            "encoding_ms": self.encoding / max(1, self.pages) * 1000,
            "methods": {
                name: {
                    "words_kept": float(self.kept_share[i]),
                    "ms": float(self.milliseconds[i]),
                    **(means[i]._asdict() if means is not None else {}),
                    "agreement": dict(zip(self.methods, self.agreement[i].tolist(), strict=True)),
                }
                for i, name in enumerate(self.methods)
            },
        }


def compare(
    methods: Sequence[Method],
    source: Source,
    gold: str | None = None,
    show: int = 0,
    named: Sequence[str] = (),
    jobs: int = 0,
    report: Report = no_report,
    failures: Failures | None = None,
) -> Comparison:
    """Let the methods learn from all pages of a source, then clean them all with each.

    The first `show` pages are kept with their texts, or those `named`.
    """
    comparison = Comparison([method.spec for method in methods])
    comparison.failures = comparison.failures if failures is None else failures
    seconds = source.options.limits.seconds * max(1, len(methods))
    learners = {i: method for i, method in enumerate(methods) if isinstance(method, LearningMethod)}
    if learners:
        task = partial(_observed, list(learners.values()))
        with mapped(task, source, jobs, seconds) as observations:
            for number, observed in enumerate(observations, 1):
                report("learning", number, source.fraction)
                if isinstance(observed, Failure):  # it fails again when it is to be cleaned
                    continue
                for (i, method), (told, spent) in zip(learners.items(), observed, strict=True):
                    comparison.seconds[i] += spent + _timed(method.absorb, told)[1]
    with mapped(partial(_compared, methods, gold), source, jobs, seconds) as results:
        for result in results:
            if isinstance(result, Failure):
                comparison.failures.note(result)
                continue
            if len(comparison.shown) < show if not named else set(named) & set(result.names):
                comparison.shown.append(result)
            comparison.add(result)
            report("comparing", comparison.pages, source.fraction)
    return comparison
