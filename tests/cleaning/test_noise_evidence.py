"""What kinds of noise are told by: words, link targets, signs, declared breadcrumbs, rules."""

import json
import re
from importlib import resources
from urllib.parse import urljoin

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitesieve.cleaning.kinds import Kind
from sitesieve.cleaning.lexicon import DATA, Lexicon, lexicon
from sitesieve.cleaning.noise.containers import LEVELS, Containers
from sitesieve.cleaning.noise.declared_breadcrumbs import declared_crumbs
from sitesieve.cleaning.noise.evidence import Known, evidence_of, noise_features
from sitesieve.cleaning.noise.rules import held_by, read_rules, shipped_rules
from sitesieve.cleaning.noise.signs import NAMES, signs_shown
from sitesieve.cleaning.noise.softmax import Softmax
from sitesieve.cleaning.noise.targets import TARGETS, PageTargets
from sitesieve.cleaning.sieve.judging import judged
from sitesieve.cleaning.sieve.trained import shipped
from sitesieve.errors import ModelError
from sitesieve.page import Page
from sitesieve.page.encode import encode
from sitesieve.page.hashing import stable_ids
from sitesieve.page.paragraphs import paragraphs_of
from sitesieve.page.segmentation import is_unspaced
from sitesieve.page.words import tokenize


def senses_of(text: str) -> set[str]:
    words = tokenize(text)
    bounds = np.array([0, len(words)], np.int32)
    counts = lexicon().count(stable_ids(words), bounds[:1], bounds[1:], longest=60)[0]
    return {sense for sense, n in zip(lexicon().senses, counts.tolist(), strict=True) if n}


@pytest.mark.parametrize(
    ("texts", "sense"),
    [
        (("All rights reserved", "Alle Rechte vorbehalten", "版权所有"), "copyright"),
        (("You may also like", "Lesen Sie auch", "相关阅读"), "related"),
        (("Accept all cookies", "Alle akzeptieren", "全部接受"), "consent"),
        (("Subscribe to our newsletter", "Newsletter abonnieren", "订阅"), "newsletter"),
        (("Back to top", "Nach oben", "返回顶部"), "top"),
        (("Mentions légales", "Aviso legal", "Impressum"), "legal"),
    ],
)
def test_the_same_sense_is_found_in_several_languages(texts: tuple[str, ...], sense: str) -> None:
    assert all(sense in senses_of(text) for text in texts)


def test_a_phrase_counts_only_as_a_whole() -> None:
    small = Lexicon({"top": {"en": "back to top"}, "home": {"en": "home"}})
    words = "home back to the top back to top".split()
    begin, end = np.array([0, 5], np.int32), np.array([5, 8], np.int32)
    counts = small.count(stable_ids(words), begin, end, longest=60)
    assert counts.tolist() == [[0, 1], [3, 0]]


def test_a_phrase_without_words_is_refused() -> None:
    with pytest.raises(ValueError, match="top has no words"):
        Lexicon({"top": {"en": "up; ;"}})


PAGE = "https://www.site.example/news/2024/story.html"


@pytest.mark.parametrize(
    ("link", "target"),
    [
        ("#comments", "this page"),
        ("", "this page"),
        ("/", "front page"),
        ("/news/", "up the path"),
        ("../", "up the path"),
        ("other.html", "own folder"),
        ("/sport/match.html", "elsewhere on the site"),
        ("https://shop.site.example/x", "elsewhere on the site"),
        ("https://elsewhere.example.org/", "other site"),
        ("https://twitter.com/site", "network"),
        ("https://twitter.com/intent/tweet?url=x", "sharing"),
        ("https://ads.example.org/click?id=3", "advertising"),
        ("mailto:desk@site.example", "mail or telephone"),
        ("mailto:?subject=x", "sharing"),
        ("javascript:void(0)", "script"),
        ("/privacy", "legal"),
        ("http://[broken", "other site"),
    ],
)
def test_where_links_lead(link: str, target: str) -> None:
    assert TARGETS[PageTargets(PAGE, PAGE).of(link)[0]] == target


ADDRESSES = st.sampled_from(["", PAGE, "not a url", "http://[x"])


@given(st.text(max_size=60), ADDRESSES, ADDRESSES)
def test_any_link_leads_somewhere(link: str, url: str, base: str) -> None:
    assert 0 <= PageTargets(url, base).of(link)[0] < len(TARGETS)


