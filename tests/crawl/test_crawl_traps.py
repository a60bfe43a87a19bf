"""What the web does to crawlers. One site has it all; each trap is a test."""

import gzip
import itertools
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler
from pathlib import Path

import pytest
from crawl_server import Answer, Web, linking, redirect, reply, served, text_file
from crawling import FAST, crawl, index_of, pages_of, records_of

MOST_BYTES = 300_000
MOST_SECONDS = 3
DEPTH = 8
TRAPS = (
    *("/calendar?month=0", "/days/0/", "/session?sid=0", "/shop;jsessionid=0", "/loop-a"),
    *("/self", "/chain/0", "/slash", "/drip", "/huge", "/endless", "/picture", "/fake"),
    *("/bomb", "/flaky", "/gone", "/dead", "/folder/", "/private/page", "/mute", "/good", "/list"),
    *("http://127.0.0.1:9/elsewhere", "mailto:someone", "javascript:void(0)", "http://[broken"),
)


def numbered(path: str, *more: str) -> Answer:
    """A page that links to the next of its kind, without end."""
    numbers = itertools.count(1)

    def answer(handler: BaseHTTPRequestHandler) -> None:
        number = next(numbers)
        reply(linking(f"{path}{number}", *(f"{at}{number}" for at in more)))(handler)

    return answer


def next_day(handler: BaseHTTPRequestHandler) -> None:
    day = int(handler.path.split("/")[2])
    reply(linking(f"/days/{day + 1}/"))(handler)


def chained(handler: BaseHTTPRequestHandler) -> None:
    redirect(f"/chain/{int(handler.path.split('/')[2]) + 1}")(handler)


def pouring(handler: BaseHTTPRequestHandler) -> None:
    """A body without end, whose length nobody has told."""
    handler.send_response(200)
    handler.send_header("Content-Type", "text/html")
    handler.end_headers()
    while True:
        handler.wfile.write(b"<p>more</p>" * 5_000)


