"""How often a visit parses its pages: each once."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from selectolax.lexbor import LexborHTMLParser
from watched_site import HERE, STORIES, Site, a_clock, paragraph, served_section, text_of

from sitesieve.page.encode import encode
from sitesieve.page.tree import PageTree
from sitesieve.watch import Watcher
from sitesieve.watch.tree_shelf import TreeShelf
from sitesieve.watch.watches import WatchKind

NEW = [f"/news/new-{n}.html" for n in range(3)]


class Parses:
    """How often each page was parsed, by its content."""

    def __init__(self) -> None:
        self._times: Counter[bytes] = Counter()

    def note(self, html: bytes) -> None:
        self._times[html] += 1

    def since(self, site: Site) -> Counter[str]:
        """The paths that a site has what was parsed at, and how often since the last time."""
        paths = {html.encode(): path for path, html in site.pages.items()}
        counts = Counter({paths[html]: times for html, times in self._times.items()})
        self._times.clear()
        return counts


@pytest.fixture
def parses(monkeypatch: pytest.MonkeyPatch) -> Parses:
    counts = Parses()

    def counting(html: bytes, **options: Any) -> Any:
        counts.note(bytes(html))
        return LexborHTMLParser(html, **options)

    monkeypatch.setattr("sitesieve.page.encode.LexborHTMLParser", counting)
    return counts


@pytest.fixture
def site() -> Iterator[Site]:
    """A section with eight articles."""
    with served_section(*STORIES) as section:
        yield section


@pytest.fixture
def watcher(tmp_path: Path) -> Iterator[Watcher]:
    with Watcher(tmp_path / "state", HERE, a_clock()) as opened:
        yield opened


@pytest.fixture
def news_watcher(site: Site, watcher: Watcher, parses: Parses) -> Watcher:
    """One that has visited the section; what was parsed then is not counted."""
    watcher.add(site.section, kind="section")
    visit(watcher)
    parses.since(site)
    return watcher


def visit(watcher: Watcher) -> Counter[str]:
    """How many items of each kind a visit finds."""
    return Counter(item.kind for item in watcher.run(everything=True).items)


def once(*paths: str) -> Counter[str]:
    return Counter(dict.fromkeys(paths, 1))


def something_new(site: Site) -> None:
    site.publish(*NEW)
    for path in STORIES[:2]:
        site.article(path, paragraph(f"added to {path}"), *text_of(path))


@pytest.mark.parametrize("kind", ["section", "site"])
def test_pages_that_are_new_or_changed_are_parsed_once(
    kind: WatchKind, site: Site, parses: Parses, watcher: Watcher
) -> None:
    watcher.add(site.section, kind=kind)
    assert visit(watcher) == {}
    assert parses.since(site) == once("/news/", *STORIES)
    something_new(site)
    assert visit(watcher) == {"new": 3, "changed": 2}
    assert parses.since(site) == once("/news/", *NEW, *STORIES[:2])
    assert visit(watcher) == {}
    assert parses.since(site) == {}  # the server answers that nothing has changed


def test_a_page_alone_and_those_it_is_compared_with_are_parsed_once(
    site: Site, parses: Parses, watcher: Watcher
) -> None:
    watcher.add(site.section)
    assert visit(watcher) == {}
    assert parses.since(site) == once("/news/", *STORIES)


def test_pages_that_are_sent_again_unchanged_are_parsed_once(
    site: Site, parses: Parses, news_watcher: Watcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sitesieve.watch.pages.WatchedPage.conditions", {})
    assert visit(news_watcher) == {}
    assert parses.since(site) == once("/news/", *STORIES)


def test_pages_with_a_new_design_are_parsed_once(
    site: Site, parses: Parses, news_watcher: Watcher
) -> None:
    for path, html in site.pages.items():
        site.pages[path] = html.replace("<p>", "<div class=new><div class=text>").replace(
            "<main>", "<main class=other><div class=inside>"
        )
    assert visit(news_watcher) == {"redesign": 1}
    assert parses.since(site) == once("/news/", *STORIES)


def test_a_visit_that_is_resumed_parses_what_was_fetched_before_once_more(
    site: Site, parses: Parses, watcher: Watcher, tmp_path: Path
) -> None:
    watcher.add(site.section, kind="site")
    watcher.run(stopped=lambda: len(site.asked) >= 8)
    fetched = [path for path in site.asked if path in site.pages]
    assert 1 < len(fetched) < len(site.pages)
    assert parses.since(site) == once(*fetched)
    with Watcher(tmp_path / "state", HERE, a_clock()) as resumed:
        visit(resumed)
    assert parses.since(site) == once("/news/", *STORIES)


def test_what_several_steps_need_of_a_page_is_computed_once(
    site: Site, watcher: Watcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: Counter[str] = Counter()
    for name in ("digest", "hidden_leaves"):
        _count(monkeypatch, name, calls)
    watcher.add(site.section, kind="section")
    visit(watcher)
    # Hidden texts are found in learning and, on a tree from the shelf, in cleaning.
    assert calls == {"digest": 1 + len(STORIES), "hidden_leaves": 2 * (1 + len(STORIES))}


def _count(monkeypatch: pytest.MonkeyPatch, name: str, calls: Counter[str]) -> None:
    member = vars(PageTree)[name]
    function = member.func

    def counting(tree: Any) -> Any:
        calls[name] += 1
        return function(tree)

    monkeypatch.setattr(member, "func", counting)


@pytest.mark.parametrize("in_memory", [100, 1 << 20])
def test_trees_come_back_from_the_shelf_as_they_were(in_memory: int) -> None:
    trees = {
        n: encode(f"<p class=c{n}>{paragraph(n)}", url=f"https://a.example/{n}") for n in (1, 2)
    }
    with TreeShelf(in_memory) as shelf:
        shelf.put(1, trees[2])
        for number, tree in trees.items():
            shelf.put(number, tree)
        for number, tree in trees.items():
            restored = shelf.get(number)
            assert restored is not None
            assert (restored.texts, restored.url) == (tree.texts, tree.url)
            assert restored.digest == tree.digest
            assert (restored.style == tree.style).all()
        assert shelf.get(3) is None
