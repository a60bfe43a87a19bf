"""`sitesieve weigh` from end to end: JSON Lines, svmlight, Parquet; saved trees; failures."""

import gzip
import os
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
from command_line import Outcome, lines_file, records_of, sitesieve
from sklearn.datasets import load_svmlight_file

from sample_web import generate, write

WORDS = ("ships", "bread", "stars", "bikes", "tulips")


def page(word: str, **more: Any) -> dict[str, Any]:
    text = f"<nav>home shop</nav><div><p>{word} {word} ahoy</p></div><footer>imprint</footer>"
    return {"url": f"https://a.example/{word}.html", "html": text, **more}


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    """Five pages of a site, with a class by name and by number."""
    records = (page(w, topic=w[0], number=i % 2 + 3) for i, w in enumerate(WORDS))
    return lines_file(tmp_path / "in.jsonl", *records)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files of a sample site, one in which elements are merged."""
    folder = tmp_path_factory.mktemp("site")
    write(folder, [s for s in generate(size=0) if s.name == "wochenwerk.example"])
    return folder


@pytest.fixture(scope="module")
def usual(site: Path) -> Outcome:
    """The site weighed in the usual way."""
    done = weigh(site, "-q")
    assert (done.code, len(done.records)) == (0, 35)
    return done


def weigh(*arguments: object, stdin: bytes = b"") -> Outcome:
    return sitesieve("weigh", "-j", 1, *arguments, stdin=stdin)


def weights_in(path: Path, words: Path) -> list[dict[str, float]]:
    """The rows of an svmlight file, by word."""
    names = words.read_text().splitlines()
    matrix, _ = load_svmlight_file(str(path), n_features=len(names), zero_based=False)
    return [
        {names[i]: matrix[row, i] for i in matrix[row].indices} for row in range(matrix.shape[0])
    ]


def test_vectors_go_to_standard_output_and_the_summary_to_standard_error(pages: Path) -> None:
    done = weigh(pages)
    assert done.code == 0
    assert "weighed 5 words of 5 pages" in done.err
    assert [r["url"] for r in done.records] == [f"https://a.example/{w}.html" for w in WORDS]
    for record, word in zip(done.records, WORDS, strict=True):
        assert (record["site"], list(record["weights"])) == ("a.example", [word])
    assert sorted(path.name for path in pages.parent.iterdir()) == ["in.jsonl"]


def test_quiet_says_nothing(pages: Path) -> None:
    done = weigh(pages, "-q")
    assert (done.code, done.err, len(done.records)) == (0, "", 5)


def test_words_are_listed_heaviest_first(usual: Outcome) -> None:
    for record in usual.records:
        weights = list(record["weights"].values())
        assert weights == sorted(weights, reverse=True)
        assert min(weights) > 0


@pytest.mark.parametrize(
    ("name", "flag"),
    [
        ("o.jsonl", ()),
        ("o.ndjson", ()),
        ("o.json", ()),
        ("o.txt", ("--output-format", "jsonl")),
        ("o.jsonl.gz", ()),
    ],
)
def test_json_lines_go_to_a_file_too(pages: Path, name: str, flag: tuple[str, ...]) -> None:
    out = pages.with_name(name)
    done = weigh(pages, "-o", out, *flag)
    assert (done.code, done.out) == (0, b"")
    assert str(out) in done.err
    content = gzip.decompress(out.read_bytes()) if name.endswith(".gz") else out.read_bytes()
    assert content == weigh(pages).out
    assert sorted(path.name for path in pages.parent.iterdir()) == ["in.jsonl", name]


@pytest.mark.parametrize("ending", ["svmlight", "libsvm", "svm.gz"])
def test_svmlight_is_read_by_scikit_learn_and_says_the_same_as_json_lines(
    site: Path, usual: Outcome, tmp_path: Path, ending: str
) -> None:
    out = tmp_path / f"o.{ending}"
    done = weigh(site, "-o", out)
    assert (done.code, done.out) == (0, b"")
    assert sorted(path.name for path in tmp_path.iterdir()) == [out.name, f"{out.name}.words"]
    told = [record["weights"] for record in usual.records]
    read = weights_in(out, tmp_path / f"{out.name}.words")
    assert [row.keys() for row in read] == [row.keys() for row in told]
    for row, other in zip(read, told, strict=True):
        assert row == pytest.approx(other)


def test_classes_by_name_are_numbered_and_listed(pages: Path) -> None:
    out = pages.with_name("o.svmlight")
    assert weigh(pages, "-o", out, "--label", "topic").code == 0
    _, classes = load_svmlight_file(str(out))
    names = pages.with_name("o.svmlight.classes").read_text().splitlines()
    assert [names[int(number)] for number in classes] == [word[0] for word in WORDS]


def test_classes_by_number_stay_as_they_are(pages: Path) -> None:
    out = pages.with_name("o.svmlight")
    assert weigh(pages, "-o", out, "--label", "number").code == 0
    _, classes = load_svmlight_file(str(out))
    assert classes.tolist() == [3, 4, 3, 4, 3]
    assert not pages.with_name("o.svmlight.classes").exists()
    assert weigh(pages, "-o", out).code == 0
    assert load_svmlight_file(str(out))[1].tolist() == [0] * 5


@pytest.mark.parametrize("label", [None, "none"])
def test_a_page_without_a_class_among_numbers_fails_and_is_counted(
    tmp_path: Path, label: str | None
) -> None:
    values = (0, 1, label)
    lines = [page(word, y=y) for word, y in zip(WORDS, values, strict=False)]
    out = tmp_path / "o.svmlight"
    done = weigh(lines_file(tmp_path / "in.jsonl", *lines), "-o", out, "--label", "y")
    assert done.code == 0
    assert "failed: 1 no-label" in done.err
    assert load_svmlight_file(str(out))[1].tolist() == [0, 1]


def test_every_class_has_one_line(tmp_path: Path) -> None:
    lines = [page(word, y=f"{word}\nand more") for word in WORDS]
    out = tmp_path / "o.svmlight"
    assert weigh(lines_file(tmp_path / "in.jsonl", *lines), "-o", out, "--label", "y").code == 0
    assert len((tmp_path / "o.svmlight.classes").read_text().splitlines()) == len(WORDS)


def test_a_label_that_no_page_has_is_named(pages: Path) -> None:
    done = weigh(pages, "-o", pages.with_name("o.svmlight"), "--label", "topick")
    assert "topick" in done.err


def test_a_vocabulary_numbers_the_columns_as_before(pages: Path, tmp_path: Path) -> None:
    train, test = tmp_path / "train.svmlight", tmp_path / "test.svmlight"
    assert weigh(pages, "-o", train, "--save-model", tmp_path / "m.sieve").code == 0
    words = tmp_path / "train.svmlight.words"
    fresh = lines_file(tmp_path / "new.jsonl", page("stars"), page("novelty"), page("bread"))
    model = ("--model", tmp_path / "m.sieve")
    assert weigh(fresh, "-o", test, *model, "--vocabulary", words).code == 0
    assert (tmp_path / "test.svmlight.words").read_text() == words.read_text()
    stars, nothing, bread = weights_in(test, words)
    assert (list(stars), nothing, list(bread)) == (["stars"], {}, ["bread"])
    before = weights_in(train, words)
    assert (stars, bread) == (before[2], before[1])


def test_only_the_words_written_are_counted(pages: Path, tmp_path: Path) -> None:
    (tmp_path / "v.words").write_text("bread\nstars\n")
    done = weigh(pages, "-o", tmp_path / "o.svm", "--vocabulary", tmp_path / "v.words")
    assert "weighed 2 words of 5 pages" in done.err
    assert "3 pages have no word" in done.err


def test_the_words_beside_the_output_are_those_of_the_last_run(pages: Path) -> None:
    out, beside = pages.with_name("o.svm"), pages.with_name("o.svm.words")
    assert weigh(pages, "-o", out).code == 0
    vocabulary = pages.with_name("v.words")
    vocabulary.write_text("stars\nbread\n")
    assert weigh(pages, "-o", out, "--vocabulary", vocabulary).code == 0
    assert beside.read_text() == vocabulary.read_text()


def test_parquet_has_a_row_a_page_with_a_map_of_weights(
    site: Path, usual: Outcome, tmp_path: Path
) -> None:
    out = tmp_path / "o.parquet"
    done = weigh(site, "-o", out)
    assert (done.code, done.out) == (0, b"")
    table = pq.read_table(out)
    assert table.column_names == ["url", "source", "site", "weights"]
    told = usual.records
    assert [dict(row) for row in table.column("weights").to_pylist()] == [
        record["weights"] for record in told
    ]
    assert table.column("source").to_pylist() == [record["source"] for record in told]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["o.parquet"]


def test_carried_columns_are_in_json_lines_and_parquet(pages: Path) -> None:
    done = weigh(pages, "--carry", "topic, number")
    assert [(r["topic"], r["number"]) for r in done.records][:2] == [("s", 3), ("b", 4)]
    out = pages.with_name("o.parquet")
    assert weigh(pages, "--carry", "topic,number", "-o", out).code == 0
    assert pq.read_table(out).column("topic").to_pylist() == [word[0] for word in WORDS]


@pytest.mark.parametrize("setting", [(), ("--set", "sampled=true"), ("--set", "power=none")])
def test_saved_trees_give_the_same_weights(
    site: Path, tmp_path: Path, setting: tuple[str, ...]
) -> None:
    model = tmp_path / "m.sieve"
    learned = weigh(site, *setting, "--save-model", model, "-q")
    loaded = weigh(site, "--model", model, "-q")
    assert loaded.code == 0
    assert loaded.out == learned.out


def test_sampled_trees_are_smaller(site: Path, tmp_path: Path) -> None:
    whole, sampled = tmp_path / "whole.sieve", tmp_path / "sampled.sieve"
    assert weigh(site, "--save-model", whole, "-q").code == 0
    assert weigh(site, "--save-model", sampled, "--set", "sampled=true", "-q").code == 0
    assert sampled.stat().st_size < whole.stat().st_size / 2


@pytest.mark.parametrize(
    "setting",
    [
        "alignment=exact",
        "leaf_height=0",
        "merge_elements=false",
        "power=none",
        "power=1",
        "seen_once=1",
        "stems=false",
        "numbers=true",
        "sampled=true",
        "sample=3",
    ],
)
def test_every_setting_changes_the_weights(site: Path, usual: Outcome, setting: str) -> None:
    other = weigh(site, "-q", "--set", setting)
    assert (other.code, len(other.records)) == (0, 35)
    assert other.out != usual.out


@pytest.mark.parametrize("setting", ["u=0.9", "m=0.5"])
def test_the_limits_of_the_sampled_form_change_the_weights(site: Path, setting: str) -> None:
    sampled = ("-q", "--set", "sampled=true", "--set", "u=0.7", "--set", "m=0.01")
    usual, other = weigh(site, *sampled), weigh(site, *sampled, "--set", setting)
    assert (usual.code, other.code) == (0, 0)
    assert other.out != usual.out


def test_the_number_of_processes_changes_nothing(site: Path, tmp_path: Path) -> None:
    for jobs in (1, 2):
        out = tmp_path / f"{jobs}.svmlight"
        assert sitesieve("weigh", site, "-o", out, "-j", jobs, "-q", workers=True).code == 0
    for ending in ("", ".words"):
        first, second = (tmp_path / f"{jobs}.svmlight{ending}" for jobs in (1, 2))
        assert first.read_bytes() == second.read_bytes()


def test_pages_come_from_standard_input(pages: Path) -> None:
    done = weigh("-", stdin=pages.read_bytes())
    named = weigh(pages)
    assert done.code == 0
    assert [r["weights"] for r in done.records] == [r["weights"] for r in named.records]


def test_what_makes_a_site_can_be_chosen(pages: Path) -> None:
    by_topic = weigh(pages, "--site-by", "topic")
    assert [record["site"] for record in by_topic.records] == [word[0] for word in WORDS]
    assert "a single page: nothing to compare it with" in by_topic.err


def test_a_site_without_a_tree_is_weighed_by_plain_counts_and_said(pages: Path) -> None:
    model = pages.with_name("m.sieve")
    assert weigh(pages, "--save-model", model, "-q").code == 0
    strange = page("ships") | {"url": "https://b.example/x"}
    done = weigh(lines_file(pages.with_name("b.jsonl"), strange), "--model", model)
    assert done.records[0]["weights"]["ships"] == 2
    assert done.records[0]["weights"]["ahoy"] == 1
    assert "1 pages of 1 sites without a tree: weighed by plain counts" in done.err


def test_pages_of_one_directory_are_remarked_on(tmp_path: Path) -> None:
    lines = [page(word) | {"url": f"https://a.example/sea/{word}"} for word in WORDS]
    done = weigh(lines_file(tmp_path / "in.jsonl", *lines))
    assert "a.example: all pages are from /sea/" in done.err


def test_pages_without_a_word_that_weighs_are_counted(tmp_path: Path) -> None:
    same = [page("ships") | {"url": f"https://a.example/{i}"} for i in range(3)]
    other = [page("bread") | {"url": f"https://a.example/b{i}"} for i in range(2)]
    bare = {"url": "https://a.example/bare", "html": "<nav>home shop</nav>"}
    done = weigh(lines_file(tmp_path / "in.jsonl", *same, *other, bare))
    assert done.code == 0
    assert "1 pages have no word that weighs anything" in done.err
    assert done.records[-1]["weights"] == {}


@pytest.fixture
def some_fail(tmp_path: Path) -> Path:
    empty = {"url": "https://a.example/empty", "html": ""}
    return lines_file(tmp_path / "some.jsonl", page("ships"), '{"broken', page("bread"), empty)


def test_failed_pages_are_counted_and_listed(some_fail: Path) -> None:
    errors = some_fail.with_name("errors.jsonl")
    done = weigh(some_fail, "--errors", errors)
    assert (done.code, len(done.records)) == (0, 2)
    assert "failed: 1 empty, 1 malformed-json" in done.err
    assert [record["reason"] for record in records_of(errors)] == ["malformed-json", "empty"]
    assert sorted(p.name for p in errors.parent.iterdir()) == ["errors.jsonl", "some.jsonl"]


def test_a_strict_job_with_failed_pages_is_exit_code_3(some_fail: Path, pages: Path) -> None:
    out = some_fail.with_name("o.jsonl")
    assert weigh(some_fail, "--strict", "-o", out).code == 3
    assert len(records_of(out)) == 2
    assert weigh(pages, "--strict").code == 0


@pytest.mark.parametrize("name", ["o.jsonl", "o.svmlight", "o.parquet"])
def test_a_job_without_a_usable_page_leaves_the_old_output(tmp_path: Path, name: str) -> None:
    bad = lines_file(tmp_path / "bad.jsonl", "{", "[]")
    (tmp_path / name).write_text("old")
    done = weigh(bad, "-o", tmp_path / name)
    assert (done.code, done.out) == (1, b"")
    assert "no page could be used (2 malformed-json): " in done.err
    assert "bad.jsonl:1: " in done.err
    assert (tmp_path / name).read_text() == "old"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bad.jsonl", name]


def test_a_job_without_a_usable_page_lists_the_errors(tmp_path: Path) -> None:
    bad = lines_file(tmp_path / "bad.jsonl", "{", "[]")
    assert weigh(bad, "--errors", tmp_path / "errors.jsonl").code == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bad.jsonl", "errors.jsonl"]
    assert len(records_of(tmp_path / "errors.jsonl")) == 2


def test_a_job_without_a_usable_page_saves_no_model(tmp_path: Path) -> None:
    bad, model = lines_file(tmp_path / "bad.jsonl", "{"), tmp_path / "m.sieve"
    model.write_bytes(b"old")
    assert weigh(bad, "--save-model", model).code == 1
    assert model.read_bytes() == b"old"


@pytest.mark.parametrize(
    ("arguments", "code", "complaint"),
    [
        ((), 2, "Nothing to read"),
        (("in.jsonl", "--output-format", "svmlight"), 2, "svmlight needs a file"),
        (("in.jsonl", "--output-format", "parquet"), 2, "Parquet needs a file"),
        (("in.jsonl", "-o", "-", "--output-format", "svmlight"), 2, "svmlight needs a file"),
        (("in.jsonl", "-o", "o.txt"), 2, "cannot tell the format of o.txt"),
        (("in.jsonl", "--label", "topic"), 2, "--label goes with svmlight"),
        (("in.jsonl", "--vocabulary", "in.jsonl"), 2, "--vocabulary goes with svmlight"),
        (("in.jsonl", "-o", "o.svm", "--carry", "topic"), 2, "--carry goes with"),
        (("in.jsonl", "--carry", "topic,weights"), 2, "The output has its own"),
        (("in.jsonl", "-o", "o.svm", "--vocabulary", "nowhere"), 2, "nowhere"),
        (("in.jsonl", "--set", "colour=red"), 2, "has the settings alignment, "),
        (("in.jsonl", "--set", "sampled=perhaps"), 2, "true or false"),
        (("in.jsonl", "--set", "power=few"), 2, "power: a number"),
        (("in.jsonl", "--set", "seen_once=2"), 2, "seen_once must be from 0 to 1"),
        (("in.jsonl", "--set", "u=nan"), 2, "0 ≤ m ≤ u ≤ 1 must hold"),
        (("in.jsonl", "--set", "alignment=loose"), 2, "exact or keyed"),
        (("in.jsonl", "--set", "sample=0"), 2, "1 page or more"),
        (("in.jsonl", "--model", "m.sieve", "--set", "u=1"), 2, "--model brings its settings"),
        (("in.jsonl", "--model", "m.sieve", "--paper-2003"), 2, "--model brings its settings"),
        (("in.jsonl", "--paper", "--paper-2003"), 2, "exclude each other"),
        (("in.jsonl", "--jobs", "0"), 2, "--jobs"),
        (("nowhere.jsonl",), 1, "no such file or folder: nowhere.jsonl"),
        (("empty.jsonl",), 1, "there was no page to read"),
        (("in.jsonl", "-o", "no/o.jsonl"), 1, "the folder no does not exist"),
        (("in.jsonl", "-o", "folder.svm"), 1, "folder.svm is a folder"),
        (("in.jsonl", "--errors", "no/e.jsonl"), 1, "the folder no does not exist"),
        (("in.jsonl", "--save-model", "no/m.sieve"), 1, "the folder no does not exist"),
        (("in.jsonl", "--model", "nowhere.sieve"), 1, "no such model: nowhere.sieve"),
        (("in.jsonl", "--model", "in.jsonl"), 1, "in.jsonl is not a sitesieve model"),
        (("in.jsonl", "-o", "o.svm", "--vocabulary", "empty.jsonl"), 1, "has no words in it"),
        (("in.jsonl", "--set", "power=0"), 2, "the power must be more than 0"),
        (("in.jsonl", "--set", "power=inf"), 2, "the power must be more than 0"),
        pytest.param(*(("in.jsonl", "-o", "o.jsonl", "--errors", "o.jsonl"), 2, "same")),
        pytest.param(*(("in.jsonl", "-o", "o.jsonl", "--save-model", "o.jsonl"), 2, "same")),
        pytest.param(
            *(("in.jsonl", "-o", "o.svm"), 1, "o.svm.words"),
            id="words-cannot-be-written",
        ),
    ],
)
def test_what_cannot_be_done_is_said_and_nothing_is_written(
    pages: Path,
    arguments: tuple[str, ...],
    code: int,
    complaint: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(pages.parent)
    Path("empty.jsonl").write_bytes(b"")
    Path("folder.svm").mkdir()
    Path("o.svm.words").mkdir()
    before = sorted(path.name for path in pages.parent.iterdir())
    done = weigh(*arguments)
    assert (done.code, done.out) == (code, b"")
    assert complaint in done.err.replace("\n", " ")
    assert "Traceback" not in done.err
    assert sorted(path.name for path in pages.parent.iterdir()) == before


def test_a_model_for_cleaning_does_not_weigh(pages: Path) -> None:
    model = pages.with_name("m.sieve")
    assert sitesieve("learn", pages, "--method", "site-style-tree", "-o", model, "-q").code == 0
    done = weigh(pages, "--model", model)
    assert (done.code, done.out) == (1, b"")
    assert f"{model} holds a model of site-style-tree, not weights of words" in done.err


def test_a_model_for_weighing_does_not_clean(pages: Path) -> None:
    model = pages.with_name("m.sieve")
    assert weigh(pages, "--save-model", model, "-q").code == 0
    for arguments in (("clean", pages, "--model", model), ("describe", model)):
        done = sitesieve(*arguments)
        assert (done.code, done.out) == (1, b"")
        assert done.err.startswith(f"sitesieve: error: {model}")
        assert "holds weights of words" in done.err


def test_a_model_that_is_given_is_not_saved_again(pages: Path) -> None:
    model, again = pages.with_name("m.sieve"), pages.with_name("again.sieve")
    assert weigh(pages, "--save-model", model, "-q").code == 0
    done = weigh(pages, "--model", model, "--save-model", again)
    assert done.code == 2
    assert "saved already" in done.err
    assert not again.exists()


def test_an_output_that_is_no_file_stays_what_it_is(pages: Path) -> None:
    pipe = pages.with_name("pipe.jsonl")
    os.mkfifo(pipe)
    weigh(pages, "-o", pipe)
    assert pipe.is_fifo()


def test_weights_to_the_letter_of_a_paper(site: Path, usual: Outcome) -> None:
    thesis, early = weigh(site, "-q", "--paper"), weigh(site, "-q", "--paper-2003")
    assert (thesis.code, early.code) == (0, 0)
    assert len({done.out for done in (usual, thesis, early)}) >= 2
    settings = (
        *("alignment=exact", "leaf_height=2", "merging=any", "power=none", "leaf_once=1"),
        *("virtual_root=true", "display=css", "whole_code=false", "sample=1000000"),
    )
    spelt_out = weigh(site, "-q", *(part for s in settings for part in ("--set", s)))
    assert spelt_out.out == thesis.out
    assert weigh(site, "-q", "--paper", "--set", "seen_once=1").out == early.out
    done = weigh(site, "--model", "x.sieve", "--paper")
    assert (done.code, "brings its settings" in done.err) == (2, True)


def test_the_letter_is_the_same_with_several_processes(site: Path, tmp_path: Path) -> None:
    written = []
    for jobs in (1, 2):
        out = tmp_path / f"{jobs}.jsonl"
        asked = ("weigh", site, "-o", out, "-j", jobs, "-q", "--paper")
        assert sitesieve(*asked, workers=True).code == 0
        written.append(out.read_bytes())
    assert written[0] == written[1]


FIELDS = ("--method", "featured-tree")


def test_words_by_fields_need_no_site(tmp_path: Path) -> None:
    html = "<html lang=en><title>Ships</title><p>ships and harbour</p><p>weather</p>"
    pages = lines_file(tmp_path / "in.jsonl", {"url": "https://a.example/", "html": html})
    done = weigh(pages, *FIELDS, "--set", "title=3", "--set", "threshold=30")
    assert done.code == 0
    # ship 3 + 1, harbour 1, weather 1
    weights = {"ship": 4 / 6, "harbour": 1 / 6, "weather": 1 / 6}
    assert done.records[0]["weights"] == pytest.approx(weights, rel=1e-5)
    assert "without a tree" not in done.err
    pruned = weigh(
        pages, *FIELDS, *("--set", "title=3", "--set", "threshold=30", "--set", "pruned=true")
    )
    # The paragraph shares 50 % and 17 %, the last 17 %.
    assert pruned.records[0]["weights"] == pytest.approx({"ship": 0.8, "harbour": 0.2})


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("--save-model", "m.weights"), "learns nothing"),
        (("--model", "m.weights"), "learns nothing"),
        (("--set", "power=none"), "has the settings pruned, threshold"),
        (("--set", "threshold=101"), "from 0 to 100"),
        (("--paper-2003",), "goes with structure-tree"),
    ],
)
def test_what_fields_cannot_do_is_said(
    pages: Path, arguments: tuple[str, ...], complaint: str
) -> None:
    done = weigh(pages, *FIELDS, *arguments)
    assert done.code == 2
    assert complaint in " ".join(done.err.split())
