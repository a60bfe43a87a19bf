"""`sitesieve structure`, and `clean --role`."""

import json
from email.message import Message
from pathlib import Path
from typing import Any

import pytest
from command_line import BY_TAGS, lines_file, sitesieve

from sample_web import generate, write
from sitesieve.cleaning.methods import BlockEntropy
from sitesieve.crawl.warc_file import WarcFile, digest_of
from sitesieve.fetching import Response
from sitesieve.links import find_structure, link_graph
from sitesieve.links.ranking import BEST


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    records = [{"url": p.url, "html": p.html, "role": p.role} for p in generate(size=4)[1].pages]
    return lines_file(tmp_path_factory.mktemp("site") / "site.jsonl", *records)


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    records = [{"url": p.url, "html": p.html, "role": p.role} for p in generate(size=1)[1].pages]
    return lines_file(tmp_path_factory.mktemp("small") / "site.jsonl", *records)


def data_of(*arguments: str | Path) -> Any:
    """What a command prints as JSON."""
    return json.loads(sitesieve(*arguments).out)


def test_a_tree_of_contents_pages_blocks_and_articles_is_printed(pages: Path) -> None:
    done = sitesieve("structure", pages, "-j", "1")
    assert done.code == 0, done.err
    lines = done.out.decode().splitlines()
    assert lines[0].startswith("shedandsky.example: 180 pages")
    assert "13 contents pages lead to" in lines[0]
    assert [line[0] for line in lines[1:] if line[1] == "─"] == [*"├" * 12, "└"]
    assert all(line.startswith(("├─ ", "│  ", "└─ ", "   ")) for line in lines[1:])
    assert any("entropy 0." in line and "/html/body" in line for line in lines)
    assert any("more" in line for line in lines)
    whole = sitesieve("structure", pages, "-j", "1", "--all", "--quiet")
    assert len(whole.out.splitlines()) > len(lines)
    assert whole.err == ""


def test_all_forms_of_output_are_written_at_once(pages: Path, tmp_path: Path) -> None:
    names = [tmp_path / f"site.{ending}" for ending in ("json", "graphml", "html")]
    outputs = [part for name in names for part in ("-o", name)]
    done = sitesieve("structure", pages, "-j", "1", "--top", "4", "--ranking", "OL", *outputs)
    assert done.code == 0, done.err
    assert done.out == b""
    (site,) = json.loads(names[0].read_bytes())
    assert (site["ranking"], len(site["contents"])) == ("OL", 4)
    assert names[1].read_text().startswith("<?xml")
    assert 'class: "map-and-list"' in names[2].read_text()  # what the script draws


def test_each_site_of_a_folder_has_its_structure(tmp_path: Path) -> None:
    folder = tmp_path / "web"
    write(folder, generate()[:2])
    done = sitesieve("structure", folder, "-j", "1")
    sites = [line for line in done.out.decode().splitlines() if line[0] not in "├│└ "]
    assert [site.split(":")[0] for site in sites] == ["harbourpost.example", "shedandsky.example"]


def test_redirects_of_an_archive_are_links_to_where_they_lead(tmp_path: Path) -> None:
    archive = WarcFile(tmp_path / "site.warc.gz", 0)

    def write(name: str, status: int, header: tuple[str, str], body: str = "") -> None:
        headers = Message()
        headers[header[0]] = header[1]
        url = f"http://a.example/{name}"
        response = Response(url, {}, status, headers, body.encode(), "", 0.1)
        archive.write(response, digest_of(response.body))

    page = ("Content-Type", "text/html")
    names = ("tides", "boats", "flats", "nets")
    old = "".join(f'<p><a href="/old/{name}">All about {name}</a>' for name in names)
    write("", 200, page, f"<title>News</title>{old}")
    for name in names:
        write(f"old/{name}", 301, ("Location", f"/new/{name}"))
        write(f"new/{name}", 200, page, f"<title>All about {name}</title><p>{name} {name}s")
    archive.close()
    output = tmp_path / "site.json"
    done = sitesieve("structure", tmp_path / "site.warc.gz", "-j", "1", "-o", output)
    assert done.code == 0, done.err
    (site,) = json.loads(output.read_bytes())
    assert [page["url"] for page in site["contents"]] == ["http://a.example/"]
    articles = [page["url"] for page in site["articles"]]
    assert articles == [f"http://a.example/new/{name}" for name in names]
    kept = sitesieve("clean", tmp_path / "site.warc.gz", *BY_TAGS, "--role", "article", "-j", "1")
    assert [record["url"] for record in kept.records] == articles


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("-o", "x.txt"), "a structure is written as"),
        (("--ranking", "PAGERANK"), "OL, HITS or LAMIS"),
        (("--ranking", "OL-LN"), "nothing but PS and SL can be added"),
        (("--ranking", "HITS-OL"), "LAMIS-LN-CB-HR-TW"),
        (("--top", "0"), "0"),
        (("--redundant", "2"), "'2' is not a number from 0 to 1, or auto"),
        (("--redundant", "foo"), "'foo' is not a number from 0 to 1, or auto"),
        (("--top", "foo"), "'foo' is not a valid whole number"),
    ],
)
def test_wrong_options_are_refused(pages: Path, arguments: tuple[str, ...], complaint: str) -> None:
    done = sitesieve("structure", pages, *arguments)
    assert done.code == 2
    assert complaint in " ".join(done.err.split())


