"""Files of rules: read or refused; what was read can be written, and is then the same."""

import random
import tempfile

from sitesieve.errors import ModelError
from sitesieve.rules import Field, RuleBase, condition, make_case
from sitesieve.rules.rule_file import as_it_stands, load_rules, to_text, with_history

NAME = "rule-files"


def seeds() -> list[bytes]:
    """Rules with a history, and an export of them."""
    rules = RuleBase()
    case = make_case("https://a.example/north/", "Ships", "Ships sail north in the spring.", "a")
    other = make_case("https://a.example/lakes/", "Boats", "Boats and ships on lakes.", "b")
    rules.add(rules.propose([condition(Field.WORD, "ships")], ["sea"], case))
    rules.add(rules.propose([condition(Field.TITLE, "boats")], ["lakes", "rivers"], other))
    rules.add(rules.propose([condition(Field.PATH, "lakes")], ["fish"], other))
    rules.undo()
    return [to_text(with_history(rules)).encode(), to_text(as_it_stands(rules)).encode()]


def run(data: bytes, rng: random.Random) -> None:  # noqa: ARG001
    """Read, file a case, write, read again."""
    try:
        rules = _read(data)
    except ModelError:
        return
    case = make_case("https://a.example/", "Boats", "Ships and boats.")
    filing = rules.classify(case)
    for written in (with_history(rules), as_it_stands(rules)):
        assert _read(to_text(written).encode()).classify(case).categories == filing.categories


def _read(data: bytes) -> RuleBase:
    with tempfile.NamedTemporaryFile() as file:
        file.write(data)
        file.flush()
        return load_rules(file.name)
