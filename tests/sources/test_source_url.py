"""One page from the network: a small server on this machine stands in for it."""

import gzip
import socket
import threading
import zlib
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from source_material import as_plain, html, only_failure, only_page, read, title

import sitesieve
from sitesieve.errors import InputError, PageError, Reason
from sitesieve.fetching import Client, connection
from sitesieve.fetching.public_addresses import check_public
from sitesieve.page.limits import Limits
from sitesieve.sources import Failure, ReadOptions, Source
from sitesieve.sources.items import Item

HERE = ReadOptions(allow_private=True)
PAGE = html("served").encode()
Answer = Callable[[BaseHTTPRequestHandler], None]


class Server:
    """Answers by path; remembers what was asked for."""

    def __init__(self) -> None:
        self.answers: dict[str, Answer] = {}
        self.asked: list[str] = []
        self.stopping = threading.Event()
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                outer.asked.append(self.path)
                outer.answers.get(self.path, reply(b"no such thing", 404))(self)

            def log_message(self, format: str, *args: Any) -> None:
                """Stay quiet."""

        class Listener(ThreadingHTTPServer):
            def handle_error(self, request: Any, client_address: Any) -> None:
                """A client that hangs up early is what some tests are about."""

        self._server = Listener(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self._thread = threading.Thread(
            target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True
        )
        self._thread.start()
        self.address = f"http://127.0.0.1:{self._server.server_address[1]}"

    def stop(self) -> None:
        self.stopping.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


def reply(body: bytes, status: int = 200, **headers: str) -> Answer:
    def answer(handler: BaseHTTPRequestHandler) -> None:
        sent = {"Content-Type": "text/html", "Content-Length": str(len(body))}
        sent |= {name.replace("_", "-"): value for name, value in headers.items()}
        handler.send_response(status)
        for name, value in sent.items():
            handler.send_header(name, value)
        handler.end_headers()
        handler.wfile.write(body)

    return answer


def redirect(target: str, status: int = 302) -> Answer:
    return reply(b"", status, Location=target)


@pytest.fixture
def server() -> Iterator[Server]:
    running = Server()
    running.answers["/page"] = reply(PAGE)
    yield running
    running.stop()


def fetch(server: Server, path: str, **options: Any) -> list[Item]:
    return read(server.address + path, options=ReadOptions(allow_private=True, **options))


def failed(server: Server, path: str, **options: Any) -> Failure:
    failure = only_failure(fetch(server, path, **options))
    assert failure.url == server.address + path
    return failure


def test_a_page_is_fetched(server: Server) -> None:
    page = only_page(fetch(server, "/page"))
    assert page.html == PAGE
    assert page.url == f"{server.address}/page"


def test_private_addresses_are_refused_unless_allowed(server: Server) -> None:
    for address in (server.address, server.address.replace("127.0.0.1", "localhost")):
        failure = only_failure(read(f"{address}/page"))
        assert failure.reason is Reason.FETCH
        assert "--allow-private" in failure.detail
    assert server.asked == []


def test_a_redirect_does_not_lead_to_a_private_address(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    server.answers["/hop"] = redirect(f"{server.address}/page")
    checked: list[str] = []

    def first_is_public(address: str) -> None:
        checked.append(address)
        if len(checked) > 1:
            check_public(address)

    monkeypatch.setattr(connection, "check_public", first_is_public)
    options = ReadOptions(obey_robots=False)
    failure = only_failure(read(f"{server.address}/hop", options=options))
    assert "private address" in failure.detail
    assert server.asked == ["/hop"]


def test_robots_txt_is_obeyed(server: Server) -> None:
    server.answers["/robots.txt"] = reply(b"User-agent: *\nDisallow: /page\n")
    failure = failed(server, "/page")
    assert failure.reason is Reason.FETCH
    assert "robots.txt" in failure.detail
    assert server.asked == ["/robots.txt"]


def test_robots_txt_that_names_us_is_obeyed(server: Server) -> None:
    rules = b"User-agent: *\nAllow: /\n\nUser-agent: sitesieve\nDisallow: /\n"
    server.answers["/robots.txt"] = reply(rules)
    assert "robots.txt" in failed(server, "/page").detail


def test_robots_txt_about_other_paths_allows_the_page(server: Server) -> None:
    server.answers["/robots.txt"] = reply(b"User-agent: *\nDisallow: /other\n")
    assert only_page(fetch(server, "/page")).html == PAGE


def test_no_robots_txt_allows_the_page_and_a_failing_one_forbids_it(server: Server) -> None:
    assert only_page(fetch(server, "/page")).html == PAGE
    assert server.asked == ["/robots.txt", "/page"]
    server.answers["/robots.txt"] = reply(b"", 503)
    assert "robots.txt answered 503" in failed(server, "/page").detail


def test_robots_txt_is_ignored_on_request(server: Server) -> None:
    server.answers["/robots.txt"] = reply(b"User-agent: *\nDisallow: /\n")
    assert only_page(fetch(server, "/page", obey_robots=False)).html == PAGE
    assert server.asked == ["/page"]


def test_robots_txt_is_asked_about_the_target_of_a_redirect_too(server: Server) -> None:
    server.answers["/robots.txt"] = reply(b"User-agent: *\nDisallow: /page\n")
    server.answers["/open"] = redirect("/page")
    assert "robots.txt" in failed(server, "/open").detail
    assert "/page" not in server.asked


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_redirects_are_followed_and_the_page_has_the_final_address(
    server: Server, status: int
) -> None:
    server.answers["/old"] = redirect("/older", status)
    server.answers["/older"] = redirect(f"{server.address}/page", status)
    page = only_page(fetch(server, "/old"))
    assert (page.url, page.html) == (f"{server.address}/page", PAGE)


def test_conditions_are_for_the_first_address_alone(server: Server) -> None:
    got: list[tuple[str, str | None]] = []

    def noting(answer: Answer) -> Answer:
        def note(handler: BaseHTTPRequestHandler) -> None:
            got.append((handler.path, handler.headers.get("If-None-Match")))
            answer(handler)

        return note

    server.answers["/old"] = noting(redirect("/same"))
    server.answers["/same"] = noting(reply(b"", 304))
    conditions = {"If-None-Match": '"a"'}
    for path in ("/same", "/old"):
        response = Client(allow_private=True).follow(server.address + path, None, conditions)
        assert response.status == 304
    assert got == [("/same", '"a"'), ("/old", '"a"'), ("/same", None)]


def test_a_redirect_loop_is_a_failure(server: Server) -> None:
    server.answers["/a"], server.answers["/b"] = redirect("/b"), redirect("/a")
    assert "redirects" in failed(server, "/a").detail


@pytest.mark.parametrize("target", ["ftp://a.example/x", "file:///etc/hostname", "http://[broken"])
def test_a_redirect_to_something_that_is_no_web_page_is_a_failure(
    server: Server, target: str
) -> None:
    server.answers["/away"] = redirect(target)
    assert failed(server, "/away").reason is Reason.FETCH


@pytest.mark.parametrize("status", [404, 410, 500])
def test_an_answer_that_is_no_success_is_a_failure_that_names_it(
    server: Server, status: int
) -> None:
    server.answers["/gone"] = reply(PAGE, status)
    failure = failed(server, "/gone")
    assert failure.reason is Reason.FETCH
    assert str(status) in failure.detail


def test_a_document_of_another_type_is_a_failure_that_names_it(server: Server) -> None:
    server.answers["/doc"] = reply(b"%PDF-1.7", Content_Type="application/pdf")
    assert "application/pdf" in failed(server, "/doc").detail


@pytest.mark.parametrize(
    ("coding", "pack"),
    [("gzip", gzip.compress), ("deflate", zlib.compress), ("GZIP", gzip.compress)],
)
def test_a_packed_body_is_unpacked(
    server: Server, coding: str, pack: Callable[[bytes], bytes]
) -> None:
    server.answers["/packed"] = reply(pack(PAGE), Content_Encoding=coding)
    assert only_page(fetch(server, "/packed")).html == PAGE


def test_a_damaged_packed_body_is_a_failure(server: Server) -> None:
    server.answers["/packed"] = reply(b"\x1f\x8b\x08 not really", Content_Encoding="gzip")
    assert failed(server, "/packed").reason is Reason.CORRUPT


def test_the_charset_of_the_header_is_used(server: Server) -> None:
    body = "<title>Здравствуй, мир</title><p>и снова здравствуй".encode("koi8-r")
    server.answers["/ru"] = reply(body, Content_Type="text/html; charset=koi8-r")
    assert title(only_page(fetch(server, "/ru"))) == "Здравствуй, мир"


def test_a_refused_connection_is_a_failure_that_names_the_host() -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))  # bound but not listening: nobody answers
        url = f"http://127.0.0.1:{unused.getsockname()[1]}/"
        failure = only_failure(read(url, options=HERE))
    assert failure.reason is Reason.FETCH
    assert "127.0.0.1" in failure.detail


