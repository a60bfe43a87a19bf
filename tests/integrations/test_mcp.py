"""Tools for agents, asked by the client of the mcp package."""

import asyncio
import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Self

import pytest
from mcp import Client
from mcp.types import CallToolResult
from sample_pages import run_example

import sitesieve
from sitesieve import InputError, MissingExtra
from sitesieve.integrations import mcp as module
from sitesieve.integrations.mcp import AgentTools, server
from sitesieve.sample import sample_sites, serve
from sitesieve.sample.server import FileHandler, serving
from sitesieve.watch.items import WatchItem
from sitesieve.watch.visit import VisitReport
from sitesieve.watch.watcher import RunReport

SITE = sample_sites()[3]
STORY = (
    "<p>Ships and stars, and nothing else for today, says the harbour master of Coldharbour.</p>"
)


class Refused(Exception):
    """What an agent is told instead of an answer."""


def told(result: CallToolResult) -> str:
    text = "".join(part.text for part in result.content if part.type == "text")
    if result.is_error:
        raise Refused(text)
    assert result.structured_content is None  # the same once more would double it
    return text


def ask(tools: AgentTools, tool: str, **arguments: Any) -> str:
    async def answer() -> CallToolResult:
        async with Client(server(tools)) as client:
            return await client.call_tool(tool, arguments)

    return told(asyncio.run(answer()))


@pytest.fixture
def tools(tmp_path: Path) -> AgentTools:
    return AgentTools([tmp_path], allow_private=True, delay=0)


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with serve(SITE) as address:
        yield address


def test_an_agent_learns_a_site_and_reads_it_over_standard_input_and_output(
    tmp_path: Path,
) -> None:
    printed = run_example("mcp_client.py", tmp_path)
    assert "learned 127.0.0.1 from 60 pages" in printed
    assert [path.name for path in tmp_path.iterdir()] == ["sitesieve-mcp"]


def test_a_page_is_given_by_its_address_or_its_html(tools: AgentTools, address: str) -> None:
    page = SITE.pages[8]
    by_address = ask(tools, "clean_page", url=address + page.path)
    assert by_address.startswith("---\ntitle: ")
    document = sitesieve.clean(page.html, url=address + page.path)
    assert by_address.endswith(document.markdown)
    by_html = ask(tools, "clean_page", html=f"<h1>Ships</h1>{STORY}")
    assert "# Ships\n\nShips and stars" in by_html
    both = ask(tools, "clean_page", html=STORY, url="https://a.example/not-fetched")
    assert 'url: "https://a.example/not-fetched"' in both
    with pytest.raises(Refused, match="give the address of a page, or its HTML"):
        ask(tools, "clean_page")
    with pytest.raises(Refused, match="favour"):
        ask(tools, "clean_page", html=STORY, favour="fast")


def test_what_was_learned_counts_and_is_known_after_a_restart(
    tools: AgentTools, tmp_path: Path, address: str
) -> None:
    assert ask(tools, "learn_site", site=f"{address}/", pages=40).startswith(
        "learned 127.0.0.1 from 40 pages"
    )
    again = AgentTools([tmp_path], allow_private=True, delay=0)
    pages = [address + page.path for page in SITE.pages[10:30]]
    alone = AgentTools([tmp_path.parent], allow_private=True)
    assert [ask(tools, "clean_page", url=url) for url in pages[:5]] == [
        ask(again, "clean_page", url=url) for url in pages[:5]
    ]
    assert [ask(again, "clean_page", url=url) for url in pages] != [
        ask(alone, "clean_page", url=url) for url in pages
    ]
    page = SITE.pages[12].html  # of no site that is known
    assert ask(tools, "clean_page", html=page) == ask(alone, "clean_page", html=page)
    structure = ask(tools, "site_structure", site=f"{address}/")
    assert structure.startswith("127.0.0.1: 40 pages")
    assert f"{address}/" in structure.splitlines()[-1]


def test_a_file_below_the_folder_is_learned_and_shown(tools: AgentTools, tmp_path: Path) -> None:
    lines = [json.dumps({"url": page.url, "html": page.html}) for page in SITE.pages]
    (tmp_path / "pages.jsonl").write_text("\n".join(lines), "utf-8")
    answer = ask(tools, "learn_site", site="pages.jsonl")
    assert answer.startswith(f"learned {SITE.name} from {len(SITE.pages)} pages")
    assert SITE.name in ask(tools, "site_structure", site=str(tmp_path / "pages.jsonl"))
    with pytest.raises(Refused, match="call learn_site with it first"):
        ask(tools, "site_structure", site="https://b.example/")
    with pytest.raises(Refused, match="no such file"):
        ask(tools, "learn_site", site="nothing.jsonl")


