"""Pagelets, and the templates they make (Bar-Yossef; thesis §3.3)."""

import pickle
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import sitesieve
from sample_web import generate
from sitesieve.cleaning.methods import PageletTemplates
from sitesieve.errors import ModelError
from sitesieve.page import Page
from sitesieve.page.tree import PageTree
from sitesieve.sample.judge import Agreement, judge
from sitesieve.site.pagelets import pagelets

NAV = "<nav><a href=/a>Home</a> <a href=/b>News</a> <a href=/c>Sport</a> <a href=/d>Shop</a></nav>"
FOOT = "<footer>Seen by {n} readers since 3 May {y} in this town <a href=/i>Imprint</a></footer>"
STORIES = {
    "ships": "The harbour was full of tall ships when the morning tide came in.",
    "bread": "A good loaf needs flour and water and salt and a night of patience.",
    "stars": "On clear nights the rings of the sixth planet are seen from gardens.",
}


def page(name: str, links: str = "", story: str | None = None) -> tuple[str, str]:
    body = f"{NAV}<p>{story or STORIES[name]}</p>{links}{FOOT.format(n=len(name), y=2000)}"
    return f"https://a.example/{name}.html", f"<title>{name}</title><body>{body}"


SITE = [page(name) for name in STORIES]


def names(tree: PageTree, k: int = 3) -> list[str]:
    return [tree.tag_name(node) for node in pagelets(tree, k).tolist()]


def link_counts(tree: PageTree) -> list[int]:
    nodes = [node for node, _ in tree.anchors]
    return [sum(n <= a < tree.end[n] for a in nodes) for n in range(len(tree))]


@st.composite
def bodies(draw: st.DrawFn) -> str:
    piece = st.sampled_from(["word ", "<a href=/x>link</a>", "<p>text</p>", "<br>"])
    tree = st.recursive(
        piece,
        lambda inner: st.lists(inner, max_size=5).map(lambda x: f"<div>{''.join(x)}</div>"),
        max_leaves=30,
    )
    return "".join(draw(st.lists(tree, max_size=6)))


@given(bodies(), st.integers(1, 5))
def test_pagelets_cover_the_page_are_apart_and_follow_the_definition(html: str, k: int) -> None:
    tree = Page(None, f"<body>{html}x").tree
    nodes = pagelets(tree, k).tolist()
    links = link_counts(tree)
    covered = np.zeros(len(tree), np.int64)
    for node in nodes:
        covered[node : tree.end[node]] += 1
        assert all(links[child] < k for child in tree.children(node))
        above = int(tree.parent[node])
        while above >= 0:
            assert any(links[child] >= k for child in tree.children(above))
            above = int(tree.parent[above])
    assert covered.max() == 1
    assert (covered[tree.leaves] == 1).all()


def test_an_element_is_split_when_a_child_has_k_links() -> None:
    tree = Page(*SITE[0]).tree
    assert names(tree) == ["nav", "p", "footer"]
    assert names(tree, k=5) == ["body"]


def test_a_page_without_links_is_one_pagelet() -> None:
    tree = Page(None, "<body><div><p>One</p></div><p>Two</p>").tree
    assert names(tree) == ["body"]
    pages = [(f"https://a.example/{n}", f"<p>All pages</p><p>{STORIES[n]}</p>") for n in STORIES]
    model = PageletTemplates().learn(pages)
    assert model.clean(pages[0][1], url=pages[0][0]).text == f"All pages\n\n{STORIES['ships']}"


def test_templates_go_and_the_story_stays() -> None:
    model = sitesieve.learn(SITE, method="pagelet-templates")
    document = model.clean(SITE[0][1], url=SITE[0][0])
    assert document.text == STORIES["ships"]
    gone = next(block for block in document.blocks if not block.keep)
    assert gone.reason == "its pagelet stands on 3 of 3 pages of the site"
    assert gone.evidence["pagelet"] == "/html/body/nav[1]"
    assert gone.evidence["resemblance"] == 1.0


def test_a_page_never_seen_is_cleaned() -> None:
    model = PageletTemplates().learn(SITE)
    url, html = page("new", story="Something that was never written before this day.")
    assert model.clean(html, url=url).text == "Something that was never written before this day."


def test_a_changed_date_or_counter_is_still_the_template() -> None:
    model = PageletTemplates().learn(SITE)
    changed = SITE[0][1].replace("5 readers", "1234 readers").replace("3 May 2000", "28 May 2024")
    assert changed != SITE[0][1]
    assert model.clean(changed, url=SITE[0][0]).text == STORIES["ships"]


def test_a_small_change_in_a_long_template_makes_it_near_equal() -> None:
    menu = " ".join(f"<a href=/{n}>entry {chr(97 + n)} of the menu</a>" for n in range(20))
    pages = [
        (f"https://a.example/{n}", f"<nav>{menu}</nav><p>{STORIES[n]}</p>".replace("entry k", e))
        for n, e in (("ships", "entry k"), ("bread", "item k"))
    ]
    url, html = pages[1]
    assert PageletTemplates().learn(pages).clean(html, url=url).text == STORIES["bread"]
    assert "item k" in PageletTemplates(resemblance=1.0).learn(pages).clean(html, url=url).text


def test_bare_figures_are_no_template() -> None:
    pages = [
        (f"https://a.example/{w}", f"{NAV}<p>£{n}</p><p>{STORIES[w]}</p>")
        for n, w in ((24, "ships"), (31, "bread"))
    ]
    model = PageletTemplates().learn(pages)
    assert model.clean(pages[0][1], url=pages[0][0]).text == f"£24\n\n{STORIES['ships']}"


