"""Hostile and huge pages: cut quickly, without losing text, and reported."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from page_helpers import PATIENT, at_most

from sitesieve.errors import PageError, Reason
from sitesieve.page import Cut, Limits, Page
from sitesieve.page.encode import encode
from sitesieve.page.guard import guard

MANY = 100_000


def words(count: int) -> list[str]:
    return [f"w{number}" for number in range(count)]


def caps(page: Page) -> list[str]:
    return [cut.cap for cut in page.tree.cuts]


def is_untouched(page: str) -> bool:
    """Whether the parser gets the page as it is."""
    utf8 = page.encode()
    guarded, cuts = guard(utf8, Limits())
    return guarded is utf8 and not cuts


class TestDepth:
    @pytest.mark.parametrize("tag", ["div", "span", "ul", "section", "blockquote", "x-card"])
    @pytest.mark.parametrize("closed", [False, True])
    def test_a_hundred_thousand_nested_elements_lose_no_word(self, tag: str, closed: bool) -> None:
        page = "".join(f"<{tag}>{word}" for word in words(MANY)) + f"</{tag}>" * MANY * closed
        with at_most(3.0):
            tree = encode(page)
        assert tree.words == words(MANY)
        (cut,) = tree.cuts
        assert (cut.cap, cut.limit) == ("depth", 512)
        assert cut.found in (MANY, MANY + 1)  # the body counts, or not

    @pytest.mark.parametrize(
        "opening", ["<i>", "<font>", "<ul><li>", "<table><tr><td>", "<dl><dd>", "<a><div>"]
    )
    def test_so_do_elements_that_the_parser_closes_or_reopens(self, opening: str) -> None:
        count = MANY // opening.count("<")
        with at_most(5.0):
            tree = encode("".join(opening + word for word in words(count)))
        assert tree.words == words(count)
        assert [cut.cap for cut in tree.cuts] == ["depth"]
        assert tree.cuts[0].found >= count

    @pytest.mark.parametrize("tag", ["p", "li", "option", "a", "nobr"])
    def test_elements_that_close_their_like_are_never_too_deep(self, tag: str) -> None:
        with at_most(3.0):
            tree = encode("".join(f"<{tag}>{word}" for word in words(30_000)))
        assert tree.words == words(30_000)
        assert tree.cuts == ()

    @pytest.mark.parametrize(
        "piece",
        [
            *("<x-a><div></x-a>", "<span><ul></span>", "<x-a><h1></x-a>", "<form><div></form>"),
            *("<div><table><tr><td></div>", "<caption><div></caption>", "<ul><object></ul>"),
        ],
    )
    def test_end_tags_that_the_parser_ignores_close_nothing(self, piece: str) -> None:
        with at_most(0.5):
            tree = encode("".join(piece + word for word in words(20_000)))
        assert tree.words == words(20_000)
        assert [cut.cap for cut in tree.cuts] == ["depth"]

    @pytest.mark.parametrize(
        "piece",
        [
            *("<div><span></div>", "<table><tr><td><div></table>", "<section><x-a><i></section>"),
            *("<template><table></template>", "<object><b><div></object>", "<ul><li><div></ul>"),
            *("<form><x-a></x-a></form>", "<h1><span></h1>", "<div><p><x-a></div>"),
        ],
    )
    def test_elements_left_open_end_with_what_they_stand_in(self, piece: str) -> None:
        page = piece * 20_000 + "x"
        assert is_untouched(page)
        assert encode(page, Limits(nodes=1_000_000)).cuts == ()

    def test_depth_between_the_cap_and_suspicion_loses_no_word_either(self) -> None:
        tree = encode("".join(f"<div>{word}" for word in words(2000)))
        assert tree.words == words(2000)
        assert tree.cuts == (Cut("depth", 512, 2001),)  # with the body

    def test_words_before_and_after_a_flattened_element_stay_apart(self) -> None:
        tree = encode("<div>one<div>two</div>three</div>", Limits(depth=2))
        assert tree.words == ["one", "two", "three"]

    def test_words_after_many_closing_tags_stay_apart(self) -> None:
        page = "<div>" * 600 + "".join(f"{word}</div>" for word in words(600))
        assert encode(page).words == words(600)

    def test_no_node_is_deeper_than_the_cap(self) -> None:
        tree = encode("<div>" * 40 + "deep" + "</div>" * 40, Limits(depth=7))
        depth = [0]
        for parent in tree.parent[1:].tolist():
            depth.append(depth[parent] + 1)
        elements = [d for d, tag in zip(depth, tree.tag, strict=True) if tag != 1]
        assert max(elements) == 6  # seven levels, the body's is 0

    def test_a_page_at_the_cap_is_not_cut(self) -> None:
        tree = encode("<div>" * 9 + "x" + "</div>" * 9, Limits(depth=10))
        assert tree.cuts == ()
        assert len(tree) == 11

    @PATIENT
    @given(st.lists(st.sampled_from(["<div>", "</div>", "<ul>", "</ul>", "<p>", "<b>", "</b>"])))
    def test_any_nesting_under_a_tight_cap_keeps_all_words_apart(self, tags: list[str]) -> None:
        page = "".join(f"{tag}{word}" for tag, word in zip(tags, words(99), strict=False))
        free, tight = encode(page), encode(page, Limits(depth=3))
        assert tight.words == free.words


class TestAttributes:
    @pytest.mark.parametrize(
        "attribute",
        ["a{}", "a{}=1", "a{}='x>{}<b>'", 'a{}="x>{}<b>"', 'a{}="it\'s>{}"', "a{} = 'y'", "a{}/"],
    )
    def test_a_hundred_thousand_on_one_tag_are_cut_and_reported(self, attribute: str) -> None:
        many = " ".join(attribute.format(n, n) for n in range(MANY))
        with at_most(2.0):
            tree = encode(f"<p>before</p><p {many}>inside</p><p>after</p>")
        assert tree.texts == ["before", "inside", "after"]
        assert tree.cuts == (Cut("attributes", 256, MANY),)

    def test_the_first_ones_stay(self) -> None:
        many = " ".join(f"a{n}=1" for n in range(MANY))
        tree = encode(f"<a class=first href=/x {many}>link</a>")
        assert [link.target for link in tree.links] == ["/x"]
        assert tree.style[1] == encode("<a class=first>link</a>").style[1]

    def test_a_tag_that_never_ends_is_no_problem(self) -> None:
        with at_most(2.0):
            tree = encode("<p>before</p><p " + 'a="' * MANY)
        assert tree.texts == ["before"]

    def test_many_elements_with_many_attributes_each_stay_as_they_are(self) -> None:
        element = "<p " + " ".join(f"a{n}=1" for n in range(100)) + " class=last>x</p>"
        tree = encode(element * 1000)
        assert tree.cuts == ()
        assert list(tree.attributes("class").values()) == ["last"] * 1000

    def test_a_small_cap_bites_on_a_small_page_too(self) -> None:
        page = '<p a=1 b=2 class=x id=y>text <a b=1 c=2 d=3 href="/late">link</a></p>'
        tree = encode(page, Limits(attributes=3))
        assert tree.cuts == (Cut("attributes", 3, 4),)
        assert tree.words == ["text", "link"]
        assert tree.links == []  # its address was the fourth attribute
        assert encode(page).links[0].target == "/late"

    @pytest.mark.parametrize("tag", ["body", "html"])
    def test_attributes_spread_over_many_body_tags_are_no_way_around(self, tag: str) -> None:
        # The parser adds the attributes of every further <body> to the first one.
        with at_most(1.0):
            tree = encode("".join(f"<{tag} a{n}=1>" for n in range(35_000)) + "after")
        assert tree.texts == ["after"]

    def test_a_flood_of_unfinished_tags_is_read_quickly(self) -> None:
        with at_most(1.0):
            encode(("<a" * 9000 + ">") * 30 + "end")

    @pytest.mark.parametrize("value", ["a:" + "0." * 15_000 + "x", "a:" + "url(" * 25_000])
    def test_a_style_attribute_written_to_stall_does_not(self, value: str) -> None:
        with at_most(0.8):
            assert encode(f"<p style='{value}'>x</p>").texts == ["x"]


def test_font_elements_that_are_never_closed_do_not_multiply() -> None:
    # The parser re-opens all of them in every paragraph: half a million nodes from 22 KB,
    # and gigabytes from 100 KB.
    page = "".join(f"<font size={n}>{word}<p>" for n, word in enumerate(words(1000)))
    with at_most(1.0):
        tree = encode(page)
    assert tree.words == words(1000)


@pytest.mark.parametrize("tag", ["b", "a", "FONT"])
def test_a_long_attribute_of_an_element_that_is_opened_again_is_not_copied(tag: str) -> None:
    page = f"<p><{tag} title='{'x' * 100_000}'>" + "<p>y" * 10_000
    tree = encode(page)
    assert len(tree.attribute_columns.value.utf8) < 1_000
    assert [cut.cap for cut in tree.cuts] == ["formatting"]
    assert len(tree.leaves) == 10_000


def test_long_links_of_ordinary_pages_stay() -> None:
    page = "".join(f"<p><a href='/{n}?{'x' * 9_000}'>link</a></p>" for n in range(200))
    assert is_untouched(page)


class TestWhatOnlyLooksLikeATag:
    NESTED = "<div>" * 40_000
    ATTRIBUTES = "<p " + " ".join(f"a{n}=1" for n in range(30_000)) + ">"

    @pytest.mark.parametrize(
        ("opening", "closing"),
        [
            ("<script>", "</script>"),
            ("<SCRIPT type=x>", "</script >"),
            ("<style>", "</STYLE>"),
            ("<!--", "-->"),
            ("<textarea>", "</textarea>"),
            ("<title>", "</title>"),
            ("<noscript>", "</noscript>"),
            ("<iframe>", "</iframe>"),
            ("<xmp>", "</xmp>"),
        ],
    )
    def test_is_not_touched(self, opening: str, closing: str) -> None:
        page = f"<p>x</p>{opening}{self.NESTED}{self.ATTRIBUTES}{closing}<p>y</p>"
        with at_most(2.0):
            tree = encode(page)
        assert tree.cuts == ()
        assert (tree.texts[0], tree.texts[-1]) == ("x", "y")
        assert is_untouched(page)

    def test_is_not_touched_beside_real_nesting(self) -> None:
        script = f"<script>{'<div>' * 1000}</script>"
        tree = encode(self.NESTED + script + "x")
        assert script.encode() in guard((self.NESTED + script + "x").encode(), Limits())[0]
        assert tree.words == ["x"]
        assert [cut.cap for cut in tree.cuts] == ["depth"]
        assert tree.cuts[0].found in (40_000, 40_001)

    def test_a_quoted_angle_bracket_does_not_end_a_tag(self) -> None:
        tree = encode("<div title='a > b <i>'>" * 5000 + "x", Limits(depth=4))
        assert tree.texts[0].strip() == "x"
        assert len(tree) == 5

    @pytest.mark.parametrize("opening", ["<script>", "<!--", "<style>"])
    def test_one_that_is_never_closed_swallows_the_rest_quickly(self, opening: str) -> None:
        with at_most(2.0):
            tree = encode(f"<p>x</p>{opening}{self.NESTED}")
        assert tree.texts == ["x"]


class TestWhatOnlyLooksHidden:
    """Tags that the parser does see, though they seem to stand in a value or a script."""

    TRICKS = (
        '<a ="> {} <b title="">',
        "<a b='x'c=>{}'>",
        "<svg><title>{}</title></svg>",
        "<svg><title><b>x</b></title><style>{}</style></svg>",
        "<svg><script>{}</script></svg>",
        "<svg a=/><style>{}</style>",
        "<svg></math><style>{}</style>",
        "<math></svg><xmp>{}</xmp>",
        "<svg><![CDATA[ > <!-- ]]></svg>{}-->",
        "<svg><![CDATA[ > <a b=' ]]></svg>{}'>",
        "<![CDATA[ > {} ]]>",
        "<textarea><script></textarea>{}</script>",
        "<title><!--</title>{}-->",
        "<script><!-- </script>{}-->",
        "<script><!--<script></script><xmp>--></script>{}</xmp>",
        "<script><!--><script></script>{}</script>",
        "<script><!--<script>--></script>{}</script>",
        "<script><!--<scripts></script>{}</script>",
        "<!-->{}-->",
        "<!--->{}-->",
        "<!-- --!x><xmp>-->{}</xmp>",
        "<!-- --!>{}-->",
        "<!doctype html '>{}'>",
        "<?xml a='>{}'?>",
        "</ a='>{}'>",
        "<xmp\x0b>{}</xmp>",
        "<xmp></xmp\x0b></xmp>{}",
        "<xmps>{}</xmps>",
        "<x-svg><style></style>{}</x-svg>",
    )
    # A script, a comment, a value after all.
    TRULY = (
        '<a b=">{}">',
        "<a b = '>{}'>",
        "<script>if (a <b && c> d) '<!--'; {}</script>",
        "<script><!--<script></script>{}</script>",
        "<script><!--<SCRIPT >{}</script/></script>",
        "<svg/><style>{}</style>",
        "<svg a='' /><style>{}</style>",
        "<svg><title>x</title></svg><style>{}</style>",
        "<svg><math></math></svg><style>{}</style>",
        "<svg><![CDATA[{}]]></svg>",
        "<!-- --!{}-->",
        "<!-- --{}-->",
        "<textarea>{}</textareas></textarea>",
    )
    NESTED = "<div>" * 40_000
    ATTRIBUTES = "<p " + " ".join(f"a{n}=1" for n in range(30_000)) + ">"

    @pytest.mark.parametrize("trick", TRICKS)
    def test_is_cut(self, trick: str) -> None:
        for inside, cap in ((self.NESTED, "depth"), (self.ATTRIBUTES, "attributes")):
            page = trick.replace("{}", inside)
            with at_most(0.5):
                tree = encode(page)
            assert cap in [cut.cap for cut in tree.cuts]

    @pytest.mark.parametrize("truly", TRULY)
    def test_what_is_hidden_indeed_is_not_touched(self, truly: str) -> None:
        inside = self.NESTED + self.ATTRIBUTES
        # Values end where their quotes do.
        assert is_untouched(truly.replace("{}", inside))

    def test_large_scripts_are_not_touched(self) -> None:
        script = 'for(i=0;i<n;i++){document.write(\'<div class="a" id="b">\'+i)}\n' * 50_000
        data = '{"html": "<p class=x>text</p>", "more": "a<b"},' * 30_000
        page = (
            f"<head><script>{script}</script></head><body><svg><title>x</title></svg><p>text</p>"
            f"<script type='application/json'>[{data}]</script></body>"
        )
        with at_most(0.5):
            assert is_untouched(page)

    @pytest.mark.parametrize(
        "piece",
        [
            *("<script><!--", "<!--<script", "<![CDATA[", "<svg><![CDATA[", "<!--", "<xmp></x"),
            *("<xmp>", "<script>", "<textarea", "<title></", "<a b='", "<svg>"),
        ],
    )
    def test_what_is_opened_again_and_again_takes_no_time(self, piece: str) -> None:
        with at_most(1.0):
            guard((piece * 50_000).encode(), Limits())
            guard(("<script>" + piece * 50_000).encode(), Limits())


class TestSize:
    def test_a_page_of_fifty_megabytes_is_cut_to_the_limit_and_says_so(self) -> None:
        html = b"<html><body>" + b"<p>ten letters</p>\n" * (50_000_000 // 19)
        page = Page("https://big.example/", html, limits=Limits(bytes=1_000_000, nodes=10_000_000))
        with at_most(4.0):
            assert page.tree.cuts == (Cut("bytes", 1_000_000, len(html)),)
        assert len(page.tree.leaves) == (1_000_000 - len("<html><body>") + 10) // 19

    def test_a_page_of_fifty_megabytes_is_no_trouble_by_default(self) -> None:
        page = Page("https://big.example/", b"<p>" + b"some words in a row " * 2_500_000)
        with at_most(10.0):
            assert page.tree.cuts == (Cut("bytes", 20_000_000, 50_000_003),)
        assert page.tree.words[:3] == ["some", "words", "in"]

    def test_text_is_cut_by_its_length_as_well(self) -> None:
        page = Page(None, "<p>äöü</p>" * 100, limits=Limits(bytes=500))
        assert page.tree.cuts == (Cut("bytes", 500, 1000),)
        assert len(page.tree.leaves) == 50

    def test_a_cut_inside_a_character_does_not_change_the_encoding(self) -> None:
        html = ("<p>" + "ж" * 1000).encode()
        page = Page(None, html, limits=Limits(bytes=1000))
        assert page.decoded.encoding == "utf-8"
        assert set(page.tree.texts[0]) == {"ж"}

    def test_a_page_at_the_limit_is_whole(self) -> None:
        assert Page(None, b"<p>1234567", limits=Limits(bytes=10)).tree.cuts == ()


class TestNodes:
    def test_nodes_beyond_the_cap_are_cut_and_counted(self) -> None:
        page = "".join(f"<p>{word}</p>" for word in words(1000))
        tree = encode(page, Limits(nodes=101))
        assert len(tree) == 101
        assert tree.words == words(50)
        assert tree.cuts == (Cut("nodes", 101, 2001),)

    def test_a_page_at_the_cap_is_whole(self) -> None:
        tree = encode("<p>a</p><p>b</p>", Limits(nodes=5))
        assert (len(tree), tree.cuts) == (5, ())

    def test_several_caps_are_reported_together(self) -> None:
        html = "<div>" * 50 + "</div>" * 50 + "<p>x</p>" * 500
        page = Page(None, html, limits=Limits(bytes=3000, nodes=100, depth=10))
        assert sorted(caps(page)) == ["bytes", "depth", "nodes"]


class TestSeconds:
    def test_a_page_that_takes_too_long_is_abandoned(self) -> None:
        page = Page(None, "<p>x</p>" * 20_000, limits=Limits(seconds=1e-6))
        with pytest.raises(PageError) as caught:
            _ = page.tree
        assert caught.value.reason is Reason.TOO_SLOW
        assert "1e-06 s" in caught.value.detail

    def test_a_page_in_time_is_not(self) -> None:
        assert len(encode("<p>x</p>" * 20_000, Limits(seconds=60))) == 40_001


class TestLimits:
    @pytest.mark.parametrize("name", ["bytes", "nodes", "depth", "attributes", "seconds"])
    @pytest.mark.parametrize("value", [0, -1])
    def test_a_limit_that_allows_nothing_is_refused_by_name(self, name: str, value: int) -> None:
        with pytest.raises(ValueError, match=name):
            Limits(**{name: value})

    def test_more_bytes_than_can_be_numbered_are_refused(self) -> None:
        with pytest.raises(ValueError, match="at most 1,000,000,000"):
            Limits(bytes=1_000_000_001)

    def test_a_cut_is_told_in_words(self) -> None:
        assert str(Cut("depth", 512, 100_000)) == "depth: 100,000 cut to 512"
