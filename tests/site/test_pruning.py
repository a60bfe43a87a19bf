"""Pruning: a smaller model with the same verdicts."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sample_web import generate
from sitesieve.cleaning.methods import SiteStyleTree
from sitesieve.page import Page
from sitesieve.site.model import SiteModel

SITE = next(s for s in generate(size=0) if len({p.design for p in s.pages}) == 1)
PAGES = [(p.url, p.html) for p in SITE.pages][:12]
NAV = "<div class=nav><ul><li>home</li><li>news</li></ul></div>"
STORIES = ("ships", "bread", "stars", "bikes", "trains", "clouds")


def addressed(pages: list[str], name: str = "") -> list[tuple[str, str]]:
    return [(f"https://a.example/{name}{n}", html) for n, html in enumerate(pages)]


def verdicts(method: SiteStyleTree, pages: list[tuple[str, str]]) -> list[Any]:
    cleaned = []
    for url, html in pages:
        document = method.clean(html, url=url)
        cleaned.append(([block.keep for block in document.blocks], document.text))
    return cleaned


def importances(model: SiteModel) -> dict[int, tuple[float, float]]:
    tree = model.tree
    values = zip(tree.importance.tolist(), tree.highest.tolist(), strict=True)
    return dict(zip(tree.element.tolist(), values, strict=True))


def assert_same(method: SiteStyleTree, pages: list[tuple[str, str]]) -> None:
    """Pruning changes neither verdicts nor the importances of what is left."""
    model = next(iter(method.sites.values()))
    before, importance, threshold = verdicts(method, pages), importances(model), model.threshold
    method.prune()
    assert verdicts(method, pages) == before
    assert model.threshold == pytest.approx(threshold)
    left = importances(model)
    assert left.keys() <= importance.keys()
    for element, values in left.items():
        assert values == pytest.approx(importance[element], abs=1e-9)


BLOCKS = [
    NAV,
    "<b>buy</b>",
    "<p>home</p>",
    "<section><p>menu shop</p></section>",
    "<div class=nav>imprint</div>",
    "<div><hr></div>",
]
BLOCK = st.one_of(
    st.sampled_from(BLOCKS), st.sampled_from(STORIES).map("<main><p>tale of {}</p></main>".format)
)
SWITCHES = ("kinds", "site_texts", "empty_elements", "virtual_root")
SITE_PAGES = st.lists(
    st.lists(BLOCK, min_size=1, max_size=5).map("".join), min_size=2, max_size=7, unique=True
)


@given(
    pages=SITE_PAGES,
    new=SITE_PAGES,
    alignment=st.sampled_from(["exact", "keyed"]),
    leaf_height=st.sampled_from([0, 1, 2]),
    threshold=st.sampled_from(["auto", 0.05, 0.25, 0.55, 0.85]),
    more=st.fixed_dictionaries({name: st.booleans() for name in SWITCHES}),
)
def test_known_and_new_pages_are_cleaned_the_same_by_a_pruned_model(
    pages: list[str],
    new: list[str],
    alignment: Any,
    leaf_height: int,
    threshold: Any,
    more: dict[str, Any],
) -> None:
    method = SiteStyleTree(threshold, alignment, leaf_height, **more)
    method.learn(addressed(pages))
    assert_same(method, [*addressed(pages), *addressed(new, "new")])


@pytest.mark.parametrize(
    "settings",
    [{}, {"alignment": "exact"}, {"local_noise": True}, {"kinds": False}, {**SiteStyleTree.PAPER}],
)
def test_a_site_of_the_sample_web_is_cleaned_the_same(settings: dict[str, Any]) -> None:
    method = SiteStyleTree(**settings).learn(PAGES[:9])
    before = method.sites[SITE.name].counts.held
    assert_same(method, PAGES)
    assert method.sites[SITE.name].counts.held < before / 2


def test_what_one_page_shows_without_words_counts_after_pruning_as_before() -> None:
    number = "<section><div><div><div>7</div></div></div></section>"
    pages = [
        f"<aside><b>menu</b>{number if n == 0 else ''}</aside><p>{s} tale</p>"
        for n, s in enumerate(STORIES[:3])
    ]
    method = SiteStyleTree(0.2, kinds=False, site_texts=False).learn(addressed(pages))
    new = "<aside><b>menu</b><em>fresh words</em></aside><p>tale</p>"
    assert_same(method, [*addressed(pages), ("https://a.example/new", new)])


def test_a_text_without_features_on_one_page_is_judged_the_same() -> None:
    pages = [
        f"<nav>menu</nav><p>{s} tale</p>{'<div>42</div>' if n == 0 else ''}"
        for n, s in enumerate(STORIES)
    ]
    assert_same(SiteStyleTree().learn(addressed(pages)), addressed(pages))


def test_what_is_merged_counts_as_one_when_pruned() -> None:
    pages = [f"{'<hr>' * n}{NAV}<p>{story}</p>" for n, story in enumerate(STORIES)]
    method = SiteStyleTree(alignment="exact", site_texts=False).learn(addressed(pages))
    model = method.sites["a.example"]
    assert len(model.merges.key)
    assert_same(method, addressed(pages))
    rows = model.tree.rows(model.place(Page(html=pages[2]).tree))
    assert (rows >= 0).sum() > 4


def test_pruning_twice_is_pruning_once() -> None:
    method = SiteStyleTree().learn(PAGES)
    method.prune()
    digest = method.digest()
    method.prune()
    assert method.digest() == digest


def test_one_page_cannot_be_pruned() -> None:
    method = SiteStyleTree().learn(PAGES[:1])
    digest = method.digest()
    method.prune()
    assert method.digest() == digest


def test_an_empty_model_can_be_pruned() -> None:
    model = SiteModel()
    model.prune()
    assert model.pages == 0


def test_a_pruned_model_goes_on_learning() -> None:
    method = SiteStyleTree().learn(PAGES[:6])
    method.prune()
    method.update(PAGES[6:])
    model = method.sites[SITE.name]
    assert model.pages == len(PAGES)
    assert ((model.tree.importance >= 0) & (model.tree.importance <= 1 + 1e-9)).all()
    whole = SiteStyleTree().learn(PAGES)
    kept = [np.mean(k == w) for k, w in zip(_words(method), _words(whole), strict=True)]
    assert np.mean(kept) > 0.9


def _words(method: SiteStyleTree) -> list[Any]:
    verdicts = [[block.keep for block in method.clean(html, url=url).blocks] for url, html in PAGES]
    return [np.array(keeps) for keeps in verdicts]


def test_what_two_pages_shared_is_remembered_and_what_one_had_is_not() -> None:
    method = SiteStyleTree().learn(addressed([f"<nav>menu</nav><p>{s}</p>" for s in STORIES]))
    model = method.sites["a.example"]
    method.prune()
    assert model.counts.pruned
    (_, features), _ = model.counts.leaf_features.table()
    assert len(features) == 1
    assert (model.counts.phrases.table()[1][0] > 1).all()


def test_a_pruned_model_can_be_merged_into_another() -> None:
    one, other = SiteStyleTree().learn(PAGES[:6]), SiteStyleTree().learn(PAGES[6:])
    one.prune()
    other.merge(one)
    model = other.sites[SITE.name]
    assert model.pages == len(PAGES)
    assert model.counts.pruned
    assert model.describe().pages == len(PAGES)
