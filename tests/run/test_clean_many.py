"""clean_many: columns in, columns out, the same texts as on the command line."""

import io
import json
import multiprocessing
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pandas
import polars
import pyarrow
import pytest

import sitesieve
from sample_web import generate
from sitesieve import Limits, MissingExtra, Page
from sitesieve.cleaning.methods import Sieve
from sitesieve.run.many import CleanedColumns

SITES = [site for site in generate(size=0) if site.name.startswith(("h", "t"))]
PAGES = [page for site in SITES for page in site.pages]
URLS = [page.url for page in PAGES]
HTML = [page.html for page in PAGES]
PNG = b"\x89PNG\r\n\x1a\n" + bytes(50)


@pytest.fixture(scope="module")
def cleaned() -> CleanedColumns:
    return sitesieve.clean_many(HTML, URLS, jobs=0)


def test_the_texts_are_those_of_the_command_line(tmp_path: Path, cleaned: CleanedColumns) -> None:
    lines = [json.dumps({"url": page.url, "html": page.html}) for page in PAGES]
    (tmp_path / "pages.jsonl").write_text("\n".join(lines), "utf-8")
    command = [sys.executable, "-m", "sitesieve", "clean", "pages.jsonl", "-o", "out.jsonl"]
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)
    records = [json.loads(line) for line in (tmp_path / "out.jsonl").read_bytes().splitlines()]
    for name in ("url", "site", "text", "title", "author", "date", "words_kept", "cuts"):
        assert cleaned[name] == [record[name] for record in records]
    assert cleaned["error"] == [None] * len(PAGES)


def test_processes_change_nothing(cleaned: CleanedColumns) -> None:
    assert sitesieve.clean_many(HTML, URLS, jobs=2) == cleaned


def test_pages_teach_their_sites_unless_each_is_cleaned_alone(cleaned: CleanedColumns) -> None:
    alone = [sitesieve.clean(html, url=url).text for url, html in zip(URLS, HTML, strict=True)]
    assert cleaned["text"] != alone
    assert sitesieve.clean_many(HTML, URLS, jobs=0, alone=True)["text"] == alone
    # Without addresses nobody knows what is one site.
    without = sitesieve.clean_many(HTML, jobs=0)
    assert without["text"] == [sitesieve.clean(html).text for html in HTML]
    assert without["url"] == [None] * len(HTML)


@pytest.mark.parametrize("jobs", [0, 2])
def test_pages_without_an_address_are_no_site_and_cleaned_alone(jobs: int) -> None:
    """Neither as a site of their own, nor as pages of the one site that is known."""
    alone = [sitesieve.clean(html).text for html in HTML]
    assert sitesieve.clean_many(HTML, [None] * len(HTML), jobs=jobs)["text"] == alone
    site = [page for page in PAGES if page.site == PAGES[0].site]
    urls = [page.url if number % 2 else None for number, page in enumerate(site)]
    model = sitesieve.learn([(page.url, page.html) for page in site[1::2]])
    expected = [
        model.clean(page.html, url=url).text if url else sitesieve.clean(page.html).text
        for url, page in zip(urls, site, strict=True)
    ]
    mixed = sitesieve.clean_many([page.html for page in site], urls, jobs=jobs)
    assert mixed["text"] == expected


def test_pages_that_bring_their_addresses_teach_their_sites(cleaned: CleanedColumns) -> None:
    pages = [Page(url, html) for url, html in zip(URLS, HTML, strict=True)]
    assert sitesieve.clean_many(pages, jobs=0) == cleaned
    assert sitesieve.clean_many(pages, URLS, jobs=0) == cleaned
    without = [Page(None, html) for html in HTML]
    assert sitesieve.clean_many(without, URLS, jobs=0) == cleaned
    other = sitesieve.clean_many(pages[:1], ["https://b.example/"], jobs=0)
    assert "a Page has its address" in other["error"][0]


def test_texts_that_are_wanted_once_are_in_a_column() -> None:
    result = sitesieve.clean_many(HTML[:9], URLS[:9], jobs=0, once="navigation")
    documents = sitesieve.learn(zip(URLS[:9], HTML[:9], strict=True))
    expected = [
        [{"kind": str(kind), "text": text} for kind, text in
         documents.clean(html, url=url, once="navigation").once]
        for url, html in zip(URLS[:9], HTML[:9], strict=True)
    ]  # fmt: skip
    assert result["once"] == expected
    assert any(expected)
    assert result.to_arrow().column("once").to_pylist() == expected
    assert result.to_polars()["once"].to_list() == expected
    assert result.to_pandas()["once"].tolist() == expected
    assert "once" not in sitesieve.clean_many(HTML[:1], jobs=0)


