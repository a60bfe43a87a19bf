"""Elements in whose attributes some words stand."""

from hypothesis import given
from hypothesis import strategies as st

from sitesieve.page.encode import encode
from sitesieve.page.metadata.attribute_search import AttributeSearch

WANTED = {"class": ["author", "date", "-meta"], "rel": ["author"], "id": []}
PIECES = ["author", "AUTHOR", "autho", "r", "date", "dat", "-Meta", "-", " ", "é", "x"]
VALUES = st.lists(st.sampled_from(PIECES), max_size=5).map("".join)
NAMES = st.sampled_from(["class", "rel", "id", "title"])


@given(st.lists(st.tuples(NAMES, VALUES), max_size=8))
def test_are_those_that_plain_python_finds(attributes: list[tuple[str, str]]) -> None:
    tree = encode("".join(f'<p {name}="{value}">x</p>' for name, value in attributes))
    expected = [
        node
        for node in range(len(tree))
        if any(
            word in value.lower()
            for name, value in tree.attributes_of(node).items()
            for word in WANTED.get(name, ())
        )
    ]
    assert AttributeSearch(WANTED).owners(tree.attribute_columns).tolist() == expected


def test_nothing_is_found_where_nothing_is_looked_for() -> None:
    tree = encode("<p class=author>x</p>")
    assert AttributeSearch({}).owners(tree.attribute_columns).tolist() == []
