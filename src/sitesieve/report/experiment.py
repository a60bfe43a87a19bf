"""The tables of the mining experiments, and the page that shows them."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape

import numpy as np

from sitesieve.mining import thesis
from sitesieve.mining.classification import CONFIGURATIONS
from sitesieve.mining.clustering import statistics
from sitesieve.mining.results import Classified, GroupResult, InputResult, Results
from sitesieve.mining.thesis import order_remarks
from sitesieve.report import html

_BOUNDS = ("0.5", "0.6", "0.7", "0.8", "0.9")


@dataclass(frozen=True, slots=True)
class Figures:
    """A table: for the terminal and for the page."""

    title: str
    headings: list[str]
    rows: list[list[str]]


def name_of(result: InputResult, group: GroupResult) -> str:
    """What a result is called: its input, and its weighting where there are several."""
    several = sum(other.input == result.input for other in group.results) > 1
    return f"{result.input} ({result.weighting})" if several else result.input


def data_table(group: GroupResult) -> Figures:
    """The pages of each class on each site: thesis, tables 5-1 and 5-2."""
    rows = [[n, *map(str, row)] for n, row in zip(group.classes, group.table, strict=True)]
    return Figures(f"{_of(group)}{group.pages:,} pages", ["class", *group.sites], rows)


def summary(group: GroupResult) -> Figures:
    """All measures of all inputs, averages only, and the thesis's own below them."""
    names = ["k-means F", *(f"SVM {x}{n}" for n in CONFIGURATIONS for x in "FA")]
    names += ["Bayes F", "Bayes A"]
    figures = [_averages(result) for result in group.results]
    tried = [i for i in range(len(names)) if any(row[i] is not None for row in figures)]
    rows = []
    for result, averages in zip(group.results, figures, strict=True):
        counts = [f"{result.words:,.0f}", f"{result.empty:,}"]
        rows.append([name_of(result, group), *counts, *(_figure(averages[i]) for i in tried)])
    here = {result.input for result in group.results}
    for data, reported in thesis.THESIS.items():
        for i, name in enumerate(thesis.INPUTS):
            if name in here:
                theirs = [*(row[i] for row in reported), None, None]
                title = f"{data}: {name}"
                rows.append([title, "", "", *(_figure(theirs[j]) for j in tried)])
    headings = ["input", "words", "empty", *(names[i] for i in tried)]
    return Figures(f"{_of(group)}averages", headings, rows)


def _averages(result: InputResult) -> list[float | None]:
    svm = [result.svm_of(n) for n in CONFIGURATIONS]
    bayes = result.naive_bayes
    figures = [result.k_means_f, *(v for c in svm for v in (c.f, c.accuracy))]
    return [*figures, bayes.f, bayes.accuracy]


def k_means_table(group: GroupResult) -> Figures:
    """Thesis, tables 5-3 and 5-4: how many runs reach which F."""
    rows = []
    for result in group.results:
        if result.k_means:
            runs = statistics(np.array(result.k_means))
            counts = [runs.below["0.5"], *(runs.at_least[bound] for bound in _BOUNDS)]
            rows.append([name_of(result, group), _figure(runs.mean), *map(str, counts)])
    bounds = ["F<0.5", *(f"F≥{bound}" for bound in _BOUNDS)]
    most = max((len(result.k_means) for result in group.results), default=0)
    return Figures(f"{_of(group)}k-means, {most:,} runs", ["input", "mean F", *bounds], rows)


def pair_tables(group: GroupResult) -> list[Figures]:
    """Thesis, tables 5-5 to 5-16, and the same for naive Bayes."""
    tables = []
    for number in CONFIGURATIONS:
        for which, measure in enumerate(("F scores", "accuracies")):
            title = f"{_of(group)}{measure} of the SVM, configuration {number}"
            tables.append(_pairs(title, group, lambda r, n=number: r.svm_of(n), which))  # type: ignore[misc]
    for which, measure in enumerate(("F scores", "accuracies")):
        title = f"{_of(group)}{measure} of naive Bayes"
        tables.append(_pairs(title, group, lambda r: r.naive_bayes, which))
    return [table for table in tables if table.rows]


def _pairs(
    title: str, group: GroupResult, of: Callable[[InputResult], Classified], which: int
) -> Figures:
    results = [of(result) for result in group.results]
    rows = []
    for pair in results[0].pairs if results else ():
        tried = [each.pairs.get(pair) for each in results]
        if any(value is not None for value in tried):
            rows.append([*pair, *(_figure(v[which] if v is not None else None) for v in tried)])
    if rows:
        means = [each.f if which == 0 else each.accuracy for each in results]
        rows.append(["average", "", *map(_figure, means)])
    names = [name_of(result, group) for result in group.results]
    return Figures(title, ["class 1", "class 2", *names], rows)


def _figure(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f}".removeprefix("0")


def _of(group: GroupResult) -> str:
    return f"{group.name}: " if group.name else ""


