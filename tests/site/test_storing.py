"""Models as columns, and back."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from types import FrameType
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sitesieve.cleaning.methods import SiteStyleTree
from sitesieve.errors import ModelError
from sitesieve.page import Page
from sitesieve.site.model import SiteModel
from sitesieve.site.model_file import read_model, write_model
from sitesieve.site.storing import from_arrays, to_arrays, to_table

NAV = "<div class=nav><ul><li>home</li><li>news</li></ul></div>"
STORIES = ("ships", "bread", "stars", "bikes", "trains", "clouds")
SHIFTED = [
    (f"https://a.example/{n}", f"{'<b>buy</b>' if n % 2 else ''}{NAV}<p>tale of {story}</p>")
    for n, story in enumerate(STORIES)
]
LOOSE = [
    (f"https://a.example/{story}", f"<div class={story}>{NAV}<p>tale of {story}</p></div>")
    for story in STORIES
]
FOREIGN = [
    (f"https://例え.example/{n}", f"<nav>メニュー ☰</nav><p class=größe>{text}</p>")
    for n, text in enumerate(("海は広いな大きいな", "Straße über Öl", "سفن في البحر", "😀 смайлик"))
]


def model_of(pages: list[tuple[str, str]], *settings: Any) -> SiteModel:
    model = SiteModel(*settings)
    for url, html in pages:
        model.update(Page(url, html))
    return model


def round_trip(model: SiteModel) -> SiteModel:
    counts = model.counts
    arrays, table = to_arrays(counts, model.merges), to_table(counts)
    loaded, merges = from_arrays(arrays, table, counts.alignment, counts.leaf_height)
    return SiteModel.restored(loaded, merges, model.merge_elements)


def assert_equal(one: SiteModel, other: SiteModel) -> None:
    assert other.pages == one.pages
    for name, table in one.counts.tables().items():
        keys, sums = table.table()
        other_keys, other_sums = other.counts.tables()[name].table()
        np.testing.assert_array_equal(np.stack(other_keys), np.stack(keys), err_msg=name)
        np.testing.assert_array_equal(np.stack(other_sums), np.stack(sums), err_msg=name)
    assert to_table(other.counts) == to_table(one.counts)
    for field in ("key", "merged_into", "loose"):
        np.testing.assert_array_equal(getattr(other.merges, field), getattr(one.merges, field))
    np.testing.assert_array_equal(other.tree.importance, one.tree.importance)
    assert str(other.describe()) == str(one.describe())


@pytest.mark.parametrize("leaf_height", [0, 1, 2, 5])
@pytest.mark.parametrize("alignment", ["exact", "keyed"])
@pytest.mark.parametrize("pages", [SHIFTED, LOOSE, FOREIGN, SHIFTED[:1]])
def test_a_model_comes_back_as_it_was(
    pages: list[tuple[str, str]], alignment: str, leaf_height: int
) -> None:
    model = model_of(pages, alignment, leaf_height)
    assert_equal(model, round_trip(model))


def test_merges_come_back() -> None:
    assert len(round_trip(model_of(SHIFTED, "exact")).merges.key)
    assert len(round_trip(model_of(LOOSE, "keyed")).merges.loose)


def test_a_pruned_model_comes_back_as_it_was() -> None:
    for alignment in ("exact", "keyed"):
        model = model_of(SHIFTED, alignment)
        model.prune()
        loaded = round_trip(model)
        assert loaded.counts.pruned
        assert_equal(model, loaded)


def test_a_model_of_no_pages_comes_back_as_it_was() -> None:
    model = SiteModel()
    assert round_trip(model).pages == 0


def test_a_method_that_learned_nothing_can_be_saved(tmp_path: Path) -> None:
    SiteStyleTree(threshold=0.4).save(tmp_path / "m.sieve")
    loaded = SiteStyleTree.load(tmp_path / "m.sieve")
    assert loaded.sites == {}
    assert loaded.threshold == 0.4


WORD = st.text("abcßéжש海 ☃😀<&\x00\u200d", min_size=1, max_size=8)


@settings(max_examples=40)
@given(
    pages=st.lists(st.lists(WORD, min_size=1, max_size=4), min_size=1, max_size=5),
    alignment=st.sampled_from(["exact", "keyed"]),
    leaf_height=st.integers(0, 2),
)
def test_any_model_comes_back_as_it_was(
    pages: list[list[str]], alignment: str, leaf_height: int
) -> None:
    site = [
        (f"https://a.example/{n}", "<nav>menu</nav>" + "".join(f"<p>{w}</p>" for w in words))
        for n, words in enumerate(pages)
    ]
    model = model_of(site, alignment, leaf_height)
    assert_equal(model, round_trip(model))


@pytest.mark.parametrize("pages", [SHIFTED, FOREIGN])
def test_a_saved_method_cleans_as_before(pages: list[tuple[str, str]], tmp_path: Path) -> None:
    method = SiteStyleTree(alignment="exact", leaf_height=1, merge_elements=True).learn(pages)
    method.save(tmp_path / "m.sieve")
    loaded = SiteStyleTree.load(tmp_path / "m.sieve")
    assert loaded.settings() == method.settings()
    assert loaded.digest() == method.digest()
    assert loaded.remarks() == method.remarks()
    for url, html in pages:
        assert loaded.clean(html, url=url).text == method.clean(html, url=url).text


def test_a_loaded_method_still_knows_its_pages(tmp_path: Path) -> None:
    SiteStyleTree().learn([*SHIFTED, *SHIFTED]).save(tmp_path / "m.sieve")
    loaded = SiteStyleTree.load(tmp_path / "m.sieve")
    loaded.learn(SHIFTED)
    assert loaded.sites["a.example"].pages == len(SHIFTED)
    assert loaded.models.copies["a.example"] == 2 * len(SHIFTED)
    loaded.merge(SiteStyleTree().learn(SHIFTED[:1]))
    assert loaded.sites["a.example"].pages == len(SHIFTED)
    loaded.merge(SiteStyleTree.load(tmp_path / "m.sieve"))
    assert loaded.sites["a.example"].pages == len(SHIFTED)


def test_the_same_model_gives_the_same_bytes(tmp_path: Path) -> None:
    for name in ("one", "two"):
        SiteStyleTree().learn(FOREIGN).save(tmp_path / name)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


def test_whole_numbers_take_as_few_bytes_as_hold_them() -> None:
    model = model_of(SHIFTED)
    arrays = to_arrays(model.counts, model.merges)
    assert arrays["element.pages"].dtype == np.uint8
    assert arrays["parent"].dtype == np.uint8
    assert arrays["element.share"].dtype == np.float64


def damaged(tmp_path: Path, alignment: Any, column: str, array: npt.NDArray[Any] | None) -> Path:
    """A model file with one column replaced or, for None, left out."""
    path = tmp_path / "m.sieve"
    SiteStyleTree(alignment=alignment).learn(SHIFTED).save(path)
    saved = read_model(path)
    arrays = {name: a for name, a in saved.arrays.items() if name != f"0.{column}"}
    if array is not None:
        arrays[f"0.{column}"] = array
    write_model(path, replace(saved, arrays=arrays))
    return path


COLUMNS = sorted(to_arrays(model_of(SHIFTED, "exact").counts, model_of(SHIFTED, "exact").merges))


@pytest.mark.parametrize("column", COLUMNS)
def test_a_model_without_one_of_its_columns_is_damaged(tmp_path: Path, column: str) -> None:
    path = damaged(tmp_path, "exact", column, None)
    with pytest.raises(ModelError, match="damaged"):
        SiteStyleTree.load(path)


@pytest.mark.parametrize("column", ["features", "looks", "rank", "under", "digest"])
def test_a_key_column_cut_short_is_damage(tmp_path: Path, column: str) -> None:
    path = damaged(tmp_path, "exact", column, np.arange(1, dtype=np.uint64))
    with pytest.raises(ModelError, match="damaged"):
        SiteStyleTree.load(path)


@pytest.mark.parametrize("column", ["parent", "look", "styled", "leaf", "leaf.feature"])
def test_a_row_that_does_not_exist_is_damage(tmp_path: Path, column: str) -> None:
    path = damaged(tmp_path, "keyed", column, np.full(3, 10_000))
    with pytest.raises(ModelError, match="damaged"):
        SiteStyleTree.load(path)


@pytest.mark.parametrize("column", ["element.pages", "leaf.total", "style.pages", "merged"])
def test_text_where_numbers_belong_is_damage(tmp_path: Path, column: str) -> None:
    path = damaged(tmp_path, "exact", column, np.array(["menu", "shop"]))
    with pytest.raises(ModelError, match="damaged"):
        SiteStyleTree.load(path)


@pytest.mark.parametrize("field", ["pages", "words", "nodes", "looks", "texts", "names", "copies"])
def test_a_table_with_a_field_missing_is_damaged(tmp_path: Path, field: str) -> None:
    path = tmp_path / "m.sieve"
    SiteStyleTree().learn(SHIFTED).save(path)
    saved = read_model(path)
    table = [{name: v for name, v in row.items() if name != field} for row in saved.tables["sites"]]
    write_model(path, replace(saved, tables={"sites": table}))
    with pytest.raises(ModelError, match="damaged"):
        SiteStyleTree.load(path)


@contextmanager
def at_most_a_second() -> Iterator[None]:
    def stop(number: int, frame: FrameType | None) -> None:
        raise TimeoutError(f"signal {number} after a second in {frame}")

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, 1)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_an_element_that_is_its_own_parent_is_damage(tmp_path: Path) -> None:
    rows = len(model_of(SHIFTED, "keyed").counts.elements)
    path = damaged(tmp_path, "keyed", "parent", np.arange(1, rows + 1))
    with at_most_a_second(), pytest.raises(ModelError, match="damaged"):
        SiteStyleTree.load(path)


def test_sketches_cut_short_are_damage(tmp_path: Path) -> None:
    path = damaged(tmp_path, "keyed", "sketch", np.zeros((3, 6), np.uint64))
    with pytest.raises(ModelError, match="damaged"):
        SiteStyleTree.load(path)


def test_phrases_without_their_pages_are_damage(tmp_path: Path) -> None:
    path = damaged(tmp_path, "keyed", "phrase.pages", np.ones(1))
    with pytest.raises(ModelError, match="damaged"):
        SiteStyleTree.load(path)


def test_a_kind_of_place_that_is_its_own_parent_is_damage(tmp_path: Path) -> None:
    rows = len(model_of(SHIFTED, "keyed").counts.kinds)
    path = damaged(tmp_path, "keyed", "kind.parent", np.arange(1, rows + 1))
    with at_most_a_second(), pytest.raises(ModelError, match="damaged"):
        SiteStyleTree.load(path)


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize("column", ["element.pages", "element.share", "leaf.total", "style.pages"])
def test_numbers_that_are_none_are_damage(tmp_path: Path, column: str) -> None:
    model = model_of(SHIFTED, "keyed")
    rows = len(to_arrays(model.counts, model.merges)[column])
    path = damaged(tmp_path, "keyed", column, np.full(rows, np.nan))
    with pytest.raises(ModelError, match="damaged"):
        SiteStyleTree.load(path)
