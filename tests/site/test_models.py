"""The models of many sites, learned together within bounded memory."""

import pickle
import random
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sample_web import generate
from sitesieve.cleaning.methods import Sieve
from sitesieve.errors import ModelError
from sitesieve.page import FeatureOptions, Page
from sitesieve.site.keyed_table import KeyedSums, Shared
from sitesieve.site.model import SiteModel
from sitesieve.site.models import SiteModels
from sitesieve.site.shelf import Shelf
from sitesieve.site.storing import to_arrays

STORIES = ("ships", "bread", "stars", "bikes", "trains", "clouds")
WEB = [
    Page(f"https://{site}.example/{story}", f"<nav>menu {site}</nav><p>tale of {story}</p>")
    for site in ("apple", "berry", "cherry")
    for story in STORIES
]
MIXED = [WEB[story + site] for story in range(6) for site in (0, 6, 12)]
SAMPLE_SITE = [Page(p.url, p.html) for p in generate(size=0)[0].pages][:12]


def learned(pages: list[Page], **settings: Any) -> SiteModels:
    models = SiteModels(**settings)
    for page in pages:
        models.absorb(models.observe(page))
    return models


def assert_equal(one: SiteModels, other: SiteModels) -> None:
    assert one.keys() == other.keys()
    for site, model in one.items():
        theirs = other[site]
        assert theirs.pages == model.pages
        arrays = to_arrays(theirs.counts, theirs.merges)
        for name, array in to_arrays(model.counts, model.merges).items():
            np.testing.assert_allclose(arrays[name], array, rtol=1e-9, err_msg=name)


def test_every_site_has_a_model_of_its_own() -> None:
    models = learned(WEB)
    assert {site: m.pages for site, m in models.items()} == {
        "apple.example": 6,
        "berry.example": 6,
        "cherry.example": 6,
    }
    assert models.remarks() == []


def test_a_sample_is_the_same_in_any_order_and_cut_from_models_merged_later() -> None:
    whole = learned(WEB, sample=3)
    assert {site: model.pages for site, model in whole.items()} == dict.fromkeys(whole, 3)
    assert whole.left_out == 9
    backwards = learned(WEB[::-1], sample=3)
    merged = learned(WEB[::2], sample=3)
    merged.merge(learned(WEB[1::2], sample=3))
    for other in (backwards, merged):
        assert other.tables() == whole.tables()
        for name, array in whole.arrays().items():
            np.testing.assert_array_equal(other.arrays()[name], array)


@pytest.mark.parametrize("alignment", ["exact", "keyed"])
@settings(max_examples=15)
@given(cut=st.integers(0, len(WEB)), seed=st.integers(0, 99))
def test_merged_models_are_as_learned_together(alignment: Any, cut: int, seed: int) -> None:
    pages = random.Random(seed).sample(WEB, len(WEB))
    merged = learned(pages[:cut], alignment=alignment)
    merged.merge(learned(pages[cut:], alignment=alignment))
    assert_equal(learned_together(alignment), merged)


@cache
def learned_together(alignment: Any) -> SiteModels:
    return learned(WEB, alignment=alignment)


def test_merging_leaves_the_other_models_as_they_were() -> None:
    one, other = learned(WEB[:9]), learned(WEB[9:])
    one.merge(other)
    one.prune()
    assert_equal(other, learned(WEB[9:]))


def test_merging_into_nothing_is_a_copy_and_merging_nothing_changes_nothing() -> None:
    one = SiteModels()
    one.merge(learned(WEB))
    one.merge(SiteModels())
    assert_equal(one, learned(WEB))


def test_a_page_that_both_models_have_counts_once() -> None:
    one = learned(WEB[:4])
    one.merge(learned(WEB[3:]))
    assert_equal(one, learned(WEB))
    one.merge(one)
    assert_equal(one, learned(WEB))


def test_a_page_that_both_models_have_added_up_for_good_counts_once() -> None:
    one, other = learned(WEB[:4]), learned(WEB[3:])
    one.prune()
    one.merge(other)  # the page is known here, and not yet added up there
    assert one["apple.example"].pages == 6
    other.prune()
    merged = learned_and_pruned(WEB[:4])
    merged.merge(other)
    assert merged["apple.example"].pages == 6
    assert "1 pages were in two of the models" in merged.remarks()[-1]


def learned_and_pruned(pages: list[Page]) -> SiteModels:
    models = learned(pages)
    models.prune()
    return models


