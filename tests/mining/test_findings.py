"""The thesis's own tables, and its claims as comparisons of figures."""

import json
import math

import numpy as np
import pytest

from sitesieve.mining.findings import (
    CLAIMS,
    About,
    AtMost,
    ClaimVerdict,
    Finding,
    More,
    Quantity,
    findings,
)
from sitesieve.mining.results import Classified, GroupResult, InputResult
from sitesieve.mining.thesis import DAS, DAS_AVERAGE, averages
from sitesieve.mining.thesis_tables import NEWS, PRODUCTS, THESIS, ThesisTables, as_data

PAIRS = [("a", "b"), ("a", "c"), ("b", "c")]
# Printed below tables 5-5 to 5-10 and 5-11 to 5-16: N, T, S, W of F1, A1, F2, A2, F3, A3.
PRINTED = {
    "products": (
        (0.9477, 0.8822, 0.8924, 0.9474),
        (0.9788, 0.9384, 0.9506, 0.9748),
        (0.6965, 0.7483, 0.8890, 0.9231),
        (0.7998, 0.8490, 0.9374, 0.9568),
        (0.5577, 0.6799, 0.8804, 0.9196),
        (0.6413, 0.7597, 0.9261, 0.9479),
    ),
    "news": (
        (0.9186, 0.9278, 0.9195, 0.9370),
        (0.9269, 0.9333, 0.9087, 0.9407),
        (0.7470, 0.8829, 0.8952, 0.9188),
        (0.7737, 0.8964, 0.8949, 0.9273),
        (0.6025, 0.8626, 0.8990, 0.9191),
        (0.6434, 0.8775, 0.9018, 0.9265),
    ),
}


@pytest.mark.parametrize("name", THESIS)
def test_the_printed_averages_are_the_means_of_the_rows(name: str) -> None:
    by_case = averages(THESIS[name])
    for place, printed in enumerate(PRINTED[name], 1):
        ours = [by_case[case][place] for case in "NTSW"]
        assert ours == pytest.approx(printed, abs=1.1e-4)  # .9476 for a printed .9477


def test_the_tables_are_whole() -> None:
    assert sum(map(sum, NEWS.pages.values())) == 10_610
    # The text says 5,460; the rows of table 5-1 have 5,469.
    assert sum(map(sum, PRODUCTS.pages.values())) == 5_469
    for tables in THESIS.values():
        assert all(
            len(rows) == 10 for table in (tables.f, tables.accuracy) for rows in table.values()
        )
    assert np.mean(DAS, axis=0) == pytest.approx(DAS_AVERAGE, abs=6e-4)
    assert json.loads(json.dumps(as_data()))["news"]["svm"]["3"][0][:3] == [
        *("business", "entertainment"),
        0.6016,
    ]


def larger_first(tables: ThesisTables) -> list[bool]:
    """Whether F is above accuracy just where class 1 is the larger; pairs of about the same size
    left out."""
    agree = []
    for number, rows in tables.f.items():
        for (one, two), row in rows.items():
            ratio = sum(tables.pages[one]) / sum(tables.pages[two])
            if abs(ratio - 1) >= 0.15:
                accuracy = tables.accuracy[number][one, two]
                agree += [(f > a) == (ratio > 1) for f, a in zip(row, accuracy, strict=True)]
    return agree


def test_the_f_of_the_thesis_is_that_of_class_1() -> None:
    agree = larger_first(PRODUCTS) + larger_first(NEWS)
    assert (sum(agree), len(agree)) == (170, 180)


def of_pairs(*values: float) -> Quantity:
    return Quantity.of_pairs(dict(zip(PAIRS, values, strict=True)))


def test_differences_by_hand() -> None:
    # Pair by pair .1, .2, .3: mean .2, error .1 / √3.
    difference, error = of_pairs(0.5, 0.7, 0.9).minus(of_pairs(0.4, 0.5, 0.6))
    assert difference == pytest.approx(0.2)
    assert error == pytest.approx(0.1 / math.sqrt(3))
    # Runs: variances .01 and .04, two each.
    one, other = Quantity.of_runs([0.6, 0.8]), Quantity.of_runs([0.3, 0.7])
    difference, error = one.minus(other)
    assert difference == pytest.approx(0.2)
    assert error == pytest.approx(math.sqrt(0.01 / 2 + 0.04 / 2))
    difference, error = Quantity(0.5).minus(Quantity(0.4))
    assert difference == pytest.approx(0.1)
    assert error is None


@pytest.mark.parametrize(
    ("high", "verdict"),
    [
        ((0.5, 0.7, 0.9), ClaimVerdict.HOLDS),  # .2 ± .058
        ((0.3, 0.6, 0.9), ClaimVerdict.CHANCE),  # .1 ± .115
        ((0.3, 0.3, 0.3), ClaimVerdict.FAILS),  # −.2 ± .058
        ((0.4, 0.5, 0.6), ClaimVerdict.CHANCE),  # equal
    ],
)
def test_more(high: tuple[float, ...], verdict: ClaimVerdict) -> None:
    quantities = {("W", "F2"): of_pairs(*high), ("N", "F2"): of_pairs(0.4, 0.5, 0.6)}
    judged = More("F2", "W", "N").judged(quantities)
    assert judged is not None
    assert judged[0] is verdict
    assert More("F2", "W", "S").judged(quantities) is None


