"""Pages that links lead to, compared with the page they stand on (thesis §6.1)."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitesieve.cleaning.noise.target_likeness import LIST, TargetPages, cosine, link_lists
from sitesieve.page import Page
from sitesieve.page.encode import encode

SHIPS = "tide harbour sail mast rudder anchor keel"
BREAD = "flour yeast oven crust dough salt water"
ARTICLE = "<div class=art><h1 class=t>{0}</h1><p class=b>{1}</p></div>"


def article(path: str, words: str, links: str = "") -> Page:
    html = ARTICLE.format(path, words) + links
    return Page(f"https://a.example/{path}", html, site="a.example")


def listed(*paths: str) -> str:
    return "<ul>" + "".join(f"<li><a href=/{path}>{path}</a></li>" for path in paths) + "</ul>"


RELATED, OTHERS = ("s1", "s2", "s3"), ("b1", "b2", "b3")
PAGES = [
    article("s0", f"{SHIPS} storm", listed(*RELATED) + listed(*OTHERS)),
    *(article(path, f"{SHIPS} {path}") for path in RELATED),
    *(article(path, f"{BREAD} {path}") for path in OTHERS),
]


def test_a_list_to_pages_of_the_same_content_and_style_is_a_recommendation() -> None:
    related, others = TargetPages().learn(PAGES).lists(PAGES[0])
    assert (related.links, related.known, others.links, others.known) == (3, 3, 3, 3)
    assert related.content == pytest.approx(0.194, abs=0.001)
    assert others.content == 0.0
    assert related.style == others.style == 1.0
    assert (related.recommended, others.recommended) == (True, False)


def test_a_list_to_pages_of_another_style_is_none() -> None:
    index = [
        Page(
            f"https://a.example/{path}",
            f"<table class=x><tr class=y><td class=z>{SHIPS}",
            site="a.example",
        )
        for path in RELATED
    ]
    pages = [PAGES[0], *index, *PAGES[4:]]
    related, _ = TargetPages().learn(pages).lists(pages[0])
    assert related.style == 0.0
    assert not related.recommended


def test_content_is_the_cosine_of_words_weighed_over_the_site() -> None:
    """Of four pages two have "tide", so it weighs ln 2; "oven" and "mast" are on one page each and
    weigh ln 4; "sea" is on all and weighs nothing."""
    texts = {"a": "sea tide mast", "b": "sea tide oven", "c": "sea", "d": "sea"}
    links = "".join(f"<a href=/{path}>x</a>" for path in "bcd")
    pages = [article(path, text, links if path == "a" else "") for path, text in texts.items()]
    pages = [
        Page(page.url, f"<p>{texts[path]}</p>{links if path == 'a' else ''}", site="a.example")
        for page, path in zip(pages, texts, strict=True)
    ]
    (found,) = [list(TargetPages().learn(pages).of_links(page).values()) for page in pages[:1]]
    expected = math.log(2) ** 2 / (math.log(2) ** 2 + math.log(4) ** 2)  # 1/5
    assert expected == pytest.approx(0.2)
    assert [content for content, _ in found] == pytest.approx([0.2, 0.0, 0.0])


def test_what_is_not_known_is_not_compared() -> None:
    targets = TargetPages().learn(PAGES)
    assert targets.of_links(article("new", SHIPS, listed(*RELATED))) == {}  # not known itself
    page = article("s0", SHIPS, listed("s0", "nowhere", "s1"))
    assert len(targets.of_links(page)) == 1
    assert TargetPages().lists(page)[0].known == 0


def test_links_are_listed_by_the_smallest_element_that_has_several() -> None:
    tree = encode(f"<nav>{listed('a', 'b', 'c')}{listed('d', 'e')}</nav><p><a href=/f>f</a></p>")
    lists = link_lists(tree)
    assert [len(links) for links in lists.values()] == [3, 2, 1]
    assert sum(map(len, lists.values())) == 6
    assert link_lists(encode("<a href=/x>x</a>")) == {}


@given(
    *[st.dictionaries(st.integers(0, 9), st.floats(0.1, 1), min_size=1, max_size=5)] * 2,
)
def test_a_cosine_is_the_same_both_ways_and_at_most_one(
    one: dict[int, float], other: dict[int, float]
) -> None:
    def unit(vector: dict[int, float]) -> dict[int, float]:
        length = math.sqrt(sum(v * v for v in vector.values()))
        return {word: v / length for word, v in vector.items()}

    a, b = unit(one), unit(other)
    assert cosine(a, b) == pytest.approx(cosine(b, a))
    assert 0 <= cosine(a, b) <= 1 + 1e-9
    assert cosine(a, a) == pytest.approx(1)


def test_thousands_of_nested_links_are_dealt_with() -> None:
    page = Page("https://a.example/", "<div><a href=/x>x</a>" * 3000, site="a.example")
    lists = TargetPages().learn([page]).lists(page)
    assert sum(found.links for found in lists) == len(page.tree.anchors) > 10 * LIST
