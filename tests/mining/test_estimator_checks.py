"""SiteVectorizer and SiteCleaner keep scikit-learn's contract, as far as it applies to pages.

What SiteCleaner does besides is in `test_site_cleaner`."""

import pickle
import re
import warnings
import weakref
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pandas
import polars
import pytest
import sklearn
from scipy.sparse import issparse
from sklearn.base import clone
from sklearn.compose import ColumnTransformer
from sklearn.exceptions import NotFittedError
from sklearn.feature_extraction.text import TfidfTransformer, TfidfVectorizer
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.naive_bayes import MultinomialNB
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.svm import LinearSVC
from sklearn.utils import estimator_checks as checks
from sklearn.utils import get_tags
from sklearn.utils.validation import check_is_fitted

from sample_web import generate
from sitesieve import InputError, ModelError, Page
from sitesieve.errors import PageError
from sitesieve.mining import SiteCleaner, SiteVectorizer
from sitesieve.mining.weights import WordWeights
from sitesieve.page import page as page_module
from sitesieve.page.encode import encode

# What scikit-learn asks of every estimator and can ask without a matrix of numbers.
WITHOUT_DATA = [
    checks.check_estimator_cloneable,
    checks.check_estimator_repr,
    checks.check_no_attributes_set_in_init,
    checks.check_parameters_default_constructible,
    checks.check_get_params_invariance,
    checks.check_set_params,
    checks.check_mixin_order,
    checks.check_do_not_raise_errors_in_init_or_set_params,
    checks.check_valid_tag_types,
    checks.check_estimator_tags_renamed,
]


def page(words: str, name: str, site: str = "a.example") -> tuple[str, str]:
    html = f"<nav>home shop</nav><div><p>{words}</p></div><footer>imprint</footer>"
    return f"https://{site}/{name}.html", html


SITE = [page(f"{word} ahoy", word) for word in ("ships", "bread", "stars", "bikes")]
CLASSES = ["sea", "land", "sea", "land"]


both = pytest.mark.parametrize("kind", [SiteVectorizer, SiteCleaner])


@both
@pytest.mark.parametrize("check", WITHOUT_DATA, ids=lambda check: str(check.__name__))
def test_it_passes_the_checks_that_need_no_matrix(
    check: Callable[[str, Any], None], kind: type[SiteVectorizer | SiteCleaner]
) -> None:
    check(kind.__name__, kind())


def test_before_it_is_fitted_it_has_no_names_of_columns() -> None:
    checks.check_get_feature_names_out_error("SiteVectorizer", SiteVectorizer())


@both
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.SkipTestWarning")
def test_no_common_check_that_applies_fails(kind: type[SiteVectorizer | SiteCleaner]) -> None:
    results = checks.check_estimator(kind(), on_fail=None, on_skip=None)
    assert [r["check_name"] for r in results if r["status"] == "failed"] == []


@both
def test_its_tags_say_that_it_takes_no_matrix_of_numbers(
    kind: type[SiteVectorizer | SiteCleaner],
) -> None:
    tags = get_tags(kind())
    assert not tags.input_tags.two_d_array
    assert tags.input_tags.string
    assert not tags.target_tags.required
    assert tags.transformer_tags is not None


def test_fitting_changes_no_parameter_and_returns_itself() -> None:
    vectorizer = SiteVectorizer(sampled=True, u=0.8)
    before = vectorizer.get_params()
    assert vectorizer.fit(SITE) is vectorizer
    assert vectorizer.get_params() == before
    learned = {name for name in vars(vectorizer) if name not in before}
    assert all(name.endswith("_") and not name.startswith("_") for name in learned)


def test_until_it_is_fitted_it_says_so() -> None:
    vectorizer = SiteVectorizer()
    with pytest.raises(NotFittedError):
        check_is_fitted(vectorizer)
    with pytest.raises(NotFittedError):
        vectorizer.transform(SITE)
    check_is_fitted(vectorizer.fit(SITE))


