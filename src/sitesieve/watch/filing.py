"""Filing what is new by ripple-down rules; and what is new as cases to make rules from."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from sitesieve.rules.cases import Case, make_case
from sitesieve.rules.rule_file import load_rules
from sitesieve.watch.items import Item


class FilingCabinet:
    """Files by the rules of a file; each file is read once."""

    def __init__(self, rules: Path | str | None = None) -> None:
        self._rules = None if rules is None else load_rules(rules)

    def categories(self, url: str, title: str, text: str) -> Sequence[str]:
        """The categories of an item."""
        if self._rules is None:
            return ()
        return self._rules.classify(make_case(url, title, text)).categories


def items_as_cases(items: Iterable[Item]) -> Iterator[Case]:
    """Items as `rules classify` and `rules session` look at them; what has
    no text of its own, a new design or a page that went, is no case."""
    for item in items:
        if item.kind in ("new", "changed"):
            yield make_case(item.url, item.title, item.text, str(item.id))
