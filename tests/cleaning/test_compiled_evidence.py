"""Compiled kernels of the cleaner beside slow references, on sample pages and made-up markup."""

import pickle
import re

import numpy as np
import pytest
from evidence_reference import name_bits as reference_bits
from evidence_reference import reference_evidence
from evidence_reference import words_of_look as reference_words
from hypothesis import given
from hypothesis import strategies as st

from sample_web import generate
from sitesieve.cleaning.lexicon import Lexicon
from sitesieve.cleaning.page_type.page_counts import (
    largest_group,
    phrase_counts,
    prices,
    tag_counts,
)
from sitesieve.cleaning.sieve.class_name_roles import name_bits
from sitesieve.cleaning.sieve.class_name_weights import NameWeights
from sitesieve.cleaning.sieve.class_names import words_of_look
from sitesieve.cleaning.sieve.evidence import Surroundings, evidence_of, feature_names
from sitesieve.cleaning.sieve.outline import outline_of
from sitesieve.page.columns import Strings
from sitesieve.page.encode import encode
from sitesieve.page.hashing import stable_ids
from sitesieve.page.id_table import IdTable
from sitesieve.page.paragraphs import paragraphs_of
from sitesieve.page.saying import first_saying
from sitesieve.page.tags import TEXT
from sitesieve.page.tree import PageTree
from sitesieve.page.words import tokenize
from sitesieve.site.placing import mix

PIECES = [
    *("<div>", "</div>", "<p>", "<ul>", "<li>", "</ul>", "<h1>", "</h1>", "<h3>Of boats", "<br>"),
    *(
        '<div class="sidebar related-posts">',
        '<nav id="mainMenu">',
        "</nav>",
        "<a href=/x>",
        "</a>",
    ),
    *("<table><tr><td>", "<td>", "<tr>", "</table>", "<dl><dt>", "<dd>", "</dl>", "<article>"),
    *("The boats, all of them. ", "Read more", "© 2024 The harbour", "$ 20 €", "a ", "漢字、"),
    *("<img src=a>", "<input>", "<span style='display:none'>gone</span>", "word " * 14),
]
MARKUP = st.lists(st.sampled_from(PIECES), max_size=30).map(
    lambda pieces: "<title>The boats of the harbour</title>" + "".join(pieces)
)
LETTERS = st.text(st.sampled_from("adsAD toc-_=,;: nlrecomtHTé:"), max_size=20)
LOOKS = st.builds(
    lambda name, letters, role: f"div {name}={letters} role={role}",
    st.sampled_from(["class", "id", "style", "role"]),
    st.lists(
        LETTERS | st.sampled_from(["headline", "timeline", "copyright", "ad-slot", "postContent"])
    ).map(",".join),
    LETTERS,
)


def around(tree: PageTree) -> Surroundings:
    return Surroundings(tree, paragraphs_of(tree))


def check_evidence(html: str) -> None:
    here = around(encode(html))
    if not len(here.paragraphs):
        return
    rows = evidence_of(here)
    number = {name: i for i, name in enumerate(feature_names())}
    for name, column in reference_evidence(here).items():
        # A logarithm may differ in its last digit between libraries.
        np.testing.assert_allclose(rows[:, number[name]], column, rtol=1e-6, err_msg=name)


@given(MARKUP)
def test_the_evidence_of_made_up_markup_is_that_of_the_reference(html: str) -> None:
    check_evidence(html)


def test_the_evidence_of_sample_pages_is_that_of_the_reference() -> None:
    for site in generate(size=0):
        for page in site.pages[::40]:
            check_evidence(page.html)


@given(st.lists(LOOKS, max_size=5))
def test_names_are_read_as_regular_expressions_read_them(looks: list[str]) -> None:
    tree = encode("<p>x")
    tree.looks = Strings.of(looks)
    assert name_bits(tree).tolist() == [reference_bits(look) for look in looks]
    assert [words_of_look(look) for look in looks] == [reference_words(look) for look in looks]


@given(MARKUP.map(lambda html: html.replace("harbour", "boats")), st.integers(0, 9))
def test_names_weigh_what_their_words_weigh_each_once(html: str, seed: int) -> None:
    here = around(encode(html))
    words = ["sidebar", "related", "posts", "main", "menu"]
    weight = dict(zip(words, np.random.default_rng(seed).normal(size=5).round(3), strict=True))
    rows = NameWeights(weight).evidence(here)
    for i, column in enumerate(here.up[:8].T.tolist()):
        looks = [here.tree.presentation(node) for node in column if node]
        weights = [[weight[w] for w in words_of_look(look) if w in weight] for look in looks]
        sums = [*map(sum, weights), *[0.0] * 8]
        wanted = [sums[0], sums[1], sums[2] + sums[3], sum(sums[4:8])]
        every = [0.0, *(w for some in weights for w in some)]
        np.testing.assert_allclose(rows[i], [*wanted, min(every), max(every)], atol=1e-6)


