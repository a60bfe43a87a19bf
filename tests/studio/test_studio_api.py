"""The studio's API: what it gives, and whom it answers."""

import http.client
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from running_studio import BOX, TOKEN, Studio, make_pages, make_watch_file, starting

import sitesieve
from sitesieve.cli import cli
from sitesieve.errors import PageError, Reason
from sitesieve.page.page import Page
from sitesieve.studio.desk import Desk

Start = Callable[..., Studio]
studio_fixture = pytest.fixture(name="studio")(starting)


def ask(
    studio: Studio, path: str, method: str = "GET", body: Any = None, **headers: str
) -> tuple[int, dict[str, str], str]:
    connection = http.client.HTTPConnection("127.0.0.1", studio.port, timeout=30)
    given = {"x-sitesieve-token": TOKEN, "content-type": "application/json"}
    sent = given | {name.replace("_", "-"): value for name, value in headers.items()}
    content = None if body is None else json.dumps(body)
    connection.request(
        method, path, content, {name: value for name, value in sent.items() if value}
    )
    answer = connection.getresponse()
    text = answer.read().decode("utf-8", "replace")
    connection.close()
    return answer.status, {name.lower(): value for name, value in answer.getheaders()}, text


def get(studio: Studio, path: str) -> Any:
    status, _, text = ask(studio, f"/api/{path}")
    assert status == 200, text
    return json.loads(text)


def test_sites_and_pages(studio: Start) -> None:
    one = studio()
    assert get(one, "status")["phase"] == "ready"
    assert get(one, "sites")[0] | {"words": 0} == {"site": "post.example", "pages": 6, "words": 0}
    site = get(one, "site?site=post.example")
    assert (site["pages"], site["known"], site["odd"]) == (6, 6, [])
    assert 0 < site["noise"] < 1
    listed = get(one, "pages?limit=2&offset=1")
    assert (listed["total"], [page["id"] for page in listed["pages"]]) == (6, [2, 3])
    assert get(one, "pages?search=Ships 4".replace(" ", "%20"))["total"] == 1
    assert get(one, "pages?search=%25")["total"] == 0  # a sign, not a pattern


def test_a_page_its_blocks_and_what_comes_out(studio: Start) -> None:
    one = studio()
    page = get(one, "pages/2")
    assert (page["previous"], page["next"]) == (1, 3)
    blocks = {block["text"]: block for block in page["blocks"]}
    assert blocks["Home"]["keep"] is False
    assert blocks["Ships 2"]["keep"] is True
    why = get(one, f"pages/2/blocks/{blocks['Home']['number']}")
    assert why["around"][0]["label"] == "a"
    assert why["around"][0]["pages"] == 6
    assert ask(one, "/api/pages/2/output?form=markdown")[2].startswith("# Ships 2")
    assert ask(one, "/api/pages/2/output?form=pdf")[0] == 422
    assert ask(one, "/api/pages/99")[0] == 404


def test_teaching_is_shown_then_taken_then_taken_back(studio: Start) -> None:
    one = studio()
    page = get(one, "pages/1")
    block = next(block for block in page["blocks"] if BOX in block["text"])
    lesson = {"page": 1, "address": block["address"], "keep": not block["keep"], "everywhere": True}
    status, _, text = ask(one, "/api/lessons/preview", "POST", lesson)
    assert status == 200
    assert len(json.loads(text)["pages"]) == 6
    assert get(one, "pins") == []
    assert ask(one, "/api/lessons", "POST", lesson)[0] == 200
    again = next(block for block in get(one, "pages/5")["blocks"] if BOX in block["text"])
    assert (again["keep"], again["pinned"]) == (not block["keep"], True)
    assert ask(one, "/api/pins/0", "DELETE")[0] == 200
    assert get(one, "pages/1")["blocks"] == page["blocks"]


def test_lessons_that_make_no_sense_are_refused(studio: Start) -> None:
    one = studio()
    lesson = {"page": 1, "address": "/html/body/x[9]", "keep": True}
    status, _, text = ask(one, "/api/lessons", "POST", lesson)
    assert (status, "nothing at" in text) == (422, True)
    assert ask(one, "/api/lessons", "POST", {"page": 1})[0] == 422
    assert ask(one, "/api/pins/7", "DELETE")[0] == 404


def test_two_methods_on_a_page_and_the_worst_pages(studio: Start) -> None:
    one = studio()
    both = get(one, "compare?page=1&first=current&second=tag-filter")
    assert both["first"]["f"] > 0.5
    assert any(block["first"] != block["second"] for block in both["blocks"])
    worst = [page["f"] for page in get(one, "worst")]
    assert worst == sorted(worst)
    assert ask(one, "/api/compare?page=1&first=current&second=nonsense")[0] == 422


