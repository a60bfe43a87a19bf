"""Designs of a site: found by structure, each with a model of its own."""

import pickle
from collections.abc import Iterable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sitesieve.cleaning.methods import Sieve, SiteStyleTree
from sitesieve.mining.weights import WeightOptions, WordWeights
from sitesieve.page import Page
from sitesieve.page.encode import encode
from sitesieve.site.design_models import ENOUGH
from sitesieve.site.model import SiteModel
from sitesieve.site.page_designs import designs_of, likeness
from sitesieve.site.page_record import SKETCH, structure_sketch

WORDS = ("ships", "bread", "stars", "bikes", "trains", "clouds", "rivers", "lamps", "birds")
SHOP = (
    "<div class=shop><ul class=tabs><li class=tab>All our offers of today</li></ul>"
    "<div class=item><h1 class=name>{0}</h1><p class=about>Buy {0} for the {1}.</p></div></div>"
)
BLOG = (
    "<section id=blog><header class=head><b class=motto>Notes from the attic</b></header>"
    "<article class=post><h2 class=title>On {0}</h2><p class=text>I saw {0}, not {1}.</p>"
    "</article></section>"
)
THIRD = (
    "<table class=wiki><tr class=line><td class=left>Recent changes here</td>"
    "<td class=right><em class=term>{0}</em><p class=entry>{0} means {1}.</p></td></tr></table>"
)


def pages_of(design: str, number: int, name: str) -> list[Page]:
    return [
        Page(
            f"https://a.example/{name}/{n}",
            design.format(WORDS[n % len(WORDS)], f"{WORDS[(n + 3) % len(WORDS)]} {n}"),
            site="a.example",
        )
        for n in range(number)
    ]


SHOP_PAGES, BLOG_PAGES = pages_of(SHOP, 8, "shop"), pages_of(BLOG, 6, "blog")
ALL = SHOP_PAGES + BLOG_PAGES


def model_of(pages: Iterable[Page]) -> SiteModel:
    model = SiteModel()
    for page in pages:
        model.update(page)
    return model


def sizes(model: SiteModel) -> list[int]:
    return [design.pages for design in model.designs]


def test_likeness_is_the_share_of_pairs_that_both_pages_have() -> None:
    sketches = np.zeros((3, SKETCH), np.uint16)
    sketches[0, :4] = (1, 3, 5, 7)
    sketches[1, :2] = (5, 7)
    assert likeness(sketches[0], sketches).tolist() == [1.0, 2 / 4, 0.0]
    assert likeness(sketches[2], sketches).tolist() == [0.0, 0.0, 1.0]  # both have none


def test_pages_are_of_one_design_also_through_others_between_them() -> None:
    sketches = np.zeros((4, SKETCH), np.uint16)
    sketches[0, :9] = range(1, 19, 2)
    sketches[1, :9] = range(15, 33, 2)  # shares 15 and 17 with the first: 2 of 16
    sketches[2, :9] = range(29, 47, 2)  # and 29 and 31 with the second
    sketches[3, :9] = range(101, 119, 2)
    assert likeness(sketches[0], sketches[1:]).tolist() == [2 / 16, 0.0, 0.0]
    assert designs_of(sketches).tolist() == [0, 0, 0, 1]


def test_the_sketch_of_a_page_is_that_of_its_record() -> None:
    model = model_of(ALL)
    for page in ALL:
        assert structure_sketch(page.tree).tobytes() == model.counts.sketches[page.tree.digest]


def test_a_site_with_two_designs_has_a_model_for_each() -> None:
    model = model_of(ALL)
    assert model.pages == 14
    assert sizes(model) == [8, 6]
    alone = model_of(SHOP_PAGES)
    assert np.array_equal(model.designs[0].tree.importance, alone.tree.importance)
    assert model.designs[0].threshold == alone.threshold


