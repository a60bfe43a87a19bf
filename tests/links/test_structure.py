"""The informative structure of a site: contents pages, articles, the blocks that matter."""

import json
import xml.etree.ElementTree as ET
from dataclasses import replace
from typing import Any

import networkx
import numpy as np
import pytest

from sample_web import SampleSite, generate, web
from sitesieve.links import LinkGraph, Structure, find_structure, link_graph
from sitesieve.links.graph_files import as_data, graphml, pairs
from sitesieve.links.layout import layout, owners
from sitesieve.links.ranking import BEST
from sitesieve.links.structure import PAPER
from sitesieve.report.link_map import map_page
from sitesieve.site.block_entropy import SiteEntropies


@pytest.fixture(scope="module")
def sample() -> SampleSite:
    return web.make_site(web.NEWS, 0, 4.0, "press")


@pytest.fixture(scope="module")
def structure(sample: SampleSite) -> Structure:
    return find_structure(link_graph((p.url, p.html) for p in sample.pages), sample.name)


def of_role(structure: Structure, sample: SampleSite, role: str) -> tuple[set[str], set[str]]:
    roles = zip(structure.graph.urls, structure.roles, strict=True)
    return {url for url, r in roles if r == role}, {p.url for p in sample.pages if p.role == role}


def test_contents_pages_of_a_news_site_are_found_without_their_number(
    structure: Structure, sample: SampleSite
) -> None:
    contents, truth = of_role(structure, sample, "contents")
    assert contents == truth


def test_contents_pages_of_sixty_pages_are_told_from_articles_that_recommend_others() -> None:
    precision, recall = [], []
    for site in generate():
        small = find_structure(link_graph((p.url, p.html) for p in site.pages), site.name)
        contents, truth = of_role(small, site, "contents")
        precision.append(len(contents & truth) / len(contents))
        recall.append(len(contents & truth) / len(truth))
        assert 2 * precision[-1] * recall[-1] > 0.6 * (precision[-1] + recall[-1]), site.name
    assert np.mean(precision) > 0.85
    assert np.mean(recall) > 0.75


def test_all_articles_are_reached_and_little_else(structure: Structure, sample: SampleSite) -> None:
    articles, truth = of_role(structure, sample, "article")
    assert articles >= truth
    products = {p.url for p in sample.pages if p.template == "product"}
    assert len(articles - truth - products) <= 5


def test_menus_are_no_informative_blocks(structure: Structure) -> None:
    for page in structure.contents:
        targets = {target for block in structure.blocks(page) for target in block.targets}
        assert targets
        assert all("about" not in structure.graph.urls[target] for target in targets)
    assert all(structure.blocks(page) for page in structure.articles)


def test_the_structure_is_a_small_part_of_all_links(structure: Structure) -> None:
    small, whole = (len(pairs(structure, distilled=one)) for one in (True, False))
    assert 0 < small < whole / 10
    sources = structure.graph.source[structure.distilled]
    assert set(sources.tolist()) <= set(structure.contents)


def test_the_number_of_contents_pages_can_be_asked_for(structure: Structure) -> None:
    five = find_structure(structure.graph, top=5)
    assert five.contents == structure.contents[:5]


def test_a_higher_bound_keeps_more_blocks(structure: Structure) -> None:
    front = structure.contents[0]
    kept = [len(find_structure(structure.graph, redundant=b).blocks(front)) for b in (0, 0.8, 1)]
    assert kept[0] < kept[1] < kept[2]


MENU = " ".join(f'<a href="/{name}">{name} page</a>' for name in ("help", "terms", "jobs", "press"))
OWN = "alpha beta gamma delta epsilon zeta eta theta iota kappa".split()


