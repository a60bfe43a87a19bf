"""What a notebook shows of documents, models and descriptions."""

import re

import nh3
import pytest
from hypothesis import given
from hypothesis import strategies as st

import sitesieve
from sitesieve.notebook import Drawing, Part, Table, as_html, as_markdown, escaped

STORY = "The ship left the harbour in the morning, and nobody on the quay knew where it went. " * 6
EVIL = "<script>alert(1)</script><img src=x onerror=alert(1)>"


def page(name: str) -> tuple[str, str]:
    html = (
        f"<title>{name} | The Paper</title><meta name=author content='Ann Example'>"
        "<nav><a href=/>Home</a> <a href=/news>News</a></nav>"
        f"<main><h1>{name}</h1><p>{name} {STORY}</p><img src=https://tracker.example/1.gif></main>"
        f"<footer>© The Paper {EVIL.replace('<', '&lt;')} all rights reserved</footer>"
    )
    return f"https://a.example/{name}", html


SITE = [page(f"Story{n}") for n in range(6)]


@pytest.fixture(scope="module")
def model() -> sitesieve.methods.Sieve:
    return sitesieve.learn(SITE)


@pytest.fixture
def document(model: sitesieve.methods.Sieve) -> sitesieve.Document:
    url, html = SITE[0]
    return model.clean(html, url=url)


def harmless(html: str) -> bool:
    """Whether there is nothing in it that runs or loads, nor a tag out of place."""
    return not re.search(r"<(?!/?(?:div|p|br|strong|em|table|t[rdh]|thead|tbody|pre|h1|a)\b)", html)


def test_a_document_is_shown_with_what_stays_and_what_goes(document: sitesieve.Document) -> None:
    assert repr(document).startswith("<Document 'Story0': https://a.example/Story0, ")
    assert "Ann Example" in repr(document)
    assert repr(document).endswith(f"{document.words_kept} of {document.words_before} words>")
    for shown in (document._repr_html_(), document._repr_markdown_()):
        assert "nobody on the quay" in shown
        assert "what goes" in shown
        assert "Home" in shown.partition("what goes")[2]


def test_nothing_of_a_page_runs_or_is_loaded_when_it_is_shown(
    model: sitesieve.methods.Sieve, document: sitesieve.Document
) -> None:
    for thing in (document, model, model.describe()):
        shown = thing._repr_html_()
        assert harmless(shown), shown
        assert "tracker.example" not in shown
        lines = thing._repr_markdown_().replace("\\<", "").splitlines()
        assert not any("<script" in line for line in lines if not line.startswith("    "))  # code
    assert "tracker.example" not in document._repr_markdown_()
    assert "tracker.example" in document.markdown  # where it was asked for


def test_a_model_is_shown_with_its_settings_and_sites(model: sitesieve.methods.Sieve) -> None:
    assert repr(model) == "<Sieve(): pages of a.example (6)>"
    assert repr(sitesieve.methods.Sieve(favour="recall")) == (
        "<Sieve(favour='recall'): nothing learned>"
    )
    assert repr(sitesieve.methods.TagFilter()) == "TagFilter()"
    assert repr(sitesieve.methods.TagFilter(negative=["b"])) == "TagFilter(negative=['b'])"
    assert repr(model.sites) == "<SiteModels of a.example>"
    assert repr(model.sites["a.example"]) == "<SiteModel of 6 pages>"
    assert "| a.example | 6 |" in model._repr_markdown_()
    assert "<td>a.example</td><td>6</td>" in model._repr_html_()


@pytest.mark.parametrize("name", list(sitesieve.methods.METHODS))
def test_every_method_is_shown_in_a_line(name: str) -> None:
    method = sitesieve.methods.named(name)
    assert type(method).__name__ in repr(method)
    assert "\n" not in repr(method)
    assert "object at" not in repr(method)


def test_a_description_is_shown_as_tables(model: sitesieve.methods.Sieve) -> None:
    description = model.describe()
    assert repr(description).startswith("<Description of 6 pages, 1 template, ")
    assert "<td>" in description._repr_html_()
    assert "| text | where | words | pages | importance |" in description._repr_markdown_()


@given(st.text(), st.text())
def test_any_text_is_shown_as_text(text: str, other: str) -> None:
    parts: list[Part] = [Table(text, (other,), [(text,), (other,)]), Drawing(other, text)]
    shown = as_html(text, [other], parts)
    tags = {"div", "p", "strong", "br", "em", "table", "thead", "tbody", "tr", "th", "td", "pre"}
    clean = nh3.clean(shown, tags=tags, attributes={"div": {"style"}})
    assert re.findall(r"<\w+", shown) == re.findall(r"<\w+", clean)
    rows = [line for line in as_markdown(text, [other], parts).splitlines() if line[:2] == "| "]
    assert all(len(re.findall(r"(?<!\\)\|", row)) == 2 for row in rows if "\\\\" not in row)


def test_marks_are_escaped() -> None:
    assert escaped("a|b *c* <d>\n[e](f)") == r"a\|b \*c\* \<d\> \[e\]\(f\)"