def test_an_id_is_found_where_it_stands_in_the_list() -> None:
    ids = stable_ids([str(number) for number in range(1000)])
    table = IdTable(ids)
    assert table.find(ids).tolist() == list(range(1000))
    assert table.find(stable_ids(["no", "7", ""])).tolist() == [-1, 7, -1]
    assert pickle.loads(pickle.dumps(table)).find(ids).tolist() == list(range(1000))
    assert IdTable(ids[:0]).find(ids[:2]).tolist() == [-1, -1]
    same_place = np.array([8, 16, 24, 32, 8], np.uint64)  # all begin at the same place
    assert IdTable(same_place).find(same_place).tolist() == [0, 1, 2, 3, 0]


def test_senses_count_words_and_phrases() -> None:
    lexicon = Lexicon({"more": {"en": "read more;more"}, "rights": {"en": "all rights reserved"}})
    words = stable_ids(tokenize("Read more of it. All rights reserved, read"))
    counts = lexicon.count(words, np.array([0, 0, 0, 0, 1, 1, 1, 1]), 3)
    assert counts.tolist() == [[3, 0], [0, 3], [0, 0]]  # "more" alone, and in "read more"


@given(
    st.text(st.sampled_from("aB é_-’ ß1"), max_size=8),
    st.lists(st.lists(st.text(st.sampled_from("aB é_-’ ß1"), max_size=8), max_size=3), max_size=6),
)
def test_a_run_of_texts_says_a_title_if_its_words_are_the_same(
    title: str, runs: list[list[str]]
) -> None:
    def words(text: str) -> list[str]:
        return re.findall(r"\w+", text.lower())

    strings = Strings.of([text for run in runs for text in run])
    bounds = np.cumsum([0, *map(len, runs)], dtype=np.int32)
    saying = [
        i for i, run in enumerate(runs) if words(title) and words(" ".join(run)) == words(title)
    ]
    found = first_saying(title, strings.utf8, strings.start, bounds[:-1], bounds[1:])
    assert found == (saying[0] if saying else -1)


@given(MARKUP)
def test_counts_of_tags_and_siblings_are_those_of_a_walk(html: str) -> None:
    tree = encode(html)
    elements, words = tag_counts(tree.tag, tree.end, tree.word_start)
    for tag in range(256):
        nodes = np.flatnonzero(tree.tag == tag)
        inside = tree.below(tag)[tree.leaves]
        assert elements[tag] == len(nodes)
        assert tag == TEXT or words[tag] == tree.leaf_words[inside].sum()
    groups: dict[tuple[int, int], list[int]] = {}
    for node in range(1, len(tree)):
        if tree.tag[node] != TEXT and tree.word_start[tree.end[node]] - tree.word_start[node] >= 3:
            groups.setdefault((int(tree.parent[node]), int(tree.style[node])), []).append(node)
    sums = {
        key: sum(
            float(np.sqrt(tree.word_start[tree.end[node]] - tree.word_start[node]))
            for node in nodes
        )
        for key, nodes in groups.items()
        if len(nodes) >= 3
    }
    best = min(sums, key=lambda key: (-sums[key], key), default=None)
    group = largest_group(tree.tag, tree.parent, tree.end, tree.style, tree.word_start, TEXT)
    assert group.tolist() == (groups[best] if best else [])


@given(st.text(st.sampled_from("$€£¥₹a ±"), max_size=20))
def test_signs_of_money_are_counted(text: str) -> None:
    utf8 = text.encode()
    bounds = np.array([0, len(utf8)], np.int32)
    assert prices(utf8, bounds[:1], bounds[1:]) == sum(map("$€£¥₹".count, text))


def test_phrases_of_one_and_two_words_are_counted_by_group() -> None:
    read, more, cart = stable_ids(["read", "more", "cart"])
    pair = mix(np.array([read]), np.array([more]))[0]
    table = IdTable(np.array([pair, cart], np.uint64))
    words = stable_ids("read more read cart more read more".split())
    counts = phrase_counts(table, np.array([1, 0], np.int32), 3, words)
    assert counts.tolist() == [1, 2, 0]


@given(MARKUP)
def test_the_outline_holds_what_the_page_holds(html: str) -> None:
    here = around(encode(html))
    if not len(here.paragraphs):
        return
    outline = outline_of(here)
    parent, words = outline.parent, outline.words
    assert parent[0] == -1
    assert (parent[1:] < np.arange(1, len(parent))).all()
    assert words[outline.paragraph].tolist() == here.words.tolist()
    for part in range(len(parent)):
        children = np.flatnonzero(parent == part)
        if part not in outline.paragraph:
            assert words[part] == pytest.approx(words[children].sum())
        before = [-1, *children.tolist()][: len(children)]
        assert outline.before[children].tolist() == before
    whole = words[np.maximum(parent, 0)] <= words
    assert outline.whole.tolist() == whole.tolist()