def test_kinds_and_their_blocks(studio: Start) -> None:
    one = studio()
    kinds = {kind["kind"]: kind for kind in get(one, "kinds?site=post.example")["kinds"]}
    assert kinds["content"]["pages"] == 6
    blocks = get(one, "kinds/content?site=post.example")
    assert any("harbour" in block["text"] for block in blocks)


def test_the_api_is_described(studio: Start) -> None:
    described = get(studio(), "openapi.json")
    assert "/api/pages/{number}" in described["paths"]


@pytest.mark.parametrize(
    "headers",
    [
        {"x_sitesieve_token": ""},
        {"x_sitesieve_token": "wrong"},
        {"origin": "https://evil.example"},
        {"origin": "null"},
        {"host": "evil.example"},
        {"sec_fetch_site": "cross-site"},
    ],
)
def test_others_get_no_answer(studio: Start, headers: dict[str, str]) -> None:
    status, _, text = ask(studio(), "/api/sites", **headers)
    assert status in (403, 421)
    assert "post.example" not in text


def test_the_token_moves_from_the_address_into_a_cookie(studio: Start) -> None:
    one = studio()
    status, headers, _ = ask(one, f"/?token={TOKEN}", x_sitesieve_token="")
    assert (status, headers["location"]) == (303, "/")
    assert "HttpOnly; SameSite=Strict" in headers["set-cookie"]
    cookie = headers["set-cookie"].partition(";")[0]
    assert ask(one, "/api/sites", x_sitesieve_token="", cookie=cookie)[0] == 200
    assert ask(one, "/?token=wrong", x_sitesieve_token="")[0] == 403
    assert ask(one, f"//evil.example/?token={TOKEN}", x_sitesieve_token="")[1]["location"] == "/"


def test_answers_forbid_what_they_do_not_need(studio: Start) -> None:
    one = studio()
    _, headers, _ = ask(one, "/")
    assert "default-src 'none'" in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    _, headers, html = ask(one, "/api/pages/1/frame")
    assert "sandbox allow-same-origin" in headers["content-security-policy"]
    assert "script" not in headers["content-security-policy"]
    assert "Ships 1" in html


def test_what_could_fetch_or_run_is_empty_in_the_frame(studio: Start) -> None:
    evil = (
        "<script src=//x.example/a.js>steal()</script><link rel=preconnect href=//x.example>"
        "<meta http-equiv=refresh content='0;url=//x.example'><base href=//x.example/>"
        "<img src=//x.example/p.png onerror=steal()><img src='data:image/png;base64,AA=='>"
        "<form action=//x.example><button formaction=//x.example>go</button></form>"
        "<a href=//x.example ping=//x.example>away</a><iframe srcdoc='<p>x'></iframe>"
    )
    _, _, html = ask(studio(make_pages(2, evil)), "/api/pages/1/frame")
    assert "x.example" not in html
    assert "onerror" not in html
    assert "data:image/png" in html


def test_what_was_taught_can_be_taken_home(studio: Start) -> None:
    one = studio()
    block = next(block for block in get(one, "pages/3")["blocks"] if BOX in block["text"])
    lesson = {"page": 3, "address": block["address"], "keep": not block["keep"]}
    ask(one, "/api/lessons", "POST", lesson)
    export = get(one, "export")
    assert (export["pages_taught"], export["unsaved"], export["model"]) == (1, True, None)
    assert "--model site.sieve" in export["clean"]
    (line,) = ask(one, "/api/labels")[2].splitlines()
    label = json.loads(line)
    assert label["url"] == "https://post.example/3.html"
    assert (BOX in label["main_text"]) is lesson["keep"]
    assert ask(one, "/api/model/save", "POST")[0] == 422  # it came from no file


def test_a_model_is_saved_where_it_came_from(studio: Start, tmp_path: Path) -> None:
    path = tmp_path / "a.sieve"
    model = sitesieve.learn(make_pages())
    model.save(path)
    one = studio(method=model, learned=True, model_path=path)
    block = next(block for block in get(one, "pages/3")["blocks"] if BOX in block["text"])
    lesson = {"page": 3, "address": block["address"], "keep": not block["keep"]}
    ask(one, "/api/lessons", "POST", lesson)
    status, _, text = ask(one, "/api/model/save", "POST")
    assert (status, json.loads(text)["unsaved"]) == (200, False)
    assert len(sitesieve.load(path).pins) == 1


@pytest.fixture
def watch_file(tmp_path: Path) -> Path:
    return make_watch_file(tmp_path / "state.db")