@pytest.mark.parametrize("packed", [False, True])
def test_a_body_larger_than_the_limit_is_cut_there(server: Server, packed: bool) -> None:
    body = PAGE + b"<p>and more" * 30_000
    server.answers["/long"] = (
        reply(gzip.compress(body), Content_Encoding="gzip") if packed else reply(body)
    )
    page = only_page(fetch(server, "/long", limits=Limits(bytes=1000)))
    assert page.html[:1000] == body[:1000]
    assert page.tree.cuts[0].cap == "bytes"
    assert title(page) == "served"


def drip(server: Server, written: list[bytes], head: bytes, drops: int = 60) -> Answer:
    """An answer that comes a byte at a time, for several seconds."""

    def answer(handler: BaseHTTPRequestHandler) -> None:
        handler.wfile.write(head)
        for _ in range(drops):
            if server.stopping.wait(0.1):
                return
            handler.wfile.write(b"x")
            written.append(b"x")

    return answer


def test_a_body_that_drips_in_is_given_up_at_the_limit_of_seconds(server: Server) -> None:
    written: list[bytes] = []
    head = b"HTTP/1.0 200 OK\r\nContent-Type: text/html\r\n\r\n"
    server.answers["/slow"] = drip(server, written, head)
    failure = failed(server, "/slow", obey_robots=False, limits=Limits(seconds=0.5))
    assert failure.reason is Reason.FETCH
    assert len(written) < 55, "it waited for the whole body"


