"""New items and ripple-down rules: the categories of an item, and items as cases."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from sitesieve.rules.cases import Case, make_case
from sitesieve.rules.rule_file import load_rules
from sitesieve.watch.items import WatchItem
from sitesieve.watch.visit_analysis import Classify


def classifier(path: Path | str | None) -> Classify:
    """A function that files by the rules of a file; without a file, in no category."""
    if path is None:
        return lambda *_: ()
    rules = load_rules(path)

    def categories(url: str, title: str, text: str) -> Sequence[str]:
        return rules.classify(make_case(url, title, text)).categories

    return categories


def items_as_cases(items: Iterable[WatchItem]) -> Iterator[Case]:
    """Items as cases for rules; redesigns and pages that are gone have no text to file."""
    for item in items:
        if item.kind in ("new", "changed"):
            yield make_case(item.url, item.title, item.text, str(item.id))