def test_what_is_new_is_shown_and_filed(studio: Start, watch_file: Path) -> None:
    one = studio(watch_path=watch_file)
    watching = get(one, "watching")
    assert [(w["name"], w["items"], w["new"]) for w in watching["watches"]] == [("news", 1, 1)]
    (item,) = get(one, "items")
    assert (item["kind"], item["new"], item["folders"]) == ("changed", True, [])
    view = get(one, f"items/{item['number']}")
    added = [run["text"] for block in view["blocks"] for run in block if run["change"] == "+"]
    assert any("dinghy that nobody had seen" in text for text in added)
    assert get(one, "watching")["watches"][0]["new"] == 0  # it was looked at
    filing = {"into": ["sport/sailing"], "out_of": []}
    filed = ask(one, f"/api/items/{item['number']}/folders", "POST", filing)
    assert json.loads(filed[2])["item"]["folders"] == ["sport/sailing"]
    folders = {one["folder"]: one["items"] for one in get(one, "watching")["folders"]}
    assert folders["sport"] == folders["sport/sailing"] == 1
    assert len(get(one, "items?folder=sport")) == 1
    assert get(one, "items?folder=") == []
    assert "dinghy" in ask(one, "/api/feed")[2]
    bad = ask(one, f"/api/items/{item['number']}/folders", "POST", {"into": ["/"], "out_of": []})
    assert bad[0] == 422


def test_any_two_versions_are_compared(studio: Start, tmp_path: Path) -> None:
    one = studio(watch_path=make_watch_file(tmp_path / "state.db", 2))
    newest, middle, oldest = (line["number"] for line in get(one, "items/1/versions"))
    changes = get(one, f"items/1/versions/{oldest}/{newest}")
    added = [run["text"] for block in changes for run in block if run["change"] == "+"]
    assert [text.split()[:2] for text in added] == [["A", "dinghy"], ["The", "harbour"]]
    assert get(one, f"items/1/versions/{middle}/{middle}")[0] == [
        {"change": "same", "text": "News"}
    ]
    status, _, text = ask(one, "/api/items/1/versions/1/99")
    assert (status, "no version 99" in text) == (422, True)
    assert ask(one, "/api/items/7/versions")[0] == 422


def test_without_a_watch_file_it_is_said(studio: Start) -> None:
    status, _, text = ask(studio(), "/api/watching")
    assert (status, "--watch FILE" in text) == (422, True)


def test_a_page_is_filed_by_a_new_rule(studio: Start, tmp_path: Path) -> None:
    one = studio(rules_path=tmp_path / "rules.json")
    case = get(one, "rules/case/2")
    assert (case["folders"], case["rules"]) == ([], 0)
    wanted: dict[str, Any] = {"page": 2, "folders": ["sea/ships"], "conditions": [], "typed": ""}
    step = json.loads(ask(one, "/api/rules/step", "POST", wanted)[2])
    assert (step["done"], step["rule"]) == (False, None)
    assert step["offered"]
    wanted["typed"] = "harbour"
    step = json.loads(ask(one, "/api/rules/step", "POST", wanted)[2])
    assert step["after"] == ["sea/ships"]
    wanted |= {"conditions": [picked["data"] for picked in step["chosen"]], "typed": ""}
    step = json.loads(ask(one, "/api/rules/accept", "POST", wanted)[2])
    assert step["done"]
    assert get(one, "rules/case/3")["folders"] == ["sea/ships"]
    agreed = json.loads(ask(one, "/api/rules/agree/2", "POST")[2])
    assert (agreed["agreed"], agreed["cases"]) == (["sea/ships"], 1)
    assert ask(one, "/api/rules/undo", "POST")[0] == 200
    wanted["conditions"] = [{"word": "submarine"}]
    status, _, text = ask(one, "/api/rules/step", "POST", wanted | {"folders": ["x"]})
    assert (status, "does not meet" in text) == (422, True)


def test_rules_without_a_file_can_be_taken_home(studio: Start) -> None:
    one = studio()
    wanted = {"page": 2, "folders": ["sea"], "conditions": [{"word": "harbour"}], "typed": ""}
    assert json.loads(ask(one, "/api/rules/accept", "POST", wanted)[2])["done"]
    assert get(one, "status")["rules"] is None
    assert len(json.loads(ask(one, "/api/rules/file")[2])["changes"]) == 1


def test_gold_text_is_told_from_what_only_looks_like_it(studio: Start) -> None:
    html = (
        "<nav><a href=/>Ships 1</a></nav><main><h1>Ships 1</h1><p>A story.</p><p>An ad.</p></main>"
    )
    gold = {"gold": "Ships 1\nA story."}
    pages = [Page(f"https://a.example/{n}", html, extra=gold) for n in range(2)]
    both = get(studio(pages), "compare?page=1&first=current&second=tag-filter")
    told = [(block["text"], block["gold"]) for block in both["blocks"]]
    assert told == [("Ships 1", None), ("Ships 1", None), ("A story.", True), ("An ad.", False)]


def test_two_studios_do_not_share_a_cookie(studio: Start) -> None:
    cookies = [ask(one, f"/?token={TOKEN}")[1]["set-cookie"] for one in (studio(), studio())]
    assert len({cookie.partition("=")[0] for cookie in cookies}) == 2


