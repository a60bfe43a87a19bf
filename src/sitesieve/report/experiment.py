"""The tables of the mining experiments, and the page that shows them."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape

import numpy as np

from sitesieve.mining import reported
from sitesieve.mining.classification import CONFIGURATIONS
from sitesieve.mining.clustering import statistics
from sitesieve.mining.order import order_remarks
from sitesieve.mining.results import Classified, GroupResult, InputResult, Results
from sitesieve.report import html, plots

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
    """All measures of all inputs, averages only: F of k-means, F and accuracy of the SVM in
    configurations 1 to 3, F and accuracy of naive Bayes."""
    headings = ["input", "words", "empty", "k-means"]
    headings += [f"{letter}{n}" for n in CONFIGURATIONS for letter in "FA"]
    headings += ["NB F", "NB A"]
    rows = []
    for result in group.results:
        svm = [result.svm_of(n) for n in CONFIGURATIONS]
        figures = [result.k_means_f, *(v for c in svm for v in (c.f, c.accuracy))]
        figures += [result.naive_bayes.f, result.naive_bayes.accuracy]
        counted = [f"{result.words:,.0f}", f"{result.empty:,}"]
        rows.append([name_of(result, group), *counted, *map(_figure, figures)])
    return Figures(f"{_of(group)}averages", headings, rows)


def k_means_table(group: GroupResult) -> Figures:
    """Thesis, tables 5-3 and 5-4: how many runs reach which F."""
    rows = []
    for result in group.results:
        if result.k_means:
            found = statistics(np.array(result.k_means))
            counts = [found.below["0.5"], *(found.at_least[bound] for bound in _BOUNDS)]
            rows.append([name_of(result, group), _figure(found.mean), *map(str, counts)])
    bounds = ["F<0.5", *(f"F≥{bound}" for bound in _BOUNDS)]
    runs = max((len(result.k_means) for result in group.results), default=0)
    return Figures(f"{_of(group)}k-means, {runs:,} runs", ["input", "mean F", *bounds], rows)


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
    found = [of(result) for result in group.results]
    rows = []
    for pair in found[0].pairs if found else ():
        tried = [each.pairs.get(pair) for each in found]
        if any(value is not None for value in tried):
            rows.append([*pair, *(_figure(v[which] if v is not None else None) for v in tried)])
    if rows:
        means = [each.f if which == 0 else each.accuracy for each in found]
        rows.append(["average", "", *map(_figure, means)])
    names = [name_of(result, group) for result in group.results]
    return Figures(title, ["class 1", "class 2", *names], rows)


def thesis_table() -> Figures:
    """The thesis's own averages."""
    headings = ["data", "input", "k-means", *(f"{x}{n}" for n in CONFIGURATIONS for x in "FA")]
    rows = []
    for data in reported.THESIS:
        for i, name in enumerate(reported.INPUTS):
            svm = [v for n in CONFIGURATIONS for v in (data.f[n][i], data.accuracy[n][i])]
            rows.append([data.name, name, *map(_figure, [data.k_means[i], *svm])])
    return Figures("For comparison: what the thesis reports", headings, rows)


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
    parts += [html.heading("What the papers report")]
    parts += [_table(thesis_table())]
    before, after = reported.BAYES_BEFORE, reported.BAYES_AFTER
    parts += [
        html.note(
            f"Naive Bayes (Das, table 2): F {before[0]} before cleaning with the featured DOM "
            f"tree, {after[0]} after; accuracy {before[1]} and {after[1]}."
        ),
        html.heading("To run it again"),
        html.note(f"sitesieve {results.version}; the settings and all figures are in this page."),
        f"<pre>{escape(command)}</pre>",
        f"<details><summary>Settings</summary><pre>{escape(_json(results.settings))}</pre></details>",
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
    parts = [html.heading(group.name or "The experiment"), _table(data_table(group))]
    parts += map(html.note, group.remarks)
    if not any(result.likeness for result in group.results):
        return parts
    names = [name_of(result, group) for result in group.results]
    parts += [html.heading(summary(group).title), _table(summary(group))]
    parts += [plots.legend(names), _overview(group, names)]
    parts += [html.listed(order_remarks(group))]
    parts += _likeness(group, names)
    if any(result.k_means for result in group.results):
        table = k_means_table(group)
        parts += [html.heading(table.title), _table(table)]
        parts += [
            html.note("Each point is a run; the line is the mean (thesis, figures 5-3 and 5-4).")
        ]
        parts += [plots.clouds(names, [result.k_means for result in group.results])]
    for table in pair_tables(group):
        parts += [html.folded(table.title, _table(table))]
    return parts


def _overview(group: GroupResult, names: Sequence[str]) -> str:
    measures = {
        "k-means F": [r.k_means_f for r in group.results],
        **{f"SVM F{n}": [r.svm_of(n).f for r in group.results] for n in CONFIGURATIONS},
        "naive Bayes F": [r.naive_bayes.f for r in group.results],
    }
    shown = {name: row for name, row in measures.items() if any(v is not None for v in row)}
    return plots.grouped_bars(list(shown), names, list(shown.values()))


def _likeness(group: GroupResult, names: Sequence[str]) -> list[str]:
    rows = [
        [name, *(_figure(result.likeness[key]) for key in ("same_class", "same_site", "neither"))]
        for name, result in zip(names, group.results, strict=True)
    ]
    headings = ["input", "same class, other site", "same site, other class", "neither"]
    return [
        html.heading("Why: how alike two pages are"),
        html.note(
            "Mean cosines. Noise draws the pages of a site together; what is left after cleaning "
            "should draw together the pages of a class."
        ),
        html.table(headings, rows),
    ]