@pytest.mark.parametrize(
    "column",
    [
        lambda urls: [url.encode() for url in urls],
        lambda urls: np.array([url.encode() for url in urls]),
        lambda urls: polars.Series([url.encode() for url in urls]),
        lambda urls: pyarrow.array([url.encode() for url in urls]),
    ],
    ids=["list", "numpy", "polars", "arrow"],
)
def test_addresses_may_be_bytes(
    column: Callable[[list[str]], Any], cleaned: CleanedColumns
) -> None:
    assert sitesieve.clean_many(HTML, column(URLS), jobs=0) == cleaned


def test_open_files_are_read_once(cleaned: CleanedColumns) -> None:
    files = [io.StringIO(html) for html in HTML]
    assert sitesieve.clean_many(files, URLS, jobs=0) == cleaned
    closed = io.StringIO("<p>word")
    closed.close()
    assert sitesieve.clean_many([closed], jobs=0)["error"][0].startswith("unreadable: html cannot")


def test_a_model_is_used_as_it_is_and_a_method_becomes_one(cleaned: CleanedColumns) -> None:
    method = Sieve()
    assert sitesieve.clean_many(HTML, URLS, jobs=0, method=method) == cleaned
    assert sorted(method.models) == sorted(site.name for site in SITES)
    again = sitesieve.clean_many(HTML[:3], URLS[:3], jobs=0, model=method)
    assert again["text"] == cleaned["text"][:3]
    assert len(method.models.pages_of(SITES[0].name)) == len(SITES[0].pages)


@pytest.mark.parametrize(
    "column",
    [
        tuple,
        iter,
        np.array,
        pandas.Series,
        lambda values: pandas.Series(values, dtype="string"),
        lambda values: polars.Series(values, dtype=polars.String),
        pyarrow.array,
        lambda values: pyarrow.chunked_array([values[:2], values[2:]]),
        lambda values: pyarrow.array(values).dictionary_encode(),
    ],
    ids=lambda column: getattr(column, "__name__", None),
)
def test_columns_of_any_kind_give_the_same(
    column: Callable[[list[str]], Any], cleaned: CleanedColumns
) -> None:
    result = sitesieve.clean_many(column(HTML[:20]), column(URLS[:20]), jobs=0, alone=True)
    expected = sitesieve.clean_many(HTML[:20], URLS[:20], jobs=0, alone=True)
    assert result == expected
    assert list(result) == list(cleaned)


def test_bytes_are_decoded_as_browsers_do() -> None:
    html = "<meta charset=latin-1><p>Käse und Brot".encode("latin-1")
    for column in ([html], np.array([html]), polars.Series([html]), pyarrow.array([html])):
        assert sitesieve.clean_many(column, jobs=0)["text"] == ["Käse und Brot"]


def test_pages_bring_their_own_address_and_limits() -> None:
    extra = Page("https://a.example/", "<p>word", extra={"reason": "why not"})
    assert sitesieve.clean_many([extra], jobs=0)["text"] == ["word"]
    pages = [Page("https://a.example/", "<p>" + "word " * 99, limits=Limits(bytes=50))]
    assert sitesieve.clean_many(pages, jobs=0)["cuts"] != [[]]
    html = [page.html for page in pages]
    assert sitesieve.clean_many(html, jobs=0)["cuts"] == [[]]
    assert sitesieve.clean_many(html, jobs=0, limits=Limits(bytes=50))["cuts"] != [[]]


