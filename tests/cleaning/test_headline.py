"""The headline is found, and is in the text, the Markdown and the HTML, or in none of them."""

import pytest

from sitesieve.cleaning.methods import Sieve
from sitesieve.cleaning.sieve.headline import headline_of
from sitesieve.page import Page
from sitesieve.page.paragraphs import paragraphs_of

TEXT = "<p>" + "The harbour was quiet that morning, and nobody had seen the boat leave. " * 4


def found(html: str) -> list[str]:
    tree = Page(None, html).tree
    paragraphs = paragraphs_of(tree)
    marked = headline_of(tree, paragraphs)[paragraphs.of_leaf]
    return [text.strip() for text, here in zip(tree.texts, marked.tolist(), strict=True) if here]


@pytest.mark.parametrize(
    ("html", "headline"),
    [
        ("<title>A quiet day | Site</title><h2>A quiet day</h2><h1>Site</h1>", ["A quiet day"]),
        ("<title>A quiet day</title><h2>A quiet day</h2><h1>A quiet <i>day</i></h1>",
         ["A quiet", "day"]),
        ("<title>A quiet day</title><div>A quiet day</div><h1>More</h1>", ["A quiet day"]),
        ("<title>A quiet day</title><a href=/>A quiet day</a><p>Other", []),
        ("<title>静かな一日</title><h1>静かな一日</h1>", ["静かな一日"]),
        ("<p>No title at all", []),
        ("<br>", []),
    ],
)  # fmt: skip
def test_the_headline_is_the_heading_or_line_that_says_the_title(
    html: str, headline: list[str]
) -> None:
    assert found(html) == headline


@pytest.mark.parametrize("where", ["in", "out"])
def test_the_headline_is_in_every_form_or_in_none(where: str) -> None:
    html = f"<title>A quiet day</title><body><h1>A quiet day</h1>{TEXT}"
    document = Sieve(headline=where).clean(Page(None, html))  # type: ignore[arg-type]
    for form in (document.text, document.markdown, document.html.split("</head>")[-1]):
        assert ("A quiet day" in form) == (where == "in")
        assert "harbour" in form


def test_a_page_that_comes_out_empty_has_no_headline() -> None:
    page = Page(None, "<title>Word</title><h1>Word</h1>")
    assert Sieve(minimum_words=50).clean(page).text == ""


def test_other_headlines_are_refused() -> None:
    with pytest.raises(ValueError, match="headline must be one of in, out, not 'above'"):
        Sieve(headline="above")  # type: ignore[arg-type]