def test_a_page_goes_to_the_design_it_is_like_and_a_stranger_to_the_whole_site() -> None:
    model = model_of(ALL)
    shop, blog = model.designs
    assert model.design_for(encode(SHOP.format("goats", "hats"))) is shop
    assert model.design_for(encode(BLOG.format("goats", "hats"))) is blog
    assert model.design_for(encode(THIRD.format("goats", "hats"))) is model
    assert model.design_for(encode("<p>goats")) is model


@pytest.mark.parametrize("few", range(ENOUGH))
def test_a_design_with_few_pages_has_no_model(few: int) -> None:
    model = model_of(SHOP_PAGES + pages_of(BLOG, few, "blog"))
    assert model.designs == []
    assert model.design_for(encode(BLOG.format("goats", "hats"))) is model


def test_templates_that_share_a_frame_are_one_design() -> None:
    frame = "<div class=top><ul class=menu><li class=entry>home</li></ul></div>"
    listings = [
        Page(f"https://a.example/{n}", f"{frame}<ul class=list><li class=item>{n}</li></ul>")
        for n in range(6)
    ]
    articles = [
        Page(f"https://a.example/{n}", f"{frame}<div class=post><p class=text>{n}</p></div>")
        for n in range(6, 12)
    ]
    assert model_of(listings + articles).designs == []


def same_designs(model: SiteModel, other: SiteModel) -> bool:
    def of(model: SiteModel) -> list[tuple[list[int], float, list[float]]]:
        return [
            (sorted(d.counts.seen), d.threshold, d.tree.importance.round(9).tolist())
            for d in model.designs
        ]

    return of(model) == of(other)


THREE = ALL + pages_of(THIRD, 5, "wiki")


@settings(max_examples=25, deadline=None)
@given(st.permutations(THREE), st.integers(0, len(THREE)))
def test_designs_follow_from_the_pages_in_any_order_and_however_learned(
    pages: list[Page], half: int
) -> None:
    together, part, rest = model_of(THREE), model_of(pages[:half]), model_of(pages[half:])
    if half % 2:
        assert sum(sizes(part)) <= half  # asked for in between
    part.merge(rest)
    assert sizes(together) == [8, 6, 5]
    assert same_designs(together, part)
    assert same_designs(together, model_of(pages))


@settings(max_examples=15, deadline=None)
@given(st.data())
def test_models_that_were_saved_merge_as_if_from_their_pages(data: st.DataObject) -> None:
    """Where each has enough pages of a design, or none: they are told apart when it is saved."""
    parts = [pages_of(design, 2 * ENOUGH, str(n)) for n, design in enumerate((SHOP, BLOG, THIRD))]
    mine: list[Page] = []
    theirs: list[Page] = []
    for pages in parts:
        cut = data.draw(st.sampled_from((0, ENOUGH, 2 * ENOUGH)))
        mine += pages[:cut]
        theirs += pages[cut:]
    one, other = _saved_and_loaded(mine), _saved_and_loaded(theirs)
    if not mine or not theirs:
        return
    one.merge(other)
    model = one.sites["a.example"]
    assert same_designs(model, model_of(mine + theirs))


def _saved_and_loaded(pages: list[Page]) -> SiteStyleTree:
    method = SiteStyleTree().learn(pages)
    loaded = SiteStyleTree()
    loaded.restore(_Saved(method.tables(), method.arrays()))  # type: ignore[arg-type]
    return loaded


class _Saved:
    def __init__(self, tables: object, arrays: object) -> None:
        self.tables, self.arrays = tables, arrays


def test_a_loaded_model_learns_a_new_design() -> None:
    loaded = _saved_and_loaded(SHOP_PAGES)
    assert loaded.sites["a.example"].designs == []
    loaded.learn(BLOG_PAGES)
    assert same_designs(loaded.sites["a.example"], model_of(ALL))


def test_designs_are_saved_with_the_model(tmp_path: Path) -> None:
    method = SiteStyleTree().learn(ALL)
    method.save(tmp_path / "a.sieve")
    loaded = SiteStyleTree.load(tmp_path / "a.sieve")
    assert same_designs(loaded.sites["a.example"], method.sites["a.example"])
    for page in ALL:
        assert loaded.clean(page).text == method.clean(page).text
    loaded.save(tmp_path / "again.sieve")
    assert (tmp_path / "again.sieve").read_bytes() == (tmp_path / "a.sieve").read_bytes()