def test_a_link_leads_where_the_base_of_the_page_says() -> None:
    base = "https://elsewhere.example.org/"
    assert TARGETS[PageTargets(PAGE, base).of("other.html")[0]] == "other site"
    assert TARGETS[PageTargets(PAGE, base).of("/other.html")[0]] == "other site"


LINK_PIECES = ["/", "a", "..", ".", "?", "#f", "//", "site.example", "b", "%20", ";", "x.html", "é"]
PAGES = ["https://www.site.example/a/b", "https://site.example", "https://site.example/a//b/../c/"]


@given(st.lists(st.sampled_from(LINK_PIECES), min_size=1, max_size=6), st.sampled_from(PAGES))
def test_a_link_leads_where_its_whole_address_leads(pieces: list[str], page: str) -> None:
    link = "".join(pieces)
    if link.startswith("#"):
        link = "a" + link  # a place on the page itself is told by how it is written
    targets = PageTargets(page, page)
    if link.startswith("/") and not link.startswith("//"):  # taken as it is written
        whole = page[: page.index("/", 8)] + link if "/" in page[8:] else page + link
    else:
        whole = urljoin(page, link)
    assert targets.of(link) == targets.of(whole)


def shown(text: str) -> set[str]:
    tree = encode("<p>" + text.replace("&", "&amp;").replace("<", "&lt;"))
    rows = signs_shown(tree, paragraphs_of(tree))
    return {name for name, value in zip(NAMES, rows[0].tolist(), strict=True) if value}


def test_signs_of_short_texts() -> None:
    assert "a copyright sign" in shown("© 2024 The Post")
    assert {"a date", "a number"} <= shown("12 May 2024")
    assert "a price" in shown("only £12")
    assert "an address of mail" in shown("write to us@site.example")
    assert "only a number" not in shown("@ .")
    assert "an arrow" in shown("Home ›")
    assert not shown("About us")
    assert not shown("© 2024 " + "word " * 60)


def signs_by_character(text: str) -> set[str]:
    """Those signs of a text that single characters tell, in plain Python."""
    sets = {
        **{"an arrow": "›»>→▸‹«←▲↑⌃", "a separator": "|/·•–", "a question": "?？"},
        **{"a call": "!！", "a copyright sign": "©®", "dots": "…"},
    }
    signs = {name for name, characters in sets.items() if set(characters) & set(text)}
    signs |= {"dots"} if "..." in text else set()
    signs |= {"a copyright sign"} if "(c) " in text.lower() else set()
    signs |= {"a number"} if any(map(str.isdecimal, text)) else set()
    signs |= {"a colon at the end"} if text.rstrip().endswith((":", "：")) else set()
    capitals = text.isupper() and re.search("[A-Z]{3}", text)
    return signs | ({"capitals"} if capitals else set())


TOLD_BY_CHARACTER = (
    *("an arrow", "a separator", "a question", "a call", "a copyright sign", "dots"),
    *("a number", "a colon at the end", "capitals"),
)


@given(
    st.text(st.sampled_from("ABCabc09 .:：…©®@(cC)ÉéǅßⅠ٣中!?|›\u3000"), min_size=1, max_size=200)
)
def test_signs_that_characters_tell_are_those_of_plain_python(text: str) -> None:
    text = "X" + text[1:]  # a paragraph does not start with white space
    expected = signs_by_character(text) if len(text) <= 160 else set()
    assert shown(text) & set(TOLD_BY_CHARACTER) == expected


def test_breadcrumbs_that_a_page_declares() -> None:
    ld = '{"@type":"BreadcrumbList","itemListElement":[{"name":"Home"},{"name":"Caf\\u00e9"}]}'
    script = f'<script type="application/ld+json">{ld}</script>'
    assert declared_crumbs(encode(script)) == {"Home", "Café"}
    micro = '<ol itemtype="https://schema.org/BreadcrumbList"><span itemprop="name"> News </span>'
    assert declared_crumbs(encode(micro)) == {"News"}
    assert declared_crumbs(encode('<p>"name":"Home"</p>')) == set()


def evidence(html: str, url: str = PAGE) -> tuple[np.ndarray, list[str]]:
    page = Page(url, html)
    context = Known(judged(page.tree, shipped()), url)
    rows = evidence_of(context, Containers(context.around))
    texts = [" ".join(text.split()) for text in page.tree.texts]
    return rows, texts


def test_every_column_has_a_name_and_values_from_0_to_1() -> None:
    rows, _ = evidence(
        "<nav><a href=/>Home</a></nav><p>Some text, with words.</p><footer>©</footer>"
    )
    assert rows.shape[1] == len(noise_features()) == len(set(noise_features()))
    assert rows.min() >= 0
    assert rows.max() <= 1


