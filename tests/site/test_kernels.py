"""Compiled tables and texts of sites, against the same in plain Python."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitesieve.page.hashing import stable_id
from sitesieve.page.id_map import IdMap
from sitesieve.page.key_rows import find, find_pair, group_rows
from sitesieve.page.text_bytes import gathered
from sitesieve.site.feature_runs import find_in_runs
from sitesieve.site.keyed_table import KeyedSums
from sitesieve.site.pages_shown import pages_shown
from sitesieve.site.phrases import _canonical
from sitesieve.site.placed_nodes import kind_keys, steps, virtual_leaves
from sitesieve.site.placing import ROOT, mix
from sitesieve.site.row_levels import by_level, sums_below
from sitesieve.site.text_columns import beginnings, phrase_ids, smallest

KEYS = st.one_of(st.integers(0, 5), st.integers(0, 2**64 - 1))


def column(keys: list[int]) -> np.ndarray:
    return np.array(keys, np.uint64)


def strings(texts: list[str]) -> tuple[bytes, np.ndarray]:
    utf8 = [text.encode() for text in texts]
    return b"".join(utf8), np.cumsum([0, *map(len, utf8)], dtype=np.int32)


@given(st.lists(KEYS), st.lists(KEYS))
def test_keys_are_found_where_they_stand(keys: list[int], wanted: list[int]) -> None:
    ordered = sorted(set(keys))
    rows = {key: row for row, key in enumerate(ordered)}
    found = find(column(ordered), column(wanted + keys)).tolist()
    assert found == [rows.get(key, -1) for key in wanted + keys]


@given(st.lists(st.tuples(KEYS, KEYS)), st.lists(st.tuples(KEYS, KEYS)))
def test_pairs_are_found_where_they_stand(
    pairs: list[tuple[int, int]], wanted: list[tuple[int, int]]
) -> None:
    ordered = sorted(set(pairs))
    rows = {pair: row for row, pair in enumerate(ordered)}
    asked = wanted + pairs
    columns = [column([pair[i] for pair in list_]) for list_ in (ordered, asked) for i in (0, 1)]
    assert find_pair(*columns).tolist() == [rows.get(pair, -1) for pair in asked]


@given(st.lists(st.tuples(KEYS, KEYS, KEYS)), st.integers(1, 3))
def test_rows_with_equal_keys_are_one_group(rows: list[tuple[int, ...]], width: int) -> None:
    cut = [row[:width] for row in rows]
    first, group = group_rows(*(column([row[i] for row in cut]) for i in range(width)))
    assert [cut[i] for i in first.tolist()] == list(dict.fromkeys(cut))
    assert [cut[first[number]] for number in group.tolist()] == cut


def test_columns_of_different_lengths_are_refused() -> None:
    with pytest.raises(ValueError, match="different lengths"):
        group_rows(column([1]), column([1, 2]))
    with pytest.raises(ValueError, match="one to three keys"):
        group_rows()
    with pytest.raises(ValueError, match="different lengths"):
        find_pair(column([1]), column([]), column([1]), column([1]))


@given(st.lists(st.sets(KEYS)), st.lists(st.tuples(st.integers(-1, 3), KEYS)))
def test_keys_are_found_in_their_runs(sets: list[set[int]], more: list[tuple[int, int]]) -> None:
    runs = [sorted(run) for run in sets]
    start = np.cumsum([0, *map(len, runs)])
    every = [key for run in runs for key in run]
    asked = [(number, key) for number, key in more if number < len(runs)]
    asked += [(number, key) for number in range(-1, len(runs)) for key in every]
    rows = find_in_runs(
        *(start, column(every), np.array([number for number, _ in asked], np.int64)),
        column([key for _, key in asked]),
    )
    assert rows.tolist() == [
        int(start[number]) + runs[number].index(key) if number >= 0 and key in runs[number] else -1
        for number, key in asked
    ]


@pytest.mark.parametrize(("start", "run"), [([0, 1], 1), ([0, 9], 0), ([-1, 1], 0), ([1, 0], 0)])
def test_runs_outside_of_the_column_are_refused(start: list[int], run: int) -> None:
    bounds = np.array(start, np.int64)
    with pytest.raises(ValueError, match=r"no such run|not within"):
        find_in_runs(bounds, column([5]), np.array([run], np.int64), column([5]))


@given(st.lists(st.tuples(KEYS, KEYS)), st.lists(KEYS))
def test_an_id_map_is_a_dictionary(pairs: list[tuple[int, int]], wanted: list[int]) -> None:
    ids = IdMap()
    for key, value in pairs * 2:
        ids.put(key, value)
    as_dictionary = dict(pairs)
    assert len(ids) == len(as_dictionary)
    asked = [*wanted, *as_dictionary]
    values, known = ids.values(column(asked))
    assert values.tolist() == [as_dictionary.get(key, 0) for key in asked]
    assert known.tolist() == [key in as_dictionary for key in asked]


def test_an_id_map_grows() -> None:
    ids = IdMap()
    for key in range(5_000):
        ids.put(key, key * key)
    assert ids.values(column([4_999, 5_000]))[0].tolist() == [4_999**2, 0]


@given(st.lists(st.text(st.sampled_from("ab12é٣½_ \n\u2003#帆"), max_size=300), max_size=4))
def test_ids_of_phrases_are_those_of_their_canonical_form(texts: list[str]) -> None:
    utf8, start = strings(texts)
    masked, exact = phrase_ids(utf8, start[:-1], start[1:])
    assert masked.tolist() == [stable_id(_canonical(text, mask_numbers=True)) for text in texts]
    assert exact.tolist() == [stable_id(_canonical(text, mask_numbers=False)) for text in texts]


@given(st.lists(st.text(max_size=9)), st.integers(0, 6))
def test_beginnings_are_so_many_characters(texts: list[str], most: int) -> None:
    utf8, start = beginnings(*strings(texts), most)
    bounds = zip(start[:-1].tolist(), start[1:].tolist(), strict=True)
    assert [utf8[a:b].decode() for a, b in bounds] == [text[:most] for text in texts]


@given(st.lists(st.tuples(st.text(max_size=3), st.integers(0, 3))))
def test_the_smallest_text_of_each_group(texts: list[tuple[str, int]]) -> None:
    utf8, start = strings([text for text, _ in texts])
    rows = smallest(utf8, start.astype(np.int64), np.array([g for _, g in texts], np.int64), 4)
    for number, row in enumerate(rows.tolist()):
        members = [text for text, group in texts if group == number]
        assert (texts[row][0] == min(members)) if members else row == -1


@given(st.lists(st.text(max_size=5)), st.binary(max_size=2))
def test_pieces_are_put_together(texts: list[str], between: bytes) -> None:
    utf8, start = strings(texts)
    joined, starts = gathered(utf8, start[:-1], start[1:], between)
    assert joined == between.join(text.encode() for text in texts)
    assert [joined[s:].startswith(t.encode()) for s, t in zip(starts, texts, strict=False)] == [
        True for _ in texts
    ]


@pytest.mark.parametrize("begin", [-1, 3])
def test_pieces_outside_of_the_text_are_refused(begin: int) -> None:
    at, end = np.array([begin], np.int32), np.array([2], np.int32)
    for function in (gathered, phrase_ids):
        with pytest.raises(ValueError, match="not within"):
            function(b"ab", at, end)


@st.composite
def forests(draw: st.DrawFn) -> list[int]:
    """Parents of nodes of one or two pages."""
    parents: list[int] = []
    for _ in range(draw(st.integers(1, 2))):
        start = len(parents)
        parents.append(-1)
        for _ in range(draw(st.integers(0, 12))):
            parents.append(draw(st.integers(start, len(parents) - 1)))
    return parents


@given(forests(), st.data())
def test_steps_are_counted_among_siblings(parents: list[int], data: st.DataObject) -> None:
    looks = [data.draw(st.integers(1, 2)) for _ in parents]
    position, rank, children, style, height = steps(np.array(parents, np.int32), column(looks))
    below = Counter(parents)
    assert children.tolist() == [below[node] for node in range(len(parents))]
    for node, up in enumerate(parents):
        before = [n for n in range(node) if up >= 0 and parents[n] == up]
        assert position[node] == len(before)
        assert rank[node] == sum(looks[n] == looks[node] for n in before)
        inside = [n for n in range(len(parents)) if parents[n] == node]
        assert height[node] == max((height[n] + 1 for n in inside), default=0)
        mixed = mix(column([looks[n] for n in inside]), np.arange(len(inside), dtype=np.uint64))
        assert style[node] == mixed.sum(dtype=np.uint64)


@given(forests())
def test_kinds_follow_from_looks_on_the_way_down(parents: list[int]) -> None:
    looks = column([n % 3 for n in range(len(parents))])
    kinds = kind_keys(np.array(parents, np.int32), looks)
    for node, up in enumerate(parents):
        expected = ROOT if up < 0 else mix(kinds[up : up + 1], looks[node : node + 1])[0]
        assert kinds[node] == expected


def test_nodes_before_their_parents_are_refused() -> None:
    for parents in ([0], [-1, 1], [-1, 2, 0], [-2]):
        with pytest.raises(ValueError, match="before its parent"):
            steps(np.array(parents, np.int32), column([1] * len(parents)))


@given(forests(), st.integers(0, 2))
def test_a_virtual_leaf_is_the_highest_low_node(parents: list[int], most: int) -> None:
    parent = np.array(parents, np.int32)
    height = steps(parent, column([1] * len(parents)))[-1]
    leaf, internal = virtual_leaves(parent, np.full(len(parents), 1, np.uint8), height, most)
    for node in range(len(parents)):
        assert internal[node] == (height[node] > most)
        at = node
        while parents[at] >= 0 and height[parents[at]] <= most:
            at = parents[at]
        assert leaf[node] == (-1 if internal[node] else at)


@given(forests(), st.randoms())
def test_levels_hold_rows_of_one_depth(parents: list[int], random: object) -> None:
    names = list(range(len(parents)))
    random.shuffle(names)  # type: ignore[attr-defined]
    shuffled = [0] * len(parents)
    for row, up in enumerate(parents):
        shuffled[names[row]] = names[up] if up >= 0 else -1
    order, starts = by_level(np.array(shuffled, np.int64))

    def depth(row: int) -> int:
        return 0 if shuffled[row] < 0 else 1 + depth(shuffled[row])

    assert order.tolist() == sorted(range(len(shuffled)), key=lambda row: (depth(row), row))
    assert np.diff(starts).tolist() == [n for _, n in sorted(Counter(map(depth, order)).items())]


@pytest.mark.parametrize("parents", [[0], [1, 0], [-1, 2, 1], [5], [-2]])
def test_circles_and_parents_that_are_no_rows_are_refused(parents: list[int]) -> None:
    with pytest.raises(ValueError, match=r"circle|no row"):
        by_level(np.array(parents, np.int64))


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 4))))
def test_a_page_counts_once_for_each_group_it_has(rows: list[tuple[int, int]]) -> None:
    rows.sort(key=lambda row: row[0])  # the rows of a page stand together
    group = np.array([group for _, group in rows], np.int64)
    shown = pages_shown(group, column([page for page, _ in rows]), 5)
    pages = Counter(group for _, group in set(rows))
    assert shown.tolist() == [pages[group] for group in range(5)]


@pytest.mark.parametrize(
    ("group", "page", "message"),
    [([0], [1, 2], "different lengths"), ([5], [0], "no group"), ([-1], [0], "no group")],
)
def test_rows_that_cannot_be_counted_are_refused(
    group: list[int], page: list[int], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        pages_shown(np.array(group, np.int64), column(page), 5)


@given(st.data())
def test_sums_of_a_tree_are_those_of_all_rows_below(data: st.DataObject) -> None:
    count = data.draw(st.integers(0, 12))
    parents = [data.draw(st.integers(-1, row - 1)) for row in range(count)]
    columns = [[data.draw(st.integers(0, 9)) for _ in parents] for _ in range(2)]
    parent = np.array(parents, np.int64)
    totals = sums_below([np.array(values, np.float64) for values in columns], parent)

    def above(row: int) -> list[int]:
        return [] if row < 0 else [row, *above(parents[row])]

    for values, total in zip(columns, totals, strict=True):
        below = [
            [value for i, value in enumerate(values) if row in above(i)] for row in range(count)
        ]
        assert total.tolist() == [sum(inside) for inside in below]


def test_a_column_that_is_shorter_than_its_tree_is_refused() -> None:
    with pytest.raises(ValueError, match="different lengths"):
        sums_below([np.zeros(1)], np.array([-1, 0], np.int64))


@given(st.lists(st.tuples(KEYS, KEYS)))
def test_a_table_is_in_the_order_of_both_its_keys(pairs: list[tuple[int, int]]) -> None:
    table = KeyedSums(2, 1)
    table.add([column([pair[i] for pair in pairs]) for i in (0, 1)], (1,))
    (first, second), (times,) = table.table()
    rows = sorted(Counter(pairs).items())
    assert list(zip(first.tolist(), second.tolist(), strict=True)) == [pair for pair, _ in rows]
    assert times.tolist() == [number for _, number in rows]