def test_a_page_of_a_merged_model_is_a_copy_when_it_comes_again() -> None:
    one = learned(WEB[:3])
    one.merge(learned(WEB[3:6]))
    one.absorb(one.observe(WEB[5]))
    assert one["apple.example"].pages == 6
    assert one.copies["apple.example"] == 1


@pytest.mark.parametrize(
    "other",
    [{"alignment": "exact"}, {"leaf_height": 1}, {"options": FeatureOptions(stems=False)}],
)
def test_models_of_other_settings_are_not_merged(other: dict[str, Any]) -> None:
    with pytest.raises(ModelError, match="different settings"):
        learned(WEB[:3]).merge(learned(WEB[3:6], **other))


@pytest.mark.parametrize("wrong", [{"alignment": "loose"}, {"leaf_height": -1}, {"sample": 0}])
def test_settings_that_make_no_sense_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="must be"):
        SiteModels(**wrong)


def test_models_are_pruned_and_sites_refused_when_the_memory_is_full() -> None:
    models = learned(WEB, most_rows=10)
    assert list(models) == ["apple.example"]
    model = models["apple.example"]
    assert model.pages == 6
    assert model.counts.pruned
    assert models.refused == 12
    assert len(models.remarks()) == 2
    assert "pruned while learning" in models.remarks()[0]
    assert "12 pages of further sites came when the memory was full" in models.remarks()[1]


def test_enough_memory_prunes_and_refuses_nothing() -> None:
    models = learned(WEB)
    assert (models.pruned, models.refused) == (0, 0)
    assert not any(model.counts.pruned for model in models.values())


