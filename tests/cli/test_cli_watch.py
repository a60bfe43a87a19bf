"""The command `watch`, from adding to removing."""

import json
import os
import signal
import subprocess
import threading
from pathlib import Path

import pytest
from command_line import command, sitesieve

from sample_web import Calendar, ChangingWeb, serve_changing

RUN = ("watch", "run", "--allow-private", "--delay", 0, "--all")


@pytest.fixture
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "data" / "watch.sqlite"
    monkeypatch.setenv("SITESIEVE_STATE", str(path))
    return path


def test_a_section_is_watched_from_the_command_line(state: Path, tmp_path: Path) -> None:
    web = ChangingWeb(calendar=Calendar(days=2, new_a_day=12, longer=(), removed=(), redesign=None))
    news = [change.path for change in web.changes if change.path.startswith("/sailing/")]
    assert news
    with serve_changing(web) as address:
        added = sitesieve(
            "watch", "add", f"{address}/sailing/", "--as", "section", "--every", "1d12h",
            "--name", "sailing",
        )  # fmt: skip
        assert (added.code, added.out) == (0, b"")
        assert "every 1d12h" in added.err
        assert "1 visit, 0 new items" in sitesieve(*RUN).err
        assert "nothing is due" in sitesieve("watch", "run").err
        assert "nothing new" in sitesieve("watch", "new").err
        web.day = 1
        ran = sitesieve(*RUN, "--jsonl")
    assert state.exists()
    assert sorted(item["url"].removeprefix(address) for item in ran.records) == sorted(news)
    peeked = sitesieve("watch", "new", "--peek", "--jsonl").records
    assert peeked == ran.records
    assert {"id", "url", "title", "text", "kind", "watch", "categories"} <= set(peeked[0])
    shown = sitesieve("watch", "show", peeked[0]["id"])
    assert peeked[0]["added"][-1][:40].encode() in shown.out
    changes = json.loads(sitesieve("watch", "show", peeked[0]["id"], "--json").out)["changes"]
    assert {change["change"] for change in changes} == {"added"}
    assert sitesieve("watch", "file", peeked[0]["id"], "--into", "first").code == 0
    assert peeked[0]["url"].encode() in sitesieve("watch", "new", "--folder", "first").out
    assert sitesieve("watch", "file", peeked[0]["id"], "--out-of", "first").code == 0
    assert sitesieve("watch", "new", "--peek", "--jsonl").records == peeked  # still new
    assert news[0].encode() in sitesieve("watch", "new").out
    assert sitesieve("watch", "new").out == b""
    assert len(sitesieve("watch", "new", "--since", "1h", "--jsonl").records) == len(news)
    rules = tmp_path / "rules.json"
    rule = ("--if", "the", "--then", "seafaring", "-r", rules)
    assert (
        sitesieve("rules", "add", "--watch", "sailing", "--case", peeked[0]["id"], *rule).code == 0
    )
    filed = sitesieve("rules", "classify", "--watch", "sailing", "-r", rules, "-q").records
    assert [case["id"] for case in filed] == [item["id"] for item in peeked]
    assert filed[0]["categories"] == ["seafaring"]
    number = peeked[0]["id"]
    put = sitesieve("watch", "file", number, "--into", "sport/sailing", "--into", "sea")
    assert (put.code, "sea, sport/sailing" in put.err) == (0, True)
    inside = sitesieve("watch", "new", "--since", "1h", "--category", "sport", "--jsonl").records
    assert [item["id"] for item in inside] == [number]
    assert inside[0]["folders"] == ["sea", "sport", "sport/sailing"]
    assert sitesieve("watch", "new", "--category", "sport").out == b""  # all were seen
    for folder in ("sport", " sport / sailing "):
        assert sitesieve("watch", "new", "--folder", folder, "--jsonl").records == inside
    assert "1 item moved to games" in sitesieve("watch", "move-folder", "sport", "games").err
    assert sitesieve("watch", "file", number, "--out-of", "sea").code == 0
    folders = sitesieve("watch", "folders", "--json").records
    assert [(one["folder"], one["items"]["whole"], one["items"]["own"]) for one in folders] == [
        ("games", 1, 0),
        ("games/sailing", 1, 1),
        ("", len(news) - 1, len(news) - 1),
    ]
    table = sitesieve("watch", "folders", "sailing").out.decode()
    assert [line.split()[:1] for line in table.splitlines()] == [
        ["folder"], ["games"], ["sailing"], ["(no"],
    ]  # fmt: skip
    listed = sitesieve("watch", "list").out.decode()
    assert "sailing" in listed
    assert f"0 of {len(news)}" in listed
    (status,) = sitesieve("watch", "list", "--jsonl").records
    assert (status["name"], status["items"], status["new"]) == ("sailing", len(news), 0)
    feed = tmp_path / "feed.xml"
    assert sitesieve("watch", "feed", "-o", feed, "--watch", "sailing").code == 0
    assert feed.read_bytes() == sitesieve("watch", "feed", "--watch", "sailing").out
    assert feed.read_text().count("<entry>") == len(news)
    assert "no longer" in sitesieve("watch", "remove", "sailing").err
    assert sitesieve("watch", "list").out == b""


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("add", "nonsense"), "not a web address"),
        (("add", "https://a.example/", "--every", "sometimes"), "no interval"),
        (("add", "https://a.example/", "--exec", "'"), "command"),
        (("add", "https://a.example/", "https://b.example/", "--name", "x"), "--name"),
        (("run", "unknown"), "no watch 'unknown'"),
        (("new", "unknown"), "no watch 'unknown'"),
        (("new", "--since", "whenever"), "neither an interval"),
        (("new", "--folder", "sport"), "no item is in a folder 'sport'"),
        (("new", "--folder", "sport", "--category", "sea"), "exclude each other"),
        (("show", "12"), "no item 12"),
        (("remove", "known", "unknown"), "no watch 'unknown'"),
        (("feed", "--watch", "unknown"), "no watch 'unknown'"),
        (("feed", "-o", "missing/folder/feed.xml"), "cannot write"),
        (("run", "--rules", "missing.json"), "missing.json"),
        (("file", "12"), "--into or --out-of"),
        (("file", "x", "--into", "sport"), "'x' is not a valid whole number"),
        (("run", "--delay", "x"), "'x' is not a valid number"),
    ],
)
def test_bad_input_is_an_error_in_words(
    state: Path, arguments: tuple[str, ...], complaint: str
) -> None:
    assert sitesieve("watch", "add", "https://known.example/", "--name", "known").code == 0
    done = sitesieve("watch", *arguments)
    assert done.code != 0
    assert complaint in done.err
    assert "Traceback" not in done.err
    assert b"known" in sitesieve("watch", "list").out
    assert state.exists()


@pytest.mark.parametrize("command_name", ["run", "list", "new", "feed"])
def test_without_a_state_nothing_is_made(state: Path, command_name: str) -> None:
    done = sitesieve("watch", command_name)
    assert done.code == 1
    assert "nothing is watched yet" in done.err
    assert not state.parent.exists()


def test_a_daemon_visits_what_is_due_and_stops_when_asked(state: Path) -> None:
    web = ChangingWeb(calendar=Calendar(days=1), size=0, noise=False)
    asked = threading.Event()
    page = web.page
    web.page = lambda path: (asked.set(), page(path))[1]  # type: ignore[method-assign,func-returns-value]
    with serve_changing(web) as address:
        assert sitesieve("watch", "add", f"{address}/about.html").code == 0
        running = subprocess.Popen(
            command("watch", "run", "--daemon", "--allow-private", "--delay", 0),
            stderr=subprocess.PIPE,
            env={**os.environ, "SITESIEVE_STATE": str(state)},
        )
        assert asked.wait(30)
        running.send_signal(signal.SIGTERM)
        _, err = running.communicate(timeout=30)
    assert running.returncode == 0, err
    assert b"Traceback" not in err
