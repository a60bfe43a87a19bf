"""How many rules reach what accuracy, and what noise does to rules (Kang-Kim §IV-V).

    python bench/simulated_expert.py curve [DATA] [--set sample|products|pages] [--cleaner NAME]
    python bench/simulated_expert.py effect [DATA] [--set sample|products|pages]
    python bench/simulated_expert.py teach [DATA] --set sample -o topics.json

A simulated expert files labelled pages one by one. Where the rules are wrong it
corrects them: each rule that is missing gets, from the difference list, the most
telling condition, and further ones until no stored case would be filed otherwise
than agreed (with --least N, at least so many). Pages that were judged are stored.

`curve` trains on 70 % of the pages in random order and files the others after
every so many: right is a page that has its category and no other.

`effect` is the second experiment of the paper: rules made on filtered pages (tag
filter and redundant phrases) file the same pages filtered otherwise (redundant
words; the default cleaner), and not at all. Counted are, a page, the rules that
conclude something and the categories they give: 1.97 and 6.11 in the paper. As
in the paper rules have words alone: cases have neither address nor title. A page
has two categories: topic and kind of page in the sample web, maker and kind of
product; of `pages.parquet` only its type. With --cost also that of §VI: how many
rules would have to be added for the same expert to file these pages correctly.

`teach` makes the rules of the second experiment and writes them to a file, for
`sitesieve rules tables -r FILE`: rules by conditions, folders by level (tables IV
and V). Categories are folders there: kinds of pages inside of topics, makers inside
of kinds of products.

With --paper the two filters are those of the paper to the letter.

DATA is a folder with `products.parquet` and `pages.parquet`; the sample web needs
none. With --most N a set is cut to so many of its pages, taken at random.
"""

import argparse
import random
import sys
import time
from argparse import Namespace
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from rich.console import Console
from rich.table import Table

from measures import read_rows
from sample_web import generate
from sitesieve import Page
from sitesieve.cleaning.method import LearningMethod, Method
from sitesieve.cleaning.methods import RedundantPhrases, RedundantWords, Sieve
from sitesieve.cleaning.methods.nothing import Nothing
from sitesieve.errors import PageError
from sitesieve.rules import Case, RuleBase
from sitesieve.rules.mending import mend, mending_cost
from sitesieve.rules.rule_file import export_rules

HELD_OUT = 0.3
CLEANERS: dict[str, type[Method]] = {
    "redundant-phrases": RedundantPhrases,
    "redundant-words": RedundantWords,
    "sieve": Sieve,
    "none": Nothing,
}


@dataclass(frozen=True, slots=True)
class Labelled:
    """A page and its categories, the one that matters most first."""

    page: Page
    categories: tuple[str, ...]
    outer_first: bool = True  # whether the first, as a folder, holds the second


def sample_pages(size: float) -> list[Labelled]:
    """The pages of the sample web that have a topic."""
    pages = [page for site in generate(size=size) for page in site.pages if page.topic]
    return [Labelled(Page(p.url, p.html), (p.topic, f"a {p.template}")) for p in pages]


def product_pages(data: Path) -> list[Labelled]:
    """Cars by make and cameras by maker."""
    pages = []
    for row in read_rows(data, "products.parquet"):
        page = Page(row["url"], row["html"], site=row["site"])
        pages.append(Labelled(page, (row["label"], f"a {row['experiment']}"), False))
    return pages


def typed_pages(data: Path) -> list[Labelled]:
    """Pages by what they are for."""
    rows = read_rows(data, "pages.parquet")
    return [Labelled(Page(row["url"], row["html"]), (row["page_type"],)) for row in rows]


@dataclass(slots=True)
class Expert:
    """Somebody who knows the categories of every case, and mends the rules."""

    least: int = 1  # conditions of a rule
    rules: RuleBase = field(default_factory=RuleBase)
    mistakes: int = 0
    given_up: int = 0

    def judge(self, case: Case, should: Sequence[str]) -> None:
        """File a case; where that is wrong, make the rules that are missing."""
        judged = mend(self.rules, case, should, self.least)
        self.mistakes += judged.filed != judged.should
        self.given_up += not judged.mended


