"""The house is as docs/architecture.md draws it."""

import re
from collections import Counter

import import_table


def test_the_table_of_imports_is_true() -> None:
    # If not: `python tests/import_table.py`.
    assert import_table.in_document() == import_table.table()


def test_a_page_knows_nothing_of_its_site_and_no_room_knows_what_drives_it() -> None:
    imported = import_table.imports_of_rooms()
    assert imported["page"] == set()
    assert imported["site"] <= {"page"}
    assert imported["cleaning"] <= {"page", "site"}
    drivers = {"run", "cli"}
    assert not any(
        imported[room] & drivers for room in imported if room not in {*drivers, "report"}
    )


def test_no_two_classes_share_a_name() -> None:
    names = Counter(
        name
        for path in import_table.PACKAGE.rglob("*.py")
        for name in re.findall(r"^class ([A-Z]\w*)", path.read_text("utf-8"), re.MULTILINE)
    )
    assert [name for name, times in names.items() if times > 1] == []
