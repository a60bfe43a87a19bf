"""The sieve: what it keeps, its dials, its memory of sites, and hostile pages."""

import io
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sitesieve
from sample_web import SampleSite, generate
from sitesieve.cleaning.document import Document
from sitesieve.cleaning.kinds import Kind
from sitesieve.cleaning.methods import Sieve, SiteStyleTree
from sitesieve.cleaning.sieve.evidence import feature_names
from sitesieve.cleaning.sieve.judging import content_names
from sitesieve.cleaning.sieve.trained import read_trained, shipped
from sitesieve.errors import ModelError
from sitesieve.page.words import tokenize
from sitesieve.site import place_odds

MENU = "".join(f"<li><a href=/{name}>{name}</a>" for name in "Home News Sport Weather Jobs".split())
PROSE = (
    "The tall ships came back to the harbour on Sunday, after a race of nine days across the "
    "cold northern sea, and thousands of people stood on the quay to see them.",
    "The crew of the oldest one, built in 1911, said that they had never met such a storm, and "
    "that they would sail again in spring, if the owners could pay for the new masts.",
    "Nobody was hurt. The harbour master, who has seen the race forty times, called it the best "
    "in years, although two of the boats had to turn back before the second night.",
)
ARTICLE = (
    "<html><head><title>Tall ships come home</title></head><body>"
    f"<nav class=menu><ul>{MENU}</ul></nav>"
    "<main><article class=story><h1>Tall ships come home</h1>"
    + "".join(f"<p>{text}</p>" for text in PROSE)
    + "</article>"
    "<section id=comments class=comments><h3>Comments</h3>"
    "<div class=comment><span class=author>Ann</span><p>I was there and it was a lovely day for "
    "all of us, thank you for the report.</p></div>"
    "<div class=comment><span class=author>Bob</span><p>My uncle sailed on one of these, he "
    "would have liked to read this story, I think.</p></div></section></main>"
    "<aside class='sidebar related'><h4>Most read</h4><ul><li><a href=/1>Ten ways to cook a fish"
    "</a><li><a href=/2>What the mayor said</a></ul></aside>"
    "<footer class=footer>© 2024 The Daily Harbour. All rights reserved.</footer></body></html>"
)


def kept_words(document: Document) -> Counter[str]:
    return Counter(tokenize(document.text))


def test_an_article_stays_and_what_is_around_it_goes() -> None:
    text = Sieve().clean(ARTICLE).text
    assert all(prose in text for prose in PROSE)
    for noise in ("Weather", "cook a fish", "rights reserved", "My uncle"):
        assert noise not in text


def test_every_text_has_a_verdict_with_its_reasons() -> None:
    blocks = Sieve().clean(ARTICLE).blocks
    by_text = {block.text: block for block in blocks}
    prose, menu = by_text[PROSE[0]], by_text["Weather"]
    assert (prose.keep, prose.kind) == (True, Kind.CONTENT)
    assert not menu.keep
    assert prose.importance is not None
    assert menu.importance is not None
    assert prose.importance > 0.5 > menu.importance
    assert "likely to be content" in prose.reason
    told: list[Any] = [v for v in menu.evidence.values() if isinstance(v, dict)]
    assert any(shown.get("adds", 0) < 0 for shown in told)


def test_comments_can_be_in_out_or_apart() -> None:
    without, apart, within = (
        Sieve(comments=choice).clean(ARTICLE) for choice in ("out", "apart", "in")
    )
    assert "lovely day" not in without.text
    assert without.comments == ""
    assert apart.text == without.text
    assert "lovely day" in apart.comments
    assert PROSE[0] not in apart.comments
    assert "lovely day" in within.text
    assert PROSE[0] in within.text


def test_a_page_of_which_too_little_stays_comes_out_empty() -> None:
    assert Sieve(minimum_words=5000).clean(ARTICLE).text == ""
    assert Sieve(minimum_words=50).clean(ARTICLE).text == Sieve().clean(ARTICLE).text


@pytest.mark.parametrize(
    "settings", [{"favour": "speed"}, {"comments": "some"}, {"minimum_words": -1}]
)
def test_settings_that_mean_nothing_are_refused(settings: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="must be"):
        Sieve(**settings)