def test_fitting_again_forgets_what_was_learned_before() -> None:
    other = [page(word, word, "b.example") for word in ("tea", "wool", "salt")]
    vectorizer = SiteVectorizer().fit(other).fit(SITE)
    fresh = SiteVectorizer().fit(SITE)
    assert vectorizer.vocabulary_ == fresh.vocabulary_
    assert not vectorizer.weights_.knows("b.example")


def test_fitting_twice_gives_the_same() -> None:
    first, second = (SiteVectorizer().fit_transform(SITE) for _ in range(2))
    np.testing.assert_array_equal(first.toarray(), second.toarray())


def test_transforming_does_not_depend_on_what_else_is_transformed() -> None:
    vectorizer = SiteVectorizer().fit(SITE)
    together = vectorizer.transform(SITE).toarray()
    alone = np.vstack([vectorizer.transform([one]).toarray() for one in SITE])
    np.testing.assert_array_equal(together, alone)
    np.testing.assert_array_equal(vectorizer.transform(SITE[::-1]).toarray(), together[::-1])


def test_transforming_changes_nothing_that_was_learned(tmp_path: Path) -> None:
    vectorizer = SiteVectorizer().fit(SITE)
    vectorizer.save(tmp_path / "before")
    vectorizer.transform([page("novelty", "new")])
    vectorizer.save(tmp_path / "after")
    assert (tmp_path / "before").read_bytes() == (tmp_path / "after").read_bytes()


def test_the_matrix_is_sparse_with_a_row_a_page_and_a_column_a_word() -> None:
    vectorizer = SiteVectorizer()
    matrix = vectorizer.fit_transform(SITE)
    names = vectorizer.get_feature_names_out()
    assert issparse(matrix)
    assert matrix.dtype == np.float64
    assert matrix.shape == (4, len(names)) == (4, vectorizer.n_features_out_)
    assert list(names) == sorted(names)
    assert [vectorizer.vocabulary_[name] for name in names] == list(range(len(names)))
    assert matrix.min() >= 0
    assert vectorizer.transform([]).shape == (0, len(names))


def test_names_go_through_a_pipeline() -> None:
    pipeline = make_pipeline(SiteVectorizer(), TfidfTransformer()).fit(SITE)
    assert list(pipeline.get_feature_names_out()) == list(pipeline[0].get_feature_names_out())


def test_pages_may_come_from_a_generator_as_pages_or_as_an_array() -> None:
    expected = SiteVectorizer().fit_transform(SITE).toarray()
    for pages in (
        (one for one in SITE),
        [Page(url, html) for url, html in SITE],
        np.array(SITE, dtype=object),
        tuple(SITE),
    ):
        np.testing.assert_array_equal(SiteVectorizer().fit_transform(pages).toarray(), expected)
    fitted = SiteVectorizer().fit(iter(SITE), iter(CLASSES))
    np.testing.assert_array_equal(fitted.transform(iter(SITE)).toarray(), expected)


def test_a_copy_by_pickle_gives_the_same() -> None:
    vectorizer = SiteVectorizer().fit(SITE)
    copy = pickle.loads(pickle.dumps(vectorizer))
    expected = vectorizer.transform(SITE).toarray()
    np.testing.assert_array_equal(copy.transform(SITE).toarray(), expected)


def test_frames_in_place_of_the_matrix_are_as_with_vectorizers_of_texts() -> None:
    with sklearn.config_context(transform_output="pandas"):
        assert issparse(SiteVectorizer().fit_transform(SITE))
        assert issparse(TfidfVectorizer().fit_transform([html for _, html in SITE]))
    for vectorizer in (SiteVectorizer(), TfidfVectorizer()):
        assert not hasattr(vectorizer, "set_output")