def test_a_box_is_known_by_its_first_words() -> None:
    box = "<div><h3>Related stories</h3><ul><li><a href=a.html>Tulips</a></li>"
    rows, texts = evidence(f"<p>{'Words of the text. ' * 20}</p>{box}<li><a href=b.html>Roses</a>")
    column = noise_features().index("container 2 begins with related")
    assert rows[texts.index("Roses"), column] > 0.5
    assert rows[0, column] == 0


def test_rules_speak_of_columns_that_exist() -> None:
    assert {rule.kind for rule in shipped_rules()} >= {Kind.CONSENT, Kind.DIRECTORY_HIERARCHIC}
    with pytest.raises(ModelError, match="no such column"):
        read_rules('[{"kind":"consent","why":"x","when":["no such column >= 1"]}]', ["a"])
    with pytest.raises(ModelError, match="nonsense"):
        read_rules('[{"kind":"nonsense","why":"x","when":[]}]', ["a"])


def test_all_conditions_of_a_rule_must_hold() -> None:
    text = '[{"kind":"social","why":"w","when":["a >= 1","b < 0.5"]}]'
    rules = read_rules(text, ["a", "b"])
    rows = np.array([[1, 0], [1, 1], [0, 0]], np.float32)
    assert held_by(rules, rows, str)[0].tolist() == [True, False, False]


def test_a_rule_may_ask_for_a_text_where_all_else_holds() -> None:
    rules = read_rules('[{"kind":"social","why":"w","text":"^tea","when":["a >= 1"]}]', ["a"])
    texts = {0: "Tea time", 1: "No tea"}  # the third is not asked for
    rows = np.array([[1], [1], [0]], np.float32)
    assert held_by(rules, rows, texts.__getitem__)[0].tolist() == [True, False, False]
    with pytest.raises(ModelError, match="a rule for kinds"):
        read_rules('[{"kind":"social","why":"w","text":"(","when":[]}]', ["a"])


@given(st.integers(1, 6), st.integers(2, 5), st.integers(0, 2**32 - 1))
def test_probabilities_add_up_and_survive_saving(rows: int, kinds: int, seed: int) -> None:
    draw = np.random.default_rng(seed)
    names, outcomes = ("a", "b", "c"), tuple(map(str, range(kinds)))
    weights = draw.normal(size=(3, kinds)).astype(np.float32)
    model = Softmax(names, outcomes, weights, draw.normal(size=kinds).astype(np.float32))
    x = draw.random((rows, 3)).astype(np.float32)
    probabilities = model.probabilities(x)
    assert np.allclose(probabilities.sum(axis=1), 1, atol=1e-5)
    again = Softmax.from_arrays(model.as_arrays())
    # Weights are kept in 16 bits.
    assert np.allclose(probabilities, again.probabilities(x), atol=0.02)


def test_contributions_add_up_to_the_log_odds() -> None:
    weights = np.array([[1, 0], [0, 2], [-1, 1]], np.float32)
    model = Softmax(("a", "b", "c"), ("x", "y"), weights, np.array([0.5, 0], np.float32))
    row = np.array([1, 0.5, 0], np.float32)
    gains = model.contributions(row, 0, 1)
    odds = np.log(np.divide(*model.probabilities(row[None])[0].tolist()))
    assert gains == {"a": 1.0, "b": -1.0}
    assert sum(gains.values()) + 0.5 == pytest.approx(odds, abs=1e-6)


def test_containers_hold_the_paragraphs_around() -> None:
    tree = Page(None, "<div><p>a</p><p>b</p></div><p>c</p>").tree
    context = Known(judged(tree, shipped()))
    boxes = Containers(context.around)
    values = np.array([[1], [3], [8]], np.float32)
    first, *_ = boxes.means(values)
    assert first[:, 0].tolist() == [2, 2, 4]
    assert len(boxes.means(values)) == len(LEVELS)


def test_chinese_phrases_of_the_lexicon_are_cut_as_pages_are() -> None:
    text = (resources.files("sitesieve.cleaning") / DATA).read_text("utf-8")
    chinese = [
        phrase.split()
        for languages in json.loads(text).values()
        for language, phrases in languages.items()
        for phrase in phrases.split(";")
        if language != "ja" and is_unspaced(phrase)
    ]
    assert len(chinese) > 300
    assert [cut for cut in chinese if tokenize("".join(cut)) != cut] == []
