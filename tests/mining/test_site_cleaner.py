"""SiteCleaner: pages in, texts out, in scikit-learn's manner."""

import pickle
import sys
import warnings
from typing import Any

import numpy as np
import polars
import pytest
import sklearn
from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.model_selection import GridSearchCV
from sklearn.naive_bayes import MultinomialNB
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.preprocessing import FunctionTransformer

import sitesieve
from sample_web import generate
from sitesieve import MissingExtra, Page
from sitesieve.cleaning.methods import Sieve
from sitesieve.errors import PageError
from sitesieve.mining import SiteCleaner

SITE = generate(size=0)[0]
PAGES = [(page.url, page.html) for page in SITE.pages]


def test_texts_are_those_of_a_model_that_learned_the_same_pages() -> None:
    model = sitesieve.learn(PAGES)
    expected = [model.clean(html, url=url).text for url, html in PAGES]
    cleaner = SiteCleaner()
    assert cleaner.fit_transform(PAGES) == expected
    assert cleaner.transform(PAGES) == expected
    assert SiteCleaner().fit(PAGES).transform(iter(PAGES)) == expected
    assert SiteCleaner().fit_transform(np.array(PAGES, dtype=object)) == expected
    assert SiteCleaner().fit([Page(url, html) for url, html in PAGES]).transform(PAGES) == expected


def test_a_page_of_another_site_is_cleaned_alone() -> None:
    cleaner = SiteCleaner().fit(PAGES)
    html = "<nav>home shop</nav><p>Ships and stars, and nothing else."
    alone = sitesieve.clean(html, url="https://b.example/").text
    assert cleaner.transform([("https://b.example/", html)]) == [alone]
    assert cleaner.transform([]) == []


def test_dials_and_methods_are_parameters() -> None:
    texts = SiteCleaner().fit_transform(PAGES)
    for parameters in (
        {"favour": "precision"},
        {"headline": "out"},
        {"minimum_words": 100},
        {"remove": "ads"},
        {"keep": "navigation"},
        {"profile": "clustering"},
        {"method": "site-style-tree"},
        {"method": "tag-filter"},
        {"method": "sieve:sample=3"},
    ):
        assert SiteCleaner(**parameters).fit_transform(PAGES) != texts, parameters


def test_a_fitted_one_can_be_told_to_judge_otherwise() -> None:
    cleaner = SiteCleaner().fit(PAGES)
    texts = cleaner.set_params(favour="precision").transform(PAGES)
    assert texts == SiteCleaner(favour="precision").fit_transform(PAGES)


@pytest.mark.parametrize(
    ("parameters", "error", "complaint"),
    [
        ({"favour": "fast"}, ValueError, "favour must be one of"),
        ({"method": "sive"}, ValueError, "did you mean 'sieve'"),
        ({"method": "tag-filter", "favour": "recall"}, TypeError, "dial of the sieve"),
        ({"method": Sieve()}, TypeError, "method must be a name, as 'sieve:sample=100', not Sieve"),
        ({"keep": "adverts"}, ValueError, "adverts"),
    ],
)
def test_bad_parameters_are_found_in_fit_and_not_before(
    parameters: dict[str, Any], error: type[Exception], complaint: str
) -> None:
    cleaner = SiteCleaner(**parameters)
    with pytest.raises(error, match=complaint):
        cleaner.fit(PAGES)


def test_what_it_learned_is_not_cloned_but_pickled() -> None:
    cleaner = SiteCleaner(favour="recall").fit(PAGES)
    copy = clone(cleaner)
    assert copy.get_params() == cleaner.get_params()
    with pytest.raises(NotFittedError):
        copy.transform(PAGES)
    again = pickle.loads(pickle.dumps(cleaner))
    assert again.transform(PAGES) == cleaner.transform(PAGES)


