"""Labels of entity pages: values are content, what is everywhere is noise, the rest is open."""

import itertools

from sitesieve.cleaning.sieve.evidence import Surroundings
from sitesieve.page import Page
from sitesieve.page.paragraphs import paragraphs_of
from training.facts import label_site, occurrences

MENU = "".join(f"<li>Part {letter}" for letter in "abcdefghijklmno")
MAKERS = ("Arbel", "Bonset", "Corvid", "Dunmore", "Elwin", "Fabre")


def around(html: str) -> Surroundings:
    tree = Page(None, html).tree
    return Surroundings(tree, paragraphs_of(tree))


def page(number: int) -> Surroundings:
    maker = MAKERS[number]
    return around(
        f"<ul>{MENU}</ul><div><h1>{maker} {number}00</h1>"
        f"<table><tr><th>Maker<td>{maker}<tr><th>Price<td>${number},995</table>"
        f"<p>{maker} is a name people {'like' * number}.</div><ul>{MENU}</ul>"
    )


def texts(page: Surroundings) -> list[str]:
    first = page.paragraphs.first_leaf
    return [" ".join(page.tree.texts[a:b]).strip() for a, b in itertools.pairwise(first)]


def test_values_are_found_across_tags_and_punctuation() -> None:
    shown = around("<p>Price: <b>$1,995</b> today<p>not 1 9951")
    assert occurrences(shown, ["1 995", "995 today", "nothing", ""]) == [[(0,)], [(0,)], [], []]


def test_values_are_content_and_what_is_everywhere_is_noise() -> None:
    pages = [page(number) for number in range(len(MAKERS))]
    values = [(MAKERS[n].lower(), f"{n} 995") for n in range(len(MAKERS))]
    labels = label_site(pages, values)[3]
    names = texts(pages[3])
    content = {name for name, yes in zip(names, labels.content, strict=True) if yes}
    noise = {
        name
        for name, certain, yes in zip(names, labels.known, labels.content, strict=True)
        if certain and not yes
    }
    assert {"Dunmore", "$3,995"} <= content
    assert {"Part a", "Part b", "Part o"} <= noise
    assert not {"Maker", "Price"} & (content | noise)  # labels of values are not labelled


def test_a_number_that_differs_is_not_what_is_everywhere() -> None:
    pages = [around(f"<ul>{MENU}<li>Stock {n} pieces</ul><p>x<p>x<p>Value{n}") for n in range(6)]
    labels = label_site(pages, [(f"value{n}",) for n in range(6)])[2]
    certain = dict(zip(texts(pages[2]), labels.known.tolist(), strict=True))
    assert not certain["Stock 2 pieces"]
    assert certain["Part c"]