def two_sets() -> LinkGraph:
    """Two contents pages with one menu; what each lists has a menu of its own."""
    pages = {name: f"<p>{name}" for name in ("help", "terms", "jobs", "press")}
    for name in ("north", "south"):
        words = [f"{name}{word}" for word in OWN]
        items = "".join(f'<a href="/{word}">{word}</a> ' for word in words)
        pages[name] = f"<nav>{MENU} {' '.join(OWN)}</nav><main>{items}</main>"
        pages |= {
            word: f"<aside>{' '.join(OWN)}</aside><main>"
            f"{' '.join(word + str(n) for n in range(10))}</main>"
            for word in words
        }
    return link_graph((f"http://a.example/{name}", html) for name, html in pages.items())


def test_informative_blocks_are_found_in_each_set_by_itself() -> None:
    graph = two_sets()
    found = find_structure(graph, ranking="OL", top=2, redundant="auto", entropies="role")
    assert [graph.urls[page][17:] for page in found.contents] == ["north", "south"]
    # The menu's words are on both contents pages: entropy 1. Those of the lists are on one: 0.
    # The greedy heuristic stops at 0, since the step to 0.1 adds nothing.
    assert found.bounds["contents"] == 0
    for page in found.contents:
        assert [(b.place, b.entropy) for b in found.blocks(page)] == [("/html/body/main[1]", 0)]
    # So what the menu leads to is no article. Of the twenty articles the aside is on all.
    assert [found.roles[n] for n in range(4)] == ["other"] * 4
    assert len(found.articles) == 20
    assert found.bounds["article"] == 0
    for page in found.articles:
        assert [block.place for block in found.blocks(page)] == ["/html/body/main[1]"]
    # Over the whole site the menu is on 2 of 26 pages only, and informative.
    site = find_structure(graph, ranking="OL", top=2, redundant=0.8)
    assert len(site.articles) == 24
    assert len(site.blocks(site.contents[0])) == 2


def test_the_role_of_an_address_is_that_of_its_page() -> None:
    found = find_structure(two_sets(), ranking="OL", top=2, entropies="role", redundant=0.5)
    assert found.role_of("http://a.example/north#top") == "contents"
    assert found.role_of("https://a.example/northalpha") == "article"
    assert found.role_of("http://a.example/help") == "other"
    assert found.role_of("http://a.example/nowhere") is None


def test_the_paper_is_its_best_ranking_and_both_stages() -> None:
    found = find_structure(two_sets(), top=2, **PAPER)
    assert found.ranking.name == "LAMIS-LN-CB-HR-TW"
    assert found.bounds["contents"] == 0


def test_a_greedy_bound_may_be_found_for_the_whole_site(structure: Structure) -> None:
    found = find_structure(structure.graph, redundant="auto")
    assert len(set(found.bounds.values())) == 1
    assert found.bounds["contents"] == SiteEntropies(*structure.graph.words).threshold()


def test_a_graph_without_words_has_no_sets() -> None:
    with pytest.raises(ValueError, match="without the words"):
        find_structure(replace(two_sets(), words=[]), entropies="role")


@pytest.mark.parametrize(
    "wrong",
    [
        {"top": 0},
        {"redundant": 1.1},
        {"redundant": "greedy"},
        {"ranking": "BEST"},
        {"entropies": "page"},
    ],
)
def test_settings_out_of_bounds_are_refused(structure: Structure, wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"must be|based on|are over"):
        find_structure(structure.graph, **wrong)


def test_a_site_without_links_has_no_structure() -> None:
    alone = find_structure(link_graph([("http://a.example/", "<p>alone")]), "a.example")
    assert (alone.contents, alone.articles, alone.roles) == ([], [], ["other"])
    assert as_data(alone)["contents"] == []
    assert layout(alone).shape == (1, 2)
    assert "a.example" in map_page([alone])


def test_as_data_every_page_is_named_once(structure: Structure) -> None:
    data = json.loads(json.dumps(as_data(structure)))
    named = [page["url"] for role in ("contents", "articles", "other") for page in data[role]]
    assert sorted(named) == sorted(structure.graph.urls)
    assert data["ranking"] == BEST
    assert data["contents"][0]["blocks"][0]["place"].startswith("/html/body")
    assert len(pairs(structure, distilled=True)) == data["distilled_links"]


