"""How often a visit parses its pages: each once."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from selectolax.lexbor import LexborHTMLParser
from watched_site import HERE, Site, a_clock, paragraph, served

from sitesieve.page.encode import encode
from sitesieve.page.tree import PageTree
from sitesieve.watch import Watcher
from sitesieve.watch.tree_shelf import Shelf
from sitesieve.watch.watches import WatchKind

STORIES = [f"/news/story-{n}.html" for n in range(8)]
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
        found = Counter({paths[html]: times for html, times in self._times.items()})
        self._times.clear()
        return found


@pytest.fixture
def parses(monkeypatch: pytest.MonkeyPatch) -> Parses:
    found = Parses()

    def counting(html: bytes, **options: Any) -> Any:
        found.note(bytes(html))
        return LexborHTMLParser(html, **options)

    monkeypatch.setattr("sitesieve.page.encode.LexborHTMLParser", counting)
    return found


@pytest.fixture
def site() -> Iterator[Site]:
    """A section with eight articles."""
    found = Site()
    found.contents("/news/", *STORIES)
    for path in STORIES:
        found.article(path, paragraph(path), paragraph(f"{path} more"))
    with served(found):
        yield found


def visit(watcher: Watcher) -> Counter[str]:
    """How many items of each kind a visit finds."""
    return Counter(item.kind for item in watcher.run(everything=True).items)


def once(*paths: str) -> Counter[str]:
    return Counter(dict.fromkeys(paths, 1))


def something_new(site: Site) -> None:
    site.contents("/news/", *NEW, *STORIES)
    for path in NEW:
        site.article(path, paragraph(path), paragraph(f"{path} more"))
    for path in STORIES[:2]:
        site.article(
            path, paragraph(path), paragraph("added to " + path), paragraph(f"{path} more")
        )


@pytest.mark.parametrize("kind", ["section", "site"])
def test_pages_that_are_new_or_changed_are_parsed_once(
    kind: WatchKind, site: Site, parses: Parses, tmp_path: Path
) -> None:
    with Watcher(tmp_path / "state", HERE, a_clock()) as watcher:
        watcher.add(f"{site.address}/news/", kind=kind)
        assert visit(watcher) == {}
        assert parses.since(site) == once("/news/", *STORIES)
        something_new(site)
        assert visit(watcher) == {"new": 3, "changed": 2}
        assert parses.since(site) == once("/news/", *NEW, *STORIES[:2])
        assert visit(watcher) == {}
        assert parses.since(site) == {}  # the server says that nothing has changed


def test_a_page_alone_and_its_company_are_parsed_once(
    site: Site, parses: Parses, tmp_path: Path
) -> None:
    with Watcher(tmp_path / "state", HERE, a_clock()) as watcher:
        watcher.add(f"{site.address}/news/")
        assert visit(watcher) == {}
        assert parses.since(site) == once("/news/", *STORIES)


def test_pages_that_are_sent_again_as_they_were_are_parsed_once(
    site: Site, parses: Parses, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sitesieve.watch.pages.WatchedPage.conditions", {})
    with Watcher(tmp_path / "state", HERE, a_clock()) as watcher:
        watcher.add(f"{site.address}/news/", kind="section")
        visit(watcher)
        parses.since(site)
        assert visit(watcher) == {}
        assert parses.since(site) == once("/news/", *STORIES)


def test_pages_with_a_new_design_are_parsed_once(
    site: Site, parses: Parses, tmp_path: Path
) -> None:
    with Watcher(tmp_path / "state", HERE, a_clock()) as watcher:
        watcher.add(f"{site.address}/news/", kind="section")
        visit(watcher)
        parses.since(site)
        for path, html in site.pages.items():
            site.pages[path] = html.replace("<p>", "<div class=new><div class=text>").replace(
                "<main>", "<main class=other><div class=inside>"
            )
        assert visit(watcher) == {"redesign": 1}
        assert parses.since(site) == once("/news/", *STORIES)


def test_a_visit_that_goes_on_parses_what_was_fetched_before_once_more(
    site: Site, parses: Parses, tmp_path: Path
) -> None:
    with Watcher(tmp_path / "state", HERE, a_clock()) as watcher:
        watcher.add(f"{site.address}/news/", kind="site")
        watcher.run(stopped=lambda: len(site.asked) >= 8)
        fetched = [path for path in site.asked if path in site.pages]
        assert 1 < len(fetched) < len(site.pages)
        assert parses.since(site) == once(*fetched)
    with Watcher(tmp_path / "state", HERE, a_clock()) as watcher:
        visit(watcher)
        assert parses.since(site) == once("/news/", *STORIES)


def test_what_is_asked_of_a_page_again_and_again_is_found_once(
    site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: Counter[str] = Counter()
    for name in ("digest", "hidden_leaves"):
        _count(monkeypatch, name, asked)
    with Watcher(tmp_path / "state", HERE, a_clock()) as watcher:
        watcher.add(f"{site.address}/news/", kind="section")
        visit(watcher)
    # What is hidden is found in learning and, on a tree from the shelf, in cleaning.
    assert asked == {"digest": 1 + len(STORIES), "hidden_leaves": 2 * (1 + len(STORIES))}


def _count(monkeypatch: pytest.MonkeyPatch, name: str, asked: Counter[str]) -> None:
    found = vars(PageTree)[name]
    function = found.func

    def counting(tree: Any) -> Any:
        asked[name] += 1
        return function(tree)

    monkeypatch.setattr(found, "func", counting)


@pytest.mark.parametrize("in_memory", [100, 1 << 20])
def test_trees_come_back_from_the_shelf_as_they_were(in_memory: int) -> None:
    trees = {
        n: encode(f"<p class=c{n}>{paragraph(n)}", url=f"https://a.example/{n}") for n in (1, 2)
    }
    with Shelf(in_memory) as shelf:
        shelf.put(1, trees[2])
        for number, tree in trees.items():
            shelf.put(number, tree)
        for number, tree in trees.items():
            found = shelf.get(number)
            assert found is not None
            assert (found.texts, found.url, found.digest) == (tree.texts, tree.url, tree.digest)
            assert (found.style == tree.style).all()
        assert shelf.get(3) is None
