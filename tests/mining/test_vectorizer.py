"""SiteVectorizer: words weighed by what a site has in common, in scikit-learn's manner."""

from pathlib import Path

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from sklearn.naive_bayes import MultinomialNB
from sklearn.pipeline import make_pipeline

from sample_web import generate
from sitesieve import ModelError, Page
from sitesieve.mining import SiteVectorizer


def page(words: str, name: str, site: str = "a.example") -> tuple[str, str]:
    html = f"<nav>home shop</nav><div><p>{words}</p></div><footer>imprint</footer>"
    return f"https://{site}/{name}.html", html


SITE = [page(f"{w} ahoy", w) for w in ("ships", "bread", "stars", "bikes")]


def weights_of(vectorizer: SiteVectorizer, one: tuple[str, str]) -> dict[str, float]:
    row = vectorizer.transform([one]).toarray()[0]
    names = vectorizer.get_feature_names_out()
    return {name: weight for name, weight in zip(names, row, strict=True) if weight}


def test_words_of_every_page_weigh_nothing_and_new_words_weigh_most() -> None:
    vectorizer = SiteVectorizer(stems=False).fit(SITE)
    weights = weights_of(vectorizer, SITE[0])
    assert set(weights) == {"ships"}
    assert weights["ships"] > 0


def test_a_word_weighs_by_how_often_it_occurs() -> None:
    vectorizer = SiteVectorizer(stems=False).fit(SITE)
    once = weights_of(vectorizer, page("ships", "new"))
    twice = weights_of(vectorizer, page("ships ships", "new"))
    assert twice["ships"] == pytest.approx(2 * once["ships"])


def test_a_repeated_word_weighs_little_even_at_a_place_never_seen() -> None:
    html = "<section><b>home ships</b></section>"
    for power, words in ((4, {"ships"}), (None, {"home", "ships"})):
        vectorizer = SiteVectorizer(stems=False, power=power)
        # "home" must be in the vocabulary: another site gives it a weight.
        other = [page("home", "1", "b.example"), page("sea", "2", "b.example")]
        vectorizer.fit([*SITE, *other])
        assert set(weights_of(vectorizer, ("https://a.example/x", html))) == words


def test_the_same_pages_weigh_the_same_in_fit_transform_and_transform() -> None:
    vectorizer = SiteVectorizer()
    first = vectorizer.fit_transform(SITE)
    np.testing.assert_allclose(first.toarray(), vectorizer.transform(SITE).toarray())


def test_sites_share_a_vocabulary_and_keep_their_own_trees() -> None:
    other = [page(f"{w} home", w, "b.example") for w in ("ships", "tea", "wool")]
    vectorizer = SiteVectorizer(stems=False).fit([*SITE, *other])
    assert sorted(vectorizer.weights_.models) == ["a.example", "b.example"]
    assert {"ships", "tea", "bread"} <= set(vectorizer.get_feature_names_out())


def test_a_site_not_in_fit_is_weighed_by_plain_counts_with_a_warning() -> None:
    vectorizer = SiteVectorizer(stems=False).fit(SITE)
    with pytest.warns(UserWarning, match=r"1 pages of 1 sites .*c\.example"):
        weights = weights_of(vectorizer, page("ships ships", "x", "c.example"))
    assert weights == {"ships": 2.0}


def test_it_is_cloned_with_its_parameters_and_without_what_it_learned() -> None:
    vectorizer = SiteVectorizer(alignment="exact", power=None).fit(SITE)
    copy = clone(vectorizer)
    assert copy.get_params() == vectorizer.get_params()
    assert not hasattr(copy, "vocabulary_")


def test_before_fit_it_says_that_it_is_not_fitted(tmp_path: Path) -> None:
    with pytest.raises(NotFittedError):
        SiteVectorizer().transform(SITE)
    with pytest.raises(NotFittedError):
        SiteVectorizer().get_feature_names_out()
    with pytest.raises(NotFittedError):
        SiteVectorizer().save(tmp_path / "x")


def test_no_pages_are_an_error_that_says_so() -> None:
    with pytest.raises(ValueError, match="at least one page"):
        SiteVectorizer().fit([])


def test_it_is_saved_and_loaded_without_a_change(tmp_path: Path) -> None:
    vectorizer = SiteVectorizer(power=2).fit(SITE)
    vectorizer.save(tmp_path / "v.sieve")
    loaded = SiteVectorizer.load(tmp_path / "v.sieve")
    assert loaded.get_params() == vectorizer.get_params()
    fresh = [page("ships and stars", "new"), SITE[1]]
    np.testing.assert_allclose(
        loaded.transform(fresh).toarray(), vectorizer.transform(fresh).toarray()
    )


def test_a_model_of_something_else_is_not_loaded(tmp_path: Path) -> None:
    from sitesieve.cleaning.methods import TagFilter

    TagFilter().save(tmp_path / "m.sieve")
    with pytest.raises(ModelError, match="not a vectorizer"):
        SiteVectorizer.load(tmp_path / "m.sieve")


def test_in_a_pipeline_topics_learned_on_some_sites_are_told_apart_on_others() -> None:
    english = [s for s in generate() if s.name in ("harbourpost.example", "shedandsky.example")]
    pages = [p for s in english for p in s.pages if p.topic and p.template != "index"]
    train = [p for p in pages if p.site == "harbourpost.example"]
    test = [p for p in pages if p.site != "harbourpost.example"]
    vectorizer = SiteVectorizer().fit(Page(p.url, p.html) for p in pages)
    model = MultinomialNB().fit(
        vectorizer.transform([Page(p.url, p.html) for p in train]), [p.topic for p in train]
    )
    guessed = model.predict(vectorizer.transform([Page(p.url, p.html) for p in test]))
    assert np.mean(guessed == np.array([p.topic for p in test])) >= 0.9


def test_it_works_as_a_step_of_a_pipeline() -> None:
    pipeline = make_pipeline(SiteVectorizer(), MultinomialNB())
    pipeline.fit(SITE, ["sea", "food", "sky", "road"])
    assert pipeline.predict(SITE[:1]) == ["sea"]
