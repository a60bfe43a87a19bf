"""What a person types in a session."""

import pytest

from sitesieve.errors import RuleError
from sitesieve.rules import Field, condition
from sitesieve.rules.acquisition import Difference
from sitesieve.rules.session import picked_categories, picked_conditions

OFFERED = [Difference(condition(Field.WORD, word), 0, 0, 0.0) for word in ("sail", "boat")]


@pytest.mark.parametrize(
    ("answer", "shown"),
    [
        ("2 1", ["boat", "sail"]),
        ("2,1", ["boat", "sail"]),
        ("\u201cclay soil\u201d", ["\u201cclay soil\u201d"]),  # as rules are shown
        ('-"clay soil"', ["no \u201cclay soil\u201d"]),
        ('title:"clay soil"', ["\u201cclay soil\u201d in the title"]),
        ("l'avion", ["\u201cl avion\u201d"]),
        ("word:2", ["2"]),
        (
            "a.example/news?page=2",
            ["on a.example", "/news/ in the address", "/page=2/ in the address"],
        ),
        ("http://localhost:8000/news/", ["on localhost", "/news/ in the address"]),
    ],
)
def test_conditions_are_read_as_meant(answer: str, shown: list[str]) -> None:
    assert [str(one) for one in picked_conditions(answer, OFFERED)] == shown


@pytest.mark.parametrize(
    "answer", ["", " ", ",", "0", "3", "9" * 5000, '"', '"open', '""', "-", "title:", "/", "!"]
)
def test_answers_without_a_condition_are_refused(answer: str) -> None:
    with pytest.raises(RuleError):
        picked_conditions(answer, OFFERED)


def test_categories_may_be_separated_as_in_chinese() -> None:
    assert picked_categories("帆船，比赛") == picked_categories("帆船, 比赛")