def experiment_page(results: Results, inputs: str, command: str) -> str:
    """One self-contained page: what was tried, on what, and what came out."""
    parts = [
        html.note(
            f"What is cleaning worth for mining? {inputs}, cleaned in {len(results.inputs)} ways, "
            "then clustered and classified as in the thesis."
        ),
        *map(html.note, results.remarks),
    ]
    for group in results.groups:
        parts += _group_parts(group)
    before, after = thesis.BAYES_BEFORE, thesis.BAYES_AFTER
    settings = {"settings": results.settings, "data": results.data}
    parts += [
        html.heading("The measures"),
        html.note(
            "k-means F: the mean F of the classes under the best assignment to clusters, over all "
            "runs. SVM F1, A1: mean F of both classes and accuracy in configuration 1 (both "
            "classes trained on one site, tested on the others); 2: trained on two sites, tested "
            "on the others; 3: tested on all pages not trained on. Bayes: ten times ten folds. "
            "Words: how many stay, or the sum of their weights. Das (table 2) reports a naive "
            "Bayes F of "
            f"{before[0]} before and {after[0]} after the featured DOM tree, accuracy {before[1]} "
            f"and {after[1]}."
        ),
        html.heading("To run it again"),
        html.note(f"sitesieve {results.version}; the settings and all figures are in this page."),
        f'<pre class="scroll">{escape(command)}</pre>',
        html.folded("Settings and data", f"<pre>{escape(_json(settings))}</pre>"),
        '<script type="application/json" id="results">'
        + _json(results.to_dict()).replace("<", "\\u003c")
        + "</script>",
    ]
    return html.page("What cleaning is worth", *parts)


def _json(data: object) -> str:
    return json.dumps(data, ensure_ascii=False, indent=1)


def _table(figures: Figures) -> str:
    return html.table(figures.headings, figures.rows)


def _group_parts(group: GroupResult) -> list[str]:
    parts = [html.heading(f"{_of(group)}{group.pages:,} pages of {len(group.sites)} sites")]
    names = [name_of(result, group) for result in group.results]
    tried = any(result.likeness for result in group.results)
    if tried:
        parts += [html.note(headline(group)), html.legend(names), _overview(group, names)]
        parts += [_table(summary(group)), html.listed(order_remarks(group))]
    parts += map(html.note, group.remarks)
    parts += [html.folded("Pages of each class on each site", _table(data_table(group)))]
    if not tried:
        return parts
    parts += _likeness(group, names)
    if any(result.k_means for result in group.results):
        table = k_means_table(group)
        parts += [html.smaller_heading(table.title), _table(table)]
        parts += [
            html.note(
                "Each point is a run, from the first on the left to the last on the right; the "
                "line is the mean (thesis, figures 5-3 and 5-4)."
            )
        ]
        parts += [html.clouds(names, [result.k_means for result in group.results])]
    for table in pair_tables(group):
        parts += [html.folded(table.title, _table(table))]
    return parts


_HEADLINE_MEASURES: dict[str, Callable[[InputResult], float | None]] = {
    "k-means": lambda result: result.k_means_f,
    "an SVM across sites": lambda result: result.svm_of(3).f,
}


def headline(group: GroupResult) -> str:
    """What came out, in a sentence."""
    parts = []
    for name, measure in _HEADLINE_MEASURES.items():
        figures = [(v, r) for r in group.results if (v := measure(r)) is not None]
        if figures:
            value, best = max(figures, key=lambda pair: pair[0])
            worst = [v for v, r in figures if r.input == "none"]
            against = f" (without cleaning {_figure(worst[0])})" if worst else ""
            parts.append(f"{name} does best on {name_of(best, group)}: F {_figure(value)}{against}")
    return ("; ".join(parts) + ".").capitalize() if parts else ""


def _overview(group: GroupResult, names: Sequence[str]) -> str:
    measures = {
        "k-means F": [r.k_means_f for r in group.results],
        **{f"SVM F{n}": [r.svm_of(n).f for r in group.results] for n in CONFIGURATIONS},
        "naive Bayes F": [r.naive_bayes.f for r in group.results],
    }
    tried = {name: row for name, row in measures.items() if any(v is not None for v in row)}
    return html.grouped_bars(list(tried), names, list(tried.values()))


def _likeness(group: GroupResult, names: Sequence[str]) -> list[str]:
    kinds = ("same_class", "same_site", "neither")
    rows = [
        [name, *(_figure(result.likeness.get(key)) for key in kinds)]
        for name, result in zip(names, group.results, strict=True)
    ]
    headings = ["input", "same class, other site", "same site, other class", "neither"]
    return [
        html.smaller_heading("Why: how alike two pages are"),
        html.note(
            "Mean cosines. Noise draws the pages of a site together; what is left after cleaning "
            "should draw together the pages of a class."
        ),
        html.table(headings, rows),
    ]
