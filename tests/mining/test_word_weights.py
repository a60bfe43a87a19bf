"""WordWeights: trees that learn, weigh, tell what is odd, and are saved as data."""

import contextlib
import io
import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sample_web import generate
from sitesieve import ModelError, Page
from sitesieve.errors import PageError
from sitesieve.mining.weights import WeightOptions, WordWeights
from sitesieve.site.model_file import FORMAT, VERSION

TOPICS = ("ships", "bread", "stars", "bikes", "tulips")


def page(words: str, name: str, site: str = "a.example") -> Page:
    text = f"<nav>home shop</nav><div><p>{words}</p></div><footer>imprint</footer>"
    return Page(f"https://{site}/{name}.html", text)


def learned(*pages: Page, **options: Any) -> WordWeights:
    weights = WordWeights(WeightOptions(**options))
    for each in pages or [page(f"{word} ahoy", word) for word in TOPICS]:
        weights.absorb(weights.observe(each))
    return weights


@pytest.fixture(scope="module")
def sample() -> list[Page]:
    return [Page(p.url, p.html) for p in generate(size=0)[0].pages]


def test_words_of_all_pages_weigh_nothing_and_are_left_out() -> None:
    assert set(learned().weigh(page("ships ahoy", "x"))) == {"ships"}


def test_no_word_weighs_more_than_it_occurs(sample: list[Page]) -> None:
    whole, counts = learned(*sample), WordWeights()
    for each in sample:
        plain = counts.weigh(each)
        weighed = whole.weigh(each)
        assert weighed.keys() <= plain.keys()
        assert all(0 < weight <= plain[word] + 1e-9 for word, weight in weighed.items())


def test_a_word_weighs_less_the_more_pages_have_it() -> None:
    texts = [f"ships at{i}" for i in range(6)] + [f"bread at{i}" for i in range(2)]
    texts += [f"tea at{i}" for i in range(4)]
    weights = learned(*(page(text, text.replace(" ", "-")) for text in texts))
    common, rare, new = (
        sum(weights.weigh(page(word, "new")).values()) for word in ("ships", "bread", "novelty")
    )
    assert common < rare < new


def test_it_knows_the_sites_it_has_learned_and_counts_words_on_others() -> None:
    weights = learned()
    assert weights.knows("a.example")
    assert not weights.knows("b.example")
    counts = weights.weigh(page("ships ships ahoy", "x", "b.example"))
    assert counts == {"home": 1, "shop": 1, "ships": 2, "ahoy": 1, "imprint": 1}


def test_what_is_absorbed_later_counts_from_then_on() -> None:
    weights = learned()
    before = weights.weigh(page("novelty", "x"))["novelty"]
    for i in range(5):
        weights.absorb(weights.observe(page(f"novelty {i}", f"n{i}")))
    assert weights.weigh(page("novelty", "x"))["novelty"] < before


def test_a_copy_of_a_page_changes_nothing() -> None:
    weights = learned()
    before = weights.weigh(page("ships bread", "x"))
    weights.absorb(weights.observe(page("ships ahoy", "ships")))
    assert weights.weigh(page("ships bread", "x")) == before


def test_the_order_of_pages_does_not_matter(sample: list[Page]) -> None:
    forwards, backwards = learned(*sample), learned(*reversed(sample))
    for each in sample[:5]:
        assert forwards.weigh(each) == pytest.approx(backwards.weigh(each))


def test_words_are_stemmed_and_numbers_counted_by_choice(sample: list[Page]) -> None:
    def words(**options: Any) -> set[str]:
        weights = learned(*sample, **options)
        return {word for each in sample for word in weights.weigh(each)}

    assert words() != words(stems=False)
    assert not any(word.isdigit() for word in words())
    assert any(word.isdigit() for word in words(numbers=True))


@pytest.mark.parametrize("sampled", [False, True])
def test_it_is_saved_and_loaded_without_a_change(
    tmp_path: Path, sample: list[Page], sampled: bool
) -> None:
    weights = learned(*sample, page("ships", "1"), page("bread", "2"), sampled=sampled)
    weights.save(tmp_path / "w.sieve")
    loaded = WordWeights.load(tmp_path / "w.sieve")
    assert loaded.options == weights.options
    assert loaded.knows("a.example")
    assert loaded.knows("harbourpost.example")
    for each in (*sample, page("ships and tea", "new"), page("tea", "x", "c.example")):
        assert loaded.weigh(each) == pytest.approx(weights.weigh(each))
    loaded.save(tmp_path / "again.sieve")
    again = WordWeights.load(tmp_path / "again.sieve")
    assert again.weigh(sample[0]) == pytest.approx(weights.weigh(sample[0]))


def test_nothing_in_a_saved_file_is_code(tmp_path: Path) -> None:
    learned().save(tmp_path / "w.sieve")
    with zipfile.ZipFile(tmp_path / "w.sieve") as archive:
        for name in archive.namelist():
            content = io.BytesIO(archive.read(name))
            if name.endswith(".npy"):
                np.load(content, allow_pickle=False)
            else:
                json.load(content)


def test_a_loaded_tree_learns_on_as_if_never_saved(tmp_path: Path, sample: list[Page]) -> None:
    first, rest = sample[:20], sample[20:]
    learned(*first).save(tmp_path / "w.sieve")
    loaded = WordWeights.load(tmp_path / "w.sieve")
    for each in rest:
        loaded.absorb(loaded.observe(each))
    together = learned(*sample)
    for each in sample[::7]:
        assert loaded.weigh(each) == pytest.approx(together.weigh(each))


