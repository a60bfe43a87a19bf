"""The site style tree as a cleaning method."""

from pathlib import Path

import pytest

import sitesieve
from sample_web import generate
from sitesieve.cleaning.methods import SiteStyleTree
from sitesieve.sample.judge import Agreement, judge

FRAME = "<nav><ul><li>Home<li>News</ul></nav><div class=main>{}</div><footer>All rights</footer>"
STORIES = ("ships sail far", "bread rises slowly", "stars shine bright", "bikes roll fast")
SITE = [
    (f"https://a.example/{n}.html", FRAME.format(f"<h1>{s.split()[0]}</h1><p>{s}</p>"))
    for n, s in enumerate(STORIES)
]


def test_what_is_alike_at_the_same_place_goes_and_the_story_stays() -> None:
    model = SiteStyleTree().learn(SITE)
    document = model.clean(SITE[0][1], url=SITE[0][0])
    assert document.text == "ships\n\nships sail far"
    home = document.blocks[0]
    assert (home.text, home.keep) == ("Home", False)
    assert home.importance == pytest.approx(0.0, abs=1e-9)
    assert home.reason.startswith("this part is alike on 4 of 4 pages (importance 0.00")
    # The verdict is that of the largest noisy element around it: the whole <nav>.
    assert home.evidence == {
        "path": "body > nav",
        "pages": 4,
        "of": 4,
        "styles": 1,
        "style_entropy": 0.0,
        "word_entropy": 1.0,
        "threshold": home.evidence["threshold"],
        "kind": home.evidence["kind"],
    }
    assert document.blocks[-2].importance == pytest.approx(1.0)


def test_a_repeated_text_at_a_new_kind_of_place_goes() -> None:
    html = SITE[0][1] + "<aside>Home</aside>"
    for kinds, kept in ((True, False), (False, True)):
        model = SiteStyleTree(kinds=kinds).learn(SITE)
        assert ("Home" in model.clean(html, url="https://a.example/new").text) is kept


def test_a_repeated_text_at_a_known_kind_of_place_goes_only_with_site_texts() -> None:
    url, html = SITE[0][0], SITE[0][1].replace("</p>", "</p><p>bread rises slowly")
    for site_texts, kept in ((True, False), (False, True)):
        model = SiteStyleTree(site_texts=site_texts).learn([(url, html), *SITE[1:]])
        assert ("bread rises slowly" in model.clean(html, url=url).text) is kept


RELATED = (
    "<ul class=related>" + "".join(f"<li><a href=/{n}>{{{n}}}</a>" for n in range(2)) + "</ul>"
)
TEASERS = [w.capitalize() for w in ("oars", "yeast", "comets", "gears", "seeds", "tides")]


def test_a_list_of_links_is_noise_though_it_differs_on_every_page() -> None:
    pages = [
        (url, html + RELATED.format(*TEASERS[n : n + 2])) for n, (url, html) in enumerate(SITE)
    ]
    for kinds, kept in ((True, False), (False, True)):
        model = SiteStyleTree(kinds=kinds, threshold=0.3).learn(pages)
        document = model.clean(pages[3][1], url=pages[3][0])
        assert ("Gears" in document.text) is kept
        assert "bikes roll fast" in document.text
    block = next(
        b
        for b in SiteStyleTree(threshold=0.3)
        .learn(pages)
        .clean(pages[3][1], url=pages[3][0])
        .blocks
        if b.text == "Gears"
    )
    assert block.reason.endswith("most repeat or are links")
    assert block.evidence["kind_of_place"] == "ul.related"
    assert block.evidence["kind_pages"] == 4
    assert block.evidence["kind_led_to"] > block.evidence["kind_own"]


def test_a_page_of_an_unknown_site_is_left_alone() -> None:
    document = SiteStyleTree().learn(SITE).clean(SITE[0][1], url="https://b.example/1")
    assert document.words_kept == document.words_before
    assert document.blocks[0].reason == "no other page of the site is known"


def test_one_page_teaches_nothing_and_that_is_said() -> None:
    model = SiteStyleTree().learn(SITE[:1])
    assert model.clean(SITE[0][1], url=SITE[0][0]).words_kept > 0
    assert model.remarks() == ["a.example: a single page: nothing to compare it with"]


def test_a_copy_of_a_page_is_not_a_second_page() -> None:
    model = SiteStyleTree().learn([SITE[0], SITE[0], SITE[0]])
    assert model.sites["a.example"].pages == 1


def test_more_pages_than_the_sample_are_not_looked_at() -> None:
    assert SiteStyleTree(sample=3).learn(SITE).sites["a.example"].pages == 3


def test_a_fixed_threshold_is_used_as_it_is() -> None:
    nothing = SiteStyleTree(threshold=0.0, site_texts=False).learn(SITE)
    everything = SiteStyleTree(threshold=1.0, site_texts=False).learn(SITE)
    assert "ships sail far" in nothing.clean(SITE[0][1], url=SITE[0][0]).text
    assert everything.clean(SITE[0][1], url=SITE[0][0]).text == ""


@pytest.mark.parametrize("threshold", [-0.1, 1.5, "high"])
def test_a_threshold_that_makes_no_sense_is_refused(threshold: float | str) -> None:
    with pytest.raises(ValueError, match=r"threshold|could not convert"):
        SiteStyleTree(threshold=threshold)


def test_an_alignment_that_does_not_exist_is_refused() -> None:
    with pytest.raises(ValueError, match="exact or keyed"):
        SiteStyleTree(alignment="loose")  # type: ignore[arg-type]


def test_a_saved_tree_goes_on_learning(tmp_path: Path) -> None:
    SiteStyleTree().learn(SITE[:2]).save(tmp_path / "m.sieve")
    resumed = SiteStyleTree.load(tmp_path / "m.sieve").learn(SITE[2:])
    whole = SiteStyleTree().learn(SITE)
    for url, html in SITE:
        assert resumed.clean(html, url=url).text == whole.clean(html, url=url).text


def test_on_the_sample_web_it_removes_most_noise() -> None:
    pages = [page for site in generate(size=0) for page in site.pages]
    model = sitesieve.learn(((p.url, p.html) for p in pages), method="site-style-tree")
    agreement = sum((judge(model.clean(p.html, url=p.url), p) for p in pages), Agreement())
    assert agreement.precision >= 0.94
    assert agreement.recall >= 0.87


def test_models_that_learned_different_pages_have_different_digests() -> None:
    one, same = (SiteStyleTree().learn(SITE[:3]).digest() for _ in range(2))
    assert one == same
    assert one != SiteStyleTree().learn(SITE[1:]).digest()
