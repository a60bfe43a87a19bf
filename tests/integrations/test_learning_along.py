"""Cleaning pages as they come: what the pages before have taught counts, and costs little."""

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from unittest import mock

import pytest
from sample_pages import pages

import sitesieve
from sitesieve import Document, ModelError, Page, PageError
from sitesieve.cleaning.methods import Sieve, TagFilter
from sitesieve.integrations import learning_along
from sitesieve.integrations.learning_along import LearningAlong
from sitesieve.sample.judge import Agreement, judge
from sitesieve.site.models import SiteModels

SITE = [page for page in pages() if page.site == "tinkerfolk.example"]


def as_page(number: int) -> Page:
    return Page(SITE[number].url, SITE[number].html)


def accuracy(clean: Callable[[Page], Document]) -> float:
    judged = (judge(clean(Page(page.url, page.html)), page) for page in SITE)
    return sum(judged, Agreement()).accuracy


def test_the_site_pays_from_the_first_pages_on() -> None:
    along = accuracy(LearningAlong(None).clean)
    assert along > accuracy(sitesieve.clean) + 0.02
    learned = sitesieve.learn((page.url, page.html) for page in SITE)
    assert along > accuracy(learned.clean) - 0.01


def test_a_site_is_added_up_ever_more_rarely() -> None:
    cleaner = LearningAlong(None)
    changes = []
    with mock.patch.object(SiteModels, "absorb", autospec=True, side_effect=SiteModels.absorb) as a:
        for number in range(len(SITE)):
            before = a.call_count
            cleaner.clean(as_page(number))
            if a.call_count > before:
                changes.append(number + 1)
    assert changes[:6] == [2, 4, 6, 8, 10, 12]
    assert all(after >= before * 1.2 for before, after in pairwise(changes[6:]))
    assert len(SITE) == 60
    assert len(changes) <= 15


def test_what_was_learned_is_saved_whole_and_known_the_next_time(tmp_path: Path) -> None:
    path = tmp_path / "site.sieve"
    cleaner = LearningAlong(path)
    for number in range(40):
        cleaner.clean(as_page(number))
    cleaner.save(path)
    model = sitesieve.load(path)
    assert len(model.models.pages_of(SITE[0].site)) == 40
    others = range(40, 49)
    expected = [model.clean(as_page(number)).text for number in others]
    assert expected != [sitesieve.clean(as_page(number)).text for number in others]
    knows, learns = LearningAlong(path, learns=False), LearningAlong(path)
    assert [knows.clean(as_page(number)).text for number in others] == expected
    assert [learns.clean(as_page(number)).text for number in others] == expected  # 9 pages wait


def test_two_that_learn_side_by_side_lose_nothing(tmp_path: Path) -> None:
    path = tmp_path / "site.sieve"
    first, second = LearningAlong(path), LearningAlong(path)
    others = [page for page in pages() if page.site == "harbourpost.example"]
    for number in range(10):
        first.clean(as_page(number))
        second.clean(as_page(number + 8))
        second.clean(Page(others[number].url, others[number].html))
    first.save(path)
    second.save(path)
    models = sitesieve.load(path).models
    assert {site: len(models.pages_of(site)) for site in models} == {
        SITE[0].site: 18,
        others[0].site: 10,
    }
    assert [file.name for file in tmp_path.iterdir()] == ["site.sieve"]


def test_beside_a_file_of_another_kind_what_was_learned_is_saved_too(tmp_path: Path) -> None:
    learns = LearningAlong(path := tmp_path / "site.sieve")
    for number in range(10):
        learns.clean(as_page(number))
    Sieve(leaf_height=1).learn(as_page(number) for number in range(3)).save(path)
    before = path.read_bytes()
    with pytest.raises(ModelError, match=r"what was learned is in .*site-2\.sieve"):
        learns.save(path)
    assert path.read_bytes() == before
    beside = sitesieve.load(tmp_path / "site-2.sieve")
    assert len(beside.models.pages_of(SITE[0].site)) == 10


def test_pages_of_no_site_teach_nothing_and_are_cleaned_alone(tmp_path: Path) -> None:
    sitesieve.learn((page.url, page.html) for page in SITE).save(tmp_path / "m.sieve")
    cleaner = LearningAlong(tmp_path / "m.sieve")
    for page in SITE[:9]:
        assert cleaner.clean(Page(None, page.html)).text == sitesieve.clean(page.html).text
    cleaner.save(tmp_path / "m.sieve")
    assert list(sitesieve.load(tmp_path / "m.sieve").models) == [SITE[0].site]


def test_without_learning_there_must_be_a_model_where_one_is_named(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"no such model: .*m\.sieve; learn first"):
        LearningAlong(tmp_path / "m.sieve", learns=False)


def test_without_learning_pages_are_cleaned_alone_and_by_dials() -> None:
    cleaner = LearningAlong(None, learns=False, dials={"headline": "out"})
    for number in range(5):
        page = as_page(number)
        assert cleaner.clean(page).text == sitesieve.clean(page, headline="out").text


def test_pages_of_very_many_sites_do_not_wait_forever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(learning_along, "_MOST_WAITING", 10)
    cleaner = LearningAlong(None)
    with mock.patch.object(SiteModels, "absorb", autospec=True, side_effect=SiteModels.absorb) as a:
        for number in range(25):
            cleaner.clean(Page(f"https://site{number}.example/", SITE[number].html))
        assert a.call_count == 20


def test_a_bad_page_is_an_error_and_teaches_nothing(tmp_path: Path) -> None:
    cleaner = LearningAlong(None)
    with pytest.raises(PageError):
        cleaner.clean(Page("https://a.example/", b""))
    cleaner.save(tmp_path / "m.sieve")
    assert len(sitesieve.load(tmp_path / "m.sieve").models) == 0


def test_a_model_that_cannot_go_on_learning_is_refused(tmp_path: Path) -> None:
    TagFilter().save(tmp_path / "m.sieve")
    with pytest.raises(ModelError, match=r"m\.sieve holds a model of tag-filter"):
        LearningAlong(tmp_path / "m.sieve")
