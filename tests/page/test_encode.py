"""Pages as flat arrays: does the tree say what the page says?"""

from collections.abc import Iterator
from itertools import pairwise

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from page_helpers import PATIENT, collapse, mutated_pages, sample_pages, soup
from selectolax.lexbor import LexborHTMLParser, LexborNode

from sitesieve.page import PageTree
from sitesieve.page.encode import encode
from sitesieve.page.features import language_of
from sitesieve.page.tags import OPAQUE, TAG_ID, TEXT, UNSEEN
from sitesieve.page.words import has_kana, spans

PAGES = st.one_of(soup(), mutated_pages())
MANY_TIMES = settings(PATIENT, max_examples=250)


def is_formula(node: LexborNode) -> bool:
    kind = node.attributes.get("type") or ""
    return node.tag == "script" and kind.lower().startswith("math/tex")


def walked(html: str) -> Iterator[tuple[str, str]]:
    """The tags and texts of a page in order, by a plain recursive walk."""
    parser = LexborHTMLParser(html.replace("\0", ""), scripting=True)
    root = parser.css_first("html > body, html > frameset")

    def walk(node: LexborNode) -> Iterator[tuple[str, str]]:
        tag = node.tag or "-"
        if tag == "-text":
            yield "#text", node.text_content or ""
        elif (tag not in UNSEEN or is_formula(node)) and tag[0] not in "-!":
            yield tag, ""
            child = None if tag in OPAQUE else node.first_child
            while child is not None:
                yield from walk(child)
                child = child.next

    if root is not None:
        yield from walk(root)


def check(tree: PageTree) -> None:
    """What holds for every tree."""
    count = len(tree)
    parent, end, leaves = tree.parent.tolist(), tree.end.tolist(), tree.leaves.tolist()
    assert len(parent) == len(end) == len(tree.style) == count
    assert len(tree.word_start) == count + 1
    assert parent[:1] == [-1] * min(count, 1)
    for node in range(1, count):
        up = parent[node]
        assert 0 <= up < node
        assert up < node < end[node] <= end[up]
        assert tree.tag[up] != TEXT
    for node in range(count):  # a range ends where the next sibling, or that of a parent, starts
        inside = [other for other in range(node + 1, end[node]) if parent[other] < node]
        assert not inside
        assert end[node] == count or parent[end[node]] < node
    assert leaves == [node for node in range(count) if tree.tag[node] == TEXT]
    assert all(end[leaf] == leaf + 1 for leaf in leaves)
    assert len(leaves) == len(tree.texts) == len(tree.line) == len(tree.text_ordinal)
    assert all(text.strip() for text in tree.texts)

    japanese = has_kana(tree.texts)
    per_leaf = [[word for word, _, _ in spans(text, japanese)] for text in tree.texts]
    assert tree.words == [word for words in per_leaf for word in words]
    counts = [0] * count
    for leaf, words in zip(leaves, per_leaf, strict=True):
        counts[leaf] = len(words)
    before = 0
    for node in range(count):
        assert tree.word_start[node] == before
        before += counts[node]
    assert tree.word_start[count] == before == len(tree.words)

    for link in tree.links:
        assert tree.words[slice(*link.words)] == tree.words_of(link.node)
        assert tree.tag_name(link.node) in ("a", "area")
    for image in tree.images:
        assert tree.tag_name(image.node) == "img"
    lines = tree.line.tolist()
    assert lines == sorted(lines)
    assert all(later - line <= 1 for line, later in pairwise(lines))
    for node in range(0, count, 7):
        assert [parent[child] for child in tree.children(node)] == [node] * len(tree.children(node))


@MANY_TIMES
@given(PAGES)
@example("")
@example("\0")
@example("<frameset><frame src=a></frameset>")
@example("<body><frameset>x")
@example("<svg><title>x</title></svg>")
@example("<table>x<tr>y<td>z")
@example("<select><b>x<select>y")
@example("<p>\ud800 lone")
def test_any_page_becomes_a_well_formed_tree(html: str) -> None:
    check(encode(html))


@MANY_TIMES
@given(PAGES)
@example("<p>a<!-- -->b <b> </b> c</p>")
@example("<math><mi>x</mi></math>y")
def test_the_tree_agrees_with_a_plain_walk(html: str) -> None:
    tree = encode(html)
    plain = list(walked(html))
    assert [tree.tag_name(n) for n in range(len(tree)) if tree.tag[n] != TEXT] == [
        tag for tag, _ in plain if tag != "#text"
    ]
    whole = collapse("".join(text for _, text in plain))
    assert collapse("".join(tree.texts)) == whole
    assert all(collapse(text) in whole for text in tree.texts[:20])


