"""Words kept against words that should have been kept."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitesieve.cleaning.scores import Scores, word_scores


@pytest.mark.parametrize(
    ("text", "gold", "scores"),
    [
        ("a b", "a b", (1.0, 1.0, 1.0)),
        ("A, b!", "b a", (1.0, 1.0, 1.0)),
        ("a b c d", "a b", (2 / 3, 0.5, 1.0)),
        ("a a a", "a", (0.5, 1 / 3, 1.0)),
        ("", "", (1.0, 1.0, 1.0)),
        ("a", "", (0.0, 0.0, 0.0)),
        ("", "a", (0.0, 0.0, 0.0)),
        ("a", "b", (0.0, 0.0, 0.0)),
    ],
)
def test_scores_by_hand(text: str, gold: str, scores: tuple[float, float, float]) -> None:
    assert word_scores(text, gold) == pytest.approx(Scores(*scores))


@given(st.text(), st.text())
def test_precision_of_one_way_is_recall_of_the_other(text: str, gold: str) -> None:
    there, back = word_scores(text, gold), word_scores(gold, text)
    assert there.precision == back.recall
    assert there.f == pytest.approx(back.f)
    assert 0 <= there.f <= 1