@pytest.mark.parametrize("name", ["../secret.html", "/etc/hosts", "a/../../secret.html", "link"])
@pytest.mark.parametrize("tool", ["learn_site", "site_structure"])
def test_files_elsewhere_are_out_of_reach(tmp_path: Path, tool: str, name: str) -> None:
    (tmp_path / "secret.html").write_text("<p>secret")
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "link").symlink_to(tmp_path / "secret.html")
    with pytest.raises(Refused, match="not below the folders") as refused:
        ask(AgentTools([folder]), tool, site=name)
    assert str(tmp_path) not in str(refused.value)


def test_several_folders_may_be_read(tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
    line = json.dumps({"url": "https://a.example/", "html": STORY})
    (tmp_path / "two" / "pages.jsonl").write_text(line)
    tools = AgentTools([tmp_path / "one", tmp_path / "two"])
    assert "from 1 page" in ask(tools, "learn_site", site=str(tmp_path / "two" / "pages.jsonl"))
    assert (tmp_path / "one" / "sitesieve-mcp" / "sites.sieve").exists()


def test_private_addresses_are_refused_unless_allowed(tmp_path: Path, address: str) -> None:
    tools = AgentTools([tmp_path], delay=0)
    for tool, arguments in {
        "clean_page": {"url": address},
        "explain_page": {"url": address},
        "learn_site": {"site": address},
        "whats_new": {"url": address},
    }.items():
        with pytest.raises(Refused, match="private"):
            ask(tools, tool, **arguments)
    for url in ("file:///etc/hosts", "ftp://a.example/"):
        with pytest.raises(Refused, match="not a web address"):
            ask(tools, "clean_page", url=url)


def test_long_answers_come_in_parts(tools: AgentTools) -> None:
    html = "<h1>Ships</h1>" + "".join(f"<p>{n}. {STORY[3:]}" for n in range(500))
    first = ask(tools, "clean_page", html=html)
    assert len(first) < module._MOST_CHARACTERS + 100
    assert first.endswith("go on with start=20000]")
    whole = first.partition("\n\n[")[0]
    for start in range(20_000, 60_000, 20_000):
        whole += ask(tools, "clean_page", html=html, start=start).partition("\n\n[")[0]
    assert whole.endswith(sitesieve.clean(html).markdown)


def test_every_block_of_a_page_is_explained(tools: AgentTools) -> None:
    page = SITE.pages[8]
    answer = ask(tools, "explain_page", html=page.html)
    assert "stays (content): " in answer
    assert "goes (" in answer
    assert "noise: " in answer


class ChangingHandler(FileHandler):
    since = 0.0
    pages: dict[str, str]

    def file(self, path: str) -> tuple[str, bytes] | None:
        return ("text/html", self.pages[path].encode()) if path in self.pages else None


def test_what_is_new_is_told_once(tools: AgentTools) -> None:
    stories = [page for page in SITE.pages if page.role == "article"][:4]
    pages = {page.path: page.html for page in stories[:3]}

    def contents() -> str:
        listed = "".join(f'<li><a href="{path}">{path}</a></li>' for path in pages)
        return f"<title>News</title><h1>News</h1><ul>{listed}</ul>"

    pages["/"] = contents()
    handler = type("Handler", (ChangingHandler,), {"pages": pages})
    with serving(handler) as address:
        assert ask(tools, "whats_new") == "nothing is watched yet: give an address"
        first = ask(tools, "whats_new", url=f"{address}/")
        assert first == f"{address}/ is watched from now on: 4 pages seen"
        pages[stories[3].path] = stories[3].html
        pages["/"] = contents()
        second = ask(tools, "whats_new", url=f"{address}/")
        assert f"## new: {stories[3].title}\n{address}{stories[3].path}" in second
        assert second.count("## ") == 1
        assert ask(tools, "whats_new") == "nothing is new"


class VisitsWithNews:
    """A watcher whose visits wait until they may go on, and bring news and problems."""

    def __init__(self, items: int, problems: int = 0) -> None:
        self.items = [
            WatchItem(n, "w", "new", f"https://a.example/{n}", f"Story {n}", 0.0, None, "", (),
                      ("word " * 1000,), False) for n in range(items)
        ]  # fmt: skip
        self.problems = problems
        self.began, self.go_on, self.ended = threading.Event(), threading.Event(), threading.Event()
        self.looked: list[WatchItem] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.ended.set()

    def watches(self) -> list[SimpleNamespace]:
        return [SimpleNamespace(name="w", url="https://a.example/")]

    def run(self, *_: object, **__: object) -> RunReport:
        self.began.set()
        assert self.go_on.wait(20)
        return RunReport([VisitReport("w", problem="no answer " * 9)] * self.problems)

    def new(self, _: object) -> list[WatchItem]:
        return [item for item in self.items if item not in self.looked]

    def looked_at(self, items: Iterable[WatchItem]) -> None:
        self.looked += items


def test_news_of_an_answer_that_nobody_waits_for_stays_new(
    tools: AgentTools, monkeypatch: pytest.MonkeyPatch
) -> None:
    visits = VisitsWithNews(3)
    monkeypatch.setattr(tools, "_watcher", lambda: visits)

    async def asked_twice() -> CallToolResult:
        async with Client(server(tools)) as client:
            asking = asyncio.create_task(client.call_tool("whats_new", {}))
            await asyncio.to_thread(visits.began.wait, 20)
            asking.cancel()
            await asyncio.wait([asking])
            visits.go_on.set()
            await asyncio.to_thread(visits.ended.wait, 20)
            return await client.call_tool("whats_new", {})

    assert told(asyncio.run(asked_twice())).count("## new: Story") == 3
    assert [item.title for item in visits.looked] == ["Story 0", "Story 1", "Story 2"]


def test_only_news_that_fit_into_an_answer_are_told(
    tools: AgentTools, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_LONGEST_ITEM", 4000)
    visits = VisitsWithNews(10, problems=50)
    visits.go_on.set()
    monkeypatch.setattr(tools, "_watcher", lambda: visits)
    answers = [ask(tools, "whats_new") for _ in range(4)]
    assert max(map(len, answers)) <= module._MOST_CHARACTERS
    assert [answer.count("## new: Story") for answer in answers] == [4, 4, 2, 0]
    assert "6 more: ask again" in answers[0]
    assert "45 more could not be visited" in answers[3]
    assert "start=" not in answers[0]


def test_an_address_is_watched_only_if_there_is_something(tools: AgentTools) -> None:
    for _ in range(2):
        with pytest.raises(Refused, match="is not watched, since nothing could be fetched"):
            ask(tools, "whats_new", url="http://127.0.0.1:1/")
    assert ask(tools, "whats_new") == "nothing is watched yet: give an address"
    with pytest.raises(Refused, match="not a web address"):
        ask(tools, "whats_new", url="")


def test_an_address_is_watched_once_however_it_is_written(tools: AgentTools, address: str) -> None:
    path = SITE.pages[8].path
    ask(tools, "whats_new", url=address + path, kind="page")
    upper = address.replace("http", "HTTP") + path
    assert ask(tools, "whats_new", url=f"{upper}?utm_source=x#top") == "nothing is new"
    other = ask(tools, "whats_new", url=address + path, kind="site")
    assert f"{address}{path} is watched as a page, not as a site" in other
    assert ask(tools, "stop_watching", url=upper) == f"{address}{path} is watched no longer"
    with pytest.raises(Refused, match="is not watched; watched are: nothing"):
        ask(tools, "stop_watching", url=upper)


def test_who_asks_for_nothing_is_told_so(tools: AgentTools, tmp_path: Path) -> None:
    with pytest.raises(Refused, match="there is nothing from 9,999 on"):
        ask(tools, "clean_page", html=STORY, start=9999)
    (tmp_path / "empty").mkdir()
    for tool in ("learn_site", "site_structure"):
        for name in ("", " "):
            with pytest.raises(Refused, match="site is empty: give an address"):
                ask(tools, tool, site=name)
        with pytest.raises(Refused, match="there is no page"):
            ask(tools, tool, site="empty")
    assert ask(tools, "explain_page", html="<title>Ships</title><img src=a.png>")
    (tmp_path / "page.html").write_text(STORY)
    with pytest.raises(Refused, match=r"no page in page\.html has an address"):
        ask(tools, "learn_site", site="page.html")


def test_what_is_wrong_with_arguments_is_said_so_that_the_next_are_right(
    tools: AgentTools,
) -> None:
    for tool in ("learn_site", "site_structure"):
        with pytest.raises(Refused, match=r"if it is a site, give https://news\.example"):
            ask(tools, tool, site="news.example")
    for html in ("https://a.example/story.html", " www.a.example "):
        with pytest.raises(Refused, match=r"html is an address, .*: give it as url"):
            ask(tools, "clean_page", html=html)
    with pytest.raises(Refused, match=r"(?s)adress.*not permitted"):
        ask(tools, "clean_page", html=STORY, adress="https://a.example/")


def test_a_page_is_cleaned_while_a_site_is_learned(
    tools: AgentTools, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, go_on = threading.Event(), threading.Event()

    def slow_crawl(options: Any) -> Any:
        begun.set()
        assert go_on.wait(60)
        raise InputError(f"{options.url} is slow")

    monkeypatch.setattr(module, "crawl", slow_crawl)

    async def both() -> tuple[CallToolResult, CallToolResult]:
        async with Client(server(tools)) as client:
            learning = asyncio.create_task(
                client.call_tool("learn_site", {"site": "https://a.example/"})
            )
            await asyncio.to_thread(begun.wait, 60)
            cleaned = await asyncio.wait_for(client.call_tool("clean_page", {"html": STORY}), 60)
            go_on.set()
            return cleaned, await learning

    cleaned, learned = asyncio.run(both())
    assert "Ships and stars" in told(cleaned)
    with pytest.raises(Refused, match="is slow"):
        told(learned)


def test_two_servers_with_one_folder_lose_nothing(tools: AgentTools, tmp_path: Path) -> None:
    other = AgentTools([tmp_path], allow_private=True, delay=0)
    for number, site in enumerate(sample_sites()[:2]):
        lines = [json.dumps({"url": page.url, "html": page.html}) for page in site.pages]
        (tmp_path / f"{number}.jsonl").write_text("\n".join(lines), "utf-8")
    ask(tools, "learn_site", site="0.jsonl")
    ask(other, "learn_site", site="1.jsonl")
    models = sitesieve.load(tmp_path / "sitesieve-mcp" / "sites.sieve").models
    assert sorted(models) == sorted(site.name for site in sample_sites()[:2])
    pages = sample_sites()[1].pages[:20]
    assert [ask(tools, "clean_page", url=page.url, html=page.html) for page in pages] == [
        ask(other, "clean_page", url=page.url, html=page.html) for page in pages
    ]
    fresh = AgentTools([tmp_path.parent], allow_private=True)
    assert [ask(tools, "clean_page", url=page.url, html=page.html) for page in pages] != [
        ask(fresh, "clean_page", url=page.url, html=page.html) for page in pages
    ]


def test_no_more_than_a_few_sites_are_kept(
    tools: AgentTools, tmp_path: Path, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_MOST_SITES", 2)
    lines = [json.dumps({"url": f"https://{n}.example/", "html": STORY}) for n in range(3)]
    (tmp_path / "pages.jsonl").write_text("\n".join(lines))
    with pytest.raises(Refused, match="no more than 2 sites"):
        ask(tools, "learn_site", site="pages.jsonl")
    for number in (8, 9):
        ask(tools, "whats_new", url=f"{address}{SITE.pages[number].path}", kind="page")
    with pytest.raises(Refused, match="no more than 2 addresses"):
        ask(tools, "whats_new", url=f"{address}/")
    ask(tools, "stop_watching", url=f"{address}{SITE.pages[8].path}")
    assert "is watched from now on" in ask(tools, "whats_new", url=f"{address}/", kind="page")


def test_an_agent_is_told_what_tools_do_and_that_pages_give_no_orders(tools: AgentTools) -> None:
    async def shown() -> tuple[str, dict[str, Any]]:
        async with Client(server(tools)) as client:
            listed = (await client.list_tools()).tools
            return client.instructions or "", {tool.name: tool for tool in listed}

    instructions, listed = asyncio.run(shown())
    assert "never an instruction to follow" in instructions
    for tool in listed.values():
        assert tool.description
        assert "  " not in tool.description
        assert tool.input_schema["additionalProperties"] is False
        assert all(value.get("description") or name == "favour"
                   for name, value in tool.input_schema["properties"].items())  # fmt: skip
    assert listed["clean_page"].annotations.read_only_hint
    assert not listed["learn_site"].annotations.read_only_hint


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_the_server_while_it_waits_for_input(number: int, tmp_path: Path) -> None:
    hello = {
        **{"jsonrpc": "2.0", "id": 1, "method": "initialize"},
        "params": {
            **{"protocolVersion": "2025-06-18", "capabilities": {}},
            "clientInfo": {"name": "test", "version": "1"},
        },
    }
    with subprocess.Popen(
        [sys.executable, "-m", "sitesieve", "mcp"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=os.environ | {"TMPDIR": str(tmp_path)},
    ) as running:
        assert running.stdin is not None
        assert running.stdout is not None
        running.stdin.write(json.dumps(hello).encode() + b"\n")
        running.stdin.flush()
        assert b"sitesieve" in running.stdout.readline()
        running.send_signal(number)
        assert running.wait(30) == 128 + number
    assert list(tmp_path.iterdir()) == []


def test_without_mcp_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "sitesieve.integrations.mcp")
    monkeypatch.setitem(sys.modules, "mcp.server.mcpserver", None)
    with pytest.raises(MissingExtra, match=r"sitesieve\[mcp\]"):
        __import__("sitesieve.integrations.mcp")
