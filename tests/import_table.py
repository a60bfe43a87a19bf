"""Which rooms import which, as the table in docs/architecture.md: `python tests/import_table.py`
writes it."""

import ast
from collections import defaultdict
from pathlib import Path

HERE = Path(__file__).parents[1]
PACKAGE = HERE / "src" / "sitesieve"
DOCUMENT = HERE / "docs" / "architecture.md"
BEGIN, END = "<!-- imports: begin -->\n", "<!-- imports: end -->"


def imports_of_rooms() -> dict[str, set[str]]:
    """For each folder of the package, the other folders that its modules need when they are
    imported. What a function imports when it is called is not counted."""
    rooms = {path.parent.name for path in PACKAGE.glob("*/__init__.py")}
    imported: defaultdict[str, set[str]] = defaultdict(set)
    for path in PACKAGE.rglob("*.py"):
        room = path.relative_to(PACKAGE).parts[0]
        if room in rooms:
            imported[room] |= {name for name in _imported(path) if name in rooms} - {room}
    return dict(imported)


def _imported(path: Path) -> set[str]:
    names = set()
    for node in ast.parse(path.read_text("utf-8")).body:
        if isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            names |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
        elif isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
    return {name.split(".")[1] for name in names if name.startswith("sitesieve.")}


def in_order(imported: dict[str, set[str]]) -> list[str]:
    """The rooms so that each comes after all that it imports; ValueError where two import each
    other, directly or not."""
    order: list[str] = []
    while len(order) < len(imported):
        ready = [room for room in imported if room not in order and imported[room] <= set(order)]
        if not ready:
            raise ValueError(f"rooms that import each other: {set(imported) - set(order)}")
        order += sorted(ready)
    return order


def table() -> str:
    """The rows of the table."""
    imported = imports_of_rooms()
    rows = [
        f"| `{room}` | {', '.join(f'`{name}`' for name in sorted(imported[room])) or 'nothing'} |"
        for room in in_order(imported)
    ]
    return "\n".join(["| room | imports |", "|---|---|", *rows]) + "\n"


def in_document() -> str:
    """The table as the document has it."""
    return DOCUMENT.read_text("utf-8").partition(BEGIN)[2].partition(END)[0]


if __name__ == "__main__":
    before, begin, rest = DOCUMENT.read_text("utf-8").partition(BEGIN)
    DOCUMENT.write_text(before + begin + table() + END + rest.partition(END)[2], "utf-8")
