"""Rankings: the paper's example to the third digit, and graphs of every shape."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from link_pages import FIGURE_7, Anchors, site

from sitesieve.links import Variant, link_graph, rank, variants
from sitesieve.links.ranking import BEST, pointing_share
from sitesieve.links.structure import contents_count

ALL = [variant.name for variant in variants()]


def test_the_link_entropies_of_the_paper() -> None:
    graph = site(FIGURE_7)
    table_1 = [
        *(0.669, 0.861),
        *(0.430, 0.430, 0.861, 0.861),
        0.861,
        *(0.669, 0.861, 0.861, 0.543),
        *(0.669, 0.861, 0.861, 0.543),
    ]
    assert graph.entropy.tolist() == pytest.approx(table_1, abs=0.001)


def test_the_feature_entropies_of_the_paper() -> None:
    # Links of one word have the entropy of that word; T0 and T1 stand alone on no link.
    words = dict(FIGURE_7)
    words[4] = [(0, "home"), (2, "sales"), (3, "flood"), (3, "hot"), (3, "news"), (3, "news")]
    graph = site(words)
    of_word = graph.entropy[graph.source == 4].tolist()
    expected = [0.861, 0.861, 0.430, 0.682, 0.655, 0.655]  # home, sales, flood, hot, news
    assert of_word == pytest.approx(expected, abs=0.001)


@pytest.mark.parametrize(
    ("name", "authority", "hub"),
    [
        ("HITS", (0.535, 0.419, 0.576, 0.321, 0.321), (0.297, 0.524, 0.160, 0.553, 0.553)),
        ("LAMIS", (0.229, 0.338, 0.244, 0.622, 0.622), (0.142, 0.756, 0.031, 0.451, 0.451)),
    ],
)
def test_table_2_of_the_paper(name: str, authority: list[float], hub: list[float]) -> None:
    ranking = rank(site(FIGURE_7), name)
    assert ranking.authority.tolist() == pytest.approx(authority, abs=0.001)
    assert ranking.hub.tolist() == pytest.approx(hub, abs=0.001)


def test_entropy_finds_the_contents_page_where_hits_does_not() -> None:
    graph = site(FIGURE_7)
    assert int(np.argmax(rank(graph, "LAMIS").score)) == 1
    assert int(np.argmax(rank(graph, "HITS").score)) in (3, 4)


def test_salsa_on_a_connected_graph_ranks_by_degree() -> None:
    # Lempel and Moran: the authority of a page is its share of the links.
    graph = site({0: [(2, "a"), (3, "b")], 1: [(3, "c")], 2: [], 3: []})
    ranking = rank(graph, "SALSA", iterations=100)
    assert ranking.settled
    assert ranking.hub[0] / ranking.hub[1] == pytest.approx(2)
    assert ranking.authority[3] / ranking.authority[2] == pytest.approx(2)


def test_degrees_by_count_divide_by_the_number_of_links() -> None:
    # One turn of LAMIS-LN on figure 7 by hand. With α of flood and merger .570, of news and either
    # .457, of hot news .331, of home and sales .139; P0 has 2 links, P2 one, the others 4.
    authority = [0.139 * 7 / 4, 0.331, 0.139 * 5 / 4, (0.570 + 0.457) / 4, (0.570 + 0.457) / 4]
    graph = site(FIGURE_7)
    ranking = rank(graph, "LAMIS-LN", 1, degrees="count")
    expected = np.array(authority) / np.linalg.norm(authority)
    assert ranking.authority.tolist() == pytest.approx(expected.tolist(), abs=0.001)
    incoming = [4, 3, 4, 2, 2]
    a = expected / incoming
    hub = [
        0.331 * a[1] + 0.139 * a[2],
        0.570 * (a[3] + a[4]) + 0.139 * (a[0] + a[2]),
        0.139 * a[0],
        0.331 * a[1] + 0.139 * (a[0] + a[2]) + 0.457 * a[4],
        0.331 * a[1] + 0.139 * (a[0] + a[2]) + 0.457 * a[3],
    ]
    assert ranking.hub.tolist() == pytest.approx(
        (np.array(hub) / np.linalg.norm(hub)).tolist(), abs=0.001
    )
    # Where every link weighs alike the two are the same.
    same = [
        rank(graph, "HITS-LN", degrees=degrees).hub.tolist() for degrees in ("weights", "count")
    ]
    assert same[0] == pytest.approx(same[1])
    with pytest.raises(ValueError, match="degrees"):
        rank(graph, "HITS-LN", degrees="links")  # type: ignore[arg-type]


def test_out_links_are_counted_once_a_page() -> None:
    graph = site({0: [(1, "x"), (1, "y"), (2, "z")], 1: [(2, "z")], 2: []})
    assert rank(graph, "OL").score.tolist() == [2, 1, 0]


def test_several_links_between_two_pages_weigh_as_the_best_of_them() -> None:
    pages: dict[object, Anchors] = {0: [(1, "rare"), (2, "x")], 1: [(2, "x")], 2: [(0, "x")]}
    doubled = pages | {0: [(1, "rare"), (1, "rare"), (2, "x")]}
    ones, twos = (rank(site(each), "HITS").hub for each in (pages, doubled))
    assert ones.tolist() == pytest.approx(twos.tolist())


def test_names_and_variants_go_together() -> None:
    assert len(set(ALL)) == len(ALL) == 260
    for name in ALL:
        assert Variant.named(name).name == name
    assert Variant.named("salsa").name == "HITS-LN"
    assert Variant.named("lamis-tw-hr-cb-ln").name == "LAMIS-LN-CB-HR-TW"


@pytest.mark.parametrize(
    "name", ["", "LN", "PAGERANK", "HITS-LAMIS", "HITS-LN-LN", "OL-LN", "HITS-"]
)
def test_other_names_are_refused(name: str) -> None:
    with pytest.raises(ValueError, match="OL"):
        Variant.named(name)


PROSE = "the tide came in over the flats and nobody had thought to bring the boats up".split()


def listing(*names: str) -> str:
    """Entries of a list, each a block: a headline that is a link, and a teaser."""
    return "".join(
        f'<article><a href="/{name}">All about {name}</a> {" ".join(PROSE)} {name}</article>'
        for name in names
    )


def test_a_page_that_speaks_for_itself_points_less_than_one_that_lists_others() -> None:
    names = ("tides", "boats", "flats", "nets")
    own = "".join(f"<section>{' '.join(w + str(n) for w in PROSE)}</section>" for n in range(9))
    pages = [("http://a.example/list", f"<title>News</title>{listing(*names)}")]
    pages += [
        (
            f"http://a.example/{name}",
            f"<title>All about {name}</title>{own.replace('0', name)}"
            f"<aside>{listing(*(other for other in names if other != name))}</aside>",
        )
        for name in names
    ]
    graph = link_graph(pages)
    share = pointing_share(graph)
    assert ((share >= 0) & (share <= 1)).all()
    assert share[0] > 0.9
    assert (share[1:] < 0.6).all()
    first_by_count = rank(graph, "OL").score
    assert first_by_count[0] - 1 == first_by_count[1]
    assert rank(graph, "OL-PS").score[0] > 1.8 * rank(graph, "OL-PS").score[1:].max()


def test_a_bare_list_of_links_points_though_its_words_are_no_titles() -> None:
    links = " ".join(f'<a href="/b#{n}">section number {n}</a>' for n in range(9))
    pages = [("http://a.example/a", f"<nav>{links}</nav>"), ("http://a.example/b", "<p>text")]
    assert pointing_share(link_graph(pages)).tolist() == [1, 0]


def test_one_headline_does_not_speak_for_a_whole_article_around_it() -> None:
    # Four terms of the link, "see" and a hundred others: a teaser is twenty of them at most.
    words = " ".join(f"word{n}" for n in range(100))
    pages = [
        (
            "http://a.example/a",
            f'<title>One</title><p>See <a href="/b">The second page</a> {words}',
        ),
        ("http://a.example/b", "<title>The second page</title><p>text"),
    ]
    graph = link_graph(pages)
    assert graph.block_terms.tolist() == [104, 1]
    assert graph.agreement.tolist() == [1]
    assert pointing_share(graph).tolist() == pytest.approx([20 / 104, 0])


def section(name: str, pages: int) -> dict[str, str]:
    """A section of a documentation site: its contents page lists its pages, and every page of
    it has the same list for a menu beside a few words of its own."""
    names = [f"{name}{n}" for n in range(pages)]
    entries = "".join(f'<li><a href="/{page}">All about {page}</a></li>' for page in names)
    menu = f"<nav><ul>{entries}</ul></nav>"
    front = f"<title>The {name} section</title>{menu}<main><ul>{entries}</ul></main>"
    return {name: front} | {
        page: f"<title>All about {page}</title>{menu}<main><div>{page} {' '.join(PROSE)}"
        f" {' '.join(w + page for w in PROSE[:4])}</div></main>"
        for page in names
    }


def test_a_link_is_shown_by_all_pages_that_have_it_at_a_like_place() -> None:
    pages = section("tides", 4)
    graph = link_graph((f"http://a.example/{name}", html) for name, html in pages.items())
    menu = np.array([place.startswith("/html/body/nav") for place in graph.block_place])
    in_menu = menu[graph.block]
    # Five pages have the menu; a page's link to itself is no link, so four show each.
    assert graph.showing[in_menu].tolist() == [4] * 16
    assert graph.showing[~in_menu].tolist() == [1] * 4


def test_menus_of_sections_make_no_contents_pages_however_large_the_site() -> None:
    pages: dict[str, str] = {}
    for name in ("tides", "boats", "flats", "nets", "ropes", "sails", "winds", "harbours"):
        pages |= section(name, 12)
    graph = link_graph((f"http://a.example/{name}", html) for name, html in pages.items())
    contents = {url for url in graph.urls if url[-1].isalpha()}
    assert len(contents) == 8

    def first(name: str) -> set[str]:
        ranked = np.argsort(-rank(graph, name).score, kind="stable")
        return {graph.urls[page] for page in ranked[: len(contents)]}

    assert first(BEST) == contents
    assert first("OL-PS-SL") == contents
    assert contents_count(rank(graph, BEST).score) == 8


def test_with_normalised_shared_lists_hubs_start_where_they_end() -> None:
    # On each island what a hub ends with is what its links weigh, so nothing is left to do.
    ranking = rank(site(FIGURE_7), "LAMIS-LN-SL")
    assert ranking.settled
    assert ranking.iterations == 1


def test_no_iteration_is_refused() -> None:
    with pytest.raises(ValueError, match="iteration"):
        rank(site(FIGURE_7), "HITS", iterations=0)


CLIQUE: dict[object, Anchors] = {n: [(m, f"word{m}") for m in range(6) if m != n] for n in range(6)}
SHAPES: dict[str, dict[object, Anchors]] = {
    "no page": {},
    "one page": {0: []},
    "no links": {0: [], 1: [], 2: []},
    "two islands": {0: [(1, "a b")], 1: [], 2: [(3, "c d")], 3: [(2, "e")]},
    "a clique": CLIQUE,
    "a clique and a contents page": CLIQUE | {9: [(n, f"title {n}") for n in range(6)]},
    "a chain": {n: [(n + 1, f"step{n}")] for n in range(9)},
    "links that say nothing": {0: [(1, ""), (2, "…")], 1: [], 2: []},
}


@pytest.mark.parametrize("shape", SHAPES)
def test_every_ranking_gives_finite_scores_on_every_shape(shape: str) -> None:
    graph = site(SHAPES[shape])
    for name in ALL:
        ranking = rank(graph, name, iterations=30)
        assert ranking.iterations <= 30, name
        assert len(ranking.score) == graph.pages, name
        for values in (ranking.score, ranking.hub, ranking.authority):
            assert np.isfinite(values).all(), name


@pytest.mark.parametrize(
    "name", ["HITS", "HITS-LN", "LAMIS-LN-CB-HR-TW", "LAMIS-LN-TW-TA-PS", BEST]
)
@pytest.mark.parametrize("shape", SHAPES)
def test_rankings_settle(shape: str, name: str) -> None:
    assert rank(site(SHAPES[shape]), name, iterations=2000).settled


@given(
    st.lists(
        st.lists(st.tuples(st.integers(0, 5), st.sampled_from("abc")), max_size=5), max_size=6
    ),
    st.sampled_from(ALL),
)
def test_the_order_in_which_pages_come_is_no_matter(
    anchors: list[list[tuple[int, str]]], name: str
) -> None:
    pages: dict[object, Anchors] = dict(enumerate(anchors))
    turned = dict(reversed(pages.items()))
    first, second = (rank(site(each), name).score for each in (pages, turned))
    assert first.tolist() == pytest.approx(second[::-1].tolist(), abs=1e-9)


def test_a_site_without_scores_has_no_contents_pages() -> None:
    assert contents_count(np.zeros(5)) == contents_count(np.zeros(0)) == 0


def test_one_page_that_leads_everywhere_does_not_hide_the_other_contents_pages() -> None:
    assert contents_count(np.array([500.0] + [20.0] * 9 + [1.0] * 90)) == 10


@given(st.lists(st.floats(-5, 5, allow_nan=False), max_size=30))
def test_contents_pages_are_at_most_half_of_all(scores: list[float]) -> None:
    assert 0 <= contents_count(np.array(scores)) <= len(scores) / 2