def test_pages_without_links_have_no_contents_pages(tmp_path: Path) -> None:
    one = lines_file(tmp_path / "one.jsonl", {"url": "http://a.example/", "html": "<p>alone"})
    done = sitesieve("structure", one, "-j", "1")
    assert done.code == 0
    assert "no contents pages" in done.err


def test_bad_pages_are_counted_and_a_file_of_them_is_an_error(tmp_path: Path) -> None:
    bad = {"url": "http://a.example/x", "html": ""}
    some = lines_file(tmp_path / "some.jsonl", bad, {"url": "http://a.example/", "html": "<p>x"})
    assert "1 failed" in sitesieve("structure", some, "-j", "1").err
    assert sitesieve("structure", some, "-j", "1", "--strict").code == 3
    done = sitesieve("structure", lines_file(tmp_path / "bad.jsonl", bad), "-j", "1")
    assert done.code == 1
    assert "no page could be used" in done.err


def test_clean_keeps_the_pages_of_a_role(pages: Path, tmp_path: Path) -> None:
    output = tmp_path / "out.jsonl"
    asked = ("--role", "contents", "--carry", "role", "-j", "1", "-o", output)
    done = sitesieve("clean", pages, *BY_TAGS, *asked)
    assert done.code == 0, done.err
    kept = [json.loads(line) for line in output.read_bytes().splitlines()]
    assert [page["role"] for page in kept] == ["contents"] * 13
    assert "167 other-role" in done.err


def test_only_articles_means_those_of_the_structure(pages: Path) -> None:
    asked = ("clean", pages, *BY_TAGS, "--carry", "role", "-j", "1")
    only = sitesieve(*asked, "--only", "articles")
    assert only.records == sitesieve(*asked, "--role", "article").records
    assert 0 < len(only.records) < 180


def test_clean_takes_several_roles(pages: Path) -> None:
    asked = ("--role", "contents", "--role", "article", "--role", "other")
    assert len(sitesieve("clean", pages, *BY_TAGS, *asked, "-j", "1").records) == 180


def test_roles_need_all_pages_before_the_first(pages: Path) -> None:
    done = sitesieve("clean", pages, "--role", "article", "--one-pass")
    assert done.code == 2
    assert "--role" in done.err


def test_block_entropy_learns_from_the_pages_of_the_role_alone(small: Path) -> None:
    by_entropy = ("--method", "block-entropy", "--set", "threshold=0.6", "--set", "sample=500")
    records = [json.loads(line) for line in small.read_bytes().splitlines()]
    html = {record["url"]: record["html"] for record in records}
    structure = find_structure(link_graph(html.items()))
    for role in ("article", "contents"):
        of_role = [(url, text) for url, text in html.items() if structure.role_of(url) == role]
        method = BlockEntropy(threshold=0.6, sample=500).learn(of_role)
        expected = {url: method.clean(text, url=url).text for url, text in of_role}
        for more in ((), ("--drop-duplicates",)):
            done = sitesieve("clean", small, *by_entropy, "--role", role, "-j", "1", *more)
            assert {record["url"]: record["text"] for record in done.records} == expected
        from_all = BlockEntropy(threshold=0.6, sample=500).learn(html.items())
        others = {url: from_all.clean(text, url=url).text for url, text in of_role}
        assert expected != others


def test_the_paper_to_the_letter_but_for_what_is_set(small: Path) -> None:
    (letter,) = data_of("structure", small, "-j", "1", "--paper", "--json")
    assert letter["ranking"] == "LAMIS-LN-CB-HR-TW"
    assert set(letter["redundant_above"]) == {"contents", "article", "other"}
    ranking, redundant = ("--ranking", "LAMIS-LN"), ("--redundant", "0.5")
    usual = ("--degrees", "weights", "--partition", "auto", "--entropies", "site")
    asked = (*ranking, *redundant, *usual, "--no-stems", "--stop-words")
    (other,) = data_of("structure", small, "-j", "1", "--paper", "--json", *asked)
    (same,) = data_of("structure", small, "-j", "1", "--json", *ranking, *redundant)
    assert other == same
    assert other["redundant_above"] == dict.fromkeys(("contents", "article", "other"), 0.5)


