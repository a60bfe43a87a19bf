"""What is new for people and programs: feeds, commands, categories."""

import json
import sys
import time
import uuid
from collections.abc import Iterator
from contextlib import closing
from datetime import datetime
from pathlib import Path

import pytest
from lxml import etree
from watched_site import HERE, Site, a_clock, paragraph, served_section

from sitesieve.errors import InputError
from sitesieve.rules import RuleFile, condition
from sitesieve.rules.conditions import Field
from sitesieve.watch import Watcher, WatchItem, items_as_cases
from sitesieve.watch.atom_feed import atom_feed
from sitesieve.watch.items import Items, NewItem, run_command
from sitesieve.watch.state import State

OLD = [f"/news/old-{n}.html" for n in range(6)]
ATOM = "{http://www.w3.org/2005/Atom}"


@pytest.fixture
def site() -> Iterator[Site]:
    with served_section(*OLD) as section:
        yield section


@pytest.fixture
def watcher(tmp_path: Path, site: Site) -> Iterator[Watcher]:
    with Watcher(tmp_path / "state", HERE, a_clock()) as opened:
        opened.add(site.section, kind="section", name="news")
        opened.run()
        yield opened


def publish(site: Site, *names: str) -> None:
    paths = [f"/news/{name}.html" for name in names]
    site.publish(*paths)
    for path in paths:
        report = f"The regatta of {path} < & > was won by a dinghy that nobody had seen before."
        site.article(path, paragraph(path), report)


def test_the_feed_is_atom_with_stable_ids(site: Site, watcher: Watcher) -> None:
    publish(site, "one", "two")
    watcher.run(everything=True)
    content = watcher.feed(["news"])
    feed = etree.fromstring(content)
    assert feed.tag == f"{ATOM}feed"
    for name in ("title", "id", "updated", "author"):
        assert feed.find(ATOM + name) is not None
    entries = feed.findall(f"{ATOM}entry")
    assert len(entries) == 2
    for entry in entries:
        uuid.UUID(entry.findtext(f"{ATOM}id").removeprefix("urn:uuid:"))
        datetime.fromisoformat(entry.findtext(f"{ATOM}updated"))
        assert entry.find(f"{ATOM}link").get("href").startswith(site.address)
        html = entry.findtext(f"{ATOM}content")
        assert "<p>" in html
        assert "&lt; &amp; &gt;" in html
    assert watcher.feed(["news"]) == content
    publish(site, "three")
    watcher.run(everything=True)
    later = etree.fromstring(watcher.feed(["news"]))
    ids = [entry.findtext(f"{ATOM}id") for entry in later.findall(f"{ATOM}entry")]
    assert ids[1:] == [entry.findtext(f"{ATOM}id") for entry in entries]
    assert later.findtext(f"{ATOM}id") == feed.findtext(f"{ATOM}id")


def test_a_feed_escapes_whatever_stands_on_a_page() -> None:
    hostile = "]]></content>\0\x1b\ud800<script>alert(1)</script> \ufffe & \"'"
    item = WatchItem(1, "w", "new", f"https://a.example/?{hostile}", hostile, 0.0, None, "",
                (hostile,), (hostile,), False)  # fmt: skip
    feed = etree.fromstring(atom_feed([item], uuid.uuid4(), (hostile,), hostile))
    assert feed.findall(f".//{ATOM}script") == []
    assert "<script>" not in feed.findtext(f"{ATOM}entry/{ATOM}content")


def test_a_command_gets_each_item_once_and_failures_are_tried_again(
    site: Site, watcher: Watcher, tmp_path: Path
) -> None:
    log, broken = tmp_path / "log", tmp_path / "broken"
    program = tmp_path / "take.py"
    program.write_text(
        "import sys, pathlib\n"
        f"if pathlib.Path({str(broken)!r}).exists(): sys.exit('no disk')\n"
        f"open({str(log)!r}, 'a').write(sys.stdin.read())\n"
    )
    command = f"{sys.executable} {program}"
    publish(site, "one", "two")
    broken.touch()
    report = watcher.run(everything=True, command=command)
    assert (report.delivered, report.undelivered) == (0, 2)
    (status,) = watcher.status()
    assert status.undelivered == 2
    broken.unlink()
    report = watcher.run()  # nothing is due, and what failed is tried again
    assert (report.visits, report.delivered, report.undelivered) == ([], 2, 0)
    assert watcher.run().delivered == 0
    items = [json.loads(line) for line in log.read_text().splitlines()]
    assert sorted(item["url"].rpartition("/")[2] for item in items) == ["one.html", "two.html"]
    assert set(items[0]) >= {"id", "watch", "kind", "url", "title", "text", "categories"}