def test_what_is_no_page_is_a_row_without_a_text_that_says_why() -> None:
    html = [None, np.float32("nan"), pandas.NA, b"", "<p>hello", 3, "https://a.example/x", PNG]
    urls = [f"https://a.example/{number}" for number in range(7)] + [None]
    result = sitesieve.clean_many(html, urls, jobs=2)
    assert result["text"] == [None, None, None, None, "hello", None, None, None]
    assert "html must be text, bytes or an open file, not int" in result["error"][5]
    lists = sitesieve.clean_many(polars.Series([["<p>hello"], None, [], []]), jobs=0)
    assert ["not Series" in error for error in lists["error"]] == [True, False, True, True]
    nothing = sitesieve.clean_many([pandas.NaT, np.datetime64("NaT"), float("nan")], jobs=0)
    assert nothing["error"] == ["no-html: there is no HTML"] * 3
    assert result["url"] == urls
    reasons = [error and error.partition(":")[0] for error in result["error"]]
    missing, wrong = ["no-html"] * 3, ["no-html"] * 2
    assert reasons == [*missing, "empty", None, *wrong, "binary"]
    assert "sitesieve.fetch" in result["error"][6]
    swapped = sitesieve.clean_many(["https://a.example/"], ["<p>hello"], jobs=0)
    assert "url is HTML, not an address" in swapped["error"][0]


def test_pandas_keeps_its_index_and_its_numbers_whole() -> None:
    frame = pandas.DataFrame({"html": ["<p>one", None], "url": None}, index=["b", "a"])
    table = sitesieve.clean_many(frame["html"], frame["url"], jobs=0).to_pandas()
    assert list(table.index) == ["b", "a"]
    assert table.loc["b", "text"] == "one"
    assert table["words_kept"].dtype == "Int64"
    assert table["text"].isna().tolist() == [False, True]
    assert frame.join(table.drop(columns="url")).loc["a", "error"].startswith("no-html")
    listed = sitesieve.clean_many(["<p>one", None], frame["url"], jobs=0).to_pandas()
    assert list(listed.index) == ["b", "a"]
    with pytest.raises(ValueError, match="different indexes"):
        sitesieve.clean_many(frame["html"], frame["url"].reset_index(drop=True))


@pytest.mark.parametrize("html", [["<p>one", None], [None, None], []])
def test_columns_have_the_same_types_whatever_is_in_them(html: list[str | None]) -> None:
    result = sitesieve.clean_many(html, jobs=0, add=["markdown"])
    arrow = result.to_arrow()
    assert len(arrow) == len(html)
    assert {str(arrow.schema.field(name).type) for name in ("text", "markdown", "error")} == {
        "string"
    }
    assert str(arrow.schema.field("words_kept").type) == "int64"
    frame = result.to_polars()
    assert frame.height == len(html)
    assert frame.schema["error"] == frame.schema["text"] == polars.String
    assert frame.schema["cuts"] == polars.List(polars.String)
    assert polars.DataFrame(arrow).schema == frame.schema
    types = result.to_pandas().dtypes
    assert types["words_kept"] == "Int64"
    assert types["page_type_confidence"] == "float64"
    assert {str(types[name]) for name in ("text", "error", "cuts")} == {"object"}


def test_dials_and_further_columns() -> None:
    html = ["<h1>Title</h1><p>See <a href='https://b.example/'>there</a>, it is worth it."]
    result = sitesieve.clean_many(html, jobs=0, add=["markdown", "html"], headline="out")
    assert result["text"] == ["See there, it is worth it."]
    assert "[there](https://b.example/)" in result["markdown"][0]
    assert "<a " in result["html"][0]
    plain = sitesieve.clean_many(html, jobs=0, add=["markdown"], links=False)
    assert "https" not in plain["markdown"][0]


