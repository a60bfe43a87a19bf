"""What a site says of a paragraph: what repeats, what differs, and what is not known."""

import numpy as np
import pytest

from sitesieve.cleaning.methods import Sieve
from sitesieve.cleaning.sieve.evidence import Surroundings
from sitesieve.cleaning.sieve.site_evidence import NAMES, UNKNOWN, no_site, site_evidence
from sitesieve.page import Page
from sitesieve.page.paragraphs import paragraphs_of
from sitesieve.site.model import SiteModel


def page(number: int, price: int) -> Page:
    words = ("apple", "birch", "cedar", "dune", "ember", "fern", "grove")
    return Page(
        f"http://shop.example/{number}",
        f"<div class=menu><a href=/>Home</a></div><div class=item><p class=name>The {words[number]}"
        f" chair</p><p class=price>Price: {price} euros</p><p class=maker>Made by Oaks</p></div>"
        f"<div class=foot>All rights reserved since 1999</div>",
    )


PAGES = [page(number, 100 + 7 * number) for number in range(5)]


def learned(count: int) -> SiteModel:
    model = SiteModel()
    for one in PAGES[:count]:
        model.update(one)
    return model


def told(model: SiteModel, one: Page) -> dict[str, dict[str, float]]:
    """The evidence about each paragraph, by its text and the name of the column."""
    tree = one.tree
    paragraphs = paragraphs_of(tree)
    rows = site_evidence(model, model.place(tree), Surroundings(tree, paragraphs))
    assert rows.shape == (len(paragraphs), len(NAMES))
    assert np.isfinite(rows).all()
    return {
        tree.texts[leaf].strip(): dict(zip(NAMES, row, strict=True))
        for leaf, row in zip(paragraphs.first_leaf[:-1], rows.tolist(), strict=True)
    }


def test_what_stands_on_every_page_and_what_on_none() -> None:
    rows = told(learned(5), page(5, 321))
    foot, name = rows["All rights reserved since 1999"], rows["The fern chair"]
    assert foot["share of pages with the text"] == foot["least share of a text"] == 1
    assert name["share of pages with the text"] == name["text on another page"] == 0
    assert name["texts differ"] > 0.9 > 0.1 > foot["texts differ"]


def test_a_number_that_differs_is_a_text_of_its_own() -> None:
    price = told(learned(5), page(5, 321))["Price: 321 euros"]
    assert price["share of pages with the text"] == 1  # with its number masked
    assert price["least share of a text"] == 0


def test_a_page_that_was_learned_from_is_no_other_page() -> None:
    model = learned(5)
    old, new = told(model, PAGES[2])["The cedar chair"], told(model, page(5, 1))["The fern chair"]
    assert old["text on another page"] == new["text on another page"] == 0
    assert old["other pages known"] < new["other pages known"]


def test_without_another_page_nothing_is_known() -> None:
    rows = told(learned(1), PAGES[0])
    assert all(value == UNKNOWN for row in rows.values() for value in row.values())
    assert (no_site(2) == UNKNOWN).all()


def test_a_place_that_no_page_has_is_unknown() -> None:
    strange = Page(None, "<section><h5>Something else</h5></section>")
    row = told(learned(5), strange)["Something else"]
    assert row["texts differ"] == UNKNOWN
    assert row["pages judged there"] == 0


def a_thing(number: int) -> Page:
    """A page about a thing: labels with their values, and an advert."""
    one, two, three = (f"{a}{number}" for a in ("Birch", "Cedar", "Dune"))
    fields = "".join(
        f"<div class=field><span class=k>{label}:</span> <span class=v>{value}</span></div>"
        for label, value in zip(
            ("Maker", "Model", "Colour", "Finish", "Weight", "Origin", "Shelf"),
            (f"{one} works", two, three, f"oiled {one}", f"{number} kg", f"{two}shire", f"{three}"),
            strict=True,
        )
    )
    return Page(
        f"http://things.example/{number}",
        f"<div class=menu><a href=/>Home</a> <a href=/all>All things</a></div><h1>{one} {two}</h1>"
        f"<div class=data>{fields}</div><div class=ad><p>Advertisement</p><p>Buy {three} now</p>"
        "</div><div class=foot>All rights reserved since 1999</div>",
    )


@pytest.mark.parametrize("known_pages", [3, 8])
def test_the_site_speaks_for_values_and_labels_and_against_what_every_page_has(
    known_pages: int,
) -> None:
    sieve = Sieve().learn([a_thing(number) for number in range(known_pages)])
    adds = {block.text: block.evidence["site"]["adds"] for block in sieve.clean(a_thing(99)).blocks}
    for label_or_value in ("Maker:", "Birch99 works", "Colour:", "Dune99", "Weight:", "99 kg"):
        assert adds[label_or_value] > 1.5, label_or_value
    for shared in ("Home", "All things", "Advertisement", "All rights reserved since 1999"):
        assert adds[shared] < -2.5, shared


def test_explanations_say_what_pages_judged_by_themselves_say() -> None:
    sieve = Sieve().learn([a_thing(number) for number in range(4)])
    foot = sieve.clean(a_thing(99)).blocks[-1]
    assert foot.evidence["site"]["pages judged there"] == 4
    assert foot.evidence["site"]["log-odds at the place"] < 0
