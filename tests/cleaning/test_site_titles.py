"""Titles by what the pages of a site share."""

from pathlib import Path

import pytest

from sitesieve.cleaning.methods import Sieve, SiteStyleTree
from sitesieve.page import Page

TEXT = "<p>" + "The harbour was quiet that morning, and nobody had seen the boat leave. " * 4
SITE = "Pythonic Perambulations"


def tag_page(tag: str, heading: str = "h1") -> tuple[str, str]:
    html = (
        f"<title>Archives | {SITE}</title><div class=logo>{SITE}</div>"
        f"<{heading}>Tag: {tag}</{heading}>{TEXT.replace('boat', tag)}"
    )
    return f"https://a.example/tags/{tag}.html", html


def post(number: int) -> tuple[str, str]:
    words = ("alder", "birch", "cedar", "elm", "fir", "hazel")[number]
    html = f"<title>{SITE}: On {words}</title><div class=logo>{SITE}</div>{TEXT} {words * 3}"
    return f"https://a.example/{words}.html", html


TAGS = ("boats", "storms", "fish", "ropes", "sails")
PAGES = [*map(tag_page, TAGS), *map(post, range(6))]
METHODS = pytest.mark.parametrize("method", [Sieve, SiteStyleTree])


@METHODS
@pytest.mark.parametrize("heading", ["h1", "h2"])
def test_a_title_that_many_pages_have_gives_way_to_the_headline(
    method: type[Sieve], heading: str
) -> None:
    pages = [tag_page(tag, heading) for tag in TAGS]
    model = method().learn([*pages, *map(post, range(6))])
    titles = [model.clean(Page(*page)).title for page in pages]
    assert titles == [f"Tag: {tag}" for tag in TAGS]


@METHODS
def test_what_most_titles_have_is_the_name_of_the_site(method: type[Sieve]) -> None:
    page = Page(*post(1))
    assert page.metadata.title == f"{SITE}: On birch"
    assert method().learn(PAGES).clean(page).title == "On birch"


def test_a_title_that_all_pages_have_stays_where_there_is_no_other() -> None:
    pages = [(f"https://a.example/{n}", f"<title>Harbour</title>{TEXT}{n}") for n in range(5)]
    assert Sieve().learn(pages).clean(Page(*pages[0])).title == "Harbour"


def test_two_pages_teach_nothing_of_titles() -> None:
    pages = [post(0), post(1)]
    assert Sieve().learn(pages).clean(Page(*pages[0])).title == f"{SITE}: On alder"


def test_the_headline_that_the_site_shows_is_part_of_the_text() -> None:
    document = Sieve().learn(PAGES).clean(Page(*tag_page("fish")))
    assert document.text.startswith("Tag: fish")


def test_what_was_learned_of_titles_is_saved_merged_and_pruned(tmp_path: Path) -> None:
    whole, half, other = Sieve().learn(PAGES), Sieve().learn(PAGES[::2]), Sieve().learn(PAGES[1::2])
    half.merge(other)
    whole.save(tmp_path / "m.sieve")
    loaded = Sieve.load(tmp_path / "m.sieve")
    loaded.prune()
    for model in (whole, half, loaded):
        assert model.clean(Page(*tag_page("fish"))).title == "Tag: fish"


def test_a_document_keeps_the_title_of_its_time() -> None:
    model = Sieve().learn(PAGES[:2])
    document = model.clean(Page(*tag_page("boats")))
    model.learn(PAGES)
    assert document.title == f"Archives | {SITE}"
