"""The mining experiments, from pages to figures."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sample_web import generate
from sitesieve import InputError, OutputError, Page
from sitesieve.mining import MiningSettings, experiment
from sitesieve.mining.inputs import make_inputs
from sitesieve.mining.results import GroupResult, InputResult, Results
from sitesieve.mining.thesis import order_remarks
from sitesieve.run.experimenting import Experiment, ExperimentSettings
from sitesieve.sources.items import Item

TOPICS = {"ships": "sail mast hull harbour", "bread": "dough oven flour crust"}


def page(site: str, topic: str, number: int, words: str | None = None) -> Page:
    text = f"{TOPICS.get(topic, topic)} story{number} on the {topic}" if words is None else words
    html = f"<nav><a href=/>{site} home</a> menu of {site}</nav><p>{text}</p>"
    return Page(f"https://{site}.example/{topic}/{number}.html", html, site=site)


def small(sites: str = "ab", each: int = 4) -> tuple[list[Page], list[str]]:
    rows = [(s, topic, n) for s in sites for topic in TOPICS for n in range(each)]
    return [page(*row) for row in rows], [topic for _, topic, _ in rows]


def pull(result: InputResult) -> float:
    """How much more the class draws pages together than the site does."""
    same_class, same_site = (result.likeness[kind] for kind in ("same_class", "same_site"))
    assert same_class is not None
    assert same_site is not None
    return same_class - same_site


@pytest.fixture(scope="module")
def sample_web() -> GroupResult:
    english = [site for site in generate(size=0) if site.languages == ("en",)]
    made = [page for site in english for page in site.pages]
    pages = [Page(page.url, page.html) for page in made]
    topics = [page.topic for page in made]
    results = experiment(pages, topics, tasks=["k-means", "svm"], runs=30)
    assert results.remarks[0].startswith("15 of 105 pages have no class")
    return results.groups[0]


def test_the_order_of_the_thesis_holds_on_the_sample_web(sample_web: GroupResult) -> None:
    none, template, style, sieve, weights = sample_web.results
    assert (sieve.svm_of(3).f or 0) > (template.svm_of(3).f or 0)
    # In configuration 3 the noise of two sites is set against each other.
    f = [result.svm_of(3).f or 0 for result in (none, template, style, weights)]
    assert f[0] + 0.03 < f[1]
    assert f[1] + 0.01 < f[2] <= f[3]
    assert f[3] > 0.99
    k_means = [result.k_means_f or 0 for result in (none, template, weights)]
    assert k_means[0] + 0.1 < k_means[1] < k_means[2]
    assert weights.k_means_f is not None
    assert style.k_means_f is not None
    assert none.k_means_f is not None
    assert none.k_means_f < style.k_means_f < weights.k_means_f
    assert pull(none) < pull(template) < pull(style) < pull(weights)


def test_where_the_order_does_not_hold_the_reason_is_given(sample_web: GroupResult) -> None:
    assert "SVM F, configuration 3: the order of the thesis holds" in order_remarks(sample_web)[-1]
    template = InputResult("pagelet-templates", "idf", 200, k_means=[0.8, 0.82])
    style = InputResult("site-style-tree", "idf", 150, empty=2, k_means=[0.6, 0.62])
    template.likeness, style.likeness = {"same_class": 0.3}, {"same_class": 0.2}
    (remark,) = order_remarks(GroupResult("", ["a"], ["b"], [[9]], [template, style], []))
    assert remark.startswith("k-means F: site-style-tree is below pagelet-templates")
    for reason in (
        "pages of a class on different sites are less alike (mean cosine 0.300, then 0.200)",
        "25% fewer words stay",
        "2 of 9 pages have no word left",
    ):
        assert reason in remark
    style.k_means = [0.79, 0.83]
    template.k_means = [0.80, 0.84]
    (remark,) = order_remarks(GroupResult("", ["a"], ["b"], [[9]], [template, style], []))
    assert "is within chance" in remark


def test_the_same_seed_gives_the_same_figures_in_any_number_of_processes() -> None:
    pages, labels = small()
    chosen: dict[str, Any] = {"runs": 20, "inputs": ["none", "tag-filter"]}
    here, there = (experiment(pages, labels, jobs=jobs, **chosen) for jobs in (0, 2))
    assert here.to_dict() == there.to_dict()
    other = experiment(pages, labels, seed=1, **chosen)
    assert other.groups[0].results[0].k_means != here.groups[0].results[0].k_means


def test_cleaning_is_worth_something() -> None:
    pages, labels = small("abc")
    none, tags = experiment(pages, labels, inputs=["none", "tag-filter"], runs=20).groups[0].results
    assert tags.words < none.words
    assert tags.svm_of(3).f == 1
    assert pull(none) < pull(tags)
    assert tags.naive_bayes.f == 1


def test_weightings_side_by_side() -> None:
    pages, labels = small()
    weightings = ("paper", "log")
    results = experiment(
        pages, labels, inputs=["none", "structure-tree"], runs=3, weightings=weightings
    )
    names = [(result.input, str(result.weighting)) for result in results.groups[0].results]
    assert names == [
        *(("none", "idf"), ("none", "log")),
        *(("structure-tree", "plain"), ("structure-tree", "log")),
    ]
    assert all(len(result.k_means) == 3 for result in results.groups[0].results)


def test_a_class_on_one_site_and_a_site_with_one_class() -> None:
    pages, labels = small("abc")
    pages += [page("a", "cars", n, "wheel motor brake") for n in range(3)]
    labels += ["cars"] * 3
    pages += [page("d", "bread", n) for n in range(3)]
    labels += ["bread"] * 3
    group = experiment(pages, labels, inputs=["none"], runs=2).groups[0]
    remarks = " ".join(group.remarks)
    assert "the class cars is on one site only" in remarks
    assert "the site d is of one class only" in remarks
    assert "cars (3)" in remarks
    svm = group.results[0].svm_of(3)
    assert svm.pairs["bread", "cars"] is None
    assert svm.pairs["bread", "ships"] is not None
    assert svm.f == svm.pairs["bread", "ships"][0]


def test_one_site_only() -> None:
    group = experiment(*small("a"), inputs=["none"], runs=2).groups[0]
    assert "the SVM needs several sites" in group.remarks[0]
    assert group.results[0].svm == {}
    assert len(group.results[0].k_means) == 2
    assert group.results[0].naive_bayes.f is not None


def test_one_class_only() -> None:
    pages, labels = small()
    with pytest.raises(InputError, match="nothing to tell apart"):
        experiment(pages, ["x"] * len(labels), inputs=["none"])


def test_no_labels() -> None:
    pages, labels = small()
    with pytest.raises(InputError, match="no page to mine: 16 of 16 pages have no class"):
        experiment(pages, [None] * len(labels), inputs=["none"])
    with pytest.raises(InputError, match="none given"):
        experiment([], [], inputs=["none"])


def test_numbers_are_classes_too() -> None:
    pages, labels = small()
    results = experiment(pages, [int(label == "ships") for label in labels], ["none"], runs=1)
    assert results.groups[0].classes == ["0", "1"]
    assert results.remarks == []


def test_training_pages_without_words() -> None:
    """All that is left to guess by is how many there are of each class."""
    pages, labels = small("bc")
    pages += [Page(f"https://a.example/{n}", "<p></p><p>1</p>", site="a") for n in range(6)]
    labels += ["ships", "bread"] * 3
    result = experiment(pages, labels, inputs=["none"], runs=1).groups[0].results[0]
    assert result.empty == 6
    assert result.svm_of(1).f is not None


def test_too_many_classes_to_pair(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("mining.results", "run.experimenting"):
        monkeypatch.setattr(f"sitesieve.{module}.MOST_CLASSES", 1)
    group = experiment(*small(), inputs=["none"], runs=1).groups[0]
    assert "Is the label the right column?" in group.remarks[0]
    assert group.results[0].svm == {}
    assert group.results[0].naive_bayes.pairs == {}
    assert len(group.results[0].k_means) == 1


@pytest.mark.parametrize(
    ("asked", "error", "complaint"),
    [
        ({"inputs": ["magic"]}, ValueError, "no input 'magic'; there are tag-filter"),
        ({"inputs": "none"}, TypeError, "a list of names"),
        ({"weightings": "idf"}, TypeError, "a list of names"),
        ({"weightings": ["heavy"]}, ValueError, "heavy"),
        ({"tasks": ["kmeans"]}, ValueError, "tasks are some of k-means"),
        ({"runs": 0}, ValueError, "runs must be 1 or more"),
        ({"seed": -1}, ValueError, "seed"),
    ],
)
def test_settings_that_mean_nothing(
    asked: dict[str, Any], error: type[Exception], complaint: str
) -> None:
    with pytest.raises(error, match=complaint):
        experiment(*small(), **asked)
    with pytest.raises(ValueError, match="16 pages, but 2 labels"):
        experiment(small()[0], ["a", "b"])


def test_only_the_tasks_asked_for() -> None:
    result = experiment(*small(), inputs=["none"], tasks=["k-means"], runs=2).groups[0].results[0]
    assert result.svm_of(3).f is None
    assert "svm" not in result.to_dict()


def test_empty_pages_and_broken_pages_are_counted() -> None:
    pages, labels = small("abc")
    pages += [
        Page("https://a.example/9", "<p>1 2 3"),
        Page("https://a.example/x", b"\x00\x01\x02" * 50),
    ]
    results = experiment(pages, [*labels, "ships", "bread"], inputs=["tag-filter"], runs=2)
    assert any("pages that could not be used: 1 binary" in remark for remark in results.remarks)
    assert results.groups[0].results[0].empty == 1
    assert results.groups[0].pages == len(labels) + 1


class Stopped(Exception):
    pass


class Listed:
    fraction = None

    def __init__(self, pages: list[Page], labels: list[str]) -> None:
        for page, label in zip(pages, labels, strict=True):
            page.extra = {"label": label}
        self.pages = pages

    def __iter__(self) -> Iterator[Item]:
        return iter(self.pages)


def run(folder: Path, resume: bool, stop: int | None = None, runs: int = 120) -> Results:
    inputs, learners = make_inputs(["none", "site-style-tree"])
    done: list[str] = []

    def report(phase: str, pages: int, fraction: float | None) -> None:  # noqa: ARG001
        done.append(phase)
        if done.count("mining") == stop:
            raise Stopped

    job = Experiment(inputs, learners, ExperimentSettings(runs=runs), report=report)
    result = job.run(Listed(*small()), folder, resume, data="small")
    if resume:
        assert "cleaning" not in done
        assert done.count("mining") == 6
    return result


def test_an_interrupted_experiment_goes_on(tmp_path: Path) -> None:
    whole = run(tmp_path, resume=False)
    with pytest.raises(Stopped):
        run(tmp_path, resume=False, stop=8)
    with (tmp_path / "done.jsonl").open("a") as file:
        file.write('["half a li')  # as a crash leaves it
    assert run(tmp_path, resume=True).to_dict() == whole.to_dict()


def test_another_experiment_cannot_go_on(tmp_path: Path) -> None:
    with pytest.raises(Stopped):
        run(tmp_path, resume=False, stop=2)
    with pytest.raises(OutputError, match="other inputs or settings"):
        run(tmp_path, resume=True, runs=7)


def test_to_the_letter_in_python() -> None:
    pages, labels = small("abc")
    results = experiment(pages, labels, runs=3, paper=True)
    assert results.settings["mining"]["loss"] == "hinge"
    assert results.inputs[3] == "structure-tree:paper"
    assert list(results.groups[0].cases()) == ["N", "T", "S", "W"]
    fewer = [i for i, page in enumerate(pages) if "ships/3" not in str(page.url)]
    given = [pages[i] for i in fewer], [labels[i] for i in fewer]
    letter, usual = (
        experiment(*given, tasks=["svm"], inputs=["none"], paper=paper).groups[0].results[0]
        for paper in (True, False)
    )
    assert letter.svm_of(3).f != usual.svm_of(3).f  # of class 1, of both
    das = experiment(pages, labels, tasks=["gaussian-bayes"], mining=MiningSettings(sets=3))
    assert das.inputs == ["field-words", "field-words:pruned=true"]
    assert [len(result.gaussian_bayes) for result in das.groups[0].results] == [3, 3]


def test_inputs_with_settings_are_taken_for_what_they_are() -> None:
    none = InputResult("none", "idf", k_means=[0.3, 0.31])
    weights = InputResult("structure-tree:paper,power=2", "plain", k_means=[0.8, 0.82])
    group = GroupResult("", ["a"], ["b"], [[9]], [none, weights], [])
    (remark,) = order_remarks(group)
    assert "the order of the thesis holds" in remark
