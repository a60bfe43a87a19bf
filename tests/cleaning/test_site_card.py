"""Site cards: what a site says on page after page, once."""

import json

from hypothesis import given
from hypothesis import strategies as st

from sitesieve import Kind
from sitesieve.cleaning.noise.site_card import LONGEST, MOST, SiteCard

PHONE = "Call us: +49 40 555 1234"


def card_of(*pages: list[str]) -> SiteCard:
    card = SiteCard("a.example")
    for number, texts in enumerate(pages):
        card.add([(Kind.DECLARATION, text) for text in texts], f"https://a.example/{number}")
    return card


def test_a_text_stands_on_the_card_once_with_its_pages() -> None:
    data = card_of([PHONE, "© 2023 Post"], [PHONE], [PHONE, PHONE]).as_data()
    assert data == {
        "site": "a.example",
        "pages": 3,
        "declaration": [
            {"text": PHONE, "pages": 3, "example_url": "https://a.example/0"},
            {"text": "© 2023 Post", "pages": 1, "example_url": "https://a.example/0"},
        ],
    }


def test_texts_with_another_year_or_number_are_one() -> None:
    data = card_of(["© 2023 Post"], ["© 2021–2024  POST"], ["Visitor 17"], ["Visitor 1,018"])
    assert [t["pages"] for t in data.as_data()["declaration"]] == [2, 2]


def test_telephone_numbers_are_not() -> None:
    data = card_of([PHONE], [PHONE.replace("1234", "9876")]).as_data()
    assert [t["text"][-4:] for t in data["declaration"]] == ["1234", "9876"]


def test_texts_that_say_nothing_are_left_out_and_long_ones_cut() -> None:
    data = card_of(["", " · ", "2024", "x" * 5000]).as_data()
    [text] = data["declaration"]
    assert len(text["text"]) == LONGEST


def test_a_card_is_bounded_and_says_what_is_not_on_it() -> None:
    letters = "abcdefghij"
    many = [a + b + c for a in letters for b in letters for c in letters]
    data = card_of(*([word, PHONE] for word in many)).as_data()
    assert len(data["declaration"]) == MOST
    assert data["declaration"][0]["text"] == PHONE
    assert data["declaration"][0]["pages"] == len(many)
    assert data["left_out"] == {"declaration": len(many) + 1 - MOST}


words = st.sampled_from([PHONE, "© 2020 A", "© 2021 A", "Main Street 5", "b", "Terms of use"])
pages_of_texts = st.lists(st.lists(words, max_size=4), max_size=12)


@given(pages_of_texts, pages_of_texts)
def test_a_card_goes_on_where_it_stopped(first: list[list[str]], then: list[list[str]]) -> None:
    whole = card_of(*first, *then)
    state = json.loads(json.dumps(card_of(*first).to_state()))
    resumed = SiteCard.from_state("a.example", state)
    for number, texts in enumerate(then, len(first)):
        resumed.add([(Kind.DECLARATION, t) for t in texts], f"https://a.example/{number}")
    assert resumed == whole
    assert resumed.as_data() == whole.as_data()