def test_about_and_at_most() -> None:
    near = {("W", "F1"): of_pairs(0.9, 0.9, 0.9), ("N", "F1"): of_pairs(0.895, 0.9, 0.905)}
    judged = About("F1", "W", "N").judged(near)
    assert judged is not None
    assert judged[0] is ClaimVerdict.HOLDS
    far = {("W", "F1"): of_pairs(0.9, 0.9, 0.9), ("N", "F1"): of_pairs(0.8, 0.8, 0.81)}
    judged = About("F1", "W", "N").judged(far)
    assert judged is not None
    assert judged[0] is ClaimVerdict.FAILS
    drop = {("S", "drop of F"): of_pairs(0.03, 0.04, 0.05)}
    for bound, verdict in ((0.05, "holds"), (0.035, "within chance"), (0.01, "does not hold")):
        at_most = AtMost("drop of F", "S", bound).judged(drop)
        assert at_most is not None
        assert at_most[0] == verdict


def by_text(found: list[Finding]) -> dict[str, Finding]:
    return {finding.text: finding for finding in found}


def test_the_thesis_judged_by_its_own_tables() -> None:
    known = {("N", "same-site cosine"): Quantity(0.5)}
    assert findings(known) == []
    group = made_up()
    own = {finding.text: finding.in_thesis for finding in group.findings()}
    assert own["For clustering W is best, then S, then T"] == {"products": "holds", "news": "holds"}
    # The text says so of news; its table 5-12 has S below N in accuracy (.9087, .9269).
    text = "In configuration 1, all cleaned pages are classified better than N"
    assert own[text] == {"products": "does not hold", "news": "within chance"}
    assert own["T drops faster than S and W"] == {"products": "holds", "news": "holds"}


def made_up() -> GroupResult:
    """Four inputs, the later the better, with settings in their names."""
    results = []
    for number, name in enumerate(
        ("none", "pagelet-templates:paper", "site-style-tree:paper,threshold=0.3", "structure-tree")
    ):
        result = InputResult(name, "idf", k_means=[0.3 + number / 10, 0.31 + number / 10])
        result.likeness = {"same_site": 0.5 - number / 10, "same_class": 0.1 + number / 10}
        for configuration in (1, 2, 3):
            pairs = Classified()
            for i, pair in enumerate(PAIRS):
                lost = (configuration - 1) * (3 - number) / 10
                pairs.add(pair, (0.95 - lost - i / 100, 0.96 - lost, 5))
            result.svm[configuration] = pairs
        results.append(result)
    return GroupResult("", ["a", "b", "c"], ["x", "y"], [[9, 9]] * 3, results, [])


def test_findings_of_an_experiment() -> None:
    found = by_text(made_up().findings())
    assert len(found) == len(CLAIMS)
    best = found["For clustering W is best, then S, then T"]
    assert best.verdict is ClaimVerdict.HOLDS
    assert best.figures == [
        "k-means F W .605 > S .505 (± .005)",
        "k-means F S .505 > T .405 (± .005)",
    ]
    assert found["In configuration 1, W is comparable to N"].verdict is ClaimVerdict.HOLDS
    assert found["In configuration 1, T and S are not as good as N"].verdict is ClaimVerdict.CHANCE
    assert found["S and W do not change much with the configuration (drop up to 0.05)"].verdict is (
        ClaimVerdict.FAILS
    )
    too_much = found["S and W do not change much with the configuration (drop up to 0.05)"].against
    assert [figure.partition(" (")[0] for figure in too_much] == [
        "drop of F S .200",
        "drop of A S .200",
    ]
    assert found["T drops faster than S and W"].verdict is ClaimVerdict.HOLDS
    assert found["Noise draws pages of one site together, whatever their topic"].verdict is (
        ClaimVerdict.HOLDS
    )


def test_what_was_not_tried_is_not_judged() -> None:
    group = made_up()
    for result in group.results:
        result.k_means = []
    assert not any("cluster" in finding.section for finding in group.findings())
    texts = by_text(group.findings())
    assert "For clustering W is best, then S, then T" not in texts
    group.results = group.results[:1]
    assert list(by_text(group.findings())) == [
        "Without cleaning, results drop from configuration 1 to 2 to 3"
    ]


def test_findings_are_data() -> None:
    data = json.loads(json.dumps(made_up().to_dict()))["findings"]
    assert data[2]["claim"] == "Pages cluster significantly better when they are cleaned"
    assert data[2]["verdict"] == "holds"
    assert data[2]["in_thesis"] == {"products": "holds", "news": "holds"}