def test_a_loaded_sampled_tree_refuses_to_learn(tmp_path: Path) -> None:
    learned(sampled=True).save(tmp_path / "w.sieve")
    loaded = WordWeights.load(tmp_path / "w.sieve")
    with pytest.raises(ModelError, match="learn again"):
        loaded.absorb(loaded.observe(page("tea", "x")))


def test_in_the_sampled_form_a_word_weighs_one_less_or_nothing(sample: list[Page]) -> None:
    whole = learned(*sample)
    sampled = learned(*sample, sampled=True, u=0.5, m=0.2)
    lighter = 0
    for each in sample:
        exact, rough = whole.weigh(each), sampled.weigh(each)
        lighter += len(exact.keys() - rough.keys())
        assert rough.keys() <= WordWeights().weigh(each).keys()
    assert lighter > 0  # what weighs less than m weighs nothing


def test_a_page_that_cannot_be_used_says_why() -> None:
    weights = learned()
    for broken in (b"", b"\x89PNG\r\n" + bytes(50)):
        with pytest.raises(PageError):
            weights.observe(Page("https://a.example/x", broken))
        with pytest.raises(PageError):
            weights.weigh(Page("https://a.example/x", broken))


def test_odd_samples_are_remarked_on() -> None:
    assert any("a single page" in remark for remark in learned(page("tea", "1")).remarks())
    assert learned().remarks() == []
    section = learned(*(page(word, f"sea/{word}") for word in TOPICS)).remarks()
    assert any("all pages are from /sea/" in remark for remark in section)


@pytest.mark.parametrize(
    "options",
    [
        {"u": 0.2, "m": 0.3},
        {"u": 1.5},
        {"m": -0.1},
        {"u": float("nan")},
        {"seen_once": 2.0},
        {"power": 0},
        {"power": -1},
    ],
)
def test_limits_that_make_no_sense_are_refused(options: dict[str, float]) -> None:
    with pytest.raises(ValueError, match="must"):
        WeightOptions(**options)  # type: ignore[arg-type]


def test_a_way_to_lay_pages_over_each_other_that_is_none_is_refused() -> None:
    with pytest.raises(ValueError, match="exact or keyed"):
        WordWeights(WeightOptions(alignment="loose"))  # type: ignore[arg-type]


def member_changed(path: Path, member: str, change: Callable[[bytes], bytes]) -> None:
    with zipfile.ZipFile(path) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    members[member] = change(members[member])
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in members.items():
            archive.writestr(name, content)


def shortened(content: bytes) -> bytes:
    column = io.BytesIO()
    np.save(column, np.load(io.BytesIO(content))[..., :-1])
    return column.getvalue()


@pytest.mark.parametrize("sampled", [False, True])
@pytest.mark.parametrize(
    ("member", "change"),
    [
        ("sites.json", lambda _: b"7"),
        ("sites.json", lambda _: b"["),
        ("header.json", lambda text: text.replace(b'"sampled"', b'"samples"')),
        ("header.json", lambda text: text.replace(b'"u": 0', b'"u": 7')),
    ],
)
def test_a_damaged_file_is_a_clear_error(
    tmp_path: Path, sampled: bool, member: str, change: Callable[[bytes], bytes]
) -> None:
    path = tmp_path / "w.sieve"
    learned(sampled=sampled).save(path)
    member_changed(path, member, change)
    with pytest.raises(ModelError, match=r"w\.sieve is damaged"):
        WordWeights.load(path)


@pytest.mark.parametrize(
    "sampled",
    [
        False,
        pytest.param(True),
    ],
)
def test_a_column_that_is_too_short_is_a_clear_error_or_does_no_harm(
    tmp_path: Path, sampled: bool
) -> None:
    whole, path = tmp_path / "whole.sieve", tmp_path / "w.sieve"
    learned(sampled=sampled).save(whole)
    with zipfile.ZipFile(whole) as archive:
        columns = [name for name in archive.namelist() if name.endswith(".npy")]
    assert columns
    for column in columns:
        path.write_bytes(whole.read_bytes())
        member_changed(path, column, shortened)
        with contextlib.suppress(ModelError):
            WordWeights.load(path).weigh(page("ships bread", "x"))


def test_a_newer_or_foreign_file_is_a_clear_error(tmp_path: Path) -> None:
    path = tmp_path / "w.sieve"
    learned().save(path)
    version = f'"version": {VERSION}'.encode()
    member_changed(path, "header.json", lambda text: text.replace(version, b'"version": 99'))
    with pytest.raises(ModelError, match=r"w\.sieve was written by sitesieve .*format 99"):
        WordWeights.load(path)
    learned().save(path)
    member_changed(path, "header.json", lambda text: text.replace(FORMAT.encode(), b"other"))
    with pytest.raises(ModelError, match="is not a sitesieve model"):
        WordWeights.load(path)


def test_merged_weights_are_as_learned_together(tmp_path: Path, sample: list[Page]) -> None:
    merged, together = learned(*sample[:20]), learned(*sample)
    merged.merge(learned(*sample[15:]))
    assert merged.weigh(sample[0]) == pytest.approx(together.weigh(sample[0]))
    with pytest.raises(ModelError, match="different settings"):
        merged.merge(learned(stems=False))
    learned(sampled=True).save(tmp_path / "w.sieve")
    with pytest.raises(ModelError, match="learn again"):
        merged.merge(WordWeights.load(tmp_path / "w.sieve"))


def test_the_pages_of_a_tree_are_a_random_sample_and_not_the_first_read() -> None:
    pages = [page(f"{section}{n}x", f"{section}/{n}") for section in "ab" for n in range(600)]
    weights = learned(*pages)
    known = weights.models.pages_of("a.example")
    assert len(known) == 500
    assert 200 < len(known.intersection(each.tree.digest for each in pages[600:])) < 300
