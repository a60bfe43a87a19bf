"""Labels of items that a person wrote down: a CSV table with the columns page, item, label.

`page` is the page's URL or the name of its file, `item` the item's XPath or its
address (of the image, or where the link leads), `label` yes or no: whether it
is what the method looks for. A row that is no use is counted and named.
"""

import csv
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import NamedTuple

from sitesieve.cleaning.items.decision_tree import Labelled
from sitesieve.cleaning.items.item import PageItem
from sitesieve.errors import InputError
from sitesieve.page import Page

COLUMNS = ("page", "item", "label")
YES = frozenset("yes y true t 1 noise ad advertisement nepotistic".split())
NO = frozenset("no n false f 0 content keep other".split())
_NAMED = 5  # rows named for each thing that is wrong


class BadRows(defaultdict[str, list[int]]):
    """The lines of rows that could not be used, by what is wrong with them."""

    def remarks(self) -> list[str]:
        """One sentence for each thing that is wrong."""
        remarks = []
        for reason, lines in sorted(self.items()):
            named = ", ".join(map(str, sorted(lines)[:_NAMED]))
            more = ", …" if len(lines) > _NAMED else ""
            rows = f"{len(lines):,} row{'' if len(lines) == 1 else 's'}"
            remarks.append(f"{rows} not used: {reason} (line {named}{more})")
        return remarks


class LabelRow(NamedTuple):
    """A usable row: the line it stands on, the item, and whether it is noise."""

    line: int
    item: str
    noise: bool


class PageMatch(NamedTuple):
    """The labelled items of a page, and how often each row about it met an item, by line."""

    labelled: list[Labelled]
    met: dict[int, int]


@dataclass(slots=True)
class Labels:
    """The rows of a table by page, and those that are no use."""

    rows: dict[str, list[LabelRow]] = field(default_factory=dict)
    bad: BadRows = field(default_factory=lambda: BadRows(list))

    def on(self, page: Page) -> list[LabelRow]:
        """The rows about a page: by URL, by its source's name, or by its file's name."""
        names = [page.url or "", page.name or "", PurePath(page.name or "").name]
        return [row for name in dict.fromkeys(names) if name for row in self.rows.get(name, ())]

    def match(self, page: Page, items: Sequence[PageItem]) -> PageMatch:
        """The items of a page that rows are about."""
        rows = self.on(page)
        places: dict[str, list[int]] = {}
        for number, item in enumerate(items):
            for name in {page.tree.xpath(item.node), item.address, item.written}:
                places.setdefault(name, []).append(number)
        noise = {number: row.noise for row in rows for number in places.get(row.item, ())}
        labelled = [Labelled(items[number], noise[number]) for number in sorted(noise)]
        return PageMatch(labelled, {row.line: row.item in places for row in rows})

    def joined(self, matches: Iterable[PageMatch]) -> list[Labelled]:
        """The labelled items of all pages. Rows that met none are noted as bad."""
        labelled: list[Labelled] = []
        met: Counter[int] = Counter()
        for match in matches:
            labelled += match.labelled
            met.update(match.met)
        for row in (row for rows in self.rows.values() for row in rows):
            if row.line not in met:
                self.bad["the page is not among those read"].append(row.line)
            elif not met[row.line]:
                self.bad["the page has no such item"].append(row.line)
        return labelled


def read_labels(lines: Iterable[str], name: str = "the labels") -> Labels:
    """The labels of a CSV table, given as its lines; `InputError` when it is none."""
    reader = csv.reader(lines)
    labels = Labels()
    earlier: dict[tuple[str, str], bool] = {}
    try:
        header = [column.strip().lower().lstrip("\ufeff") for column in next(reader, [])]
        missing = [column for column in COLUMNS if column not in header]
        if missing:
            raise InputError(f"{name}: no column {', '.join(missing)}; needed: {','.join(COLUMNS)}")
        places = [header.index(column) for column in COLUMNS]
        for row in reader:
            if any(field.strip() for field in row):
                fields = [row[place].strip() for place in places if place < len(row)]
                _take(labels, reader.line_num, fields, earlier)
    except csv.Error as error:
        raise InputError(f"{name}, line {reader.line_num}: {error}") from error
    return labels


def _take(
    labels: Labels, line: int, fields: list[str], earlier: dict[tuple[str, str], bool]
) -> None:
    if len(fields) < len(COLUMNS):
        labels.bad["fields are missing"].append(line)
        return
    page, item, label = fields
    noise = label.lower() in YES
    if not page or not item:
        labels.bad["page or item is empty"].append(line)
    elif not noise and label.lower() not in NO:
        labels.bad["the label is neither yes nor no"].append(line)
    elif earlier.setdefault((page, item), noise) != noise:
        labels.bad["an earlier row says the opposite"].append(line)
    else:
        labels.rows.setdefault(page, []).append(LabelRow(line, item, noise))
