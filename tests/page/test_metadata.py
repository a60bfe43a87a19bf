"""What a page says of itself, from each place where it may say it."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from page_helpers import at_most

from sitesieve.page import Page
from sitesieve.page.metadata import Metadata

URL = "https://site.example/a"


def metadata(html: str, url: str | None = URL) -> Metadata:
    return Page(url, html).metadata


def json_ld(*things: Any) -> str:
    scripts = (f'<script type="application/ld+json">{json.dumps(t)}</script>' for t in things)
    return "".join(scripts)


ARTICLE = {"@type": "Article", "headline": "H"}
ANN = {"@type": "Person", "name": "Ann Lee"}


@pytest.mark.parametrize(
    "author",
    [
        "Ann Lee",
        "By Ann Lee",
        ANN,
        [ANN],
        {"@type": "Person", "name": ["Ann Lee", "A. Lee"]},
        {"@id": "#ann"},
        {"@type": "Person", "name": {"@value": "Ann Lee", "@language": "en"}},
    ],
)
def test_the_author_of_json_ld_in_all_its_forms(author: Any) -> None:
    graph = {"@graph": [ARTICLE | {"author": author}, ANN | {"@id": "#ann"}]}
    assert metadata(json_ld(graph)).author == "Ann Lee"


@pytest.mark.parametrize(
    "thing",
    [
        {"@type": "WebPage", "mainEntity": ARTICLE | {"author": ANN}},
        {"@type": ["Thing", "https://schema.org/BlogPosting"], "author": ANN},
        [[{"@graph": [{"@type": "Organization"}, ARTICLE | {"author": ANN}]}]],
    ],
)
def test_the_text_is_found_wherever_json_ld_wraps_it(thing: Any) -> None:
    assert metadata(json_ld(thing)).author == "Ann Lee"


@pytest.mark.parametrize(
    "thing",
    [
        {"@type": "Product", "review": {"@type": "Review", "author": ANN}},
        ARTICLE | {"comment": [{"@type": "Comment", "author": ANN}]},
        {"@type": "ItemList", "itemListElement": [ARTICLE | {"author": ANN}]},
    ],
)
def test_authors_of_comments_reviews_and_listed_pages_are_not_the_pages(thing: Any) -> None:
    assert metadata(json_ld(thing)).author is None


@pytest.mark.parametrize(
    "html",
    [
        "<meta name=author content='Ann Lee'>",
        "<meta property=article:author content='Ann Lee'>",
        "<meta name=DC.creator content='Ann Lee'>",
        "<meta name=twitter:label1 content='Written by'>"
        "<meta name=twitter:data1 content='Ann Lee'>",
        "<div itemprop=author><img><span itemprop=name>Ann Lee</span> writes</div>",
        "<a rel='author nofollow' href=/ann>Ann Lee</a>",
        "<p class='post-byline'>By Ann Lee</p>",
        "<p class='author vcard'><span class=fn>Ann Lee</span>, who cooks</p>",
        "<span id=author-name>Ann Lee</span>",
        "<h1>Boats</h1><p>By Ann Lee</p><p>text",
        "<h1>Boats</h1><p>3 May 2024</p><p>Von <a href=/>Ann Lee</a></p><p>text",
        "<div class=byline><style>.byline{color:red}</style>Ann Lee</div>",
    ],
)
def test_the_author_from_meta_and_markup_and_text(html: str) -> None:
    assert metadata(html).author == "Ann Lee"


@pytest.mark.parametrize("around", ["nav", "footer", "aside", "div class=related-posts"])
def test_a_byline_beside_the_text_is_not_the_pages(around: str) -> None:
    assert metadata(f"<{around}><span class=byline>Ann Lee</span></div>").author is None


STORY = "<h1>Boats</h1>" + "<p>Ten boats were lost at sea in the storm of last night.</p>" * 4


@pytest.mark.parametrize(
    "around",
    [
        "<ol class=comment-list><li class=comment><article class=comment-body>{}</article></ol>",
        "<article class=comment-body>{}</article>",
        "<div id=comments><article>{}</article></div>",
        "<div id=comment-17>{}</div>",
        "<div id=disqus_thread>{}</div>",
    ],
)
@pytest.mark.parametrize(
    "said",
    [
        "<b class=author>Zed Fox</b> <time datetime=2020-01-01>1 January 2020</time>",
        "<p><b class=fn>Zed Fox</b></p><p>January 1, 2020</p>",
    ],
)
def test_who_comments_is_not_the_author_and_when_not_the_date(around: str, said: str) -> None:
    page = STORY + around.format(f"{said}<p>I have seen it all from the pier.</p>")
    assert (metadata(page).author, metadata(page).date) == (None, None)


def test_an_article_with_more_words_of_readers_than_its_own_is_not_by_them() -> None:
    comment = "<div class=reply id=reply-{}><b class=nick>Zed Fox</b><p>{}</p></div>"
    words = "I have seen it all from the pier, and never will I forget it. " * 5
    page = STORY + "<p>Nobody was hurt, and all of the crew are safe at home again.</p>" * 6
    assert metadata(page + comment.format(1, words) * 4).author is None


def test_names_of_comments_with_many_figures_are_read_quickly() -> None:
    names = f"<p id=comment{'1' * 50}x>one two three four five six</p>" * 50
    assert metadata(STORY + names).author is None


@pytest.mark.parametrize(
    "said",
    [
        "<p>Last updated: 2024-05-01. Published: 2024-03-04</p>",
        "<p>Last updated: 2024-05-01</p><p>Published: 2024-03-04</p>",
        "<p>Aktualisiert am 1. Mai 2024</p><p>4. März 2024</p>",
        "<p class=date>Mis à jour le 1 mai 2024, publié le 4 mars 2024</p>",
        "<p>Published: 2024-03-04. Last updated: 2024-05-01</p>",
        json_ld({**ARTICLE, "datePublished": "2024-03-04"}) + "<p>03.04.2024</p>",
    ],
)
def test_the_date_of_a_change_or_one_to_guess_at_gives_way(said: str) -> None:
    assert metadata(f"<h1>Boats</h1>{said}<p>Ten boats.").date == "2024-03-04"


def test_a_class_of_changes_holds_no_publication() -> None:
    html = "<p>x</p><div class='field field--name-changed field--type-date'>2024-05-01</div>"
    assert metadata(f"<h1>Boats</h1>{'<p>Ten boats.</p>' * 15}{html}").modified == "2024-05-01"
    html = "<p class=date-updated>Last updated: 2024-05-01. Published: 2024-03-04</p>"
    assert metadata(html).modified == "2024-05-01"


@pytest.mark.parametrize(
    ("line", "author"),
    [
        ("<p>Автор: Иван Петров</p>", "Иван Петров"),
        ("<p>文／王小明</p>", "王小明"),
        ("<p class=author-description>Licensed Grader, M.A. Journalism</p>", None),
        ("<p class=author-role>Licensed Grader</p><p class=author-name>Ann Lee</p>", "Ann Lee"),
    ],
)
def test_bylines_of_other_scripts_and_what_is_told_of_authors(
    line: str, author: str | None
) -> None:
    assert metadata(f"<h1>Boats</h1>{line}<p>Ten boats.").author == author


def test_several_authors_have_commas_between() -> None:
    html = (
        "<meta name=citation_author content='Ann Lee'><meta name=citation_author content='Bo Ek'>"
    )
    assert metadata(html).author == "Ann Lee, Bo Ek"
    assert metadata(json_ld(ARTICLE | {"author": [ANN, "Bo Ek"]})).author == "Ann Lee, Bo Ek"


def test_a_person_comes_before_the_site_as_author() -> None:
    site = "<meta property=og:site_name content='The Post'><meta name=author content='The Post'>"
    assert metadata(site).author == "The Post"
    assert metadata(site + "<p class=byline>Ann Lee").author == "Ann Lee"


def test_an_address_is_no_author() -> None:
    assert metadata("<meta property=article:author content=https://f.example/ann>").author is None


@pytest.mark.parametrize(
    "html",
    [
        "<meta property=article:published_time content=2024-03-05T10:00:00Z>",
        "<meta name=citation_publication_date content=2024/03/05>",
        json_ld(ARTICLE | {"datePublished": "2024-03-05"}),
        json_ld(ARTICLE | {"datePublished": [{"@value": "Mar 5, 2024"}]}),
        "<time itemprop=datePublished datetime=2024-03-05>yesterday</time>",
        "<meta itemprop=datePublished content=2024-03-05>",
        "<time datetime='2024-03-05 10:00'>yesterday</time>",
        "<time>5 March 2024</time>",
        "<span class=entry-date>5 March 2024</span>",
        "<h1>Boats</h1><p>Ann Lee • March 5th, 2024</p>",
        "<p>March 5, 2024</p><h1>Boats</h1>",
        "<div><b>Re: boats</b></div><div>2024-03-05 10:11:12</div><p>text",
    ],
)
def test_the_date_from_each_place(html: str) -> None:
    assert metadata(html).date == "2024-03-05"


def test_the_date_from_the_address() -> None:
    assert metadata("<p>x", "https://site.example/2024/03/05/boats").date == "2024-03-05"


def test_what_is_declared_comes_before_what_is_shown() -> None:
    html = (
        "<meta property=article:published_time content=2024-01-01>"
        + json_ld(ARTICLE | {"datePublished": "2024-01-03", "author": "Ann Lee"})
        + "<h1>Boats</h1><p>By Bo Ek</p><time datetime=2024-01-02></time>"
    )
    data = metadata(html, "https://site.example/2023/12/31/boats")
    assert (data.date, data.author) == ("2024-01-01", "Ann Lee")


def test_the_last_change_is_not_the_publication() -> None:
    html = "<meta property=article:modified_time content=2024-03-05>"
    assert (metadata(html).date, metadata(html).modified) == (None, "2024-03-05")
    html = "<p class=updated-date>5 March 2024</p><time class=published>2 March 2024</time>"
    assert (metadata(html).date, metadata(html).modified) == ("2024-03-02", "2024-03-05")


def test_a_list_of_pages_has_neither_the_date_nor_the_author_of_the_first() -> None:
    days = ("2024-05-09", "2024-05-04", "2024-04-28", "2024-04-01")
    teasers = (f"<li><time>{day}</time> <span class=byline>Ann Lee</span></li>" for day in days)
    data = metadata(f"<ul>{''.join(teasers)}</ul>")
    assert (data.date, data.author) == (None, None)


def test_a_thread_has_the_date_and_the_author_of_its_first_post() -> None:
    posts = (("2024-05-01", "ann"), ("2024-05-02", "bo"), ("2024-05-04", "cy"))
    html = "".join(
        f"<div><a class=username>{who}</a><time>{day}</time></div>" for day, who in posts
    )
    data = metadata(html)
    assert (data.date, data.author) == ("2024-05-01", "ann")


@pytest.mark.parametrize(("lang", "day"), [("en", "2024-03-04"), ("fr", "2024-04-03")])
def test_figures_are_read_by_the_language_of_the_page(lang: str, day: str) -> None:
    assert metadata(f"<html lang={lang}><time>3/4/2024</time>").date == day


@pytest.mark.parametrize(
    ("html", "name"),
    [
        ("<meta property=og:site_name content='The Post'>", "The Post"),
        (json_ld({"@type": "WebSite", "name": "The Post"}), "The Post"),
        (
            json_ld(ARTICLE | {"publisher": {"@type": "Organization", "name": "The Post"}}),
            "The Post",
        ),
        ("<p>x", None),
    ],
)
def test_the_name_of_the_site(html: str, name: str | None) -> None:
    assert metadata(html).site_name == name


@pytest.mark.parametrize(
    "html",
    [
        "<meta name=description content='About boats.'>",
        "<meta property=og:description content='About boats.'><meta name=description content=x>",
        json_ld(ARTICLE | {"description": "About\n boats."}),
    ],
)
def test_the_description(html: str) -> None:
    assert metadata(html).description == "About boats."


def test_the_canonical_address_is_the_link_or_what_open_graph_says() -> None:
    og = "<meta property=og:url content=/b>"
    assert metadata(og).canonical == "https://site.example/b"
    assert metadata(og + "<link rel=canonical href=/c>").canonical == "https://site.example/c"
    assert metadata("<p>x").canonical is None


@pytest.mark.parametrize(
    ("html", "language"),
    [
        ("<html lang=de-AT><meta property=og:locale content=en_US>", "de"),
        ("<meta property=og:locale content=fr_FR><p>x", "fr"),
        ("<meta http-equiv=content-language content=it><p>x", "it"),
        ("<p>the cat and the dog are in the house with the other of them and it is good", "en"),
        ("<p>xyzzy", None),
    ],
)
def test_the_language(html: str, language: str | None) -> None:
    assert metadata(html).language == language


def test_a_page_that_says_nothing_has_nothing() -> None:
    assert metadata("<p>x") == Metadata("", None, None, None, None, None, None, None)


plain = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20)
names = st.sampled_from(
    "@type @id @graph @value name author headline datePublished publisher mainEntity description"
    " dateModified mainEntityOfPage".split()
)
values = st.recursive(
    plain | st.sampled_from(["Article", "WebPage", "WebSite", "2024-03-05", "#a"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(names, inner, max_size=5),
    max_leaves=25,
)


@settings(max_examples=200, deadline=None)
@given(values)
def test_no_json_ld_breaks_it(value: Any) -> None:
    data = metadata(json_ld(value).replace("</", "<\\/", json_ld(value).count("</") - 1))
    assert isinstance(data.title, str)


@pytest.mark.parametrize(
    "html",
    [
        json_ld([ARTICLE | {"author": [ANN] * 20_000}] * 5),
        '<script type="application/ld+json">' + '{"@graph":' * 900 + "1" + "}" * 900 + "</script>",
        '<script type="application/ld+json">{"a": ' + "9" * 10_000 + "}</script>",
        "<meta name=citation_author content='Ann Lee'>" * 20_000,
        "<span class=byline>Ann Lee</span>" * 20_000,
        "<time>5 March 2024</time>" * 20_000,
        "<div class=author>" * 400 + "<p>some text</p>" * 100_000,
        "<div class=author>" * 400 + "word " * 1_000_000,
        f"<div class='{'a_' * 500_000}date'>" * 3 + "x",
        "<h1>a | b</h1>" * 20_000,
        "<title>" + "a | " * 50_000 + "</title>",
        "<p class=date>" + "1 de " * 50_000,
        "<h1>x</h1>" + "<p>" + "By " * 50_000,
    ],
    ids=str.split(
        "authors deep digits metas bylines times nested text class headings title date by"
    ),
)
def test_hostile_statements_are_read_quickly(html: str) -> None:
    page = Page(URL, html)
    assert page.tree is not None
    with at_most(0.3):
        assert page.metadata is not None


def test_asking_for_the_text_reads_no_metadata(monkeypatch: pytest.MonkeyPatch) -> None:
    import sitesieve

    def refuse(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr("sitesieve.page.page.read_metadata", refuse)
    document = sitesieve.clean("<title>T</title><p>some text")
    assert (document.text, document.markdown) == ("some text", "some text")


def test_the_html_of_a_page_has_its_title() -> None:
    import sitesieve

    page = "<title>Tall ships | The Harbour</title><h1>Tall ships</h1><p>They came home."
    document = sitesieve.clean(page, profile="archive")
    assert f"<title>{document.title}</title>" in document.html
    assert document.title == "Tall ships"
