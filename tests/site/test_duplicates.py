"""Near-duplicate pages: sketches, candidates, and the judge."""

import pickle
import time
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from mutated_pages import MUTATIONS, another_date

from sample_web import generate
from sitesieve.page import Page
from sitesieve.page.encode import encode
from sitesieve.site.duplicates import Duplicates, copies, overlap
from sitesieve.site.minhash import bands, resemblance, signatures, word_keys
from sitesieve.site.page_sketch import SIZE, TITLE_WORDS, WORDS, PageSketch, sketch_of

STORY = "The harbour was full of tall ships when the morning tide came in. " * 3
MORE = (
    "Nobody on the quay had seen so many masts at once, and the old keeper of the lighthouse "
    "counted them twice before he would say how many there were. By noon the wind had turned."
)


def page(title: str, text: str, url: str = "https://a.example/") -> Page:
    return Page(url, f"<title>{title}</title><h1>{title}</h1><p>{text}</p>")


def sketch(made: Page) -> PageSketch:
    sketch = sketch_of(made)
    assert sketch is not None
    return sketch


@given(st.integers(0, 400), st.integers(50, 400))
def test_equal_entries_estimate_the_resemblance_of_shingles(shared: int, own: int) -> None:
    both = np.arange(shared, dtype=np.uint64)
    a, b = (np.concatenate([both, np.arange(own, dtype=np.uint64) + f]) for f in (10_000, 20_000))
    keys = np.concatenate([a, b]) * np.uint64(0x9E3779B97F4A7C15)
    signature = signatures(keys, np.array([0, len(a)]), np.array([len(a), len(keys)]), 1, 256)
    true = shared / (shared + 2 * own)
    assert resemblance(signature[0], signature[1]) == pytest.approx(true, abs=0.16)


def test_numbers_are_masked_and_short_texts_are_one_shingle() -> None:
    keys = word_keys(encode("posted 12 may posted 7 may may posted 7"))
    signature = signatures(keys, np.array([0, 3, 6]), np.array([3, 6, 9]), 4, 16)
    assert (signature[0] == signature[1]).all()
    assert resemblance(signature[0], signature[2]) < 0.2
    assert (bands(signature, 4)[0] == bands(signature, 4)[1]).all()


def test_overlap_is_the_sum_of_smaller_weights() -> None:
    words = np.array([1, 2, 4, 0], np.uint32), np.array([2, 3, 4, 0], np.uint32)
    weights = np.array([5000, 3000, 2000, 0]), np.array([4000, 5000, 1000, 0])
    first, second = (w.astype(np.uint16) for w in weights)
    assert overlap(words[0], first, words[1], second) == 40.0
    assert overlap(words[0], first, words[0], first) == 100.0


def test_on_the_sample_web_mutated_copies_are_found_and_nothing_else() -> None:
    rng = Random(7)
    originals = [p for site in generate(size=0) for p in site.pages[::2]]
    pages = [Page(p.url, p.html) for p in originals]
    truth = {}
    for number, p in enumerate(originals):
        for mutation in MUTATIONS:
            truth[len(pages)] = number
            pages.append(Page(f"{p.url}?print=1", mutation(p.html, rng)))
        truth[len(pages)] = number
        pages.append(Page(f"{p.url}?b=2&a=1", p.html))  # other order of parameters
    original_of = copies(pages)
    right = sum(truth.get(copy) == original for copy, original in original_of.items())
    assert right / len(truth) >= 0.95
    assert right / len(original_of) >= 0.99


def test_the_first_stays_whichever_it_is() -> None:
    made = [page("Ships", STORY), page("Bread", "Flour and water and salt make a good loaf.")]
    long = "<p>" + " ".join(f"word{chr(97 + n % 26)}{chr(97 + n // 26)}" for n in range(200))
    first, second = (Page(None, f"<title>T</title>{t}") for t in (long, long + " more words"))
    assert copies([made[0], made[1], first, second]) == {3: 2}
    assert copies([second, made[1], made[0], first]) == {3: 0}


def test_a_changed_date_is_a_copy_and_another_title_is_not() -> None:
    old = page("Tall ships", f"3 May 2019 {STORY} {MORE}")
    new = Page(None, another_date(str(old.html), Random(2)))
    assert copies([old, new]) == {1: 0}
    assert copies([page("Camera EX 35", STORY * 3), page("Camera EX 70", STORY * 3)]) == {}
    assert copies([page("Ships", STORY * 3), page("Ships in port", STORY * 3)], 60) == {1: 0}


def test_pages_with_one_sidebar_and_little_of_their_own_are_no_copies() -> None:
    sidebar = "<div>" + " ".join(f"side{chr(97 + n % 26)}{chr(97 + n // 26)}" for n in range(300))
    made = [
        Page(None, f"<title>Blog: {t}</title><h2>{t}</h2><p>{s}</p>{sidebar}</div>")
        for t, s in (("Going first", "Who goes first is seen."), ("What is in it", "A box is."))
    ]
    assert copies(made) == {}


def test_pages_without_words_copy_nothing() -> None:
    assert copies([Page(None, "<img src=a.png>"), Page(None, "<img src=a.png>")]) == {}


def test_pages_without_titles_or_telling_words_can_be_compared() -> None:
    assert copies([Page(None, "<p>the and of"), Page(None, "<p>12 13")]) == {}
    assert copies([Page(None, "<p>ships"), Page(None, "<p>ships")]) == {1: 0}


def test_a_sketch_is_small_and_travels() -> None:
    made = sketch(page("Ships", STORY))
    assert sum(column.nbytes for column in made) < 500
    again = pickle.loads(pickle.dumps(made))
    assert all((a == b).all() for a, b in zip(made, again, strict=True))
    assert (made.words.shape, made.title.shape) == ((WORDS,), (TITLE_WORDS,))
    assert 9_900 <= int(made.weights.sum()) <= 10_100


def test_many_pages_of_one_template_stay_cheap() -> None:
    rng = np.random.default_rng(5)
    shared = rng.integers(0, 65_536, SIZE).astype(np.uint16)
    duplicates, seconds = Duplicates(), []
    for _ in range(4):
        start = time.process_time()
        for number in range(400):
            own = rng.integers(0, 65_536, SIZE).astype(np.uint16)
            signature = np.where(rng.random(SIZE) < 0.8, shared, own).astype(np.uint16)
            words = np.sort(rng.integers(1, 1 << 30, WORDS)).astype(np.uint32)
            weights = np.full(WORDS, 10_000 // WORDS, np.uint16)
            title = words[:TITLE_WORDS]
            assert (
                duplicates.original_of(PageSketch(signature, words, weights, title), number) is None
            )
        seconds.append(time.process_time() - start)
    assert duplicates.pages == 1600
    assert seconds[-1] < 5 * seconds[1]
