"""Word weights to the letter: the thesis (§4.3) and the paper of 2003, worked by hand."""

import math
from pathlib import Path
from typing import Any

import pytest

from sample_web import generate
from sitesieve import Page
from sitesieve.mining import SiteVectorizer
from sitesieve.mining.weights import PAPERS, Paper, WeightOptions, WordWeights

SEVEN = "ships bread stars bikes trains clouds roses".split()
# The first two pages have one style below BODY, the third another: shares 2/3 and 1/3. MAIN is on
# one page. Its two DIVs are like children, Jaccard 6/7, and so one element of two tag nodes; of
# its seven words six are in both, H = 1, and one is in one, H = 0: NodeImp 1 − 6/7.
DIV = "<div><p>{}</p></div>"
MAIN = f"<main>{DIV.format(' '.join(SEVEN))}{DIV.format(' '.join(SEVEN[:6]))}</main>"
PAGES = [
    Page(f"http://a.example/{n}", f"<section>{DIV.format(f'old {n}')}</section>{more}")
    for n, more in enumerate(["", "", MAIN])
]
BODY = -(2 / 3 * math.log(2 / 3, 3) + 1 / 3 * math.log(1 / 3, 3))


def weights_of(weights: WordWeights, pages: list[Page] = PAGES) -> WordWeights:
    for page in pages:
        weights.absorb(weights.observe(page))
    return weights


@pytest.mark.parametrize(
    ("paper", "expected"),
    [
        ("thesis", 1 - (1 - BODY) * (1 - 0) * (6 / 7)),  # NodeImp(MAIN) = 0 for m = 1 (eq. 5-6)
        ("2003", 1.0),  # NodeImp(MAIN) = 1 for m = 1 (eq. 1)
    ],
)
def test_the_two_papers_differ_in_inner_nodes_that_one_page_has(
    paper: Paper, expected: float
) -> None:
    weights = weights_of(WordWeights.by_paper(paper)).weigh(PAGES[2])
    assert weights == pytest.approx({"roses": expected})
    vectorizer = SiteVectorizer.by_paper(paper)
    matrix = vectorizer.fit_transform(PAGES)
    assert vectorizer.get_feature_names_out().tolist() == ["roses"]
    assert matrix.toarray()[:, 0] == pytest.approx([0, 0, expected])


def test_a_leaf_that_one_page_has_weighs_all_by_both_papers() -> None:
    pages = [*PAGES[:2], Page("http://a.example/x", f"{PAGES[0].html!s}<main><p>lone</p></main>")]
    for paper in PAPERS:
        weights = weights_of(WordWeights.by_paper(paper), pages)
        assert weights.weigh(pages[2]) == pytest.approx({"lone": 1})
        usual = weights_of(WordWeights.by_paper(paper, leaf_once=0.0, seen_once=0.0), pages)
        assert usual.weigh(pages[2]) == pytest.approx({"lone": BODY})


def test_settings_are_changed_on_top_of_the_letter() -> None:
    options = WeightOptions.by_paper(alike=0.9)
    assert (options.alike, options.leaf_height, options.power) == (0.9, 2, None)
    assert WeightOptions.by_paper("2003").seen_once == 1
    assert SiteVectorizer.by_paper(numbers=True).get_params()["numbers"] is True
    # Six of seven are not alike now: two elements of one tag node each, all words weigh.
    weights = weights_of(WordWeights(options)).weigh(PAGES[2])
    assert weights.keys() == set(SEVEN)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"paper": "1999"}, "paper must be thesis or 2003"),
        ({"leaf_once": 2.0}, "leaf_once must be from 0 to 1"),
        ({"alignment": "keyed"}, "merging=any needs alignment=exact"),
        ({"frequent": 0.0}, "frequent must be more than 0"),
    ],
)
def test_letters_that_there_are_not_are_refused(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        WordWeights.by_paper(**changes)


@pytest.mark.parametrize("sampled", [False, True])
def test_trees_to_the_letter_are_saved(tmp_path: Path, sampled: bool) -> None:
    pages = [Page(p.url, p.html) for p in generate(size=0)[0].pages]
    weights = weights_of(WordWeights.by_paper(sampled=sampled), pages)
    weights.save(tmp_path / "weights.sieve")
    loaded = WordWeights.load(tmp_path / "weights.sieve")
    assert loaded.options == weights.options
    for page in pages:
        assert loaded.weigh(page) == pytest.approx(weights.weigh(page))
