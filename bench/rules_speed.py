"""How many pages a second ten thousand rules file, on one core.

    python bench/rules_speed.py [--rules N] [--pages N]

Pages are texts of the sample web, each with words drawn from a vocabulary of
50,000 made-up ones mixed in, so that their number of different words is that of
real pages. A rule has one to four conditions of a page: a word that is rare, as
the difference list proposes, and any words, phrases and folders; some have an
absence, a third are exceptions. Told apart: cutting a page into words, and trying the rules;
in seconds of the processor.
"""

import argparse
import random
import time
from collections import Counter

from sample_web import generate
from sitesieve.rules import Case, Field, Rule, condition, make_case
from sitesieve.rules.conditions import Condition, ordered
from sitesieve.rules.inference import RuleTree

VOCABULARY = 50_000


def made_up_words(rng: random.Random) -> list[str]:
    """Words, the frequent ones first, as a language has them."""
    parts = ("ba", "den", "fo", "gri", "kel", "mo", "nat", "pes", "ru", "tam", "ul", "wis")
    return ["".join(rng.choices(parts, k=rng.randint(2, 5))) for _ in range(VOCABULARY)]


def pages(number: int, rng: random.Random) -> list[Case]:
    """Pages of the sample web with made-up words among their own."""
    words = made_up_words(rng)
    shares = [1 / (rank + 10) for rank in range(len(words))]
    texts = [page for site in generate(rng.randrange(99)) for page in site.pages]
    found = []
    for i in range(number):
        page = texts[i % len(texts)]
        more = " ".join(rng.choices(words, shares, k=350))
        found.append(make_case(f"{page.url}?{i}", page.title, f"{page.main_text}\n{more}"))
    return found


def rare_words(cases: list[Case]) -> set[str]:
    """Words of at most a hundredth of the pages: what a difference list puts first."""
    pages_with = Counter(word for case in cases for word in case.words)
    return {word for word, number in pages_with.items() if number * 100 <= len(cases)}


def a_condition(case: Case, rng: random.Random) -> Condition:
    """Anything that holds for a case."""
    words = case.text_words()
    kind = rng.random()
    if kind < 0.8:
        return condition(Field.WORD, rng.choice(words))
    if kind < 0.9:
        at = rng.randrange(max(1, len(words) - 1))
        return condition(Field.PHRASE, " ".join(words[at : at + 2]))
    return condition(Field.PATH, rng.choice(sorted(case.path_parts)))


def rules_for(cases: list[Case], number: int, rng: random.Random) -> list[Rule]:
    """Rules that hold for some of the cases; a third are exceptions of earlier ones."""
    rare = rare_words(cases)
    rules: list[Rule] = []
    made_for: dict[int, Case] = {}
    while len(rules) < number:
        parent = rng.choice(rules).id if rules and rng.random() < 1 / 3 else None
        case = rng.choice(cases) if parent is None else made_for[parent]
        asked = [a_condition(case, rng) for _ in range(rng.choice((0, 1, 2, 2, 3)))]
        asked.append(condition(Field.WORD, rng.choice(sorted(rare & case.words))))
        if rng.random() < 0.1:
            asked.append(condition(Field.WORD, f"missing{len(rules)}", absent=True))
        rule = Rule(len(rules) + 1, ordered(asked), (f"category {len(rules) % 100}",), parent)
        rules.append(rule)
        made_for[rule.id] = case
    return rules


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("--rules", type=int, default=10_000)
    arguments.add_argument("--pages", type=int, default=3_000)
    options = arguments.parse_args()
    rng = random.Random(0)
    cases = pages(options.pages, rng)
    rules = rules_for(cases[: options.pages // 2], options.rules, rng)
    fresh = [make_case(case.url, case.title, case.text) for case in cases]
    started = time.process_time()
    tree = RuleTree(rules)
    tree.classify(cases[0])
    built = time.process_time()
    different = sum(len(case.words) for case in fresh)
    read = time.process_time()
    fired = sum(len(tree.classify(case).fired) for case in fresh)
    done = time.process_time()
    number = len(cases)
    print(f"{len(rules):,} rules, made ready in {built - started:.2f} s")
    print(f"{number:,} pages of {different / number:.0f} different words")
    print(f"words:  {(read - built) / number * 1e6:6.0f} µs a page")
    print(f"rules:  {(done - read) / number * 1e6:6.0f} µs a page, {fired / number:.1f} fire")
    print(f"both:   {number / (done - built):6,.0f} pages a second")


if __name__ == "__main__":
    main()
