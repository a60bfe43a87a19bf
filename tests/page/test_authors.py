"""Names of authors in bylines."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitesieve.page.metadata.authors import clean_names, innermost


@pytest.mark.parametrize(
    ("byline", "names"),
    [
        ("By Ann Lee", ["Ann Lee"]),
        ("Written by: Ann Lee", ["Ann Lee"]),
        ("Von Anna Müller", ["Anna Müller"]),
        ("Von Miller", ["Von Miller"]),
        ("Par Zoé Dupont", ["Zoé Dupont"]),
        ("作者：王小明", ["王小明"]),
        ("文／王小明", ["王小明"]),
        ("<span class=x>Ann Lee</span>", ["Ann Lee"]),
        ("Ann Lee and Bo Ek", ["Ann Lee", "Bo Ek"]),
        ("Ann Lee, Bo Ek & Cy Fox", ["Ann Lee", "Bo Ek", "Cy Fox"]),
        ("Ann Lee; Bo Ek", ["Ann Lee", "Bo Ek"]),
        ("Ann Lee, MD", ["Ann Lee, MD"]),
        ("Ann Lee, Senior Editor, Example News", ["Ann Lee"]),
        ("Ann Lee | Staff", ["Ann Lee"]),
        ("Ann Lee · 3 min read", ["Ann Lee"]),
        ("Ann Lee on March 5, 2024", ["Ann Lee"]),
        ("Ann Lee 2024-03-05", ["Ann Lee"]),
        ("Ann Lee (guest)", ["Ann Lee"]),
        ("Lee, Ann", ["Ann Lee"]),
        ("  Ann\n Lee ", ["Ann Lee"]),
        ("Lee, Ann D.", ["Ann D. Lee"]),
        ("Bo &amp; Ann", ["Bo", "Ann"]),
        ("Ann Lee Senior Garden Editor", ["Ann Lee"]),
        ("Ann Lee Writer, Gardens", ["Ann Lee"]),
        ("Ann Lee, Bo Ek, Harbour garden educators", ["Ann Lee", "Bo Ek"]),
        ("Ann Lee @annlee", ["Ann Lee"]),
        ("Ann Lee https://a.example/ann", ["Ann Lee"]),
        ("Ann Lee <ann at a dot example>", ["Ann Lee"]),
        ("This post was written by Ann Lee", ["Ann Lee"]),
        ("Jun 2 Written By Ann Lee", ["Ann Lee"]),
        ("Texas Monthly Staff", ["Texas Monthly Staff"]),
        ("12 News", ["12 News"]),
    ],
)
def test_a_byline_gives_its_names(byline: str, names: list[str]) -> None:
    assert clean_names([byline]) == names


@pytest.mark.parametrize(
    ("byline", "name"),
    [
        ("Malcolm Owen Monday", "Malcolm Owen"),
        ("Ann on Friday", "Ann"),
        ("Ann Lee, Friday 3 May", "Ann Lee"),
        ("Anna Müller, Freitag", "Anna Müller"),
        ("Zoé Dupont lundi 5 mai", "Zoé Dupont"),
        ("Ann Lee 3 hours ago", "Ann Lee"),
        ("Anna Müller vor 2 Stunden", "Anna Müller"),
        ("Ann Lee at 10:30", "Ann Lee"),
        ("By Ann Lee, 4:05 p.m.", "Ann Lee"),
        ("Joe Friday", "Joe Friday"),
        ("Domingo García", "Domingo García"),
        ("Ana María Domingo", "Ana María Domingo"),
        ("April Lee", "April Lee"),
    ],
)
def test_a_day_or_time_behind_a_name_is_no_part_of_it(byline: str, name: str) -> None:
    assert clean_names([byline]) == [name]


@pytest.mark.parametrize(
    "byline",
    [
        *("", "By", "admin", "Anonymous", "https://a.example/ann", "ann@a.example", "2024"),
        *("page.head.extra.author", "www.a.example", "5 March 2024", "x" * 100),
        "This is a sentence with far too many words for a name",
        *("This review is", "Sign in", "Home", "Posts 34", "Friday, 3 May", "June 5", "@ann"),
        "billed annually, or $50 a month",
    ],
)
def test_what_is_nobody_gives_none(byline: str) -> None:
    assert clean_names([byline]) == []


def test_a_name_is_listed_once() -> None:
    assert clean_names(["Ann Lee", "by ANN LEE", "Bo Ek"]) == ["Ann Lee", "Bo Ek"]


def test_of_nested_bylines_the_bare_name_counts() -> None:
    nested = ["By Ann Lee Gardener and Cook", "By", "Ann Lee", "Bo Ek"]
    assert innermost(nested) == ["Ann Lee"]
    assert innermost(["", "by"]) == []


@given(st.lists(st.text(max_size=200), max_size=5))
def test_any_bylines_give_short_names(bylines: list[str]) -> None:
    assert all(0 < len(name) <= 80 for name in clean_names(bylines))
