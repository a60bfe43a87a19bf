"""Links of pages become a graph: what is one page, what is a link, what it says."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from link_pages import address, html, site

from sitesieve.links import GraphBuilder, LinkGraph, Reading, link_graph, read_links
from sitesieve.links.page_links import PAPER, USUAL
from sitesieve.page import Page
from sitesieve.page.hashing import stable_ids


def pairs(graph: LinkGraph) -> set[tuple[str, str]]:
    ends = zip(graph.source.tolist(), graph.target.tolist(), strict=True)
    return {(graph.urls[a][-1], graph.urls[b][-1]) for a, b in ends}


def test_links_to_other_sites_unknown_pages_and_the_page_itself_are_left_out() -> None:
    page = html(("b", "B"), ("a", "here"), ("missing", "?")) + (
        '<a href="https://elsewhere.example/b">far</a><a href="#top">up</a>'
        '<a href="mailto:x@a.example">mail</a><a href="http://[broken">broken</a>'
    )
    graph = link_graph([(address("a"), page), (address("b"), html())])
    assert pairs(graph) == {("a", "b")}


def test_addresses_of_one_page_are_one_page() -> None:
    links = [
        ("b/", "one"),
        ("b?utm_source=x", "two"),
        ("b#part", "three"),
        ("b/index.html", "four"),
    ]
    graph = site({"a": links, "b": []})
    assert graph.target.tolist() == [1, 1, 1, 1]
    assert graph.whole.tolist() == [True, True, False, True]


def test_a_page_that_comes_twice_counts_once() -> None:
    pages = [(address("a"), html(("b", "B"))), (address("b"), html()), (address("a/"), html())]
    assert link_graph(pages).pages == 2


def canonical(name: str) -> str:
    return f'<head><link rel=canonical href="/{name}"></head>'


def test_a_copy_is_the_page_it_asks_to_be_known_as() -> None:
    pages = [
        (address("a"), html(("print", "print me"))),
        (address("b"), html(("a", "A"))),
        (address("print"), canonical("b") + html(("a", "A"))),
    ]
    graph = link_graph(pages)
    assert [url[-1] for url in graph.urls] == ["a", "b"]
    assert pairs(graph) == {("a", "b"), ("b", "a")}


def test_a_page_is_known_by_its_canonical_address_too() -> None:
    pages = [(address("a"), html(("nice", "nice"))), (address("b"), canonical("nice") + "text")]
    assert pairs(link_graph(pages)) == {("a", "b")}


def test_a_site_that_calls_every_page_its_front_page_keeps_its_pages() -> None:
    pages = [(address(n), canonical("0") + html((n + 1, "next"))) for n in range(6)]
    assert link_graph(pages).pages == 6


def test_pages_that_name_each_other_are_no_copies() -> None:
    pages = [(address("a"), canonical("b") + "x"), (address("b"), canonical("a") + "y")]
    assert link_graph([*pages, (address("c"), "z"), (address("d"), "z")]).pages == 4


def redirected(**redirects: str) -> set[tuple[str, str]]:
    """The links of page a, which links to /old, /older and /x, and of b, which does not."""
    links = html(("old", "old"), ("older/", "older"), ("x", "x"))
    leads = {address(start): address(end) for start, end in redirects.items()}
    return pairs(link_graph([(address("a"), links), (address("b"), html())], leads))


def test_a_link_to_an_address_that_redirects_is_a_link_to_where_it_leads() -> None:
    assert redirected() == set()
    assert redirected(old="b") == {("a", "b")}
    assert redirected(older="y", y="z", z="b/index.html") == {("a", "b")}


def test_redirects_in_circles_and_to_no_page_lead_nowhere() -> None:
    assert redirected(old="older", older="x", x="old") == set()
    assert redirected(old="old", older="away", x="a") == set()
    assert redirected(x="old", old="older", older="x", y="b") == set()


def test_an_address_that_is_a_page_stays_one_though_it_redirected_once() -> None:
    pages = [(address("a"), html(("b", "B"))), (address("b"), html()), (address("c"), html())]
    assert pairs(link_graph(pages, {address("b"): address("c")})) == {("a", "b")}


def test_a_redirect_to_a_copy_leads_to_the_page_that_it_copies() -> None:
    pages = [
        (address("a"), html(("old", "old"))),
        (address("b"), "B"),
        (address("print"), canonical("b") + "B"),
    ]
    assert pairs(link_graph(pages, {address("old"): address("print")})) == {("a", "b")}


@given(st.dictionaries(st.sampled_from("bcdefgh"), st.sampled_from("abcdefgh")))
def test_every_way_of_redirects_ends_where_following_it_one_by_one_does(
    leads: dict[str, str],
) -> None:
    pages = [(address("a"), html(*((name, name) for name in "bcdefgh"))), (address("b"), html())]
    expected = False
    for start in "cdefgh":
        at, hops = start, 0
        while at in leads and at not in "ab" and hops < 20:
            at, hops = leads[at], hops + 1
        expected |= at == "b"
    graph = link_graph(pages, {address(start): address(end) for start, end in leads.items()})
    assert (graph.links > 1) == expected


def test_relative_links_follow_the_base_address() -> None:
    page = '<head><base href="/deep/"></head><a href="b">B</a>'
    graph = link_graph([(address("x/y/a"), page), (address("deep/b"), "B")])
    assert pairs(graph) == {("a", "b")}


def test_files_of_a_mirror_and_of_a_folder_link_to_each_other() -> None:
    for folder in ("www.a.example/news", "plain"):
        builder = GraphBuilder()
        for name, links in (("a.html", '<a href="b.html">B</a>'), ("b.html", "B")):
            builder.add(read_links(Page(html=links, name=f"{folder}/{name}")))
        assert builder.finish().links == 1


def test_a_folder_is_the_root_of_its_files() -> None:
    builder = GraphBuilder()
    for name, links in (("news/a.html", '<a href="/b.html">B</a>'), ("b.html", "B")):
        builder.add(read_links(Page(html=links, name=name)))
    assert builder.finish().links == 1


def test_an_image_speaks_for_its_link() -> None:
    page = '<html lang="en"><a href="/b"><img alt="storm in the harbour"></a><a href="/b"></a>'
    graph = link_graph([(address("a"), page), (address("b"), "<p>storm harbour")])
    assert graph.terms.tolist() == [4, 0]
    assert graph.entropy[1] == 1


def test_terms_may_be_stems_without_stop_words_as_in_the_paper() -> None:
    pages = [
        (address("a"), '<html lang="en"><p>sailing <a href="/b">the boats are sailing</a>'),
        (address("b"), '<html lang="en"><title>A boat sails</title><p>sails <a href="/a">to</a>'),
    ]
    words, stems = (link_graph(pages, reading=reading) for reading in (USUAL, PAPER))
    assert words.terms.tolist() == [4, 1]
    assert stems.terms.tolist() == [2, 0]  # boat, sail
    assert words.agreement[0] == 0
    assert stems.agreement[0] == 1
    # "sail" is two thirds on the first page: -(2/3 log2 2/3 + 1/3 log2 1/3) = 0.918; "boat" is 0.
    assert stems.entropy.tolist() == pytest.approx([0.459, 1], abs=0.001)
    assert words.entropy.tolist() == [0, 0]
    without = link_graph(pages, reading=Reading(stop_words=False))
    assert without.terms.tolist() == [2, 0]


def test_alternative_texts_are_terms_like_any_other() -> None:
    page = '<html lang="en"><a href="/b"><img alt="storms in the harbour"></a>'
    pages = [(address("a"), page), (address("b"), '<html lang="en"><p>storm harbour')]
    graph = link_graph(pages, reading=PAPER)
    assert graph.terms.tolist() == [2]
    assert graph.entropy.tolist() == [0]


def test_blocks_may_be_tables_as_in_the_paper() -> None:
    words = "many different words that make a block of its own on any page here"
    page = f'<nav>{words}<a href="/b">menu</a></nav><table><td><a href="/b">story</a></table>'
    pages = [(address("a"), page), (address("b"), "B")]
    tables = link_graph(pages, reading=Reading(partition="tables"))
    assert [tables.block_place[b] for b in tables.block.tolist()] == [
        "/html/body",
        "/html/body/table[1]",
    ]
    with pytest.raises(ValueError, match="spans"):
        Reading(partition="spans")  # type: ignore[arg-type]


def test_a_link_stands_in_its_block() -> None:
    words = "many different words that make a block of its own on any page here"
    page = f'<nav>{words}<a href="/b">menu</a></nav><main>{words}<a href="/b">story</a></main>'
    graph = link_graph([(address("a"), page), (address("b"), "B")])
    places = [graph.block_place[block] for block in graph.block.tolist()]
    assert places == ["/html/body/nav[1]", "/html/body/main[1]"]
    assert [graph.target[graph.links_of(b)].tolist() for b in graph.block.tolist()] == [[1], [1]]


def test_a_link_that_says_the_title_agrees_with_it_and_the_name_of_the_site_is_no_matter() -> None:
    titles = {"b": "Storm over the harbour", "c": "Bread prices rise", "d": "A quiet week"}
    links = html(("b", "Storm over the harbour"), ("c", "read more"), ("d", "The quiet harbour"))
    pages = [(address("a"), f"<title>Contents | Post</title>{links}")]
    pages += [(address(n), f"<title>{title} | Post</title><p>x") for n, title in titles.items()]
    agreement = link_graph(pages).agreement
    assert agreement[0] == pytest.approx(1)
    assert agreement[1] == 0
    assert 0 < agreement[2] < 1


@pytest.mark.parametrize("pages", [0, 1])
def test_no_page_and_one_page_make_a_graph_without_links(pages: int) -> None:
    graph = site({n: [(n, "self")] for n in range(pages)})
    assert (graph.pages, graph.links) == (pages, 0)


@given(
    st.lists(st.lists(st.tuples(st.integers(0, 6), st.text(max_size=12)), max_size=5), max_size=6)
)
def test_links_join_pages_and_blocks_that_exist(anchors: list[list[tuple[int, str]]]) -> None:
    graph = site(dict(enumerate(anchors)))
    assert (graph.source != graph.target).all()
    assert (graph.block_page[graph.block] == graph.source).all()
    assert (np.diff(graph.block) >= 0).all()
    for shares in (graph.entropy, graph.agreement, graph.block_entropy):
        assert ((shares >= 0) & (shares <= 1)).all()


def test_hostile_pages_are_read() -> None:
    pages: list[tuple[str, bytes | str]] = [
        (address("a"), b"\xff\xfe\x00<a href='\x00//[x'>\xed\xa0\x80"),
        (address("b"), "<a href=/a>" * 3000),
        (address("c"), '<a href="' + "/x" * 50_000 + '">long</a><base href="http://[">'),
        (address("d"), '<a href="/a?' + "&a=1" * 5000 + '">many</a>'),
    ]
    assert link_graph(pages).pages == 4


TAGS = st.sampled_from(
    ["<div>", "</div>", "<svg/>", "<x-y:z>", "<né>", "<ul>", "</ul>", "<a href=b>"]
)


@given(
    st.lists(
        TAGS | st.just("ten words or more of a block are here to stay "), min_size=1, max_size=30
    )
)
def test_blocks_have_the_xpaths_of_their_elements(pieces: list[str]) -> None:
    page = Page(address("a"), "".join(pieces))
    places = read_links(page).places
    assert places == {node: page.tree.xpath(node) for node in places}


def test_what_stands_for_images_is_what_their_links_say() -> None:
    page = Page(
        address("a"),
        '<a href=b>one</a> <a href=c><img alt="two three"><img alt=four></a> <a href=d></a>'
        "<img alt=outside> <a href=e>five <img alt=not></a>",
    )
    links = read_links(page)
    assert links.anchor_sizes.tolist() == [1, 3, 0, 1]
    assert links.anchors.tolist() == stable_ids("one two three four five".split()).tolist()