def test_the_structure_of_a_site(studio: Start) -> None:
    pages = make_pages(5)
    links = "".join(f"<p><a href=/{n}.html>Ships {n}</a></p>" for n in range(1, 6))
    index = Page("https://post.example/", f"<title>Index</title><main>{links}</main>")
    view = get(studio([index, *pages]), "structure?site=post.example")
    assert len(view["url"]) == 6
    assert view["number"][view["url"].index("https://post.example/")] == 1
    assert [view["url"][page] for page in view["contents"]] == ["https://post.example/"]


def test_thresholds_are_tried_and_chosen(studio: Start) -> None:
    one = studio()
    view = get(one, "thresholds?site=post.example")
    assert len(view["pages"]) == 6
    assert view["chosen"] is None
    chosen = {"site": "post.example", "threshold": 0.4}
    assert ask(one, "/api/thresholds", "POST", chosen)[0] == 200
    assert get(one, "thresholds?site=post.example")["chosen"] == 0.4
    assert ask(one, "/api/thresholds", "POST", chosen | {"threshold": 7})[0] == 422
    assert ask(one, "/api/thresholds", "POST", chosen | {"site": "x"})[0] == 422


def test_a_model_alone_shows_the_sites_it_knows(studio: Start) -> None:
    one = studio([], method=sitesieve.learn(make_pages()), learned=True)
    assert get(one, "sites") == [{"site": "post.example", "pages": 0, "words": 0}]
    site = get(one, "site?site=post.example")
    assert (site["known"], site["pages"], site["noise"]) == (6, 0, None)


@pytest.mark.parametrize("command", ["studio", "serve"])
def test_the_command_tells_models_and_watches_from_pages(
    command: str, tmp_path: Path, watch_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sitesieve.learn(make_pages()).save(tmp_path / "site.sieve")
    (tmp_path / "page.html").write_text(make_pages()[0].decoded.text)
    served: list[Desk] = []

    def serve(desk: Desk, **_: object) -> None:
        served.append(desk)

    monkeypatch.setattr("sitesieve.studio.server.serve", serve)
    arguments = [command, *(str(tmp_path / name) for name in ("site.sieve", "page.html"))]
    for given in (arguments, [command, str(watch_file)], [command]):
        cli.main([*given], standalone_mode=False)
    with_model, with_watch, alone = served
    assert (with_model.learned, with_model.locations) == (True, (str(tmp_path / "page.html"),))
    assert (with_watch.watch_path, with_watch.inputs) == (watch_file, "no pages")
    assert alone.inputs == "the sample web"


def test_a_page_that_takes_too_long_is_an_answer(studio: Start) -> None:
    one = studio()
    slow = mock.patch.object(
        one.desk.method, "clean_page", side_effect=PageError(Reason.TOO_SLOW, "x")
    )
    with slow:
        status, _, text = ask(one, "/api/pages/1")
    assert (status, "too-slow" in text or "x" in json.loads(text)["detail"]) == (422, True)


def test_addresses_that_are_no_unicode_do_not_end_the_reading(studio: Start) -> None:
    said = r'{"@type": "Article", "headline": "Half \ud83d"}'
    pages = [
        Page("https://post.example/\ud800", "<p>Some words.</p>"),
        Page(None, "<p>More words.</p>", name="folder/\udcff.html"),
        Page("https://post.example/h", f"<script type=application/ld+json>{said}</script><p>Last."),
    ]
    one = studio(pages)
    assert get(one, "status")["phase"] == "ready"
    assert [line["label"] for line in get(one, "pages")["pages"]][:2] == [
        "https://post.example/?",
        "folder/?.html",
    ]
    assert "Half ?" in get(one, "pages/3")["metadata"]["title"]


@pytest.mark.parametrize("path", [f"pages/{10**30}", f"pages?offset={10**30}"])
def test_a_number_that_is_too_large_is_an_answer(studio: Start, path: str) -> None:
    status, _, text = ask(studio(), f"/api/{path}")
    assert (status, "detail" in json.loads(text)) == (422, True)


def test_two_studios_in_one_browser_do_not_lock_each_other_out(studio: Start) -> None:
    both = [studio(), studio()]
    kept = {}  # as browsers keep cookies: by name, whatever the port
    for one in both:
        _, headers, _ = ask(one, f"/?token={TOKEN}", x_sitesieve_token="")
        name, _, value = headers["set-cookie"].partition(";")[0].partition("=")
        kept[name] = value
    assert len(kept) == 2
    cookie = "; ".join(f"{name}={value}" for name, value in kept.items())
    for one in both:
        assert ask(one, "/api/status", x_sitesieve_token="", cookie=cookie)[0] == 200
