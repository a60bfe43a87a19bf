"""Parsed pages kept on disk between two readings of the same pages."""

from pathlib import Path

import pytest

from sitesieve.page import Page, PageTree
from sitesieve.run import job
from sitesieve.run.kept_trees import KeptTrees
from sitesieve.sinks import FileSink, Formatter
from sitesieve.site.shelf import Shelf
from sitesieve.sources import Source

PAGES = [
    Page("https://a.example/1", b"<title>One</title><p>first page"),
    Page("https://a.example/2", b"<p>second <b>page"),
    Page(None, "<p>third page, as text \udcff"),
]
MUCH = 1_000_000


def again(page: Page) -> Page:
    """The page as the second reading has it."""
    return Page(page.url, page.html, charset=page.charset)


def given(trees: KeptTrees, page: Page) -> PageTree | None:
    """The tree that a page gets, if one was kept."""
    page = again(page)
    trees.give(page)
    return page._tree


def kept(folder: Path, pages: list[Page], room: int = MUCH) -> KeptTrees:
    trees = KeptTrees(Shelf(folder, room))
    for page in pages:
        trees.keep(page)
    trees.find()
    return trees


def test_a_page_gets_the_tree_it_would_be_parsed_to(tmp_path: Path) -> None:
    trees = kept(tmp_path, PAGES)
    for page in PAGES:
        tree = given(trees, page)
        assert tree is not None
        assert (tree.texts, tree.url, tree.title) == (
            page.tree.texts,
            page.url,
            page.tree.title,
        )
        assert tree.word_ids.tolist() == page.tree.word_ids.tolist()


def test_another_page_gets_none(tmp_path: Path) -> None:
    trees = kept(tmp_path, PAGES)
    assert given(trees, Page("https://a.example/other", PAGES[0].html)) is None
    assert given(trees, Page(PAGES[0].url, b"<p>changed")) is None
    assert given(trees, Page(PAGES[0].url, PAGES[0].html, charset="latin-1")) is None
    assert given(trees, Page(PAGES[0].url, "<title>One</title><p>first page")) is None


def test_what_several_processes_write_is_found(tmp_path: Path) -> None:
    for page in PAGES:
        KeptTrees(Shelf(tmp_path, MUCH)).keep(page)
    trees = KeptTrees(Shelf(tmp_path, MUCH))
    trees.find()
    assert all(given(trees, page) is not None for page in PAGES)


def test_no_more_is_kept_than_there_is_room_for(tmp_path: Path) -> None:
    (tmp_path / "first").mkdir()
    kept(tmp_path / "first", PAGES[:1])
    (first,) = (tmp_path / "first").iterdir()
    (tmp_path / "all").mkdir()
    trees = kept(tmp_path / "all", PAGES, room=first.stat().st_size)
    assert [given(trees, page) is not None for page in PAGES] == [True, False, False]


@pytest.mark.parametrize("left", [3, 30, -1])  # bytes: of the entry, of the tree, all but one
def test_a_tree_that_was_cut_off_is_not_there(tmp_path: Path, left: int) -> None:
    trees = KeptTrees(Shelf(tmp_path, MUCH))
    trees.keep(PAGES[0])
    (file,) = tmp_path.iterdir()
    whole = file.stat().st_size
    trees.keep(PAGES[1])
    content = file.read_bytes()
    file.write_bytes(content[: whole + left] if left > 0 else content[:left])
    trees.find()
    assert given(trees, PAGES[0]) is not None
    assert given(trees, PAGES[1]) is None


def test_a_folder_that_cannot_be_written_to_keeps_nothing(tmp_path: Path) -> None:
    trees = KeptTrees(Shelf(tmp_path / "missing", MUCH))
    trees.keep(PAGES[0])
    assert given(trees, PAGES[0]) is None


def test_where_the_disk_is_full_the_pages_that_follow_are_parsed_again(tmp_path: Path) -> None:
    resource = pytest.importorskip("resource")
    trees = KeptTrees(Shelf(tmp_path, MUCH))
    trees.keep(PAGES[0])
    (file,) = tmp_path.iterdir()
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (file.stat().st_size + 100, before[1]))
    try:
        trees.keep(PAGES[1])
        trees.keep(PAGES[2])
        trees.find()
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert [given(trees, page) is not None for page in PAGES] == [True, False, False]


def test_a_job_parses_each_page_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from sitesieve.cleaning.methods import Sieve

    pages = tmp_path / "pages"
    pages.mkdir()
    for number in range(6):
        text = f"<nav>Home News</nav><h1>Page {number}</h1><p>What it says, at some length."
        (pages / f"{number}.html").write_text(text)
    log = tmp_path / "parsed"

    def logged(utf8: bytes, *options: object) -> PageTree:
        from sitesieve.page.encode import encode

        if b"<nav>" in utf8:
            with log.open("a") as file:
                file.write("x")
        return encode(utf8, *options)  # type: ignore[arg-type]

    monkeypatch.setattr("sitesieve.page.page.encode", logged)
    sink = FileSink(tmp_path / "out.jsonl", "jsonl")
    tally = job.Job(Source([str(pages)]), Sieve(), sink, Formatter(), jobs=0).run()
    assert tally.cleaned == 6
    assert len(log.read_text()) == 6
