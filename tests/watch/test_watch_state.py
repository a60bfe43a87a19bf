"""The state of watches: where it is, what it refuses, how much it takes."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from watched_site import DAY, HERE, Site, a_clock, paragraph, served

from sitesieve.errors import InputError, OutputError
from sitesieve.page import Page
from sitesieve.watch import Watcher
from sitesieve.watch.pages import MOST_VERSIONS, History
from sitesieve.watch.passages import read_page
from sitesieve.watch.site_knowledge import SiteKnowledge
from sitesieve.watch.state import VERSION, State, default_path

ARTICLE = "/article.html"


def test_the_state_is_in_the_data_folder_of_the_person(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", "/data/of/mine")
    assert default_path() == Path("/data/of/mine/sitesieve/watch.sqlite")
    monkeypatch.setenv("HOME", "/home/me")
    for unusable in ("", "relative/folder"):
        monkeypatch.setenv("XDG_DATA_HOME", unusable)
        assert default_path() == Path("/home/me/.local/share/sitesieve/watch.sqlite")


def test_a_newer_schema_is_refused_by_name(tmp_path: Path) -> None:
    path = tmp_path / "state"
    State(path).close()
    with sqlite3.connect(path) as db:
        db.execute("PRAGMA user_version = 99")
    db.close()
    with pytest.raises(InputError, match=r"newer version .* schema is 99"):
        State(path)


@pytest.mark.parametrize("version", [1, 2])
def test_an_older_schema_is_refused_by_name_and_left_alone(tmp_path: Path, version: int) -> None:
    path = tmp_path / "old.sqlite"
    with Watcher(path) as watcher:
        watcher.add("https://a.example/", name="kept")
    with sqlite3.connect(path) as db:
        db.execute(f"PRAGMA user_version = {version}")
    db.close()
    with pytest.raises(InputError, match=rf"old\.sqlite .* schema is {version}.* add the watches"):
        Watcher(path)
    with sqlite3.connect(path) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (version,)
        assert db.execute("SELECT name FROM watch").fetchall() == [("kept",)]
    db.close()


def test_numbers_of_texts_change_only_with_the_version_of_the_schema() -> None:
    page = Page("https://a.example/", "<p class=lead>The bridge is open again.</p>")
    (passage,) = read_page(page, SiteKnowledge("a.example")).passages
    assert VERSION == 3  # other numbers below want another version
    assert passage.key == 2101743765617008374
    assert passage.place == 744643370044943400
    assert passage.look == 7802170290164007049


def test_what_nobody_was_shown_is_found_by_an_index(tmp_path: Path) -> None:
    with closing(State(tmp_path / "state")) as state:
        (plan,) = state.rows("EXPLAIN QUERY PLAN SELECT id FROM item WHERE looked IS NULL")
    assert "item_not_shown" in plan[-1]


def test_other_files_are_refused_and_left_alone(tmp_path: Path) -> None:
    text = tmp_path / "notes.txt"
    text.write_text("These are my notes. " * 200)
    with pytest.raises(InputError, match=r"notes\.txt"):
        State(text)
    assert text.read_text() == "These are my notes. " * 200
    foreign = tmp_path / "foreign.sqlite"
    with sqlite3.connect(foreign) as db:
        db.execute("CREATE TABLE mine (a)")
    db.close()
    with pytest.raises(InputError, match="not a state of watches"):
        State(foreign)
    with pytest.raises(OutputError):
        State(text / "below")


@pytest.fixture
def state(tmp_path: Path) -> Iterator[State]:
    with closing(State(tmp_path / "state")) as state:
        yield state


@contextmanager
def visited_article(path: Path) -> Iterator[tuple[Site, Watcher]]:
    """A site with an article that was visited once, and the watcher."""
    site = Site()
    site.article(ARTICLE, paragraph(1), paragraph(2))
    with served(site), Watcher(path, HERE, a_clock()) as watcher:
        watcher.add(site.address + ARTICLE)
        watcher.run()
        yield site, watcher


def use(path: Path) -> None:
    with Watcher(path, HERE, a_clock()) as watcher:
        watcher.status()
        watcher.run(everything=True)


def test_a_damaged_state_is_an_error_and_no_traceback(tmp_path: Path) -> None:
    path = tmp_path / "state"
    with visited_article(path):
        pass
    content = bytearray(path.read_bytes())
    content[4096 : len(content) // 2] = b"\xa5" * (len(content) // 2 - 4096)
    path.write_bytes(bytes(content))
    with pytest.raises((InputError, OutputError)):
        use(path)


def test_a_damaged_model_is_learned_again(tmp_path: Path) -> None:
    path = tmp_path / "state"
    with visited_article(path) as (site, watcher):
        with closing(State(path)) as state:
            state.write("UPDATE model SET content = x'00ff'")
        site.article(ARTICLE, paragraph(1), paragraph(2), paragraph(3))
        assert [item.added for item in watcher.run(everything=True).items] == [(paragraph(3),)]


def test_versions_share_their_blocks_and_old_ones_go(tmp_path: Path, state: State) -> None:
    history = History(state)
    with Watcher(tmp_path / "state") as watcher:
        watch = watcher.add("https://a.example/")
    inserted = state.write(
        "INSERT INTO page (watch, key, url, role, depth, fresh, found) "
        "VALUES (?, 'k', 'u', 'start', 0, 0, 0)",
        watch.id,
    )
    page = inserted.lastrowid or 0
    texts = [paragraph(n) for n in range(40)]
    for version in range(MOST_VERSIONS + 10):
        texts[version % 40] = paragraph(f"version {version}")
        with state.transaction():
            history.add(page, float(version), history.keep(texts))
    assert history.texts(history.last(page) or []) == texts
    assert state.value("SELECT COUNT(*) FROM version") == MOST_VERSIONS
    assert state.value("SELECT COUNT(*) FROM block") == 39 + MOST_VERSIONS + 10
    size = state.value("SELECT SUM(LENGTH(blocks)) FROM version")
    assert size < 400 * MOST_VERSIONS  # forty numbers of eight bytes each


def test_blocks_of_versions_that_went_are_deleted_once_a_week(tmp_path: Path, state: State) -> None:
    clock = a_clock()
    with Watcher(tmp_path / "state", HERE, clock) as watcher:
        watcher.run()
        History(state).keep([paragraph("unused")])
        watcher.run()
        assert len(state.rows("SELECT id FROM block")) == 1
        clock.sleep(8 * DAY)
        watcher.run()
    assert state.rows("SELECT id FROM block") == []


def test_removing_a_watch_leaves_nothing_of_it(tmp_path: Path) -> None:
    path = tmp_path / "state"
    with visited_article(path) as (site, watcher):
        site.article(ARTICLE, paragraph(1), paragraph(2), paragraph(3))
        assert watcher.run(everything=True).items
        watcher.remove(watcher.watches()[0].name)
        assert watcher.watches() == []
    with closing(State(path)) as state:
        for table in ("watch", "page", "pending", "version", "block", "item", "model", "lease"):
            assert state.rows(f"SELECT * FROM {table}") == [], table


@pytest.mark.parametrize(
    "url",
    [
        "",
        "no address",
        "ftp://a.example/",
        "http://",
        "http://[broken",
        "http://a b/",
        "http://a\x7fb/",
        "http://a:port/",
        "http://a/\udcff",
    ],
)
def test_what_is_no_address_cannot_be_watched(tmp_path: Path, url: str) -> None:
    with Watcher(tmp_path / "state") as watcher, pytest.raises(InputError):
        watcher.add(url)


def test_names_are_found_and_unknown_ones_are_refused(tmp_path: Path) -> None:
    with Watcher(tmp_path / "state") as watcher:
        names = [watcher.add(f"https://a.example/{n}/").name for n in ("x", "x/?1", "y")]
        assert names == ["a.example-x", "a.example-x-2", "a.example-y"]
        with pytest.raises(InputError, match="watched already"):
            watcher.add("https://a.example/x/")
        with pytest.raises(InputError, match="already"):
            watcher.add("https://b.example/", name="a.example-x")
        with pytest.raises(InputError, match=r"there are a\.example-x"):
            watcher.watch("b")
        with pytest.raises(InputError, match="no name"):
            watcher.add("https://b.example/", name="two words")
        with pytest.raises(InputError, match="no item 7"):
            watcher.item(7)