def test_the_dials_keep_more_from_precision_to_recall() -> None:
    for page in (ARTICLE, *(p.html for site in generate(size=0.1) for p in site.pages[:4])):
        precise, balanced, recalling = (
            kept_words(Sieve(favour=favour).clean(page))
            for favour in ("precision", "balanced", "recall")
        )
        assert precise <= balanced <= recalling


@pytest.mark.parametrize(
    "html",
    [
        "<p>word",
        "<body>",
        "<p></p><br><br>",
        "<title>only a title</title>",
        "<b>" * 500 + "deep",
        "<div>" * 500 + "deep",
        "<p>, . ! …</p><p>-</p>",
        "<p hidden>not to be seen",
        "<ul>" + "<li>item" * 50_000,
        "<p>" + "word " * 200_000,
        "<table><tr>" + "<td>1" * 3000,
        "\ud800 <p>\0 text",
    ],
)
def test_hostile_pages_are_cleaned(html: str) -> None:
    document = Sieve().clean(html)
    assert document.words_kept <= document.words_before


def test_the_same_page_gives_the_same_verdicts() -> None:
    first, second = (Sieve().clean(ARTICLE) for _ in range(2))
    assert first.blocks == second.blocks


# What a site teaches.


@pytest.fixture(scope="module")
def web() -> list[SampleSite]:
    return generate(size=0.7)


def test_what_repeats_on_a_site_becomes_less_likely(web: list[SampleSite]) -> None:
    site = max(web, key=lambda site: len(site.pages))
    page = site.pages[0]
    few = Sieve().learn((p.url, p.html) for p in site.pages[:1])
    many = Sieve().learn((p.url, p.html) for p in site.pages)
    assert few.clean(page.html, url=page.url).text == Sieve().clean(page.html, url=page.url).text
    shown = [block.evidence for block in many.clean(page.html, url=page.url).blocks]
    assert all("site" in evidence for evidence in shown)
    assert any(evidence["site"]["adds"] < 0 for evidence in shown)


def test_one_learned_model_serves_both_methods(web: list[SampleSite], tmp_path: Path) -> None:
    pages = [(page.url, page.html) for page in web[0].pages]
    SiteStyleTree(alignment="exact").learn(pages).save(tmp_path / "tree.sieve")
    loaded = Sieve.load(tmp_path / "tree.sieve")
    direct = Sieve(alignment="exact").learn(pages)
    assert loaded.settings() == direct.settings()
    # The tree's model has not judged pages by themselves; all else is the same.
    judged = "pages judged there"
    for url, html in pages[:3]:
        for less, more in zip(
            loaded.clean(html, url=url).blocks, direct.clean(html, url=url).blocks, strict=True
        ):
            by_tree, by_sieve = less.evidence["site"], more.evidence["site"]
            assert by_tree[judged] == 0
            for name in ("least share of a text", "texts differ"):
                assert by_tree[name] == by_sieve[name]
    direct.save(tmp_path / "sieve.sieve")
    again = sitesieve.load(tmp_path / "sieve.sieve")
    assert again.digest() == direct.digest() != loaded.digest()


def test_merged_halves_equal_the_whole(web: list[SampleSite]) -> None:
    pages = [(page.url, page.html) for page in web[0].pages]
    whole, half = Sieve().learn(pages), Sieve().learn(pages[::2])
    half.merge(Sieve().learn(pages[1::2]))
    assert len(pages) > 2 * place_odds.PAGES  # more than are judged
    url, html = pages[0]
    assert half.clean(html, url=url).text == whole.clean(html, url=url).text
    assert (
        half.clean(html, url=url).blocks[0].evidence
        == whole.clean(html, url=url).blocks[0].evidence
    )
    with pytest.raises(ModelError, match="cannot be merged"):
        half.merge(SiteStyleTree())


# The shipped models.


def test_the_shipped_models_see_the_evidence_there_is() -> None:
    trained = shipped()
    assert trained.content.features == content_names()
    assert trained.post.features == feature_names()


def test_the_shipped_models_are_small(tmp_path: Path) -> None:
    shipped().save(tmp_path / "models")
    assert (tmp_path / "models").stat().st_size < 600_000


def test_a_file_without_the_models_is_refused() -> None:
    with pytest.raises(ModelError, match="some file"):
        read_trained(io.BytesIO(b"nothing"), "some file")
    empty = io.BytesIO()
    np.savez(empty, site=np.zeros(3))
    empty.seek(0)
    with pytest.raises(ModelError, match="some file"):
        read_trained(empty, "some file")
