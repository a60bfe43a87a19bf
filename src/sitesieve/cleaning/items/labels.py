"""Labels of items that a person wrote down: a CSV table with the columns page, item, label.

`page` is the page's URL or the name of its file, `item` the item's XPath or its
address (of the image, or where the link leads), `label` yes or no: whether it
is what the method looks for. A row that is no use is counted and named.
"""

import csv
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import PurePath

from sitesieve.cleaning.items.growing import Labelled
from sitesieve.cleaning.items.item import PageItem
from sitesieve.errors import InputError
from sitesieve.page import Page

COLUMNS = ("page", "item", "label")
YES = frozenset("yes y true t 1 noise ad advertisement nepotistic".split())
NO = frozenset("no n false f 0 content keep other".split())
_NAMED = 5  # rows named for each thing that is wrong


@dataclass(slots=True)
class BadRows:
    """Rows that could not be used, by what is wrong with them."""

    counts: Counter[str] = field(default_factory=Counter)
    lines: dict[str, list[int]] = field(default_factory=dict)

    def add(self, reason: str, line: int) -> None:
        self.counts[reason] += 1
        self.lines.setdefault(reason, []).append(line)

    def remarks(self) -> list[str]:
        """One sentence for each thing that is wrong."""
        said = []
        for reason, number in sorted(self.counts.items()):
            named = ", ".join(map(str, sorted(self.lines[reason])[:_NAMED]))
            more = ", …" if number > _NAMED else ""
            rows = f"{number:,} row{'' if number == 1 else 's'}"
            said.append(f"{rows} not used: {reason} (line {named}{more})")
        return said


@dataclass(frozen=True, slots=True)
class LabelRow:
    """A usable row: the line it stands on, the item, and whether it is noise."""

    line: int
    item: str
    noise: bool


@dataclass(slots=True)
class Labels:
    """The rows of a table by page, and those that are no use."""

    rows: dict[str, list[LabelRow]]
    bad: BadRows = field(default_factory=BadRows)

    def on(self, page: Page) -> list[LabelRow]:
        """The rows about a page: by URL, by its source's name, or by its file's name."""
        names = [page.url or "", page.name or "", PurePath(page.name or "").name]
        return [row for name in dict.fromkeys(names) if name for row in self.rows.get(name, ())]

    def match(self, page: Page, items: Sequence[PageItem]) -> tuple[list[Labelled], list[int]]:
        """The labelled items of a page, and the lines of the rows that found theirs."""
        rows = self.on(page)
        if not rows:
            return [], []
        places: dict[str, list[int]] = {}
        for number, item in enumerate(items):
            for name in {page.tree.xpath(item.node), item.address, item.written}:
                places.setdefault(name, []).append(number)
        found = {number: row.noise for row in rows for number in places.get(row.item, ())}
        used = [row.line for row in rows if row.item in places]
        return [Labelled(items[number], noise) for number, noise in sorted(found.items())], used

    def blame_unused(self, used: Iterable[int], seen: Iterable[int]) -> None:
        """Count the rows whose page was read (`seen`) but had no such item, and the rest."""
        done, met = set(used), set(seen)
        for rows in self.rows.values():
            for row in rows:
                if row.line not in met:
                    self.bad.add("the page is not among those read", row.line)
                elif row.line not in done:
                    self.bad.add("the page has no such item", row.line)


def read_labels(lines: Iterable[str], name: str = "the labels") -> Labels:
    """The labels of a CSV table, given as its lines; `InputError` when it is none."""
    reader = csv.reader(lines)
    try:
        header = [column.strip().lower().lstrip("\ufeff") for column in next(reader, [])]
        missing = [column for column in COLUMNS if column not in header]
        if missing:
            raise InputError(f"{name}: no column {', '.join(missing)}; needed: {','.join(COLUMNS)}")
        places = [header.index(column) for column in COLUMNS]
        labels = Labels({})
        said: dict[tuple[str, str], bool] = {}
        for row in reader:
            if any(field.strip() for field in row):
                _take(row, places, reader.line_num, labels, said)
    except csv.Error as error:
        raise InputError(f"{name}, line {reader.line_num}: {error}") from error
    return labels


def _take(
    row: list[str],
    places: list[int],
    line: int,
    labels: Labels,
    said: dict[tuple[str, str], bool],
) -> None:
    if len(row) <= max(places):
        labels.bad.add("fields are missing", line)
        return
    page, item, label = (row[place].strip() for place in places)
    if not page or not item:
        labels.bad.add("page or item is empty", line)
    elif label.lower() not in YES | NO:
        labels.bad.add("the label is neither yes nor no", line)
    elif said.setdefault((page, item), label.lower() in YES) != (label.lower() in YES):
        labels.bad.add("an earlier row says the opposite", line)
    else:
        labels.rows.setdefault(page, []).append(LabelRow(line, item, label.lower() in YES))