@pytest.mark.parametrize("command", ["", "   ", "echo 'unclosed"])
def test_a_command_that_cannot_be_one_is_refused(watcher: Watcher, command: str) -> None:
    with pytest.raises(InputError, match="command"):
        watcher.run(command=command)


def test_a_command_that_is_not_there_fails_and_nothing_else(site: Site, watcher: Watcher) -> None:
    publish(site, "one")
    report = watcher.run(everything=True, command="/nonexistent/program")
    assert (len(report.items), report.undelivered) == (1, 1)


def test_items_are_filed_by_rules_and_are_cases_for_more(
    site: Site, watcher: Watcher, tmp_path: Path
) -> None:
    path = tmp_path / "rules.json"
    with RuleFile(path).changing() as rules:
        rules.add(rules.propose([condition(Field.WORD, "regatta")], ["sailing"]))
    publish(site, "one")
    (item,) = watcher.run(everything=True, rules=path).items
    assert item.categories == ("sailing",)
    assert b"one.html" in watcher.feed(category="sailing")
    assert b"one.html" not in watcher.feed(category="baking")
    (case,) = items_as_cases(watcher.new())
    assert (case.id, case.url, case.title) == (str(item.id), item.url, item.title)
    assert "regatta" in case.words


def test_what_was_looked_at_is_no_longer_new(site: Site, watcher: Watcher) -> None:
    publish(site, "one")
    watcher.run(everything=True)
    items = watcher.new()
    watcher.looked_at(items)
    assert watcher.new() == []
    assert [item.id for item in watcher.new(since=0.0)] == [items[0].id]
    assert watcher.new(since=watcher.clock.now() + 1) == []


def test_items_are_in_folders_by_rules_and_by_hand(
    site: Site, watcher: Watcher, tmp_path: Path
) -> None:
    path = tmp_path / "rules.json"
    with RuleFile(path).changing() as rules:
        rules.add(rules.propose([condition(Field.WORD, "regatta")], ["sport/sailing"]))
    publish(site, "one", "two", "three")
    items = watcher.run(everything=True, rules=path).items
    assert {item.categories for item in items} == {("sport/sailing",)}
    first, second, third = (item.id for item in items)
    watcher.looked_at([watcher.item(first)])
    watcher.file([first, second], into=["sport/ water "])
    watcher.file([third], out_of=["sport"])
    status = {one.folder: (one.items.whole, one.new.whole) for one in watcher.folders(["news"])}
    assert status == {
        "sport": (2, 1),
        "sport/sailing": (2, 1),
        "sport/water": (2, 1),
        "": (1, 1),
    }
    assert list(status)[-1] == ""
    assert watcher.feed(category="sport").count(b"<entry>") == 2
    assert watcher.feed(category="spor").count(b"<entry>") == 0
    assert watcher.move_folder("sport/water", "sea") == 2
    assert watcher.item(first).categories == ("sea", "sport/sailing")
    assert watcher.item(first).to_dict()["folders"] == ["sea", "sport", "sport/sailing"]
    with pytest.raises(InputError, match=f"item {third} is not in sea"):
        watcher.file([first, third], out_of=["sea"])
    assert "sea" in watcher.item(first).categories  # all of them, or none
    with pytest.raises(InputError, match="no item 999"):
        watcher.file([999], into=["x"])
    with pytest.raises(InputError, match="no item is in a folder 'ship'"):
        watcher.move_folder("ship", "sea")
    with pytest.raises(InputError, match="the folder itself"):
        watcher.move_folder("sea", "sea/deep")


def test_a_feed_of_a_category_reaches_back_as_far_as_it_must(
    watcher: Watcher, tmp_path: Path
) -> None:
    watch = watcher.add("https://a.example/")
    with closing(State(tmp_path / "state")) as state, state.transaction():
        items = Items(state)
        for number in range(80):
            filed = ("rare",) if number < 2 else ("common",)
            item = NewItem("new", f"https://a.example/{number}", f"{number}", categories=filed)
            items.add(watch.id, item, 0.0)
    assert watcher.feed(category="rare", most=5).count(b"<entry>") == 2


def test_what_a_command_leaves_running_is_not_waited_for(tmp_path: Path) -> None:
    item = WatchItem(1, "w", "new", "https://a.example/", "T", 0.0, None, "", (), ("x",), False)
    started = time.monotonic()
    shell = "cat > {}; sleep 30 & echo it goes on >&2".format(tmp_path / "given")
    assert run_command(["sh", "-c", shell], item) is None
    assert time.monotonic() - started < 10
    assert json.loads((tmp_path / "given").read_bytes())["title"] == "T"
    shell = "sleep 30 & echo $(seq 999) that was it >&2; exit 7"
    problem = run_command(["sh", "-c", shell], item)
    assert problem is not None
    assert problem.startswith("exit code 7: ")
    assert problem.endswith("that was it")