def test_graphml_has_all_pages_and_links(structure: Structure) -> None:
    space = "{http://graphml.graphdrawing.org/xmlns}"
    graph = ET.fromstring("".join(graphml([structure, structure]))).find(f"{space}graph")
    assert graph is not None
    nodes, edges = graph.findall(f"{space}node"), graph.findall(f"{space}edge")
    assert len({node.get("id") for node in nodes}) == 2 * structure.graph.pages
    assert len(edges) == 2 * len(pairs(structure, distilled=False))
    flags = [data.text for edge in edges for data in edge if data.get("key") == "informative"]
    assert flags.count("true") == 2 * len(pairs(structure, distilled=True))


def test_graphml_is_read_by_networkx(structure: Structure) -> None:
    told: Any = networkx.parse_graphml("".join(graphml([structure, structure])))
    assert told.is_directed()
    assert not told.is_multigraph()
    assert len(told) == 2 * structure.graph.pages
    assert told.number_of_edges() == 2 * len(pairs(structure, distilled=False))
    nodes = [told.nodes[f"s0p{n}"] for n in range(structure.graph.pages)]
    assert [node["url"] for node in nodes] == structure.graph.urls
    assert [node["title"] for node in nodes] == structure.graph.titles
    assert [node["role"] for node in nodes] == structure.roles
    assert [node["score"] for node in nodes] == pytest.approx(structure.ranking.score, rel=1e-5)
    informative = [data["informative"] for _, _, data in told.edges(data=True)]
    assert informative.count(True) == 2 * len(pairs(structure, distilled=True))
    assert set(informative) == {True, False}


def test_the_picture_names_its_sites_and_counts_those_it_does_not_name() -> None:
    def headed(*names: str) -> str:
        graph = link_graph([("http://a.example/", "<p>alone")])
        page = map_page([find_structure(graph, name) for name in names])
        return page.partition("<h1>")[2].partition("</h1>")[0]

    assert headed("a.example") == "How a.example hangs together"
    assert headed("a", "b", "c") == "How a, b and c hang together"
    assert headed(*"abcde") == "How a, b and 3 other sites hang together"
    assert headed("", "b") == "How a site without a name and b hang together"


HOSTILE = '</script><b>&\x00\x0b "x" ]]> \ud800'


def test_titles_cannot_break_out_of_the_files() -> None:
    pages = [
        ("http://a.example/1", f"<title>{HOSTILE}</title><a href=/2>{HOSTILE}</a>"),
        ("http://a.example/2", "<title>&lt;/script>&lt;b>&#11;</title><a href=/1>back</a>"),
    ]
    structure = find_structure(link_graph(pages), "<i>")
    ET.fromstring("".join(graphml([structure])).encode("utf-8", "replace"))
    page = map_page([structure])
    assert page.count("</script>") == 2
    assert "<title>How &lt;i&gt;" in page
    data = page.split('id="data">')[1].split("</script>")[0]
    assert json.loads(data)[0]["url"] == [url for url, _ in pages]


def test_the_picture_needs_no_network(structure: Structure) -> None:
    page = map_page([structure]).split('id="data">')
    rest = page[0] + page[1].split("</script>", 1)[1]
    assert "src=" not in rest
    assert "http" not in rest.replace("https?:", "")


def test_no_two_pages_are_drawn_at_one_place_and_articles_near_their_contents_page(
    structure: Structure,
) -> None:
    places = layout(structure)
    assert len({(round(x, 3), round(y, 3)) for x, y in places.tolist()}) == structure.graph.pages
    owner = owners(structure)
    far = np.linalg.norm(places[structure.articles] - places[owner[structure.articles]], axis=1)
    assert far.max() <= np.sqrt(structure.graph.pages)