def test_a_header_that_drips_in_is_given_up_at_the_limit_of_seconds(server: Server) -> None:
    written: list[bytes] = []
    server.answers["/slow"] = drip(server, written, b"HTTP/1.0 200 OK\r\nX-Long: ")
    failure = failed(server, "/slow", obey_robots=False, limits=Limits(seconds=0.5))
    assert failure.reason is Reason.FETCH
    assert len(written) < 55, "it waited for the whole header"


def test_a_server_that_says_nothing_is_given_up_at_the_limit_of_seconds(server: Server) -> None:
    def say_nothing(_: BaseHTTPRequestHandler) -> None:
        server.stopping.wait(20)

    server.answers["/mute"] = say_nothing
    failure = failed(server, "/mute", obey_robots=False, limits=Limits(seconds=0.3))
    assert "too slow" in failure.detail


def test_a_body_that_ends_before_its_declared_length_is_a_failure(server: Server) -> None:
    server.answers["/short"] = reply(PAGE, Content_Length=str(len(PAGE) + 500))
    assert failed(server, "/short").reason in (Reason.FETCH, Reason.CORRUPT)


@pytest.mark.parametrize("answer", [b"", b"SSH-2.0-hello\r\n", b"HTTP/1.1 abc\r\n\r\n", bytes(99)])
def test_an_answer_that_is_no_http_is_a_failure(server: Server, answer: bytes) -> None:
    def raw(handler: BaseHTTPRequestHandler) -> None:
        handler.wfile.write(answer)
        handler.close_connection = True

    server.answers["/odd"] = raw
    assert failed(server, "/odd", obey_robots=False).reason is Reason.FETCH


