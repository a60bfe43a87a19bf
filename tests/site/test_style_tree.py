"""The counts of a site and its style tree (thesis §4.2)."""

import itertools
import random
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sample_web import generate
from sitesieve.page import FeatureOptions, Page, features
from sitesieve.page.encode import encode
from sitesieve.site import style_tree
from sitesieve.site.counts import SiteCounts, entropy
from sitesieve.site.model import SiteModel
from sitesieve.site.placing import Alignment, place
from sitesieve.site.storing import to_arrays

ALIGNMENTS: list[Alignment] = ["exact", "keyed"]
SAMPLE = [Page(p.url, p.html) for p in generate(size=0)[0].pages][:16]


def counts_of(pages: list[str], alignment: Alignment = "exact", leaf_height: int = 0) -> SiteCounts:
    counts = SiteCounts(alignment, leaf_height)
    for html in pages:
        tree = encode(html)
        counts.add(tree, features(tree, FeatureOptions(stop_words=True, stems=False)))
    return counts


def importance_of(counts: SiteCounts, html: str, text: str) -> float:
    """The composite importance of the element that a text of a page stands in."""
    tree = encode(html)
    site = style_tree.build(counts)
    rows = site.rows(place(tree, counts.alignment, counts.leaf_height))
    leaf = tree.leaves[[t.strip() for t in tree.texts].index(text)]
    return float(site.importance[rows[leaf]])


def test_the_worked_number_of_the_thesis() -> None:
    # m = 100 pages, style shares .35 .25 .25 .15: NodeImp is 0.292.
    shown = np.array([35.0, 25.0, 25.0, 15.0])
    entropies = entropy(np.array([shown.sum()]), np.array([(shown * np.log(shown)).sum()]), 100)
    assert entropies[0] == pytest.approx(0.292, abs=0.0005)


def test_node_importance_is_the_entropy_of_the_styles_below_an_element() -> None:
    pages = ["<p>a"] * 35 + ["<p>a<p>b"] * 25 + ["<div>a"] * 25 + ["<ul><li>a"] * 15
    tree = style_tree.build(counts_of(pages))
    assert tree.style_entropy[tree.parent < 0][0] == pytest.approx(0.292, abs=0.0005)
    assert tree.styles[tree.parent < 0][0] == 4


def test_one_style_on_all_pages_has_no_importance() -> None:
    tree = style_tree.build(counts_of(["<div><p>same</p></div>"] * 5))
    assert tree.importance.max() == pytest.approx(0.0, abs=1e-12)


def test_two_pages_give_entropy_1_to_what_both_have_and_0_to_what_one_has() -> None:
    pages = ["<p>both<b>one</b>", "<p>both<b>other</b>"]
    counts = counts_of(pages)
    assert importance_of(counts, pages[0], "both") == pytest.approx(0.0)
    assert importance_of(counts, pages[0], "one") == pytest.approx(1.0)


def test_an_element_on_one_page_is_as_important_as_can_be() -> None:
    counts = counts_of(["<p>a", "<p>a", "<p>a<div>only here</div>"], "keyed")
    assert importance_of(counts, "<p>a<div>only here</div>", "only here") == 1.0


def test_composite_importance_weighs_styles_and_what_is_below() -> None:
    # Two styles below BODY, each on one of two pages: NodeImp = 1, l = 2, γ = 0.9.
    pages = ["<p>same", "<p>same<p>same"]
    tree = style_tree.build(counts_of(pages, "keyed"))
    root = int(np.flatnonzero(tree.parent < 0)[0])
    first, second = (
        float(i) for i in sorted(tree.importance[tree.parent == root])
    )  # <p> 1 on both pages: 0; <p> 2 on one page: NodeImp 1 by rule
    below = (first + (first + second) / 2) / 2  # mean over styles of the mean over children
    expected = (1 - 0.9**2) * 1.0 + 0.9**2 * below
    assert tree.importance[root] == pytest.approx(expected)


def test_noise_is_what_has_nothing_important_below() -> None:
    pages = [f"<nav>menu</nav><div><p>story {w}</p></div>" for w in ("ships", "bread", "stars")]
    counts = counts_of(pages, "keyed")
    tree = encode(pages[0])
    site = style_tree.build(counts)
    noisy = site.noisy(site.rows(place(tree)), tree.parent, 0.1)
    kept = [t for t, leaf in zip(tree.texts, tree.leaves.tolist(), strict=True) if noisy[leaf] < 0]
    assert kept == ["story ships"]


def test_what_the_site_does_not_know_is_not_noise() -> None:
    counts = counts_of([f"<p>menu<div>{w}" for w in ("ships", "bread", "stars")], "keyed")
    tree = encode("<p>menu<div>trains</div><section>new</section>")
    site = style_tree.build(counts)
    noisy = site.noisy(site.rows(place(tree)), tree.parent, 0.5)
    assert [noisy[leaf] >= 0 for leaf in tree.leaves.tolist()] == [True, False, False]


