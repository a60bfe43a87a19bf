"""The mining experiments, from pages to figures."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sitesieve import InputError, OutputError, Page
from sitesieve.mining import experiment
from sitesieve.mining.inputs import make_inputs
from sitesieve.mining.order import order_remarks
from sitesieve.mining.results import GroupResult, Results
from sitesieve.run.experimenting import Experiment, Settings
from sitesieve.sample import generate
from sitesieve.sources.items import Item

TOPICS = {"ships": "sail mast hull harbour", "bread": "dough oven flour crust"}


def page(site: str, topic: str, number: int, words: str | None = None) -> Page:
    text = f"{TOPICS.get(topic, topic)} story{number} on the {topic}" if words is None else words
    html = f"<nav><a href=/>{site} home</a> menu of {site}</nav><p>{text}</p>"
    return Page(f"https://{site}.example/{topic}/{number}.html", html, site=site)


def small(sites: str = "ab", each: int = 4) -> tuple[list[Page], list[str]]:
    known = [(s, topic, n) for s in sites for topic in TOPICS for n in range(each)]
    return [page(*row) for row in known], [topic for _, topic, _ in known]


@pytest.fixture(scope="module")
def sample_web() -> GroupResult:
    english = [site for site in generate() if site.languages == ("en",)]
    known = [page for site in english for page in site.pages]
    pages = [Page(page.url, page.html) for page in known]
    found = experiment(pages, [page.topic for page in known], runs=60)
    assert found.remarks[0].startswith("15 of 180 pages have no class")
    return found.groups[0]


def test_the_order_of_the_thesis_holds_on_the_sample_web(sample_web: GroupResult) -> None:
    none, template, style, weights = sample_web.results
    for number in (3,):  # where the noise of two sites is set against each other
        f = [result.svm_of(number).f or 0 for result in (none, template, style, weights)]
        assert f[0] + 0.03 < f[1]
        assert f[1] + 0.02 < f[2] <= f[3]
        assert f[3] > 0.99
    k_means = [result.k_means_f or 0 for result in (none, template, weights)]
    assert k_means[0] + 0.1 < k_means[1] < k_means[2]
    assert weights.k_means_f is not None
    assert style.k_means_f is not None
    assert none.k_means_f is not None
    assert none.k_means_f < style.k_means_f < weights.k_means_f
    pull = [r.likeness["same_class"] - r.likeness["same_site"] for r in sample_web.results]
    assert pull[0] < pull[1] < pull[2] < pull[3]


def test_where_the_order_does_not_hold_the_reason_is_given(sample_web: GroupResult) -> None:
    """The noise of the sample web is on topic: its gold text clusters no better than the tree."""
    said = order_remarks(sample_web)
    assert "SVM F, configuration 3: the order of the thesis holds" in said[-1]
    broken = [line for line in said if "k-means F: site-style-tree is not above" in line]
    assert len(broken) == 1
    assert "mean cosine" in broken[0] or "within chance" in broken[0]


def test_the_same_seed_gives_the_same_figures_in_any_number_of_processes() -> None:
    pages, labels = small()
    chosen: dict[str, Any] = {"runs": 60, "inputs": ["none", "tag-filter"]}
    here, there = (experiment(pages, labels, jobs=jobs, **chosen) for jobs in (0, 2))
    assert here.to_dict() == there.to_dict()
    other = experiment(pages, labels, seed=1, **chosen)
    assert other.groups[0].results[0].k_means != here.groups[0].results[0].k_means


def test_cleaning_is_worth_something() -> None:
    pages, labels = small("abc")
    none, tags = experiment(pages, labels, inputs=["none", "tag-filter"], runs=20).groups[0].results
    assert tags.words < none.words
    assert tags.svm_of(3).f == 1
    assert tags.likeness["same_site"] < none.likeness["same_site"]
    assert tags.naive_bayes.f == 1


def test_weightings_side_by_side() -> None:
    pages, labels = small()
    weightings = ("paper", "log")
    found = experiment(
        pages, labels, inputs=["none", "structure-tree"], runs=3, weightings=weightings
    )
    names = [(result.input, str(result.weighting)) for result in found.groups[0].results]
    assert names == [
        *(("none", "idf"), ("none", "log")),
        *(("structure-tree", "plain"), ("structure-tree", "log")),
    ]
    assert all(len(result.k_means) == 3 for result in found.groups[0].results)


def test_a_class_on_one_site_and_a_site_with_one_class() -> None:
    pages, labels = small("abc")
    pages += [page("a", "cars", n, "wheel motor brake") for n in range(3)]
    labels += ["cars"] * 3
    pages += [page("d", "bread", n) for n in range(3)]
    labels += ["bread"] * 3
    group = experiment(pages, labels, inputs=["none"], runs=2).groups[0]
    said = " ".join(group.remarks)
    assert "the class 'cars' is on one site only (a)" in said
    assert "the site 'd' has one class only ('bread')" in said
    assert "the class 'cars' has 3 pages" in said
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
        experiment(pages, [""] * len(labels), inputs=["none"])


def test_empty_pages_and_broken_pages_are_counted() -> None:
    pages, labels = small("abc")
    pages += [
        Page("https://a.example/9", "<p>1 2 3"),
        Page("https://a.example/x", b"\x00\x01\x02" * 50),
    ]
    found = experiment(pages, [*labels, "ships", "bread"], inputs=["tag-filter"], runs=2)
    assert any("pages that could not be used: 1 binary" in remark for remark in found.remarks)
    assert found.groups[0].results[0].empty == 1
    assert found.groups[0].pages == len(labels) + 1


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

    job = Experiment(inputs, learners, Settings(runs=runs), report=report)
    result = job.run(Listed(*small()), folder, resume, fingerprint="small")
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