@both
@pytest.mark.parametrize("frame", [pandas.DataFrame, polars.DataFrame])
def test_pages_may_come_as_a_frame(kind: type[SiteVectorizer | SiteCleaner], frame: Any) -> None:
    urls, html = zip(*SITE, strict=True)
    given = frame({"number": range(4), "html": html, "URL": urls})
    fitted = kind().fit(given)
    if isinstance(fitted, SiteVectorizer):
        assert abs(fitted.transform(given) - kind().fit_transform(SITE)).max() == 0
    else:
        assert fitted.transform(given) == kind().fit_transform(SITE)
    with pytest.raises(TypeError, match=r"no column of HTML \(columns: number\)"):
        kind().fit(frame({"number": range(4)}))


def test_columns_of_a_frame_are_pages_in_a_column_transformer() -> None:
    urls, html = zip(*SITE, strict=True)
    frame = pandas.DataFrame({"number": range(4), "url": urls, "html": html})
    columns = ColumnTransformer(
        [
            ("weights", SiteVectorizer(), ["url", "html"]),
            ("words", make_pipeline(SiteCleaner(), TfidfVectorizer()), ["url", "html"]),
            ("number", "passthrough", ["number"]),
        ]
    )
    matrix = columns.fit_transform(frame)
    names = columns.get_feature_names_out()
    assert matrix.shape == (4, len(names))
    assert {name.partition("__")[0] for name in names} == {"weights", "words", "number"}


@both
def test_what_is_no_page_is_named_by_its_place_and_address(
    kind: type[SiteVectorizer | SiteCleaner],
) -> None:
    url = SITE[0][0]
    with pytest.raises(TypeError, match=rf"pages\[4\], '{url}': html must be text.*not int"):
        kind().fit([*SITE, (url, 3)])  # type: ignore[list-item]
    with pytest.raises(InputError, match=r"pages\[4\]: url is HTML, not an address"):
        kind().fit([*SITE, ("<p>swapped", url)])
    with pytest.raises(PageError, match=rf"pages\[4\], {url}: there is nothing in it"):
        kind().fit([*SITE, (url, b" ")])
    with pytest.raises(PageError, match=r"pages\[1\], \(page without address\)"):
        kind().fit(SITE).transform([SITE[0], (None, b"")])


# The sieve itself keeps some of the first pages of each site, until it is asked about them.
@pytest.mark.parametrize("estimator", [SiteVectorizer(), SiteCleaner("site-style-tree")])
def test_pages_are_parsed_for_no_longer_than_they_are_used(
    estimator: SiteVectorizer | SiteCleaner, monkeypatch: pytest.MonkeyPatch
) -> None:
    parsed: list[weakref.ref[object]] = []
    most = 0

    def noted(*arguments: Any) -> Any:
        nonlocal most
        tree = encode(*arguments)
        parsed.append(weakref.ref(tree))
        most = max(most, sum(one() is not None for one in parsed))
        return tree

    monkeypatch.setattr(page_module, "encode", noted)
    estimator.fit_transform([page(f"tea {number}", str(number)) for number in range(30)])
    assert len(parsed) >= 30
    assert most < 10


@pytest.mark.parametrize(
    ("parameters", "complaint"),
    [
        ({"alignment": "loose"}, "exact or keyed"),
        ({"leaf_height": -1}, "from 0 to"),
        ({"sample": 0}, "1 page or more"),
        ({"u": 2}, "must hold"),
        ({"m": 0.5, "u": 0.1}, "must hold"),
        ({"seen_once": -1}, "from 0 to 1"),
        ({"power": 0}, "more than 0"),
    ],
)
def test_bad_parameters_are_found_in_fit_and_not_before(
    parameters: dict[str, Any], complaint: str
) -> None:
    vectorizer = SiteVectorizer(**parameters)
    with pytest.raises(ValueError, match=complaint):
        vectorizer.fit(SITE)


@pytest.fixture(scope="module")
def merging_site() -> list[Page]:
    """Pages of a sample site in which elements are merged."""
    site = next(s for s in generate(size=0) if s.name == "wochenwerk.example")
    return [Page(p.url, p.html) for p in site.pages]