def cleaned(pages: Sequence[Labelled], method: Method, whole: bool) -> list[Case | None]:
    """Pages as cases, after the method has learned from all; without titles unless `whole`."""
    if isinstance(method, LearningMethod):
        method.learn(one.page for one in pages)
    cases: list[Case | None] = []
    for number, one in enumerate(pages):
        try:
            document = method.clean_page(one.page)
        except PageError:
            cases.append(None)
            continue
        title = document.title if whole else ""
        cases.append(Case(str(number), title=title, text=document.text))
    return cases


def made(cleaner: str, paper: bool) -> Method:
    """A cleaner, as usual or to the letter of its paper."""
    return CLEANERS[cleaner].by_paper() if paper else CLEANERS[cleaner]()


def curve(name: str, pages: Sequence[Labelled], cleaner: str, options: Namespace) -> None:
    """Print how accuracy on pages not seen grows with the rules."""
    cases = cleaned(pages, made(cleaner, options.paper), whole=True)
    usable = [(case, one.categories[:1]) for case, one in zip(cases, pages, strict=True) if case]
    random.Random(options.seed).shuffle(usable)
    number = int(len(usable) * (1 - HELD_OUT))
    train, test = usable[:number], usable[number:]
    steps = {int(number * share) for share in (0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1)}
    table = Table(title=f"{name}, {cleaner}: {len(train):,} pages to learn, {len(test):,} held out")
    headings = ("pages seen", "rules", "conditions a rule", "corrected", "right", "none", "wrong")
    for heading in headings:
        table.add_column(heading, justify="right")
    expert, last = Expert(options.least), 0
    for seen, (case, should) in enumerate(train, 1):
        expert.judge(case, should)
        if seen in steps:
            rules = expert.rules.rules.values()
            filed = [expert.rules.classify(one).categories for one, _ in test]
            right = sum(got == want for got, (_, want) in zip(filed, test, strict=True))
            none = sum(not got for got in filed)
            table.add_row(
                f"{seen:,}",
                f"{len(rules):,}",
                f"{sum(len(rule.conditions) for rule in rules) / len(rules):.2f}",
                f"{(expert.mistakes - last):,}",
                f"{right / len(test):.3f}",
                f"{none / len(test):.3f}",
                f"{1 - (right + none) / len(test):.3f}",
            )
            last = expert.mistakes
    console = Console()
    console.print(table)
    if expert.given_up:
        console.print(f"{expert.given_up} pages could not be told from others by words")


def effect(name: str, pages: Sequence[Labelled], options: Namespace) -> None:
    """Print how often rules made on filtered pages fire on pages filtered otherwise."""
    read = {one: cleaned(pages, made(one, options.paper), whole=False) for one in CLEANERS}
    order = [n for n in range(len(pages)) if all(cases[n] for cases in read.values())]
    random.Random(options.seed).shuffle(order)
    texts = {cleaner: [c for n in order if (c := cases[n])] for cleaner, cases in read.items()}
    truths = [pages[number].categories for number in order]
    for made_on in ("redundant-phrases", "sieve"):
        expert = Expert(options.least)
        for case, truth in zip(texts[made_on], truths, strict=True):
            expert.judge(case, truth)
        rules = expert.rules.rules.values()
        conditions = sum(len(rule.conditions) for rule in rules) / len(rules)
        table = Table(
            title=f"{name}: {len(rules):,} rules of {conditions:.2f} conditions, made on "
            f"{len(order):,} pages after {made_on} ({expert.given_up} given up)"
        )
        table.add_column("filtered by", no_wrap=True)
        for heading in ("words", "rules fired", "times", "categories", "times"):
            table.add_column(heading, justify="right")
        costs = ("pages misfiled", "rules to mend") if options.cost else ()
        for heading in ("of them wrong", *costs):
            table.add_column(heading, justify="right")
        usual: tuple[float, float] | None = None
        for cleaner in (made_on, *(other for other in CLEANERS if other != made_on)):
            cases = texts[cleaner]
            filings = [expert.rules.classify(case) for case in cases]
            fired = sum(bool(r.categories) for f in filings for r in f.fired) / len(filings)
            found = sum(len(f.categories) for f in filings) / len(filings)
            both = zip(filings, truths, strict=True)
            right = sum(len({*truth} & {*f.categories}) for f, truth in both) / len(filings)
            words = sum(len(case.text_words()) for case in cases) / len(cases)
            usual = usual or (fired, found)
            to_mend = []
            if options.cost:
                judged = zip(cases, truths, strict=True)
                cost = mending_cost(expert.rules, judged, options.least)
                to_mend = [f"{cost.misfiled:,}", f"{len(cost.rules):,}"]
            table.add_row(
                *(cleaner, f"{words:.0f}", f"{fired:.2f}", f"{fired / usual[0]:.2f}"),
                *(f"{found:.2f}", f"{found / usual[1]:.2f}", f"{found - right:.2f}"),
                *to_mend,
            )
        Console(width=120).print(table)


