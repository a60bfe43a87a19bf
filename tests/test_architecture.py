"""The house is as docs/architecture.md draws it."""

import re

import import_table


def test_the_table_of_imports_is_true() -> None:
    # If not: `python tests/import_table.py`.
    assert import_table.in_document() == import_table.table()


def test_a_page_knows_nothing_of_its_site_and_no_room_knows_what_drives_it() -> None:
    imported = import_table.imports_of_rooms()
    assert imported["page"] == set()
    assert imported["site"] <= {"page"}
    assert imported["cleaning"] <= {"page", "site"}
    drivers = {"run", "cli", "spark"}
    around = {"report", "studio", "integrations"}  # show what jobs did, or start some
    assert not any(imported[room] & drivers for room in imported if room not in drivers | around)


def test_the_files_that_the_document_names_are_there() -> None:
    document = import_table.DOCUMENT.read_text("utf-8")
    tables = re.findall(r"^\| file \| what \|\n\|---\|---\|\n((?:\|.*\n)+)", document, re.MULTILINE)
    named = {
        name.split("/")[-1]
        for table in tables
        for row in table.splitlines()
        for name in re.findall(r"`([^`]+)`", row.split("|")[1])
    }
    folders = (import_table.PACKAGE, import_table.HERE / "workshop")
    there = {path.stem for folder in folders for path in folder.rglob("*.p*")}
    assert len(named) > 50
    assert sorted(named - there) == []
