"""What noise does to rules (Kang-Kim §V.B), on the sample web."""

import pytest

from sample_web import generate
from sitesieve import Page
from sitesieve.cleaning.method import Method
from sitesieve.cleaning.methods import RedundantPhrases, RedundantWords
from sitesieve.cleaning.methods.nothing import Nothing
from sitesieve.rules import Case, Condition, RuleBase
from sitesieve.rules.acquisition import Need, contrast, differences, needs
from sitesieve.sample.model import SamplePage

PAGES = [page for site in generate()[:2] for page in site.pages if page.topic]


def cases(pages: list[SamplePage], method: Method) -> list[Case]:
    return [Case(page.url, text=method.clean(page.html, url=page.url).text) for page in pages]


def condition_list(rules: RuleBase, case: Case, need: Need) -> list[Condition]:
    """What the difference list puts first, until no other case is taken."""
    chosen: list[Condition] = []
    while not chosen or contrast(rules, case, need, chosen).others:
        chosen.append(differences(rules, case, need, chosen, most=1)[0].condition)
    return chosen


def teach(rules: RuleBase, case: Case, topic: str) -> None:
    while missing := needs(rules, case, [topic]):
        need = missing[0]
        asked = condition_list(rules, case, need)
        rules.add(rules.propose(asked, need.categories, case, need.under))
    rules.accept(case)


@pytest.fixture(scope="module")
def filtered() -> list[Case]:
    learned = RedundantPhrases().learn(Page(page.url, page.html) for page in PAGES)
    return cases(PAGES, learned)


@pytest.fixture(scope="module")
def rules(filtered: list[Case]) -> RuleBase:
    base = RuleBase()
    for case, page in zip(filtered, PAGES, strict=True):
        teach(base, case, page.topic)
    return base


def conclusions(rules: RuleBase, some: list[Case]) -> float:
    return sum(len(rules.classify(case).categories) for case in some) / len(some)


def test_every_page_taught_is_filed_as_it_was_taught(rules: RuleBase, filtered: list[Case]) -> None:
    for case, page in zip(filtered, PAGES, strict=True):
        assert rules.classify(case).categories == (page.topic,)
    assert len(rules.rules) < len(PAGES) * 0.8


def test_rules_made_on_filtered_pages_conclude_several_times_as_much_on_unfiltered_ones(
    rules: RuleBase,
) -> None:
    assert conclusions(rules, cases(PAGES, Nothing())) >= 2


def test_the_filter_of_words_does_as_well_as_the_filter_of_phrases(rules: RuleBase) -> None:
    by_words = RedundantWords().learn(Page(page.url, page.html) for page in PAGES)
    assert conclusions(rules, cases(PAGES, by_words)) == pytest.approx(1, abs=0.15)