def dripping(web: Web) -> Answer:
    def answer(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(200)
        handler.send_header("Content-Type", "text/html")
        handler.end_headers()
        while not web.stopping.wait(0.2):
            handler.wfile.write(b"<p>")

    return answer


def flaky() -> Answer:
    """Too busy at first."""
    answers = iter([reply(b"busy", 503, Retry_After="0")])
    return lambda handler: next(answers, reply(linking("/after-flaky")))(handler)


class Days(dict[str, Answer]):
    """Also answers to every day and link of a chain."""

    def get(self, path: str, otherwise: Answer | None = None) -> Answer | None:  # type: ignore[override]
        if path.startswith("/days/"):
            return next_day
        if path.startswith("/chain/"):
            return chained
        if path.startswith("/folder/"):
            return reply(linking("folder/"))
        if path.startswith("/shop"):
            return reply(linking(f"/shop;jsessionid={len(path)}x"))
        return super().get(path, otherwise)


@pytest.fixture(scope="module")
def web() -> Iterator[Web]:
    answers = Days(
        {
            "/": reply(linking(*TRAPS)),
            "/robots.txt": text_file("User-agent: sitesieve\nDisallow: /private/\n"),
            "/calendar": numbered("/calendar?month="),
            "/list": reply(linking(*(f"/search?q={number}" for number in range(20)))),
            "/search": reply(linking("/")),
            "/session": numbered("/session?sid=", "/inside?sid="),
            "/inside": numbered("/session?sid="),
            "/loop-a": redirect("/loop-b"),
            "/loop-b": redirect("/loop-a"),
            "/self": redirect("/self"),
            "/slash": redirect("/slash/"),
            "/slash/": redirect("/slash"),
            "/huge": reply(b"<p>", Content_Length=str(10**12)),
            "/endless": pouring,
            "/picture": reply(b"\x89PNG\r\n\x1a\n", Content_Type="image/png"),
            "/fake": reply(b"%PDF-1.7\n\x00\x01\x02" * 50),
            "/bomb": reply(gzip.compress(b"<p>0" * 5_000_000), Content_Encoding="gzip"),
            "/flaky": flaky(),
            "/dead": reply(b"not gzip at all \x1f", Content_Encoding="br"),
            "/mute": reply(linking("/unsaid", head='<meta name="robots" content="nofollow">')),
            "/good": reply(gzip.compress(linking("/better")), Content_Encoding="gzip"),
            "/better": reply(linking("/")),
            "/after-flaky": reply(linking("/")),
        }
    )
    with served(answers) as web:
        answers["/drip"] = dripping(web)
        yield web


@pytest.fixture(scope="module")
def archive(web: Web, tmp_path_factory: pytest.TempPathFactory) -> Path:
    output = tmp_path_factory.mktemp("traps") / "site.warc.gz"
    limits = ("--max-bytes", MOST_BYTES, "--max-seconds", MOST_SECONDS, "--depth", DEPTH)
    done = crawl(f"{web.address}/", output, *FAST, *limits, "--retries", 1, "--max-queries", 5)
    assert done.code == 0, done.err
    return output


@pytest.fixture(scope="module")
def outcomes(archive: Path) -> dict[str, str]:
    return {path: page["outcome"] for path, page in index_of(archive).items()}


def asked(web: Web, start: str) -> set[str]:
    """Addresses asked for, once or, on a machine with much else to do, again."""
    return {path for path in web.asked if path.startswith(start)}


def test_a_calendar_without_end_costs_a_few_pages(web: Web, outcomes: dict[str, str]) -> None:
    assert len(asked(web, "/calendar")) == 5
    assert outcomes["/calendar?month=0"] == "fetched"


@pytest.mark.usefixtures("archive")
def test_a_page_of_links_to_one_search_costs_a_few_pages(web: Web) -> None:
    assert len(asked(web, "/search")) == 5


@pytest.mark.usefixtures("archive")
def test_a_chain_of_pages_without_end_stops_at_the_depth(web: Web) -> None:
    assert len(asked(web, "/days/")) == DEPTH


@pytest.mark.usefixtures("archive")
def test_a_page_is_one_page_whatever_its_session(web: Web) -> None:
    assert len(asked(web, "/session")) == len(asked(web, "/inside")) == 1
    assert len(asked(web, "/shop")) == 1


def test_redirects_in_a_circle_end(web: Web, outcomes: dict[str, str]) -> None:
    assert len(asked(web, "/loop-")) == 2
    assert outcomes["/loop-a"] == outcomes["/loop-b"] == "redirected"
    assert outcomes["/self"] == "redirect-loop"


def test_redirects_without_end_are_given_up(web: Web, outcomes: dict[str, str]) -> None:
    assert outcomes["/chain/9"] == "redirect-loop"
    assert len(asked(web, "/chain/")) == 10
    assert outcomes.get("/slash/", outcomes.get("/slash")) == "redirect-loop"
    assert asked(web, "/slash") == {"/slash", "/slash/"}


def test_redirects_are_archived_each(archive: Path) -> None:
    kinds = [path for kind, path, _ in records_of(archive) if kind == "response"]
    assert kinds.count("/slash") + kinds.count("/slash/") == 9
    assert {"/loop-a", "/loop-b", "/chain/0"} <= set(kinds)


def test_a_server_that_drips_is_hung_up_on(web: Web, outcomes: dict[str, str]) -> None:
    assert outcomes["/drip"] == "too-slow"
    assert web.asked.count("/drip") == 2  # one more attempt


def test_a_huge_body_is_not_downloaded(outcomes: dict[str, str], archive: Path) -> None:
    assert outcomes["/huge"] == outcomes["/endless"] == "too-large"
    assert archive.stat().st_size < MOST_BYTES


def test_what_is_no_page_is_left_out(outcomes: dict[str, str], archive: Path) -> None:
    assert outcomes["/picture"] == "not-html"  # by its header
    assert outcomes["/fake"] == "not-html"  # by its content
    assert not {"/picture", "/fake"} & set(pages_of(archive))


def test_a_gzip_bomb_is_not_unpacked(outcomes: dict[str, str]) -> None:
    assert outcomes["/bomb"] == "too-large"


def test_an_encoding_that_is_not_read_is_said(outcomes: dict[str, str], archive: Path) -> None:
    assert outcomes["/dead"] == "corrupt"
    assert "br" in index_of(archive)["/dead"]["detail"]


def test_a_busy_server_is_asked_again(web: Web, outcomes: dict[str, str]) -> None:
    assert web.asked.count("/flaky") == 2
    assert outcomes["/flaky"] == outcomes["/after-flaky"] == "fetched"


def test_a_missing_page_is_not_asked_for_again(web: Web, outcomes: dict[str, str]) -> None:
    assert web.asked.count("/gone") == 1
    assert outcomes["/gone"] == "http-error"


@pytest.mark.usefixtures("archive")
def test_a_folder_within_itself_ends(web: Web) -> None:
    assert len(asked(web, "/folder/")) <= 3


def test_robots_are_obeyed_in_files_and_in_pages(web: Web, outcomes: dict[str, str]) -> None:
    assert outcomes["/private/page"] == "robots"
    assert outcomes["/mute"] == "fetched"
    assert not {"/private/page", "/unsaid"} & set(web.asked)


def test_other_servers_and_schemes_are_left_alone(outcomes: dict[str, str]) -> None:
    assert not [path for path in outcomes if "elsewhere" in path or "someone" in path]


def test_the_rest_of_the_site_is_there(archive: Path) -> None:
    stored = pages_of(archive)
    assert {"/", "/good", "/better"} <= set(stored)
    assert stored["/good"] == linking("/better")  # unpacked by the reader