def test_one_page_keeps_everything() -> None:
    model = PageletTemplates().learn(SITE[:1])
    document = model.clean(SITE[0][1], url=SITE[0][0])
    assert document.words_kept == document.words_before
    assert document.blocks[0].reason == "no other page of the site is known"


def test_copies_of_a_page_do_not_erase_it() -> None:
    again = SITE[0][1].replace("2000", "1999")
    model = PageletTemplates().learn([SITE[0], ("https://a.example/x", again)])
    assert STORIES["ships"] in model.clean(SITE[0][1], url=SITE[0][0]).text
    assert model.remarks() == [
        "1 pages were copies of others or had their addresses, and count once"
    ]


def test_the_global_algorithm_needs_links_between_the_pages() -> None:
    alone = PageletTemplates(algorithm="global").learn(SITE)
    assert "Home" in alone.clean(SITE[0][1], url=SITE[0][0]).text
    ring = [
        page("ships", "<p><a href=bread.html>next</a></p>"),
        page("bread", "<p><a href=HTTP://A.example/ships.html#top>back</a></p>"),
        page("stars"),
    ]
    model = PageletTemplates(algorithm="global").learn(ring)
    assert "Home" not in model.clean(ring[0][1], url=ring[0][0]).text
    assert "Home" in model.clean(ring[2][1], url=ring[2][0]).text  # linked with none of the others
    new = page("new", "<p><a href=/bread.html>see</a></p>", story="Words that are all new here.")
    assert "Home" not in model.clean(new[1], url=new[0]).text
    assert "Home" in model.clean(new[1]).text  # without an address there are no links


def test_pages_in_two_groups_of_links_can_share_a_template() -> None:
    more = {n: STORIES[s] + f" {n}" * 9 for n, s in zip("abcd", [*STORIES, "ships"], strict=True)}
    pages = [
        page(n, f"<p><a href={to}.html>{to} {n}</a></p>", more[n])
        for n, to in (("a", "b"), ("b", "a"), ("c", "d"), ("d", "c"))
    ]
    model = PageletTemplates(algorithm="global").learn(pages)
    assert all("Home" not in model.clean(html, url=url).text for url, html in pages)


@pytest.mark.parametrize("algorithm", ["local", "global"])
def test_a_saved_model_cleans_the_same_and_goes_on_learning(tmp_path: Path, algorithm: str) -> None:
    pages = [Page(p.url, p.html) for p in generate(size=0)[0].pages]
    once = PageletTemplates(algorithm=algorithm).learn(pages)  # type: ignore[arg-type]
    half = PageletTemplates(algorithm=algorithm).learn(pages[::2])  # type: ignore[arg-type]
    half.save(tmp_path / "half.sieve")
    again = PageletTemplates.load(tmp_path / "half.sieve")
    assert again.digest() == half.digest()
    assert [again.clean(p).text for p in pages] == [half.clean(p).text for p in pages]
    again.learn(pages[1::2])
    assert [again.clean(p).text for p in pages] == [once.clean(p).text for p in pages]


def test_merged_models_know_what_one_would() -> None:
    pages = [Page(p.url, p.html) for p in generate(size=0)[1].pages]
    one, other = PageletTemplates().learn(pages[:20]), PageletTemplates().learn(pages[15:])
    one.merge(other)
    whole = PageletTemplates().learn(pages)
    assert [one.clean(p).text for p in pages] == [whole.clean(p).text for p in pages]
    with pytest.raises(ModelError, match="different settings: k"):
        one.merge(PageletTemplates(k=4))


def test_the_sample_bounds_what_is_kept() -> None:
    pages = [Page(p.url, p.html) for p in generate(size=0)[0].pages]
    model = PageletTemplates(sample=10).learn(pages)
    (site,) = model.models.values()
    assert len(site.pages) == 10
    assert model.describe().startswith("10 pages with ")
    assert PageletTemplates(sample=10).learn(reversed(pages)).digest() == model.digest()
    assert len(pickle.dumps(model.observe(pages[0]))) < 5_000


def test_a_full_memory_refuses_pages_and_says_so() -> None:
    model = PageletTemplates()
    model.models.most_rows = 0
    model.learn([*SITE, ("https://b.example/", SITE[0][1])])
    assert list(model.models) == ["a.example"]
    assert model.remarks()[-1].startswith("1 pages of further sites came when the memory was full")


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"k": 0}, "k must be from 1 to 1,000,000, not 0"),
        ({"width": 0}, "width must be from 1"),
        ({"width": 2**64}, "width must be from 1 to 1,000,000"),
        ({"min_pages": 1}, "min_pages must be from 2"),
        ({"resemblance": 0.0}, "resemblance must be above 0"),
        ({"algorithm": "both"}, "must be local or global, not 'both'"),
    ],
)
def test_settings_are_checked(wrong: dict[str, int], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        PageletTemplates(**wrong)  # type: ignore[arg-type]


def test_on_the_sample_web_what_goes_is_noise() -> None:
    pages = [p for site in generate(size=0) for p in site.pages]
    model = PageletTemplates().learn([(p.url, p.html) for p in pages])
    total = sum((judge(model.clean(p.html, url=p.url), p) for p in pages), Agreement())
    assert total.precision >= 0.99
    assert total.recall >= 0.62
    assert total.fallout <= 0.02
