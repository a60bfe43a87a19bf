"""Which of a page's titles is its title."""

import pytest

from sitesieve.page import Page

URL = "https://www.harbour.example/news/a.html"


def title(html: str, url: str | None = URL) -> str:
    return Page(url, html).metadata.title


@pytest.mark.parametrize(
    ("declared", "expected"),
    [
        ("A storm at sea | The Post", "A storm at sea"),
        ("A storm at sea - Harbour", "A storm at sea"),
        ("A storm at sea — Harbour News", "A storm at sea"),
        ("A storm - at sea", "A storm - at sea"),
        ("Harbour", "Harbour"),
        ("  A storm\n at  sea ", "A storm at sea"),
        ("C# vs. F# – pros | cons", "C# vs. F# – pros | cons"),
        ("Ferries | Timetable", "Ferries | Timetable"),  # too short for a headline
    ],
)
def test_the_tail_that_names_the_site_goes(declared: str, expected: str) -> None:
    assert title(f"<title>{declared}</title><p>x") == expected


def test_the_name_of_the_site_is_known_from_what_the_page_says_of_it() -> None:
    page = "<title>A storm - Blue Gazette</title>"
    assert title(page) == "A storm - Blue Gazette"
    assert title(page + "<meta property=og:site_name content='Blue Gazette'>") == "A storm"
    site = '{"@type": "WebSite", "name": "Blue Gazette"}'
    assert title(page + f'<script type="application/ld+json">{site}</script>') == "A storm"


def test_a_heading_that_the_declared_title_knows_is_the_title() -> None:
    html = "<title>Storm: ten boats lost at sea | Post</title>"
    assert title(html + "<h1>Menu</h1><h1>Ten boats lost at sea</h1>") == "Ten boats lost at sea"


def test_a_heading_that_nothing_else_knows_is_not() -> None:
    html = "<title>Ten boats lost at sea</title><h1>Cookies and you</h1>"
    assert title(html) == "Ten boats lost at sea"


def test_a_heading_that_is_the_name_of_the_site_is_not() -> None:
    html = "<meta property=og:site_name content=Harbour><title>Boats - Harbour</title>"
    assert title(html + "<h1>Harbour</h1>") == "Boats"


@pytest.mark.parametrize("declared", ["Home", "Untitled Document", "index", "Startseite"])
def test_what_any_page_may_be_called_is_no_title_where_there_is_a_heading(declared: str) -> None:
    html = f"<title>{declared}</title>"
    assert title(f"{html}<h1>Rebuilding the harbour</h1>") == "Rebuilding the harbour"
    assert title(f"{html}<p>x") == declared


@pytest.mark.parametrize("mark", ["\uf0c1", "\u200b", "¶", "\ue157"])
def test_the_mark_of_a_link_to_a_heading_is_no_part_of_it(mark: str) -> None:
    html = f"<title>Ansible playbooks</title><h1>Ansible playbooks<a href='#a'>{mark}</a></h1>"
    assert title(html) == "Ansible playbooks"


def test_a_heading_alone_is_the_title() -> None:
    assert title("<h1>Ten <b>boats</b> lost</h1>") == "Ten boats lost"


def test_words_of_a_heading_are_not_torn_apart_by_markup_and_soft_hyphens() -> None:
    assert title("<h1>B<span>oat</span>s as&shy;hore<br>today</h1>") == "Boats ashore today"


def test_open_graph_comes_before_the_title_of_the_window() -> None:
    html = "<title>Boats</title><meta property=og:title content='Ten boats lost'>"
    assert title(html) == "Ten boats lost"


def test_json_ld_has_a_headline() -> None:
    thing = '{"@type": "NewsArticle", "headline": "Ten boats lost"}'
    assert title(f'<p>x<script type="application/ld+json">{thing}</script>') == "Ten boats lost"


def test_what_one_declared_title_has_more_than_another_names_the_site() -> None:
    declared = "<title>Blue Gazette: A storm at sea</title>"
    declared += "<meta property=og:title content='A storm at sea'>"
    assert title(declared + "<h1>Blue Gazette</h1>") == "A storm at sea"


def test_a_heading_that_is_the_last_part_of_the_title_is_the_name_of_the_site() -> None:
    html = "<title>What is a storm? - The Book of Seas</title><h1>The Book of Seas</h1>"
    assert title(html) == "What is a storm?"


@pytest.mark.parametrize("logo", ["Harbour", "harbour.example"])
def test_a_heading_that_is_the_host_is_the_name_of_the_site(logo: str) -> None:
    assert title(f"<title>Harbour storms</title><h1>{logo}</h1>") == "Harbour storms"


@pytest.mark.parametrize(
    "heading",
    ["Thread: Ten boats lost", "3 May 2024 Ten boats lost", "Ten boats lost (5 answers) 87",
     "Ten boats lost¶"],
)  # fmt: skip
def test_labels_around_what_the_page_declares_go(heading: str) -> None:
    assert title(f"<title>Ten boats lost | Post</title><h1>{heading}</h1>") == "Ten boats lost"


def test_a_front_page_may_begin_with_the_name_of_the_site() -> None:
    html = "<title>Harbour - news of the sea</title>"
    assert title(html, "https://www.harbour.example/") == "Harbour - news of the sea"
    assert title(html) == "news of the sea"


def test_a_page_without_any_has_an_empty_title() -> None:
    assert title("<p>x", None) == ""
