"""A method and its settings in one text."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitesieve.cleaning import methods
from sitesieve.cleaning.method_spec import MethodSpec
from sitesieve.mining import SiteVectorizer


def test_a_name_alone_is_the_usual_method() -> None:
    assert methods.named("site-style-tree").spec == "site-style-tree"


def test_settings_are_read_as_what_they_usually_are() -> None:
    method = methods.named("site-style-tree:threshold=0.3,kinds=false,sample=7,alignment=exact")
    settings = method.settings()
    assert settings["threshold"] == 0.3
    assert settings["kinds"] is False
    assert settings["sample"] == 7
    assert settings["alignment"] == "exact"


def test_lists_go_on_over_commas() -> None:
    method = methods.named("tag-filter:negative=nav,footer,positive=main")
    assert method.settings() == {"negative": ["nav", "footer"], "positive": ["main"]}


@pytest.mark.parametrize("name", [n for n in methods.METHODS if methods.find(n).PAPER])
def test_the_letter_of_the_paper(name: str) -> None:
    kind = methods.find(name)
    method = methods.named(f"{name}:paper")
    assert method.settings() == kind.by_paper().settings()
    assert method.settings() != kind().settings()
    assert method.spec == f"{name}:paper"


def test_what_is_asked_for_comes_before_the_paper(monkeypatch: pytest.MonkeyPatch) -> None:
    kind = methods.find("site-style-tree")
    monkeypatch.setattr(kind, "PAPER", {"kinds": False, "threshold": 0.2})
    method = methods.named("site-style-tree:paper,threshold=0.5")
    assert (method.settings()["kinds"], method.settings()["threshold"]) == (False, 0.5)
    assert methods.named("site-style-tree:paper", threshold=0.5).settings() == method.settings()
    assert methods.by_paper("site-style-tree:sample=9") == "site-style-tree:paper,sample=9"


def test_a_method_of_no_paper_stays_as_it_is() -> None:
    assert methods.by_paper("sieve") == "sieve"
    with pytest.raises(ValueError, match="sieve is of no paper"):
        methods.named("sieve:paper")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("site-style-tree:often", "a setting is `paper` or NAME=VALUE, not 'often'"),
        ("site-style-tree:speed=1", "site-style-tree has the settings threshold, "),
        ("site-style-tree:sample=many", "sample: a whole number, not 'many'"),
        ("site-style-tree:kinds=maybe", "kinds: true or false, not 'maybe'"),
        ("site-style-tree:threshold=7", "from 0 to 1"),
        ("site-stile-tree:paper", "no method 'site-stile-tree'"),
    ],
)
def test_what_cannot_be_read_is_named(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        methods.named(text)


@given(
    threshold=st.floats(0, 1),
    kinds=st.booleans(),
    sample=st.integers(1, 10**6),
    alignment=st.sampled_from(["keyed", "exact"]),
)
def test_a_spec_names_the_same_method(
    threshold: float, kinds: bool, sample: int, alignment: str
) -> None:
    settings: dict[str, Any] = {
        "threshold": threshold,
        "kinds": kinds,
        "sample": sample,
        "alignment": alignment,
    }
    method = methods.find("site-style-tree")(**settings)
    assert methods.named(method.spec).settings() == method.settings()


@given(st.text(max_size=30))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        spec = MethodSpec.of(text)
    except ValueError:
        return
    assert MethodSpec.of(str(spec)) == spec


EQUAL = [(f"http://a.example/x/{n}.html", "<div><p>zebra lion</p></div>") for n in range(3)]


def test_equal_pages_count_each_by_the_letter() -> None:
    """m = 3 and H = 1 for every word: nothing weighs anything, and all of it is noise."""
    weights = SiteVectorizer.by_paper().fit_transform(EQUAL)
    assert weights.sum() == 0
    assert SiteVectorizer.by_paper(copies=False).fit_transform(EQUAL).sum() == 6
    tree = methods.SiteStyleTree.by_paper(threshold=0.3)
    assert tree.learn(EQUAL).clean(EQUAL[0][1], url=EQUAL[0][0]).text == ""
    words = methods.RedundantWords.by_paper().learn(EQUAL)
    assert words.clean("<p>zebra dodo</p>", url="http://a.example/x/9.html").text == "dodo"
    phrases = methods.RedundantPhrases.by_paper().learn(EQUAL)
    assert phrases.clean(EQUAL[0][1], url=EQUAL[0][0]).text == ""


def test_the_only_page_of_a_site_stays_whole_by_the_letter() -> None:
    html = "<p>Text about boats. <a href=x>a link</a></p>"
    assert methods.SiteStyleTree.by_paper().clean(html).text == "Text about boats. a link"
    assert methods.SiteStyleTree().clean(html).text == "Text about boats."
