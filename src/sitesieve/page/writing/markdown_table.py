"""The rows of a table as lines of Markdown.

A cell that reaches over several columns or rows is written once, where it begins; the places it
reaches into stay empty, so that all others stand in their columns. Nothing is padded. Markdown
wants a head: the first row is it, but where that begins with the head of a row the table gets
an empty one.
"""

from collections.abc import Sequence

Cell = tuple[str, tuple[int, int], bool]  # text; columns and rows it takes; whether it is a `th`


def table_lines(rows: Sequence[Sequence[Cell]]) -> list[str]:
    """The lines of a table."""
    rows = [row for row in rows if row]
    width = max((len(row) for row in rows), default=0)
    lines: list[str] = []
    down: dict[int, int] = {}  # columns that a cell above reaches into, and for how many rows
    if rows and _has_row_heads(rows[0]):
        lines = _head([""] * width, width)
    for row in rows:
        cells = _in_columns(row, down, width)
        lines += [_line(cells)] if lines else _head(cells, width)
    return lines


def _has_row_heads(row: Sequence[Cell]) -> bool:
    return len(row) > 1 and row[0][2] and not any(is_head for _, _, is_head in row[1:])


def _in_columns(row: Sequence[Cell], down: dict[int, int], width: int) -> list[str]:
    """The texts of a row with the places between them that stay empty."""
    cells: list[str] = []
    left = len(row)
    for text, (columns, rows), _ in row:
        while down.get(len(cells), 0) and len(cells) + left < width:
            down[len(cells)] -= 1
            cells.append("")
        at = len(cells)
        cells.append(text)
        left -= 1
        while columns > 1 and len(cells) + left < width:
            columns -= 1
            cells.append("")
        if rows > 1:
            for column in range(at, len(cells)):
                down[column] = rows - 1
    return cells


def _head(cells: list[str], width: int) -> list[str]:
    return [_line(cells + [""] * (width - len(cells))), "|" + " --- |" * width]


def _line(cells: list[str]) -> str:
    return "| " + " | ".join(cells) + " |"