def test_pages_that_cannot_be_used_are_named_and_no_pages_are_an_error() -> None:
    with pytest.raises(PageError, match=r"https://a\.example/broken: there is nothing"):
        SiteCleaner().fit([*PAGES, ("https://a.example/broken", b"")])
    with pytest.raises(PageError, match=r"https://a\.example/broken"):
        SiteCleaner().fit(PAGES).transform([("https://a.example/broken", b"")])
    with pytest.raises(ValueError, match="SiteCleaner needs at least one page"):
        SiteCleaner().fit([])
    with pytest.raises(TypeError, match=r"\(url, html\) pairs"):
        SiteCleaner().fit("<p>one text")  # type: ignore[arg-type]


def test_pages_that_are_missing_are_named_too() -> None:
    for missing in (None, float("nan")):
        pages: Any = [*PAGES[:2], (float("nan"), missing)]
        with pytest.raises(PageError, match=r"pages\[2\].*: there is nothing in it"):
            SiteCleaner().fit(pages)
    frame: Any = polars.LazyFrame({"url": ["https://a.example/"], "html": ["<p>One."]})
    with pytest.raises(TypeError, match=r"LazyFrame is not computed yet: give frame\.collect"):
        SiteCleaner().fit(frame)


def test_cleaning_is_searched_through_a_grid() -> None:
    pages = [page for page in SITE.pages if page.topic and page.template != "index"]
    topics = {p.topic for p in pages if sum(q.topic == p.topic for q in pages) >= 2}
    chosen = [page for page in pages if page.topic in topics]
    given, classes = [(p.url, p.html) for p in chosen], [p.topic for p in chosen]
    pipeline = Pipeline(
        [("clean", SiteCleaner()), ("words", TfidfVectorizer()), ("tell", MultinomialNB())]
    )
    grid = {"clean__favour": ["precision", "recall"], "words__sublinear_tf": [True]}
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        search = GridSearchCV(pipeline, grid, cv=2, error_score="raise").fit(given, classes)
    assert search.best_params_["clean__favour"] in ("precision", "recall")
    assert search.predict(given[:1])[0] in topics


def test_names_of_words_go_through_a_pipeline() -> None:
    pipeline = make_pipeline(SiteCleaner(), TfidfVectorizer()).fit(PAGES)
    assert len(pipeline[-1].get_feature_names_out()) > 100
    assert list(pipeline.get_feature_names_out()) == list(pipeline[-1].get_feature_names_out())


def test_tables_may_be_asked_of_a_pipeline_for_what_comes_after_the_texts() -> None:
    def lengths(texts: list[str]) -> Any:
        return np.array([[len(text)] for text in texts])

    def names(*_: object) -> list[str]:
        return ["length"]

    measured = FunctionTransformer(lengths, feature_names_out=names)
    pipeline = make_pipeline(SiteCleaner(), measured).set_output(transform="pandas")
    table = pipeline.fit_transform(PAGES)
    assert list(table.columns) == ["length"]
    with sklearn.config_context(transform_output="pandas"):
        assert isinstance(SiteCleaner().fit_transform(PAGES), list)


def test_pages_without_an_address_teach_nothing_and_are_cleaned_alone() -> None:
    nameless = [(None, html) for _, html in PAGES]
    alone = [sitesieve.clean(html).text for _, html in PAGES]
    assert SiteCleaner().fit_transform(nameless) == alone
    cleaner = SiteCleaner().fit([*PAGES, *nameless])
    assert isinstance(cleaner.model_, Sieve)
    assert list(cleaner.model_.models) == [SITE.name]
    assert cleaner.transform(nameless) == alone


@pytest.mark.parametrize("name", ["SiteCleaner", "SiteVectorizer", "experiment"])
def test_without_scikit_learn_it_says_what_to_install(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from sitesieve import mining

    for module in [m for m in sys.modules if m.startswith("sitesieve.mining.")]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.delitem(sys.modules, "sitesieve.run.experimenting", raising=False)
    for module in [m for m in sys.modules if m.startswith(("sklearn.", "scipy."))]:
        monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(MissingExtra, match=r"sitesieve\[mining\]"):
        getattr(mining, name)
