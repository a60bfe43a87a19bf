"""The language of a page by the ids of its words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitesieve.page.hashing import stable_ids
from sitesieve.page.metadata.language import language_by_ids
from sitesieve.page.stopwords import STOP_WORDS
from sitesieve.page.words import guess_language

FUNCTION_WORDS = sorted(set().union(*STOP_WORDS.values()))
WORDS = st.lists(st.sampled_from(FUNCTION_WORDS) | st.text("xyzé", min_size=1), max_size=60)


@given(WORDS, st.integers(0, 120))
def test_is_the_one_that_the_words_say(words: list[str], others: int) -> None:
    words = [*words, *["qwerty"] * others]
    assert language_by_ids(stable_ids(words)) == guess_language(words)


@pytest.mark.parametrize("language", STOP_WORDS)
def test_every_language_has_its_words(language: str) -> None:
    words = sorted(STOP_WORDS[language])
    assert language_by_ids(stable_ids(words)) == guess_language(words) == language