def test_greedy_bounds_for_each_role(small: Path) -> None:
    asked = ("--redundant", "auto", "--entropies", "role")
    (data,) = data_of("structure", small, "-j", "1", "--json", *asked)
    assert all(0 <= bound <= 1 for bound in data["redundant_above"].values())


def test_rankings_are_evaluated_where_the_roles_are_known(small: Path) -> None:
    (data,) = data_of("structure", small, "-j", "1", "--evaluate", "role", "--json")
    assert data["contents_pages"] == 13
    best = next(row for row in data["rankings"] if row["ranking"] == BEST)
    assert best["r_precision"] == round(12 / 13, 4)
    assert best["precision_at_20"] == 0.65
    assert data["found"]["recall"] == round(12 / 13, 4)
    lines = sitesieve("structure", small, "-j", "1", "--evaluate", "role").out.decode().splitlines()
    assert lines[0].startswith("shedandsky.example: 60 pages, 13 contents pages, ")
    assert any(line.startswith("LAMIS-LN-CB-HR-TW ") and " .82 " in line for line in lines)
    assert any(line.startswith("iteration") for line in lines)
    assert any(line.startswith("links with an entropy") for line in lines)
    assert any(line.startswith(f"{BEST} ") for line in lines)


def test_by_the_paper_only_its_rankings_are_listed_and_what_is_asked_for(small: Path) -> None:
    asked = ("structure", small, "-j", "1", "--evaluate", "role", "--json", "--paper")
    for more, listed in (((), False), (("--ranking", BEST), True)):
        (data,) = data_of(*asked, *more)
        assert (BEST in [row["ranking"] for row in data["rankings"]]) is listed


def test_features_are_evaluated_where_the_text_is_known(tmp_path: Path) -> None:
    records = [
        {"url": p.url, "html": p.html, "text": p.main_text}
        for p in generate(size=1)[0].pages
        if p.role == "article"
    ]
    articles = lines_file(tmp_path / "articles.jsonl", *records)
    asked = ("structure", articles, "-j", "1", "--evaluate-text", "text")
    (data,) = data_of(*asked, "--json")
    assert [row["threshold"] for row in data["features"]["by_threshold"]] == [
        round(n / 10, 1) for n in range(11)
    ]
    recalls = [row["recall"] for row in data["features"]["by_threshold"]]
    assert recalls == sorted(recalls)
    assert recalls[-1] > 0.9
    assert [row["pages"] for row in data["features"]["by_examples"]][:2] == [5, 10]
    shown = sitesieve(*asked).out.decode()
    assert "training pages  threshold  recall  precision" in shown
    assert "links with an entropy" not in shown
    other = [{"url": f"http://z.example/{n}", "html": f"<p>{n}"} for n in range(2)]
    mixed = lines_file(tmp_path / "mixed.jsonl", *records, *other)
    both = sitesieve("structure", mixed, "-j", "1", "--evaluate-text", "text", "-q").out.decode()
    assert both == shown


def test_a_site_that_nothing_is_known_of_is_shown_without_rankings(tmp_path: Path) -> None:
    site = generate(size=1)[0]
    records = [{"url": p.url, "html": p.html, "role": p.role} for p in site.pages]
    other = [{"url": f"http://z.example/{n}", "html": f"<p>{n}"} for n in range(2)]
    mixed = lines_file(tmp_path / "mixed.jsonl", *records, *other)
    data = data_of("structure", mixed, "-j", "1", "--evaluate", "role", "--json")
    assert ["rankings" in of_site for of_site in data] == [True, False]
    shown = sitesieve("structure", mixed, "-j", "1", "--evaluate", "role").out.decode()
    assert shown.endswith("\nz.example: 2 pages, 0 links, 2 blocks\n\n")


def test_a_column_that_names_no_contents_page_is_an_error(small: Path) -> None:
    done = sitesieve("structure", small, "-j", "1", "--evaluate", "url")
    assert done.code == 1
    assert "calls no page contents or toc" in done.err
    done = sitesieve("structure", small, "-j", "1", "--evaluate-text", "nothing")
    assert done.code == 1
    assert "no site has 2 pages with text" in done.err
