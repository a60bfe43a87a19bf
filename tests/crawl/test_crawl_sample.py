"""A site of the sample web, crawled once and then again."""

import gzip
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from crawl_server import Web, linking, of_sample, redirect, served, tagged, text_file
from crawling import FAST, Ended, crawl, index_of, outcomes_of, pages_of, records_of

from sample_web import SampleSite, generate
from sitesieve.page.page import Page
from sitesieve.sources import Source

ROBOTS = "User-agent: *\nDisallow: /shop/\nSitemap: /map.xml\n"
SITEMAP = '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{}</urlset>'
CANONICAL = '<link rel="canonical" href="/hidden.html?print=no">'


@pytest.fixture(scope="module")
def site() -> SampleSite:
    return generate(size=0)[0]


@pytest.fixture(scope="module")
def web(site: SampleSite) -> Iterator[Web]:
    """The site with a robots.txt, a sitemap that alone knows of a page, and a redirect."""
    answers = of_sample(site)
    answers["/robots.txt"] = text_file(ROBOTS)
    answers["/hidden.html"] = tagged(linking("/moved", "/photo.jpg", head=CANONICAL))
    answers["/moved"] = redirect("/")
    with served(answers) as web:
        listed = f"<url><loc>{web.address}/hidden.html</loc></url>"
        answers["/map.xml"] = text_file(SITEMAP.format(listed))
        yield web


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("crawl") / "site.warc.gz"


@pytest.fixture(scope="module")
def ended(web: Web, archive: Path) -> Ended:
    return crawl(f"{web.address}/", archive, *FAST)


@pytest.fixture(scope="module")
def wanted(site: SampleSite) -> dict[str, bytes]:
    """What should be in the archive."""
    allowed = [page for page in site.pages if not page.path.startswith("/shop/")]
    assert len(allowed) < len(site.pages)
    return {page.path: page.html.encode() for page in allowed}


@pytest.mark.usefixtures("ended")
def test_every_page_is_stored_once_as_it_was_sent(archive: Path, wanted: dict[str, bytes]) -> None:
    stored = pages_of(archive)
    assert wanted.items() <= stored.items()
    assert set(stored) - set(wanted) <= {"/hidden.html", "/hidden.html?print=no"}


def test_the_summary_counts_pages_and_reasons(ended: Ended, wanted: dict[str, bytes]) -> None:
    assert ended.code == 0
    assert f"{len(wanted) + 2:,} stored" in ended.err
    assert "robots" in ended.err
    assert "Warning" not in ended.err


@pytest.mark.usefixtures("ended")
def test_what_robots_txt_forbids_is_not_asked_for(web: Web, archive: Path) -> None:
    assert not [path for path in web.asked if path.startswith("/shop/")]
    assert outcomes_of(archive)["/shop/"] == "robots"


@pytest.mark.usefixtures("ended")
def test_a_page_that_only_the_sitemap_knows_is_found(archive: Path) -> None:
    assert outcomes_of(archive)["/hidden.html"] == "fetched"


@pytest.mark.usefixtures("ended")
def test_redirects_and_canonical_links_are_in_the_index(web: Web, archive: Path) -> None:
    pages = index_of(archive)
    assert pages["/moved"]["outcome"] == "redirected"
    assert pages["/moved"]["redirect"] == f"{web.address}/"
    assert pages["/moved"]["found_on"] == f"{web.address}/hidden.html"
    assert pages["/hidden.html"]["canonical"] == f"{web.address}/hidden.html?print=no"
    assert pages["/"]["depth"] == 0


@pytest.mark.usefixtures("ended")
def test_files_that_are_no_pages_by_their_name_are_not_asked_for(web: Web) -> None:
    assert "/photo.jpg" not in web.asked


@pytest.mark.usefixtures("ended")
def test_the_crawler_says_who_it_is(web: Web) -> None:
    assert all(agent.startswith("sitesieve/") for agent in web.agents)


@pytest.mark.usefixtures("ended")
def test_other_tools_read_requests_and_responses_with_right_digests(archive: Path) -> None:
    kinds = Counter(kind for kind, _, _ in records_of(archive))  # read by warcio
    assert kinds["warcinfo"] == 1
    assert kinds["response"] == kinds["request"] > 10


@pytest.mark.usefixtures("ended")
def test_an_archive_is_a_source_of_pages(archive: Path, wanted: dict[str, bytes]) -> None:
    items = list(Source([str(archive)]))
    assert all(isinstance(item, Page) for item in items)
    assert len(items) == len(wanted) + 2


@pytest.mark.usefixtures("ended")
def test_the_index_says_where_a_page_stands(archive: Path) -> None:
    page = index_of(archive)["/hidden.html"]
    with archive.open("rb") as file:
        file.seek(page["offset"])
        record = gzip.decompress(file.read(page["length"]))
    assert record.startswith(b"WARC/1.1\r\nWARC-Type: response")
    assert page["url"].encode() in record


@pytest.mark.usefixtures("ended")
def test_an_archive_is_not_overwritten(web: Web, archive: Path) -> None:
    before = archive.read_bytes()
    again = crawl(f"{web.address}/", archive, *FAST)
    assert again.code == 1
    assert "--resume" in again.err
    assert archive.read_bytes() == before


@pytest.mark.usefixtures("ended")
def test_a_second_crawl_fetches_only_what_changed(
    web: Web, archive: Path, wanted: dict[str, bytes]
) -> None:
    changed = linking("/", text="all is new")
    article = next(path for path in wanted if path.endswith(".html"))
    web.answers[article] = tagged(changed)
    web.statuses.clear()
    second = archive.with_name("second.warc.gz")
    assert crawl(f"{web.address}/", second, *FAST, "--since", archive).code == 0

    assert web.statuses[304] == len(wanted) - 1 + 2
    stored = pages_of(second)
    assert stored[article] == changed
    assert wanted.items() - {(article, wanted[article])} <= stored.items()
    outcomes = outcomes_of(second)
    assert outcomes[article] == "fetched"
    assert outcomes["/"] == "unchanged"
    kinds = Counter(kind for kind, _, _ in records_of(second))
    assert kinds["revisit"] == web.statuses[304]


def test_an_unchanged_page_is_stored_only_within_the_limits_of_this_crawl(tmp_path: Path) -> None:
    first, second = tmp_path / "first.warc", tmp_path / "second.warc"
    site = {"/": linking("/a"), "/a": linking("/", text="long " * 1000)}
    with served({path: tagged(body) for path, body in site.items()}) as web:
        assert crawl(f"{web.address}/", first, *FAST).code == 0
        limited = (*FAST, "--since", first, "--max-bytes", 2000, "--no-sitemaps")
        assert crawl(f"{web.address}/", second, *limited).code == 0
    assert outcomes_of(second) == {"/": "unchanged", "/a": "too-large"}
    assert set(pages_of(second)) == {"/"}