def test_what_cannot_be_meant_is_refused() -> None:
    with pytest.raises(TypeError, match="html must be a column of values, as a list, not str"):
        sitesieve.clean_many("<p>one page")
    with pytest.raises(TypeError, match="one column of the DataFrame"):
        sitesieve.clean_many(pandas.DataFrame({"html": ["<p>x"]}))
    with pytest.raises(ValueError, match="1 pages, but 2 addresses"):
        sitesieve.clean_many(["<p>x"], ["https://a.example/", "https://b.example/"])
    with pytest.raises(TypeError, match="did you mean 'favour'"):
        sitesieve.clean_many(["<p>x"], favor="recall")  # type: ignore[call-arg]
    with pytest.raises(ValueError, match="add must be one of markdown, html"):
        sitesieve.clean_many(["<p>x"], add=["xml"])  # type: ignore[list-item]
    with pytest.raises(TypeError, match=r"model must be what .* gave, not str"):
        sitesieve.clean_many(["<p>x"], model="site.sieve")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="jobs must be 0 processes or more, not -1"):
        sitesieve.clean_many(["<p>x"], jobs=-1)
    with pytest.raises(TypeError, match="dial of the sieve"):
        sitesieve.clean_many(["<p>x"], method="tag-filter", favour="recall")
    with pytest.raises(TypeError, match="url must be a column of addresses as text, not of int"):
        sitesieve.clean_many(["<p>x"], [3])
    with pytest.raises(TypeError, match="html must be one column, not an array of 2 dimensions"):
        sitesieve.clean_many(np.array([["<p>x"]]))
    with pytest.raises(TypeError, match="html must be a column of values, as a list, not set"):
        sitesieve.clean_many({"<p>x", "<p>y"})
    with pytest.raises(TypeError, match="html must be one column of the LazyFrame"):
        sitesieve.clean_many(polars.LazyFrame({"html": ["<p>x"]}))
    with pytest.raises(TypeError, match=r"add must be a list of names, as \['markdown'\]"):
        sitesieve.clean_many(["<p>x"], add="markdown")  # type: ignore[arg-type]
    for jobs in ("2", 1.5, True):
        with pytest.raises(TypeError, match="jobs must be a whole number of processes"):
            sitesieve.clean_many(["<p>x"], jobs=jobs)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"limits must be Limits\(...\), not int"):
        sitesieve.clean_many(["<p>x"], limits=5)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="a model has its method"):
        sitesieve.clean_many(["<p>x"], model=Sieve(), method="tag-filter")


def clean_in_a_daemon(jobs: int | None, answers: Any) -> None:
    try:
        answers.put(sitesieve.clean_many(["<p>one", "<p>two"], jobs=jobs)["text"])
    except Exception as error:
        answers.put(str(error))


def test_a_process_that_may_start_no_others_does_the_work_itself() -> None:
    context = multiprocessing.get_context("spawn")
    answers = context.Queue()
    for jobs in (None, 1):
        context.Process(target=clean_in_a_daemon, args=(jobs, answers), daemon=True).start()
    assert sorted([answers.get(timeout=60), answers.get(timeout=60)], key=str) == [
        ["one", "two"],
        "this process is a daemon of multiprocessing, which may start no others: jobs=0 needs none",
    ]


def test_without_arrow_there_is_no_table_of_it_but_everything_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    result = sitesieve.clean_many(["<p>x"], jobs=0)
    assert len(result.to_pandas()) == result.to_polars().height == 1
    with pytest.raises(MissingExtra, match=r"sitesieve\[parquet\]"):
        result.to_arrow()


# Processes of a program with threads are not forked.
THREADED = """
import threading, sitesieve
from sitesieve.cleaning.methods import TagFilter
stop = threading.Event()
threading.Thread(target=stop.wait, daemon=True).start()
"""
OWN_METHOD = "class OwnFilter(TagFilter):\n    pass\n"


@pytest.mark.parametrize("how", ["file", "standard input"])
def test_a_program_with_threads_is_run_only_once(how: str, tmp_path: Path) -> None:
    text = f"{THREADED}print('ran')\n"
    # What is learned from these goes to the processes.
    text += "urls = ['https://docs.example/library/__main__.html', 'https://docs.example/']\n"
    text += "cleaned = sitesieve.clean_many(['<p>one', '<p>two'], urls, jobs=2)\n"
    text += "print(cleaned['text'], __spec__)\n"
    (tmp_path / "program.py").write_text(text)
    done = subprocess.run(
        [sys.executable, "-" if how == "standard input" else str(tmp_path / "program.py")],
        input=text if how == "standard input" else None,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.splitlines() == ["ran", "['one', 'two'] None"], done.stderr


def test_a_program_may_define_its_own_method_if_it_can_be_imported_again(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(
        f"{THREADED}{OWN_METHOD}if __name__ == '__main__':\n"
        "    print(sitesieve.clean_many(['<p>one', '<p>two'], jobs=1, method=OwnFilter())['text'])"
    )
    command = [sys.executable, str(program)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.stdout == "['one', 'two']\n", done.stderr


def test_a_program_that_cannot_be_imported_again_is_told_what_to_do(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(
        f"{THREADED}{OWN_METHOD}"
        "sitesieve.clean_many(['<p>one', '<p>two'], jobs=1, method=OwnFilter())\n"
    )
    done = subprocess.run(
        [sys.executable, str(program)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    last = done.stderr.splitlines()[-1]
    assert last.startswith("sitesieve.errors.SitesieveError: worker processes cannot start")
    assert 'if __name__ == "__main__":' in last
