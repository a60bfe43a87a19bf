"""Tables that hold data, told from tables that arrange a page."""

from hypothesis import given
from hypothesis import strategies as st

from sitesieve.page import Page
from sitesieve.page.tables import TableSize
from sitesieve.page.tree import PageTree

CELL = st.sampled_from(
    [
        "<td>one</td>",
        "<th>name</th>",
        "<td></td>",
        f"<td>{'word ' * 40}</td>",
        f"<td>{'word ' * 120}</td>",
        "<td><h2>heading</h2></td>",
        "<td><pre>code</pre></td>",
    ]
)
ROW = st.lists(CELL, max_size=3).map(lambda cells: f"<tr>{''.join(cells)}</tr>")
OPENING = st.sampled_from(
    [
        "<table>",
        "<table role=presentation>",
        "<table><caption>c</caption>",
        "<table><thead></thead>",
    ]
)
TABLE = st.recursive(
    st.tuples(OPENING, st.lists(ROW, max_size=5)).map(lambda t: f"{t[0]}{''.join(t[1])}</table>"),
    lambda inner: st.tuples(OPENING, st.lists(st.one_of(ROW, inner), max_size=4)).map(
        lambda t: t[0] + "".join(f"<tr><td>a<td>{part}" for part in t[1]) + "</table>"
    ),
    max_leaves=4,
)


def holds_data(tree: PageTree, table: int) -> TableSize | None:
    """The definition, one table at a time."""
    inside = range(table + 1, int(tree.end[table]))
    tags = [tree.tag_name(node) for node in inside]
    if "table" in tags or tree.attributes("role").get(table) == "presentation":
        return None
    rows = tags.count("tr")
    in_row = [0]
    for tag in tags:
        if tag == "tr":
            in_row.append(0)
        in_row[-1] += tag in ("td", "th")
    columns = max(in_row)
    if columns < 2:
        return None
    if not {"th", "caption", "thead"}.intersection(tags):
        longest = max(
            int(tree.word_start[tree.end[node]] - tree.word_start[node])
            for node in inside
            if tree.tag_name(node) == "td"
        )
        layout = bool({"h2", "pre"}.intersection(tags))
        if rows < (4 if layout else 2) or longest > (30 if layout else 100):
            return None
    return TableSize(rows, columns)


@given(st.lists(TABLE, max_size=3))
def test_tables_of_data_are_found_as_the_definition_says(tables: list[str]) -> None:
    tree = Page(html="<p>before</p>" + "<p>between</p>".join(tables)).tree
    every = [node for node in range(len(tree.tag)) if tree.tag_name(node) == "table"]
    expected = {node: size for node in every if (size := holds_data(tree, node))}
    assert tree.data_tables == expected


def test_a_page_without_tables_has_none() -> None:
    assert Page(html="<p>text").tree.data_tables == {}