@pytest.mark.parametrize(("alignment", "recognised"), [("exact", False), ("keyed", True)])
def test_an_inserted_advertisement_makes_all_new_only_by_the_letter(
    alignment: Alignment, recognised: bool
) -> None:
    page = "<div class=nav>menu</div>{}<div class=main><p>text</p></div>"
    counts = counts_of([page.format("")] * 4, alignment)
    tree = encode(page.format("<div class=ad>buy</div>"))
    rows = style_tree.build(counts).rows(place(tree, alignment))
    assert bool(rows[tree.leaves[-1]] >= 0) is recognised


def test_lists_of_unequal_length_stay_aligned() -> None:
    pages = ["<ul>" + "<li>item</li>" * n + "</ul><p>end</p>" for n in (10, 9, 8)]
    counts = counts_of(pages, "keyed")
    assert importance_of(counts, pages[0], "end") == pytest.approx(0.0)


@cache
def learned_together(alignment: Alignment) -> SiteModel:
    model = SiteModel(alignment)
    for page in SAMPLE:
        model.update(page)
    return model


@pytest.mark.parametrize("alignment", ALIGNMENTS)
@settings(max_examples=20)
@given(cuts=st.lists(st.integers(0, len(SAMPLE)), max_size=4), seed=st.integers(0, 99))
def test_learning_together_is_merging_parts_is_updating_one_by_one(
    alignment: Alignment, cuts: list[int], seed: int
) -> None:
    whole = learned_together(alignment)
    shuffled = random.Random(seed).sample(SAMPLE, len(SAMPLE))
    merged = SiteModel(alignment)
    borders = [0, *sorted(cuts), len(SAMPLE)]
    for start, end in itertools.pairwise(borders):
        part = SiteModel(alignment)
        for page in shuffled[start:end]:
            part.update(page)
        merged.merge(part)
    assert merged.pages == whole.pages == len(SAMPLE)
    one, other = (to_arrays(model.counts, model.merges) for model in (whole, merged))
    for name, array in one.items():
        np.testing.assert_allclose(other[name], array, rtol=1e-12, err_msg=name)
    np.testing.assert_allclose(merged.tree.importance, whole.tree.importance, rtol=1e-9)


def test_models_that_align_differently_cannot_be_merged() -> None:
    with pytest.raises(ValueError, match="cannot be merged"):
        SiteModel("exact").merge(SiteModel("keyed"))


@settings(deadline=None, max_examples=30)
@given(st.lists(st.sampled_from(["<p>a", "<p>a<p>b", "<div>a b", "<ul><li>a<li>b"]), min_size=1))
def test_importances_are_between_0_and_1(pages: list[str]) -> None:
    tree = style_tree.build(counts_of(pages, "keyed"))
    for values in (tree.importance, tree.highest, tree.style_entropy, tree.word_entropy):
        assert ((values >= 0) & (values <= 1 + 1e-12)).all()
    inside = tree.parent >= 0
    assert (tree.highest[tree.parent[inside]] >= tree.highest[inside] - 1e-12).all()


@pytest.mark.parametrize("leaf_height", [0, 1, 2])
def test_virtual_leaves_are_as_high_as_asked_for_and_cover_the_page(leaf_height: int) -> None:
    for page in SAMPLE[:4]:
        placing = place(page.tree, "keyed", leaf_height)
        top = np.flatnonzero(placing.leaf == np.arange(len(page.tree)))
        assert (placing.height[top] <= leaf_height).all()
        assert (placing.height[page.tree.parent[top]] > leaf_height).all()
        assert ((placing.leaf >= 0) == ~placing.internal).all()


def test_a_redesigned_page_fits_worse_than_one_of_the_same_design() -> None:
    site = next(s for s in generate() if len({p.design for p in s.pages}) > 1)
    old, new = (
        [p for p in site.pages if p.design == d] for d in sorted({p.design for p in site.pages})
    )
    model = SiteModel()
    for p in old[:-5]:
        model.update(Page(p.url, p.html))
    same = min(model.fit_of(Page(p.url, p.html)) for p in old[-5:])
    other = max(model.fit_of(Page(p.url, p.html)) for p in new)
    assert same > other + 0.2


def test_a_page_fits_the_model_made_of_it() -> None:
    model = SiteModel()
    model.update(SAMPLE[0])
    assert model.fit_of(SAMPLE[0]) == 1.0
    assert SiteModel().fit_of(SAMPLE[0]) == 0.0


def test_the_ladder_of_thresholds_keeps_fewer_words_with_every_rung() -> None:
    model = SiteModel()
    for page in SAMPLE:
        model.update(page)
    kept = [rung.words_kept for rung in model.thresholds()]
    assert kept == sorted(kept, reverse=True)
    assert kept[-1] < kept[0] <= 1