@MANY_TIMES
@given(PAGES)
def test_the_same_page_gives_the_same_tree(html: str) -> None:
    one, other = encode(html), encode(html)
    assert (one.texts, one.words, one.links) == (other.texts, other.words, other.links)
    assert one.style.tolist() == other.style.tolist()


@pytest.mark.parametrize("name", sample_pages())
def test_sample_pages_become_well_formed_trees(name: str) -> None:
    tree = encode(sample_pages()[name])
    check(tree)
    assert tree.cuts == ()
    assert language_of(tree) in ("en", "de", "zh")
    assert tree.title


class TestTexts:
    def test_a_comment_does_not_part_a_text(self) -> None:
        assert encode("<p>foot<!-- x -->ball</p>").words == ["football"]

    def test_an_element_does(self) -> None:
        assert encode("<p>foot<b></b>ball</p>").texts == ["foot", "ball"]

    def test_a_script_inside_a_text_leaves_the_words_on_both_sides(self) -> None:
        tree = encode("<p>one <script>two</script> three</p>")
        assert tree.words == ["one", "three"]

    def test_white_space_between_elements_is_kept_behind_the_text_before(self) -> None:
        assert encode("<p><b>a</b> \n <i>b</i></p>").texts == ["a \n ", "b"]

    def test_white_space_alone_is_no_text(self) -> None:
        assert encode("<p> </p>\n<p>\xa0</p>").texts == []

    @pytest.mark.parametrize(
        "hidden",
        [
            "<script>hidden</script>",
            "<style>hidden</style>",
            "<template><p>hidden</p></template>",
            "<noscript><p>hidden</p></noscript>",
            "<noframes>hidden</noframes>",
            "<noembed>hidden</noembed>",
            "<!-- hidden -->",
            "<![CDATA[hidden]]>",
            "<?php hidden ?>",
            "<svg><text>hidden</text><title>hidden</title></svg>",
            "<iframe src=x>hidden</iframe>",
            "<canvas>hidden</canvas>",
            "<video>hidden</video>",
            "<title>hidden</title>",
            "<meta name=description content=hidden>",
        ],
    )
    def test_what_is_not_shown_is_outside_the_text(self, hidden: str) -> None:
        for page in (f"<body>{hidden}<p>shown", f"<head>{hidden}</head><p>shown{hidden}"):
            assert encode(page).words == ["shown"]

    @pytest.mark.parametrize("tag", sorted(OPAQUE))
    def test_what_is_drawn_or_played_is_one_node_without_content(self, tag: str) -> None:
        tree = encode(f"<p>a<{tag} class=k><g>inside</g></{tag}>b</p>")
        assert [tree.tag_name(n) for n in range(len(tree))] == ["body", "p", "#text", tag, "#text"]
        assert tree.texts == ["a", "b"]

    def test_entities_are_what_they_stand_for(self) -> None:
        assert encode("<p>caf&eacute; &lt;b&gt; &#x8A9E; &amp;amp;").texts == ["café <b> 語 &amp;"]

    def test_nulls_inside_words_are_dropped(self) -> None:
        assert encode("<p>pl\0ain</p>").words == ["plain"]

    def test_lone_surrogates_do_no_harm(self) -> None:
        tree = encode("<p>a \ud800 b</p>")
        assert tree.words == ["a", "b"]
        tree.leaf_texts.utf8.decode()

    def test_a_page_in_plain_text_is_one_text(self) -> None:
        assert encode("just words\nand more").texts == ["just words\nand more"]

    def test_what_follows_plaintext_is_text(self) -> None:
        assert encode("<p>a<plaintext>b <b>c</b>").words == ["a", "b", "b", "c", "b"]

    def test_unclosed_elements_end_where_browsers_end_them(self) -> None:
        tree = encode("<ul><li>a<li>b</ul><p>c<p>d<div>e")
        assert [tree.tag_name(int(tree.parent[leaf])) for leaf in tree.leaves] == [
            *("li", "li", "p", "p", "div")
        ]


