"""The language of a page by the ids of its words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitesieve.page.hashing import stable_ids
from sitesieve.page.metadata.language import language_by_ids
from sitesieve.page.stopwords import STOP_WORDS


@given(
    st.lists(st.sampled_from(sorted(STOP_WORDS["fi"])), min_size=3, max_size=60), st.integers(0, 40)
)
def test_is_that_of_the_function_words_if_they_are_many(words: list[str], others: int) -> None:
    ids = stable_ids([*words, *["qwerty"] * others])
    assert (language_by_ids(ids) is None) == (len(words) * 20 < len(words) + others)


@pytest.mark.parametrize("language", STOP_WORDS)
def test_every_language_has_its_words(language: str) -> None:
    words = sorted(STOP_WORDS[language])
    assert language_by_ids(stable_ids(words)) == language