def teach(pages: Sequence[Labelled], cleaner: str, options: Namespace) -> None:
    """Write rules that file pages into folders."""
    cases = cleaned(pages, made(cleaner, options.paper), whole=False)
    usable = [(case, one) for case, one in zip(cases, pages, strict=True) if case]
    random.Random(options.seed).shuffle(usable)
    expert = Expert(options.least)
    for case, one in usable:
        names = one.categories if one.outer_first else one.categories[::-1]
        folder = "/".join(name.removeprefix("a ") for name in names)  # "a camera"
        expert.judge(replace(case, id=one.page.url or case.id), [folder])
    export_rules(expert.rules, options.output)
    rules = len(expert.rules.rules)
    print(f"{rules:,} rules, {expert.given_up} pages given up: {options.output}")


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("what", choices=("curve", "effect", "teach"))
    arguments.add_argument("data", type=Path, nargs="?")
    arguments.add_argument("--set", choices=("sample", "products", "pages"), action="append")
    arguments.add_argument("--cleaner", choices=list(CLEANERS), action="append")
    arguments.add_argument("--size", type=float, default=3, help="of the sample web")
    arguments.add_argument("--least", type=int, default=1, help="conditions of a rule")
    arguments.add_argument("--most", type=int, help="pages of a set, taken at random")
    arguments.add_argument("--seed", type=int, default=0)
    arguments.add_argument("--paper", action="store_true", help="filters by the letter")
    arguments.add_argument("--cost", action="store_true", help="the rules that would mend it")
    arguments.add_argument("-o", "--output", type=Path, help="where `teach` writes the rules")
    options = arguments.parse_args()
    if options.what == "teach" and (options.output is None or options.set in (None, ["pages"])):
        sys.exit("teach: name a --set of pages with two categories, and an --output")
    for name in options.set or ("sample", "products", "pages"):
        if name != "sample" and options.data is None:
            sys.exit(f"{name}: name the folder that holds {name}.parquet")
        started = time.monotonic()
        if name == "sample":
            pages = sample_pages(options.size)
        else:
            pages = product_pages(options.data) if name == "products" else typed_pages(options.data)
        if options.most is not None and options.most < len(pages):
            pages = random.Random(options.seed).sample(pages, options.most)
        if options.what == "teach":
            cleaner = (options.cleaner or ["redundant-phrases"])[0]
            teach(pages, cleaner, options)
        elif options.what == "effect":
            effect(name, pages, options)
        else:
            for cleaner in options.cleaner or ("sieve", "none"):
                curve(name, pages, cleaner, options)
        print(f"{name}: {time.monotonic() - started:.0f} s", file=sys.stderr)


if __name__ == "__main__":
    main()