def test_a_page_is_cleaned_by_its_design() -> None:
    """The motto is on all six pages of the blog, and on six of fourteen pages of the site."""
    page = Page("https://a.example/blog/new", BLOG.format("goats", "hats"), site="a.example")
    method = SiteStyleTree(kinds=False, threshold=0.3).learn(ALL)
    motto = next(b for b in method.clean(page).blocks if "attic" in b.text)
    assert motto.evidence["of"] == 6
    whole = method.judging_by(designs=False)
    motto = next(b for b in whole.clean(page).blocks if "attic" in b.text)
    assert motto.evidence["of"] == 14


def test_the_sieve_judges_by_the_whole_site() -> None:
    sieve = Sieve().learn(ALL)
    assert sieve.model_for("a.example").pages == 14  # type: ignore[union-attr]
    assert SiteStyleTree.sharing(sieve).clean(SHOP_PAGES[0]).fit == pytest.approx(1, abs=0.2)


def test_designs_can_be_turned_off_and_that_is_saved(tmp_path: Path) -> None:
    SiteStyleTree(designs=False).learn(ALL).save(tmp_path / "a.sieve")
    assert SiteStyleTree.load(tmp_path / "a.sieve").settings()["designs"] is False


def test_a_description_names_designs() -> None:
    text = str(model_of(ALL).describe())
    assert "2 designs, each with a tree of its own" in text
    assert "  8 pages like https://a.example/shop/0: threshold" in text
    assert "design" not in str(model_of(SHOP_PAGES).describe())


def test_pruned_and_copied_models_keep_their_designs() -> None:
    model = model_of(ALL)
    before, kept = model.as_it_is(), pickle.loads(pickle.dumps(model))
    model.prune()
    assert sizes(model) == [8, 6]
    assert [d.threshold for d in model.designs] == [d.threshold for d in before.designs]
    model.merge(model_of(pages_of(THIRD, 5, "wiki")))
    assert sizes(model) == [8, 6, 5]
    assert sizes(before) == sizes(kept) == [8, 6]


def test_a_store_that_settles_its_pages_keeps_their_designs() -> None:
    method = SiteStyleTree().learn(ALL)
    method.models._settle_sample("a.example")
    method.models.settled("a.example")
    assert sizes(method.sites["a.example"]) == [8, 6]
    method.learn(pages_of(THIRD, 7, "wiki"))
    assert sizes(method.sites["a.example"]) == [8, 7, 6]


def weigh(pages: list[Page], **options: bool) -> WordWeights:
    weights = WordWeights(WeightOptions(**options))  # type: ignore[arg-type]
    for page in pages:
        weights.absorb(weights.observe(page))
    return weights


def test_words_weigh_by_the_tree_of_their_design() -> None:
    """ "attic" is on every page of the blog: it weighs nothing there, but something where pages of
    the shop count too."""
    page = BLOG_PAGES[0]
    assert weigh(ALL).weigh(page).get("attic", 0) == 0
    assert weigh(ALL).weigh(page) == weigh(BLOG_PAGES).weigh(page)
    assert weigh(ALL, designs=False).weigh(page) != weigh(BLOG_PAGES).weigh(page)


@pytest.mark.parametrize("sampled", [False, True])
def test_weights_by_design_are_saved(tmp_path: Path, sampled: bool) -> None:
    weights = weigh(ALL, sampled=sampled)
    weights.save(tmp_path / "weights")
    loaded = WordWeights.load(tmp_path / "weights")
    assert [loaded.weigh(page) for page in ALL] == [weights.weigh(page) for page in ALL]


def test_thousands_of_pages_without_a_common_design_are_told_apart_quickly() -> None:
    rng = np.random.default_rng(0)
    sketches = (rng.integers(0, 1 << 15, (3000, SKETCH)) * 2 + 1).astype(np.uint16)
    assert designs_of(sketches).max() == 2999
