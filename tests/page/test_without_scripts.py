"""Pages whose text is in `noscript`."""

from sitesieve import Page
from sitesieve.page.without_scripts import as_shown_without_scripts

POSTS = "".join(f"<p>Post {n} says that ships sail the seven seas.</p>" for n in range(20))


def test_a_page_that_is_empty_with_scripts_is_opened() -> None:
    html = f"<title>Ships</title><body><div id=app>Loading</div><noscript>{POSTS}</noscript>"
    page = Page("https://a.example/t/1", html.encode("utf-16"), name="x", extra={"k": 1})
    opened = as_shown_without_scripts(page)
    assert len(opened.tree.words) == 20 * 9 + 1
    assert (opened.url, opened.name, opened.extra) == (page.url, "x", {"k": 1})
    assert opened.decoded.encoding == page.decoded.encoding
    assert opened.head.title == "Ships"


def test_a_page_with_text_of_its_own_is_left_alone() -> None:
    page = Page(None, f"<body>{POSTS}{POSTS}<noscript>{POSTS * 9}</noscript>")
    assert as_shown_without_scripts(page) is page


def test_a_complaint_is_no_page() -> None:
    page = Page(None, "<body>Login<noscript><p>Please switch scripts on.</p></noscript>")
    assert as_shown_without_scripts(page) is page