def test_an_address_with_letters_beyond_ascii_is_fetched(server: Server) -> None:
    server.answers["/stra%C3%9Fe?q=%C3%BC"] = reply(PAGE)
    assert only_page(fetch(server, "/straße?q=ü")).html == PAGE


def test_an_address_with_a_name_and_password_is_a_failure_at_worst() -> None:
    items = read("http://ann:secret@127.0.0.1/", options=ReadOptions(obey_robots=False))
    assert only_failure(items).reason is Reason.FETCH


def test_a_second_pass_gives_the_same_page_without_fetching_again(server: Server) -> None:
    source = Source([f"{server.address}/page"], HERE)
    first, second = list(source), list(source)
    assert [as_plain(item) for item in first] == [as_plain(item) for item in second]
    assert server.asked.count("/page") == 1


@pytest.mark.parametrize(
    "url", ["ftp://a.example/", "http://", "http://[x/", "http://a.example:notaport/", "data://x"]
)
def test_what_is_no_web_address_is_an_error_before_any_work(url: str) -> None:
    with pytest.raises(InputError, match="not a web address"):
        Source([url])


class TestFetchFromPython:
    def test_gives_the_page_with_its_last_address_and_charset(self, server: Server) -> None:
        server.answers["/a"] = redirect("/b")
        server.answers["/b"] = reply(
            "<title>Grün</title><p>x".encode("latin-1"), Content_Type="text/html; charset=latin-1"
        )
        page = sitesieve.fetch(f"{server.address}/a", allow_private=True)
        assert (page.url, page.name) == (f"{server.address}/b", f"{server.address}/a")
        assert sitesieve.clean(page).title == "Grün"

    def test_obeys_robots_unless_told_otherwise(self, server: Server) -> None:
        server.answers["/robots.txt"] = reply(b"User-agent: *\nDisallow: /", 200)
        server.answers["/a"] = reply(PAGE)
        url = f"{server.address}/a"
        with pytest.raises(PageError, match=r"robots\.txt"):
            sitesieve.fetch(url, allow_private=True)
        assert "/a" not in server.asked
        assert title(sitesieve.fetch(url, allow_private=True, ignore_robots=True)) == "served"

    def test_stays_away_from_private_addresses(self, server: Server) -> None:
        with pytest.raises(PageError, match="private"):
            sitesieve.fetch(server.address)
        assert server.asked == []

    def test_keeps_within_limits(self, server: Server) -> None:
        server.answers["/a"] = reply(PAGE + b"x" * 10_000_000)
        limits = Limits(bytes=500)
        page = sitesieve.fetch(f"{server.address}/a", allow_private=True, limits=limits)
        assert page.limits == limits
        assert len(page.html) < 1_000_000
        assert page.tree.cuts[0].cap == "bytes"

    def test_says_why_there_is_no_page(self, server: Server) -> None:
        server.answers["/a.pdf"] = reply(b"%PDF", Content_Type="application/pdf")
        for path, reason in {"/none": "404", "/a.pdf": "application/pdf"}.items():
            with pytest.raises(PageError, match=reason):
                sitesieve.fetch(f"{server.address}{path}", allow_private=True)
        with pytest.raises(InputError):
            sitesieve.fetch("page.html")
        with pytest.raises(TypeError, match="url must be text, not bytes"):
            sitesieve.fetch(b"https://a.example/")  # type: ignore[arg-type]