@pytest.mark.parametrize(
    "parameters",
    [
        {"alignment": "exact"},
        {"leaf_height": 0},
        {"merge_elements": False},
        {"power": None},
        {"seen_once": 1.0},
        {"stems": False},
        {"numbers": True},
        {"sampled": True},
        {"sample": 3},
        {"sampled": True, "u": 0.9},
        {"sampled": True, "u": 0.9, "m": 0.5},
    ],
)
def test_every_parameter_changes_something(
    merging_site: list[Page], parameters: dict[str, Any]
) -> None:
    """Compared with all but the last of them."""
    without = dict(list(parameters.items())[:-1])
    first = SiteVectorizer(**without).fit_transform(merging_site)
    second = SiteVectorizer(**parameters).fit_transform(merging_site)
    assert first.shape != second.shape or abs(first - second).max() > 0


def test_parameters_are_searched_through_a_grid() -> None:
    site = next(s for s in generate(size=0) if s.name == "harbourpost.example")
    pages = [p for p in site.pages if p.topic and p.template != "index"]
    topics = {p.topic for p in pages if sum(q.topic == p.topic for q in pages) >= 2}
    chosen = [p for p in pages if p.topic in topics]
    texts, classes = [(p.url, p.html) for p in chosen], [p.topic for p in chosen]
    pipeline = Pipeline([("weigh", SiteVectorizer()), ("tell", MultinomialNB())])
    grid = {"weigh__power": [1, None], "weigh__stems": [True]}
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        search = GridSearchCV(pipeline, grid, cv=2, error_score="raise").fit(texts, classes)
    assert search.best_params_["weigh__power"] in (1, None)
    assert len(search.cv_results_["params"]) == 2
    assert search.predict(texts[:1])[0] in topics


def test_it_is_cross_validated_in_a_pipeline() -> None:
    words = [f"{kind} {i}{kind}" for i in range(6) for kind in ("ships", "bread")]
    pages = [page(text, str(i)) for i, text in enumerate(words)]
    classes = ["sea" if "ships" in text else "land" for text in words]
    pipeline = make_pipeline(SiteVectorizer(power=None), TfidfTransformer(), LinearSVC())
    assert cross_val_score(pipeline, pages, classes, cv=3, error_score="raise").mean() == 1


def test_a_clone_of_a_fitted_one_can_be_fitted_elsewhere() -> None:
    vectorizer = SiteVectorizer(sampled=True, u=0.7, m=0.1, power=None).fit(SITE)
    copy = clone(vectorizer)
    assert copy.get_params() == vectorizer.get_params()
    assert copy.fit(SITE).vocabulary_ == vectorizer.vocabulary_


def test_a_site_of_one_class_is_warned_of() -> None:
    alone = [page(f"tea {i}", str(i), "b.example") for i in range(3)]
    for fit in (SiteVectorizer().fit, SiteVectorizer().fit_transform):
        with pytest.warns(UserWarning, match=r"all pages of b\.example are of one class"):
            fit([*SITE, *alone], [*CLASSES, "tea", "tea", "tea"])


@pytest.mark.filterwarnings("error")
def test_classes_that_are_mixed_or_all_one_or_not_given_are_not_warned_of() -> None:
    SiteVectorizer().fit(SITE)
    SiteVectorizer().fit(SITE, CLASSES)
    SiteVectorizer().fit(SITE, np.array([1, 0, 1, 0]))
    SiteVectorizer().fit(SITE, ["one"] * 4)


def test_as_many_classes_as_pages_are_wanted() -> None:
    with pytest.raises(ValueError, match="4 pages, but 2 classes"):
        SiteVectorizer().fit(SITE, ["sea", "land"])