class TestKindsOfPages:
    def test_a_frameset_page_lists_its_frames_and_has_no_text(self) -> None:
        tree = encode(
            "<html><head><title>Frames</title></head><frameset cols='20%,*'>"
            "<frame src=menu.html><frame src=main.html><noframes>none</noframes></frameset></html>"
        )
        check(tree)
        assert tree.frames == ["menu.html", "main.html"]
        assert tree.texts == []
        assert tree.title == "Frames"
        assert tree.tag_name(0) == "frameset"

    def test_a_frameset_after_an_empty_paragraph_still_takes_the_place_of_the_body(self) -> None:
        tree = encode("<p><frameset><frame src=a></frameset>")
        assert tree.tag_name(0) == "frameset"
        assert tree.frames == ["a"]

    def test_an_xhtml_page_with_a_declaration_is_a_page(self) -> None:
        tree = encode(
            '<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML '
            '1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd">\n'
            '<html xmlns="http://www.w3.org/1999/xhtml" lang="fr"><head><title>T</title></head>'
            "<body><p>un<br/>deux</p><div/><p>trois</p></body></html>"
        )
        assert (tree.title, tree.lang) == ("T", "fr")
        assert tree.words == ["un", "deux", "trois"]

    def test_a_page_of_scripts_has_no_text_and_is_no_error(self) -> None:
        tree = encode("<html><body><div id=root></div><script>start()</script></body></html>")
        check(tree)
        assert (tree.texts, tree.words, len(tree)) == ([], [], 2)

    @pytest.mark.parametrize("html", ["", " ", "<html></html>", "<body></body>", "<!-- x -->"])
    def test_an_empty_page_is_a_body_and_nothing_else(self, html: str) -> None:
        tree = encode(html)
        check(tree)
        assert (len(tree), tree.texts, tree.title) == (1, [], "")
        assert tree.tag_name(0) == "body"

    def test_the_first_title_counts(self) -> None:
        assert encode("<title> The\n page </title><p>x").title == "The page"

    def test_the_title_of_a_drawing_is_not_the_title_of_the_page(self) -> None:
        assert encode("<body><svg><title>Logo</title></svg><p>x").title == ""


class TestLinksImagesFrames:
    def test_a_link_knows_its_target_and_its_words(self) -> None:
        tree = encode("<p>go <a href=' /x '>over <b>there</b></a> now</p>")
        (link,) = tree.links
        assert link.target == "/x"
        assert tree.words[slice(*link.words)] == ["over", "there"]
        assert tree.text_of(link.node) == "over there"

    def test_an_anchor_without_a_target_is_no_link(self) -> None:
        assert encode("<a name=x>a</a><a href>b</a><a href=''>c</a>").links == []

    def test_areas_of_a_map_are_links(self) -> None:
        tree = encode("<map><area href=/a><area href=/b></map>")
        assert [link.target for link in tree.links] == ["/a", "/b"]

    def test_an_image_tells_what_it_says_of_itself(self) -> None:
        (image,) = encode("<img src=a.png alt='A cat' width=10 height=20>").images
        assert (image.source, image.alt, image.width, image.height) == (
            *("a.png", "A cat"),
            *("10", "20"),
        )

    def test_an_image_that_loads_late_has_its_late_address(self) -> None:
        assert [i.source for i in encode("<img data-src=late.png>").images] == ["late.png"]

    def test_frames_inside_a_page_are_listed(self) -> None:
        tree = encode("<p>x</p><iframe src=/ad></iframe><iframe></iframe>")
        assert tree.frames == ["/ad"]


class TestLanguage:
    @pytest.mark.parametrize(
        ("html", "lang"),
        [
            ("<html lang=en-US>x", "en"),
            ("<html lang=''>x", None),
            ("<html>x", None),
            ("<html lang='{{ lang }}'>x", None),
        ],
    )
    def test_the_declared_language_is_a_code_or_nothing(self, html: str, lang: str | None) -> None:
        assert encode(html).lang == lang


class TestQueries:
    TREE = encode("<div><p>a <b>b</b></p><pre>c</pre></div><x-y>d</x-y>")

    def test_children_are_in_order(self) -> None:
        tree = self.TREE
        names = [[tree.tag_name(c) for c in tree.children(n)] for n in (0, 1, 2)]
        assert names == [["div", "x-y"], ["p", "pre"], ["#text", "b"]]

    def test_below_marks_an_element_and_all_inside_it(self) -> None:
        tree = self.TREE
        marked = tree.below(TAG_ID["p"], TAG_ID["pre"])
        assert [tree.tag_name(n) for n in range(len(tree)) if marked[n]] == [
            *("p", "#text", "b", "#text", "pre", "#text")
        ]

    def test_the_text_of_a_node_is_collapsed(self) -> None:
        assert [self.TREE.text_of(n) for n in (0, 1)] == ["a b c d", "a b c"]