def test_pruned_models_make_room_for_further_sites() -> None:
    pages = [
        Page(
            f"https://{site}.example/{n}",
            f"<nav>menu</nav><p>{' '.join(f'{site}{n}{c}' for c in 'abcdefghijklmnop')}</p>",
        )
        for site in STORIES
        for n in "qrstuv"
    ]
    whole = sum(model.counts.held for model in learned(pages).values())
    models = learned(pages, most_rows=whole // 5)
    assert models.refused == 0
    assert len(models) == 6
    assert models.pruned > 0


def test_models_that_make_room_for_others_come_back_as_they_were() -> None:
    models, whole = learned(WEB, most_rows=10**6), learned(WEB)
    models.most_rows = 0  # from now on there is room for one that is added up
    for _ in range(3):
        assert_equal(models, whole)
    assert all(models._added_up.rows_away(site) for site in models)
    assert models.remarks() == whole.remarks()


def test_a_model_that_was_put_away_learns_more() -> None:
    models = learned(WEB[:3] + WEB[6:9])
    for site in models:
        models.put_away(site, models.added_up(site))
    back = models["apple.example"]
    assert back.pages == 3
    assert models["apple.example"] is back
    for page in WEB[3:6]:
        models.absorb(models.observe(page))
    assert_equal(models, learned(WEB[:9]))


def test_what_another_process_added_up_takes_the_place_of_an_earlier_sum() -> None:
    models = learned(WEB[:3] + WEB[6:9])
    assert models["apple.example"].pages == 3
    for page in WEB[3:6]:
        models.absorb(models.observe(page))
    worker = pickle.loads(pickle.dumps(models))
    models.put_away("apple.example", worker.added_up("apple.example"))
    assert models["apple.example"].pages == 6
    assert_equal(models, learned(WEB[:9]))


def test_models_are_put_away_on_the_shelf_while_there_is_room(tmp_path: Path) -> None:
    for most_bytes in (10**6, 0):
        folder = tmp_path / str(most_bytes)
        folder.mkdir()
        models = learned(MIXED, most_rows=10**6)
        models.shelf = Shelf(folder, most_bytes)
        models.most_rows = 0
        assert len(models.to_put_away()) == 3
        for site in models.to_put_away():
            models.put_away(site, models.added_up(site))
        assert bool(list(folder.iterdir())) == bool(most_bytes)
        assert models.to_put_away() == []
        assert_equal(models, learned(WEB))


def test_models_are_put_away_beforehand_only_if_sites_are_mixed_and_do_not_fit() -> None:
    for pages in (WEB, MIXED):
        models = learned(pages)
        assert models.to_put_away() == []
        models.most_rows = 0
        assert len(models.to_put_away()) == (3 if pages is MIXED else 0)


def test_a_model_pruned_again_and_again_is_one_pruned_model() -> None:
    models = learned(WEB, most_rows=10)
    assert models.pruned == len(models) == 1


def test_the_one_site_need_not_be_named() -> None:
    name, model = learned(WEB[:6]).only()
    assert (name, model.pages) == ("apple.example", 6)
    assert learned(WEB).only("berry.example")[0] == "berry.example"
    with pytest.raises(ValueError, match="name one of 3 sites: apple"):
        learned(WEB).only()
    with pytest.raises(ValueError, match=r"no model of 'plum.example'; there are apple"):
        learned(WEB).only("plum.example")


def test_one_page_and_two_pages_are_too_few_and_that_is_said() -> None:
    assert learned(WEB[:1]).remarks() == [
        "apple.example: a single page: nothing to compare it with"
    ]
    (remark,) = learned(WEB[:2]).remarks()
    assert remark.startswith("apple.example: only 2 pages")


def test_the_same_remark_names_all_its_sites() -> None:
    (remark,) = learned([WEB[0], WEB[6], WEB[12]]).remarks()
    assert remark.startswith("apple.example, berry.example, cherry.example: a single page")
    pages = [Page(f"https://{story}.example/", f"<p>tale of {story}</p>") for story in STORIES]
    (remark,) = learned(pages).remarks()
    assert remark.startswith("ships.example, bread.example, stars.example and 3 more: ")


def test_copies_of_one_page_are_one_page_and_that_is_said() -> None:
    copies = [Page(f"https://apple.example/{n}", WEB[0].html) for n in range(4)]
    models = learned(copies)
    assert models["apple.example"].pages == 1
    assert models.remarks() == [
        "apple.example: a single page: nothing to compare it with",
        "3 pages were copies of others or had their addresses, and count once",
    ]


def test_pages_that_share_everything_are_alike_and_that_is_said() -> None:
    pages = [Page(f"https://a.example/{n}", f"<p>menu {n}</p>") for n in range(6)]
    assert learned(pages).remarks() == [
        "a.example: all pages are alike: there is nothing on them that is not shared"
    ]


def test_two_sites_under_one_name_are_told_apart() -> None:
    site, other = generate(size=0)[:2]
    pages = [Page(p.url, p.html, site="mixed") for s in (site, other) for p in s.pages[:10]]
    (remark,) = learned(pages).remarks()
    assert remark.startswith("mixed: groups of 10 and 10 pages have next to nothing in common")


def test_pages_without_a_site_are_one_site_without_a_name() -> None:
    models = learned([Page(None, page.html) for page in WEB[:1]])
    assert models.remarks() == ["(no site): a single page: nothing to compare it with"]


def test_a_model_grows_with_every_page() -> None:
    model = SiteModel()
    for number, page in enumerate(SAMPLE_SITE, 1):
        model.update(page)
        assert model.pages == number
        assert model.fit_of(page) == 1.0
        assert 0 <= model.expected_fit <= 1
        assert 0 <= model.threshold <= 1


@pytest.mark.parametrize(
    "leaf_height",
    [
        0,
        *(pytest.param(height) for height in (1, 2, 5)),
    ],
)
def test_a_page_learned_from_is_recognised_whole(leaf_height: int) -> None:
    model = SiteModel("keyed", leaf_height)
    for page in SAMPLE_SITE:
        model.update(page)
    assert model.fit_of(SAMPLE_SITE[0]) == 1.0


ODD_PAGES = [
    "<html></html>",
    "<p>",
    "<!-- nothing -->",
    "<img src=x.png>",
    "<p>42</p>",
    "<p>the of and</p>",
    "<script>code()</script>",
    "<p>\u202e\u200d</p>",
    "text alone",
    "<div>" * 150 + "deep",
    "<ul>" + "<li>item</li>" * 300 + "</ul>",
    "<p>" + "x" * 100_000,
    "<p>日本語のページ</p><p dir=rtl>سفن</p><p>😀</p>",
]


@pytest.mark.parametrize("alignment", ["exact", "keyed"])
@pytest.mark.parametrize("leaf_height", [0, 1, 2, 5])
@pytest.mark.parametrize("html", ODD_PAGES, ids=lambda html: html[:12])
def test_odd_pages_are_learned_judged_described_and_pruned(
    html: str, leaf_height: int, alignment: Any
) -> None:
    pages = [Page(f"https://a.example/{n}", html + "<b>more</b>" * n) for n in range(2)]
    models = learned(pages, leaf_height=leaf_height, alignment=alignment)
    model = models["a.example"]
    for _ in range(2):
        for page in pages:
            assert 0 <= model.fit_of(page) <= 1
            assert len(model.tree.rows(model.place(page.tree))) == len(page.tree)
        assert str(model.describe())
        assert len(model.thresholds()) > 3
        assert models.remarks()
        model.structure_tree(0.0, None).sampled()
        model.prune()


class TestPagesThatBothModelsHaveAddedUp:
    """Models from files are sums: what a page added to them cannot be taken out again."""

    def saved(self, pages: list[Page], path: Path) -> Sieve:
        Sieve().learn(pages).save(path)
        return Sieve.load(path)

    @pytest.fixture(name="pages")
    def some_pages(self) -> list[Page]:
        return [Page(p.url, p.html) for p in generate(size=0)[0].pages]

    @pytest.mark.parametrize("first", [slice(0, 35), slice(5, 6), slice(10, 30)])
    def test_models_of_which_one_has_all_pages_are_that_one(
        self, pages: list[Page], first: slice, tmp_path: Path
    ) -> None:
        whole = Sieve().learn(pages)
        for one, other in ((pages[first], pages), (pages, pages[first])):
            merged = self.saved(one, tmp_path / "one")
            merged.merge(self.saved(other, tmp_path / "other"))
            assert merged.digest() == whole.digest()

    @pytest.mark.parametrize("shared", [1, 3, 9])
    def test_nothing_is_taken_for_repeated_that_is_not(
        self, pages: list[Page], shared: int, tmp_path: Path
    ) -> None:
        whole = Sieve().learn(pages)
        merged = self.saved(pages[:20], tmp_path / "one")
        merged.merge(self.saved(pages[20 - shared :], tmp_path / "other"))
        (site,) = whole.sites
        for name in ("phrases", "elements"):
            keys, sums = merged.sites[site].counts.tables()[name].table()
            true_keys, true_sums = whole.sites[site].counts.tables()[name].table()
            assert (keys[0] == true_keys[0]).all()
            assert (sums[0] <= true_sums[0]).all()  # pages
            assert (sums[0] >= true_sums[0] - shared).all()
            assert (sums[0] == true_sums[0]).mean() > 0.8
        texts = [(merged.clean(page).text, whole.clean(page).text) for page in pages]
        assert sum(one == other for one, other in texts) >= 0.9 * len(texts)
        merged.save(tmp_path / "merged")
        assert Sieve.load(tmp_path / "merged").digest() == merged.digest()

    def test_a_text_of_a_page_that_both_saw_is_not_repeated(self, tmp_path: Path) -> None:
        one = self.saved(WEB[:4], tmp_path / "one")
        one.merge(self.saved(WEB[3:6], tmp_path / "other"))
        document = one.clean(WEB[3])
        story, menu = (next(b for b in document.blocks if t in b.text) for t in ("tale", "menu"))
        counts = one.sites["apple.example"].counts.phrases.table()[1][0]
        assert one.sites["apple.example"].pages == 6
        assert sorted(counts.tolist()) == [1.0] * 6 + [6.0]
        assert (story.keep, menu.keep) == (True, False)


@given(
    st.lists(st.sets(st.integers(0, 9)), max_size=8),
    st.integers(0, 8),
    st.integers(0, 8),
)
def test_rows_count_no_more_pages_than_there_are_and_no_fewer_than_either_table(
    pages: list[set[int]], start: int, end: int
) -> None:
    def table(some: list[set[int]]) -> KeyedSums:
        sums = KeyedSums(1, 2)
        for page in some:
            keys = np.array(sorted(page), np.uint64)
            sums.add((keys,), (1, np.full(len(keys), 3.0)))
        return sums

    first, second = pages[:end], pages[start:]
    shared = max(0, min(end, len(pages)) - start)
    merged = table(first)
    merged.merge(table(second), Shared(shared, (len(first), len(second)), 0))
    for key in range(10):
        at = [sum(key in page for page in some) for some in (first, second)]
        truth = sum(at) - sum(key in page for page in pages[start:end])
        (keys,), (counted, threes) = merged.table()
        row = np.flatnonzero(keys == key)
        number = counted[row].sum()
        assert max(at) <= number <= truth
        assert threes[row].sum() == 3 * number
