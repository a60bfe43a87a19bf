"""What the texts of paragraphs show, beside the same counted in Python."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from sitesieve.page.paragraph_texts import paragraph_texts

TEXT = st.text(st.sampled_from("ab,. \n\u00a0\u3000。？é漢😀\u2003"), max_size=12)


@given(st.lists(st.lists(TEXT, min_size=1, max_size=3), max_size=5))
def test_counts_are_those_of_strings(paragraphs: list[list[str]]) -> None:
    texts = [text for paragraph in paragraphs for text in paragraph]
    start = np.cumsum([0, *(len(text.encode()) for text in texts)], dtype=np.int32)
    first = np.cumsum([0, *map(len, paragraphs)], dtype=np.int32)
    utf8 = "".join(texts).encode()
    commas, points, ends, ids = paragraph_texts(utf8, start, first)
    if not utf8:
        assert not commas.any()
        return
    assert commas.tolist() == [sum(t.count(",") for t in p) for p in paragraphs]
    assert points.tolist() == [sum(t.count(". ") + t.count("。") for t in p) for p in paragraphs]
    lasts = [paragraph[-1].rstrip()[-1:] for paragraph in paragraphs]
    assert ends.tolist() == [ord(last) if last else 0 for last in lasts]
    whole = ["".join(paragraph).strip() for paragraph in paragraphs]
    same = [[a == b for a in whole] for b in whole]
    assert [[a == b for a in ids.tolist()] for b in ids.tolist()] == same