def test_a_site_not_in_fit_is_weighed_by_plain_counts_with_a_warning() -> None:
    vectorizer = SiteVectorizer(stems=False).fit(SITE)
    new = [page("ships ships bread", str(i), f"{i}.example") for i in range(7)]
    with pytest.warns(UserWarning, match="7 pages of 7 sites that were not in fit") as warnings:
        matrix = vectorizer.transform([*new, SITE[0]])
    assert "…" in str(warnings[0].message)
    names = list(vectorizer.get_feature_names_out())
    assert matrix[0, names.index("ships")] == 2
    assert matrix[0, names.index("bread")] == 1
    assert matrix[7, names.index("ships")] == vectorizer.transform(SITE)[0, names.index("ships")]


def test_warnings_point_at_the_line_that_called() -> None:
    vectorizer = SiteVectorizer().fit(SITE)
    with pytest.warns(UserWarning, match="not in fit") as warnings:
        vectorizer.transform([page("ships", "x", "c.example")])
    assert warnings[0].filename == __file__


@pytest.mark.parametrize("content", [b"", b"\x89PNG\r\n" + bytes(50)])
def test_a_page_that_cannot_be_parsed_is_an_error(content: bytes) -> None:
    broken = ("https://a.example/broken", content)
    with pytest.raises(PageError):
        SiteVectorizer().fit([*SITE, broken])
    with pytest.raises(PageError):
        SiteVectorizer().fit(SITE).transform([broken])


def test_a_page_that_cannot_be_parsed_is_named() -> None:
    with pytest.raises(PageError, match=re.escape("https://a.example/broken")):
        SiteVectorizer().fit([*SITE, ("https://a.example/broken", b"")])


def test_odd_html_is_a_page_like_any_other() -> None:
    odd = ["<p>ships</p", "no tags, ships", "<<<>>>", "<div>" * 600 + "ships", "&#0;<p>\ud800"]
    vectorizer = SiteVectorizer().fit(SITE)
    matrix = vectorizer.transform((f"https://a.example/{i}", html) for i, html in enumerate(odd))
    assert matrix.shape[0] == len(odd)


@pytest.mark.parametrize("pages", ["<p>one text", b"<p>one text"])
def test_one_text_in_place_of_pages_is_refused(pages: Any) -> None:
    with pytest.raises(TypeError, match=r"\(url, html\) pairs"):
        SiteVectorizer().fit(pages)


@pytest.mark.parametrize("pages", [["<p>a text", "<p>another"], [1, 2], ["ab"]])
def test_a_list_of_texts_in_place_of_pages_is_refused_in_the_same_words(pages: Any) -> None:
    with pytest.raises(TypeError, match=r"\(url, html\) pairs"):
        SiteVectorizer().fit(pages)


@pytest.mark.parametrize("sampled", [False, True])
def test_it_is_saved_without_pickle_and_loaded_without_a_change(
    tmp_path: Path, sampled: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    pages = [(p.url, p.html) for p in generate(size=0)[0].pages]
    vectorizer = SiteVectorizer(sampled=sampled).fit(pages)
    for name in ("dump", "dumps", "load", "loads"):
        monkeypatch.delattr(pickle, name)
    vectorizer.save(tmp_path / "v.sieve")
    loaded = SiteVectorizer.load(tmp_path / "v.sieve")
    assert loaded.vocabulary_ == vectorizer.vocabulary_
    assert loaded.n_features_out_ == vectorizer.n_features_out_
    np.testing.assert_allclose(
        loaded.transform(pages).toarray(), vectorizer.transform(pages).toarray()
    )
    check_is_fitted(loaded)


def test_weights_and_vectorizers_are_not_taken_for_each_other(tmp_path: Path) -> None:
    path = tmp_path / "m.sieve"
    SiteVectorizer().fit(SITE).save(path)
    with pytest.raises(ModelError, match=r"m\.sieve holds a model of site-vectorizer"):
        WordWeights.load(path)
    WordWeights().save(path)
    with pytest.raises(ModelError, match=r"m\.sieve holds a model of word-weights"):
        SiteVectorizer.load(path)
    with pytest.raises(ModelError, match="no such model"):
        SiteVectorizer.load(tmp_path / "nowhere")
