"""Random cases and rule bases, and the inference of the paper written as plainly as can be.

A base is made by a seeded source of random numbers in a drawn number of steps:
drawing each word by itself takes ten times as long.
"""

from collections.abc import Iterable
from random import Random
from typing import Any

from hypothesis import strategies as st

from sitesieve.errors import RuleError
from sitesieve.rules import Case, Condition, Field, Rule, RuleBase, condition, make_case

WORDS = ("sail", "boat", "oven", "bread", "star", "Star", "帆船", "比赛", "2024", "é")
CATEGORIES = ("sailing", "baking", "stars")
HOSTS = ("a.example", "www.a.example", "b.example")
FOLDERS = ("news", "shop", "sail")

Draft = tuple[list[Condition], list[str], int]  # conditions, conclusions, where it stands

_seeds = st.integers(0, 2**32).map(Random)


def _text(random: Random, most: int = 6) -> str:
    return " ".join(random.choices(WORDS, k=random.randint(0, most)))


def _case(random: Random) -> Case:
    url = f"http://{random.choice(HOSTS)}/{random.choice(FOLDERS)}/"
    given = random.choice((url, url, None))
    return make_case(given, _text(random), _text(random), random.choice((None, "a", "b", "c")))


def _condition(random: Random) -> Condition:
    field = random.choice(list(Field))
    if field is Field.HOST:
        text = random.choice(HOSTS)
    elif field is Field.PATH:
        text = random.choice(FOLDERS)
    elif field is Field.PHRASE:
        text = " ".join(random.choices(WORDS, k=2))
    else:
        text = random.choice(WORDS)
    return condition(field, text, random.random() < 0.3)


def _draft(random: Random) -> Draft:
    asked = [_condition(random) for _ in range(random.choice((1, 1, 2, 3)))]
    return asked, random.choices(CATEGORIES, k=random.choice((0, 1, 1, 2))), random.randrange(99)


def _rule_base(random: Random, steps: int) -> RuleBase:
    """What somebody has made who agrees to everything, and sometimes takes a step back."""
    rules = RuleBase()
    for _ in range(steps):
        step = random.random()
        if step < 0.1 and rules.history:
            rules.undo()
        elif step < 0.4:
            rules.accept(_case(random))
        else:
            add_draft(rules, *_draft(random), case=random.choice((None, _case(random))))
    return rules


cases = _seeds.map(_case)
drafts = _seeds.map(_draft)
rule_bases = st.builds(_rule_base, _seeds, st.integers(0, 30))


def place(rules: RuleBase, number: int) -> int | None:
    """One of the places where a rule can stand."""
    places: list[int | None] = [None, *rules.rules]
    return places[number % len(places)]


def add_draft(
    rules: RuleBase, asked: list[Condition], then: list[str], where: int, case: Case | None = None
) -> Rule | None:
    """Add a rule somewhere, with the case as its cornerstone if it can be; None if it cannot."""
    under = place(rules, where)
    for own in dict.fromkeys((case, None)):
        try:
            return rules.add(rules.propose(asked, then, own, under), confirm=lambda _: True)
        except RuleError:
            continue
    return None


def conclusions(rules: Iterable[Rule], case: Case) -> set[int]:
    """The rules that conclude by §III.A: a parent only where no child is satisfied."""
    everything = list(rules)

    def below(parent: int | None) -> set[int]:
        numbers: set[int] = set()
        for rule in everything:
            if rule.parent == parent and all(one.holds(case) for one in rule.conditions):
                numbers |= below(rule.id) or {rule.id}
        return numbers

    return below(None)


def filings(rules: RuleBase) -> dict[str, Any]:
    """How every stored case is filed."""
    return {name: rules.classify(stored.case) for name, stored in rules.cases.items()}
