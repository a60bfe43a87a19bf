"""The paper's tables and figures of a site whose contents are known."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from link_pages import FIGURE_7, address, site

from sitesieve.links import Reading, SiteGraphs, link_graph
from sitesieve.links.evaluation import (
    contents_labelled,
    eleven_points,
    feature_scores,
    hub_values,
    joined_below,
    precision_at,
    r_precision,
    ranking_scores,
    site_data,
)
from sitesieve.page import Page

# Ranked: relevant, not, relevant, relevant, not, not, not, relevant.
SCORES = np.arange(8, 0, -1).astype(float)
RELEVANT = np.array([1, 0, 1, 1, 0, 0, 0, 1], bool)


def test_precisions_of_a_ranking() -> None:
    assert r_precision(SCORES, RELEVANT) == 3 / 4
    assert precision_at(SCORES, RELEVANT, 2) == 1 / 2
    assert precision_at(SCORES, RELEVANT, 20) == 4 / 8
    assert r_precision(SCORES, RELEVANT & False) == 0


def test_eleven_points_are_the_best_precision_from_that_recall_on() -> None:
    # Recall 1/4 at rank 1, 2/4 at 3, 3/4 at 4, 4/4 at 8: precisions 1, 2/3, 3/4, 1/2.
    assert eleven_points(SCORES, RELEVANT) == [1, 1, 1, *[3 / 4] * 5, *[1 / 2] * 3]
    assert eleven_points(SCORES, RELEVANT & False) == [0] * 11


@given(st.lists(st.tuples(st.floats(0, 1), st.booleans()), min_size=1, max_size=30))
def test_eleven_points_never_rise(pages: list[tuple[float, bool]]) -> None:
    scores, relevant = (np.array(column) for column in zip(*pages, strict=True))
    points = eleven_points(scores, relevant)
    assert points == sorted(points, reverse=True)
    assert points[-1] >= relevant.mean() - 1e-12


def test_links_of_low_entropy_in_the_example_of_the_paper() -> None:
    # Table 1: two of 0.430, two of 0.543 and three of 0.669 are below 0.8.
    graph = site(FIGURE_7)
    assert joined_below(graph, 0.8) == (4, 7)
    assert joined_below(graph, 0.5) == (3, 2)
    data = site_data(graph)
    assert (data["pages"], data["links"]) == (5, 15)
    assert data["redundant_links"] == round(8 / 15, 4)
    assert data["joined_below"]["0.4"] == {"pages": 0, "links": 0}


def test_hub_values_of_the_example_and_how_they_settle() -> None:
    data = hub_values(site(FIGURE_7), "LAMIS")
    assert data["by_rank"]["1"] == pytest.approx(0.756, abs=0.001)  # table 2
    assert data["by_rank"]["5"] == pytest.approx(0.031, abs=0.001)
    assert data["at_zero"] == 0
    changes = [turn["hub_change"] for turn in data["iterations"]]
    assert len(changes) == 10
    assert changes[0] is None
    assert changes[1] > changes[4] > changes[9]
    assert next(iter(data["iterations"][9]["hubs"])) == address(1)


def test_rankings_are_those_of_the_paper_and_what_is_asked_for() -> None:
    graph = site(FIGURE_7)
    contents = np.array([False, True, False, False, False])
    rows = {row["ranking"]: row for row in ranking_scores(graph, contents, ["LAMIS-TW"])}
    assert rows["LAMIS"]["r_precision"] == 1
    assert rows["HITS"]["r_precision"] == 0
    assert rows["HITS"]["r_precision_paper"] == 0.27
    assert rows["LAMIS-TW"]["r_precision_paper"] is None
    assert rows["LAMIS"]["precision_at_20"] == 0.2


def test_what_the_input_calls_contents_pages() -> None:
    graphs = SiteGraphs(Reading(label="kind"))
    for number, kind in enumerate(("TOC", "contents", "article", None, 7)):
        page = Page(address(number), "<p>x")
        page.extra = {"kind": kind}
        graphs.absorb(graphs.observe(page))
    graph = graphs.graph_of(graphs.sites[0])
    assert contents_labelled(graph).tolist() == [True, True, False, False, False]
    assert contents_labelled(link_graph([(address(0), "<p>x")])).tolist() == [False]


def test_recall_and_precision_of_features_by_threshold_and_examples() -> None:
    # Of six pages each has a menu of ten words that all have, a story of ten words of its own,
    # and ten words that it shares with the next: entropy log6(2) = 0.387.
    graphs = SiteGraphs(Reading(text="gold"))
    for n in range(6):
        blocks = (
            " ".join(f"menu{i}" for i in range(10)),
            " ".join(f"story{n}x{i}" for i in range(10)),
            " ".join(f"pair{n // 2}x{i}" for i in range(10)),
        )
        page = Page(address(n), "".join(f"<section>{block}</section>" for block in blocks))
        page.extra = {"gold": blocks[1]}
        graphs.absorb(graphs.observe(page))
    scores = feature_scores(graphs.graph_of(graphs.sites[0]))
    by_threshold = {row["threshold"]: row for row in scores["by_threshold"]}
    assert scores["training_pages"] == 6
    assert scores["threshold"] == 0
    assert (scores["recall"], scores["precision"]) == (1, 1)
    assert by_threshold[0.3]["precision"] == 1
    assert by_threshold[0.4]["precision"] == 0.5
    assert by_threshold[1.0] == {"threshold": 1.0, "recall": 1, "precision": 0.3333}
    # Five of the pages: one has lost its partner, so its pair words are its own.
    (five,) = scores["by_examples"]
    assert five == {"pages": 5, "threshold": 0.0, "recall": 1, "precision": 0.8333}
