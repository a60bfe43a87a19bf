"""Labels: which words of a page are in its gold text."""

import random
import time

import pytest

from sitesieve.page import Page
from sitesieve.page.paragraphs import paragraphs_of
from training.alignment import gold_shares, matched_words


def test_words_are_matched_in_order_and_in_runs_of_three() -> None:
    page = "home news about one two three four login one two".split()
    matched = matched_words(page, "one two three four".split())
    assert matched.tolist() == [False] * 3 + [True] * 4 + [False] * 3
    assert not matched_words(page, "about one".split()).any()


@pytest.mark.parametrize(("page", "gold"), [("", "a b c"), ("a b c", ""), ("", "")])
def test_nothing_matches_nothing(page: str, gold: str) -> None:
    assert not matched_words(page.split(), gold.split()).any()


def test_long_texts_take_little_time() -> None:
    draw = random.Random(3)
    vocabulary = [f"w{n}" for n in range(300)]
    gold = draw.choices(vocabulary, k=20_000)
    page = draw.choices(vocabulary, k=10_000) + gold + draw.choices(vocabulary, k=10_000)
    start = time.process_time()
    matched = matched_words(page, gold)
    assert time.process_time() - start < 20
    assert matched[10_000:30_000].mean() > 0.99
    assert matched[:10_000].mean() < 0.1


def shares(html: str, gold: str) -> list[float]:
    tree = Page(None, html).tree
    return [round(float(share), 2) for share in gold_shares(tree, paragraphs_of(tree), gold)]


def test_a_paragraph_is_gold_by_the_share_of_its_words() -> None:
    html = "<ul><li>Home<li>About us</ul><h1>On ships</h1><p>Ships sail the sea.<p>Share this"
    assert shares(html, "On ships\nShips sail the sea.") == [0, 0, 1, 1, 0]


def test_a_paragraph_in_another_place_is_found_once() -> None:
    html = "<p>Tall ships come home today</p><p>{}</p><p>Tall ships come home today</p>"
    body = " ".join(f"word{n}" for n in range(30))
    assert shares(html.format(body), f"{body}\nTall ships come home today") == [0, 1, 1]
    moved = f"<p>Read this small note here now</p><p>{body}</p>"
    assert shares(moved, f"{body}\nRead this small note here now") == [1, 1]


def test_of_a_text_that_repeats_itself_no_more_is_matched_than_gold_has() -> None:
    words = ("a b c d " * 400).split()
    assert matched_words(words, words[:900]).tolist() == [True] * 900 + [False] * 700
