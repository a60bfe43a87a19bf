"""The tables of the mining experiments, and the page that shows them."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape

import numpy as np

from sitesieve.mining import thesis
from sitesieve.mining.classification import CONFIGURATIONS
from sitesieve.mining.clustering import statistics
from sitesieve.mining.inputs import THESIS_INPUTS
from sitesieve.mining.results import Classified, GroupResult, InputResult, Results
from sitesieve.mining.thesis import order_remarks
from sitesieve.mining.thesis_tables import CASES, THESIS
from sitesieve.report import html

_BOUNDS = ("0.5", "0.6", "0.7", "0.8", "0.9")


@dataclass(frozen=True, slots=True)
class Figures:
    """A table: for the terminal and for the page."""

    title: str
    headings: list[str]
    rows: list[list[str]]
    beside: int = 0  # how many of the last columns all others are compared with


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
    names += ["Bayes F", "Bayes A", "normal Bayes F", "normal Bayes A"]
    figures = [_averages(result) for result in group.results]
    tried = [i for i in range(len(names)) if any(row[i] is not None for row in figures)]
    rows = []
    for result, averages in zip(group.results, figures, strict=True):
        counts = [f"{result.words:,.0f}", f"{result.empty:,}"]
        rows.append([name_of(result, group), *counts, *(_figure(averages[i]) for i in tried)])
    here = {result.base for result in group.results}
    for data, tables in THESIS.items():
        reported = thesis.averages(tables)
        for case, name in zip(CASES, THESIS_INPUTS, strict=True):
            theirs = [*reported[case], *[None] * 4]
            if name in here and any(theirs[j] is not None for j in tried):
                title = f"{data} (thesis): {name}"
                rows.append([title, "", "", *(_figure(theirs[j]) for j in tried)])
    headings = ["input", "words", "empty", *(names[i] for i in tried)]
    return Figures(f"{_of(group)}averages", headings, rows)


def _averages(result: InputResult) -> list[float | None]:
    svm = [result.svm_of(n) for n in CONFIGURATIONS]
    bayes = result.naive_bayes
    figures = [result.k_means_f, *(v for c in svm for v in (c.f, c.accuracy))]
    return [*figures, bayes.f, bayes.accuracy, *result.gaussian_means]


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


def set_tables(group: GroupResult) -> list[Figures]:
    """Das, table 2: naive Bayes on random sets of pages, F, then accuracy; the paper's own beside
    them, before and after cleaning."""
    tried = [result for result in group.results if result.gaussian_bayes]
    if not tried:
        return []
    headings = ["set", *(name_of(result, group) for result in tried), "Das before", "Das after"]
    tables = []
    for which, measure in enumerate(("F scores", "accuracies")):
        das = [row[2 * which : 2 * which + 2] for row in (*thesis.DAS, thesis.DAS_AVERAGE)]
        rows = []
        for number in range(max(len(result.gaussian_bayes) for result in tried)):
            sets = [result.gaussian_bayes[number] for result in tried]
            ours = [s[which] if s is not None else None for s in sets]
            theirs = das[number] if number < len(thesis.DAS) else (None, None)
            rows.append([str(number + 1), *map(_figure, [*ours, *theirs])])
        means = [result.gaussian_means[which] for result in tried]
        rows.append(["average", *map(_figure, [*means, *das[-1]])])
        title = f"{_of(group)}{measure} of naive Bayes with normal distributions"
        tables.append(Figures(title, headings, rows, beside=2))
    return tables


def findings_table(group: GroupResult) -> Figures:
    """What the thesis claims, and whether it holds here and in its own tables."""
    rows = [
        [
            *(f.section, f.text, str(f.verdict)),
            *(f.in_thesis.get(data, "–") for data in THESIS),
            "; ".join(f.figures),
        ]
        for f in group.findings()
    ]
    own = [f"{data} (thesis)" for data in THESIS]
    return Figures(
        f"{_of(group)}findings of the thesis",
        ["where", "what it claims", "here", *own, "figures here"],
        rows,
    )


def thesis_tables() -> list[Figures]:
    """Tables 5-1 to 5-16 of the thesis."""
    tables, averaged = list[Figures](), ["average", ""]
    for number, (data, own) in enumerate(THESIS.items()):
        title = f"Thesis, table 5-{1 + number}: pages, {data}"
        pages = [[name, *map(str, counts)] for name, counts in own.pages.items()]
        tables.append(Figures(title, ["class", *own.sites], pages))
        title = f"Thesis, table 5-{3 + number}: 800 runs of k-means, {data}"
        bounds = [f"F<{own.k_means['N'].below[0]}", "F≥0.7", "F≥0.8", "F≥0.9"]
        runs = [
            [f"F({case})", _figure(r.mean), str(r.below[1]), *map(str, r.at_least.values())]
            for case, r in own.k_means.items()
        ]
        tables.append(Figures(title, ["", "mean F", *bounds], runs))
        for n in CONFIGURATIONS:
            for which, by_number in enumerate((own.f, own.accuracy)):
                letter, place = "FA"[which], 5 + 6 * number + 2 * (n - 1) + which
                by_pair = by_number[n]
                rows = [[*pair, *(f"{v:.4f}"[1:] for v in row)] for pair, row in by_pair.items()]
                means = np.mean(list(by_pair.values()), axis=0)
                rows.append([*averaged, *(f"{v:.4f}"[1:] for v in means)])
                headings = ["class 1", "class 2", *(f"{letter}{n}({case})" for case in CASES)]
                measure = ("F scores", "accuracies")[which]
                title = f"Thesis, table 5-{place}: {measure}, configuration {n}, {data}"
                tables.append(Figures(title, headings, rows))
    return tables


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
    f1, f2, a1, a2 = thesis.DAS_AVERAGE
    settings = {"settings": results.settings, "data": results.data}
    parts += [
        html.heading("The thesis's own figures"),
        *_thesis_figures(),
        *(html.folded(table.title, _table(table)) for table in thesis_tables()),
        html.heading("The measures"),
        html.note(
            "k-means F: the mean F of the classes under the best assignment to clusters, over all "
            "runs. SVM F1, A1: mean F of both classes (of class 1 where the settings say `first`) "
            "and accuracy in configuration 1 (both "
            "classes trained on one site, tested on the others); 2: trained on two sites, tested "
            "on the others; 3: tested on all pages not trained on. Bayes: ten times ten folds. "
            "Words: how many stay, or the sum of their weights. Das (table 2) reports a naive "
            "Bayes F of "
            f"{f1} before and {f2} after the featured DOM tree, accuracy {a1} and {a2}: four "
            "classes, normal distributions, ten random sets of pages."
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
        parts += _findings(group)
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
        parts += [html.note("How many of the runs have which F.")]
        parts += [html.histograms(names, [result.k_means for result in group.results])]
    parts += _by_configuration(group, names)
    parts += _random_sets(group)
    for table in pair_tables(group):
        parts += [html.folded(table.title, _table(table))]
    return parts


def _findings(group: GroupResult) -> list[str]:
    table = findings_table(group)
    if not table.rows:
        return []
    return [
        html.smaller_heading("Which findings of the thesis hold here"),
        html.note(
            "A difference counts when it is twice its standard error (in brackets: over runs, or "
            "over pairs of classes). A claim of several comparisons fails where one does. The "
            "thesis's own tables are judged in the same way; of its k-means only means are known."
        ),
        html.table(table.headings, table.rows, texts=True),
    ]


def _by_configuration(group: GroupResult, names: Sequence[str]) -> list[str]:
    """Thesis, figures 5-5 to 5-8."""
    if not any(result.svm for result in group.results):
        return []
    f = [[result.svm_of(n).f for result in group.results] for n in CONFIGURATIONS]
    accuracy = [[result.svm_of(n).accuracy for result in group.results] for n in CONFIGURATIONS]
    return [
        html.smaller_heading("The SVM by configuration: F, then accuracy"),
        html.legend(names),
        html.grouped_bars([f"F{n}" for n in CONFIGURATIONS], names, f),
        html.grouped_bars([f"A{n}" for n in CONFIGURATIONS], names, accuracy),
    ]


def _random_sets(group: GroupResult) -> list[str]:
    """Das, table 2 and figures 6 and 7."""
    tables = set_tables(group)
    if not tables:
        return []
    tried = [result for result in group.results if result.gaussian_bayes]
    names = [name_of(result, group) for result in tried]
    sets = [str(n + 1) for n in range(len(tried[0].gaussian_bayes))]
    bars = [
        [
            [s and s[which] for s in row]
            for row in zip(*(r.gaussian_bayes for r in tried), strict=True)
        ]
        for which in (0, 1)
    ]
    parts = [
        html.smaller_heading(f"{_of(group)}naive Bayes with normal distributions"),
        html.note(
            "F (mean of the classes) and accuracy on random sets of pages of the largest classes, "
            "ten times ten folds; F, then accuracy (Das, table 2, figures 6 and 7)."
        ),
        html.legend(names),
    ]
    for table, heights in zip(tables, bars, strict=True):
        parts += [_table(table), html.grouped_bars(sets, names, heights)]
    return parts


def _thesis_figures() -> list[str]:
    """Figures 5-5 to 5-8 as the thesis has them; 5-3 and 5-4 are not in its text."""
    parts = [html.legend(THESIS_INPUTS)]
    for data, own in THESIS.items():
        reported = thesis.averages(own)
        bars = [[reported[case][i] for case in CASES] for i in range(7)]
        names = ["k-means F", *(f"{x}{n}" for n in CONFIGURATIONS for x in "FA")]
        parts += [html.smaller_heading(data), html.grouped_bars(names, THESIS_INPUTS, bars)]
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
            worst = [v for v, r in figures if r.base == "none"]
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
