"""Steps of datatrove's pipelines, run by datatrove."""

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from datatrove.data import Document
from datatrove.pipeline.writers import ParquetWriter
from deadly_sieve import DeadlySieve
from pyarrow import parquet
from sample_pages import pages, run_example

import sitesieve
from sample_web import generate
from sitesieve import InputError, MissingExtra
from sitesieve.cleaning import methods
from sitesieve.integrations.datatrove import CleanSites, LearnSites, SitesieveExtractor

SITE = generate(size=0)[0].pages
JSON = '{"pages": [1, 2, 3]}'


def documents(pages: Iterable[Any] = SITE) -> list[Document]:
    return [Document(page.html, page.url, metadata={"url": page.url}) for page in pages]


def texts(documents: Iterable[Document]) -> dict[str, str]:
    return {document.id: document.text for document in documents}


def numbers(step: Any) -> dict[str, int]:
    return {name: stat.total for name, stat in step.stats.stats.items()}


def test_the_extractor_cleans_each_page_alone_and_says_what_it_is() -> None:
    step = SitesieveExtractor()
    cleaned = list(step(documents()))
    alone = {page.url: sitesieve.clean(page.html, url=page.url) for page in SITE}
    assert texts(cleaned) == {url: document.text for url, document in alone.items()}
    for document in cleaned:
        expected = alone[document.id]
        assert document.metadata["title"] == expected.title
        assert document.metadata["date"] == (expected.date or "")
        assert document.metadata["language"] == expected.language
        assert document.metadata["page_type"] == expected.page_type
    assert numbers(step)["total"] == numbers(step)["forwarded"] == len(SITE)
    assert step.extract(SITE[0].html) == sitesieve.clean(SITE[0].html).text


def test_metadata_that_a_document_has_stays_and_a_prefix_keeps_both() -> None:
    html = "<title>Ships</title><p>Ships and stars, and nothing else for today."
    given = {"url": "https://a.example/", "title": "as crawled"}
    (one,) = SitesieveExtractor()([Document(html, "1", metadata=dict(given))])
    assert one.metadata["title"] == "as crawled"
    (two,) = SitesieveExtractor(metadata_prefix="page_")([Document(html, "1", metadata=given)])
    assert (two.metadata["title"], two.metadata["page_title"]) == ("as crawled", "Ships")


def test_dials_reach_the_cleaner_and_wrong_ones_are_refused_at_once() -> None:
    html = "<h1>Ships</h1><p>Ships and stars, and nothing else for today."
    (one,) = SitesieveExtractor(headline="out")([Document(html, "1")])
    assert one.text == "Ships and stars, and nothing else for today."
    with pytest.raises(TypeError, match="did you mean 'favour'"):
        SitesieveExtractor(favor="recall")  # type: ignore[call-arg]
    with pytest.raises(ValueError, match="site-style-tree"):
        SitesieveExtractor(method="site-stile-tree")


def test_pages_that_cannot_be_used_are_dropped_counted_and_written_elsewhere(
    tmp_path: Path,
) -> None:
    step = SitesieveExtractor(exclusion_writer=ParquetWriter(str(tmp_path)))
    bad = [Document("", "empty"), Document(JSON, "json"), Document("<p></p>", "nothing")]
    assert [document.id for document in step([*documents()[:1], *bad])] == [SITE[0].url]
    assert numbers(step)["dropped"] == 3
    reasons = ("dropped_empty", "dropped_json", "dropped_no-text")
    assert [numbers(step)[name] for name in reasons] == [1, 1, 1]
    written = parquet.read_table(next(tmp_path.glob("*.parquet"))).to_pylist()
    assert [row["metadata"]["filter_reason"] for row in written] == ["empty", "json", "no-text"]


def test_a_page_that_kills_its_process_costs_one_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(methods, "named", lambda _: DeadlySieve())
    given = [Document(f"<p>{text} page", text) for text in ("first", "deadly", "last")]
    step = SitesieveExtractor()
    assert [document.text for document in step(given)] == ["first page", "last page"]
    assert numbers(step)["dropped_crashed"] == 1


def test_two_steps_in_several_tasks_give_what_the_command_line_gives(tmp_path: Path) -> None:
    """The example: two tasks, neither of which has all pages of a site."""
    run_example("datatrove_sites.py", tmp_path)
    given = pages()[:120]
    expected = sitesieve.clean_many([p.html for p in given], [p.url for p in given], jobs=0)
    files = sorted((tmp_path / "text").iterdir())
    rows = {row["id"]: row for file in files for row in parquet.read_table(file).to_pylist()}
    assert {url: row["text"] for url, row in rows.items()} == dict(
        zip(expected["url"], expected["text"], strict=True)
    )
    assert {url: row["metadata"]["title"] for url, row in rows.items()} == dict(
        zip(expected["url"], expected["title"], strict=True)
    )
    before = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.*") if path.is_file()}
    run_example("datatrove_sites.py", tmp_path)
    assert before == {path: path.stat().st_mtime_ns for path in before}


def test_documents_without_an_address_are_cleaned_alone(tmp_path: Path) -> None:
    nameless = [Document(page.html, str(number)) for number, page in enumerate(SITE)]
    folder = learned(tmp_path, [*documents(SITE[:20]), *nameless])
    assert list(sitesieve.load(tmp_path / "00000-of-00001.sieve").models) == ["harbourpost.example"]
    cleaned = texts(CleanSites(folder)([*nameless, *documents(SITE[:2])]))
    alone = {str(n): sitesieve.clean(page.html).text for n, page in enumerate(SITE)}
    assert {name: cleaned[name] for name in alone} == alone


def test_texts_that_are_wanted_once_are_in_the_metadata() -> None:
    cleaned = SitesieveExtractor(once="navigation")(documents(SITE[:3]))
    found = [document.metadata["once"] for document in cleaned]
    expected = [sitesieve.clean(p.html, url=p.url, once="navigation").once for p in SITE[:3]]
    assert found == [[{"kind": str(kind), "text": text} for kind, text in o] for o in expected]
    assert all(found)


def learned(folder: Path, *shares: list[Document]) -> str:
    for rank, share in enumerate(shares):
        list(LearnSites(str(folder))(share, rank, len(shares)))
    return str(folder)


def test_learning_lets_documents_pass_and_leaves_a_model_even_of_none(tmp_path: Path) -> None:
    step = LearnSites(str(tmp_path))
    given = [*documents(), Document("", "empty")]
    assert list(step(iter(given), 0, 2)) == given
    assert given[0].text == SITE[0].html
    assert numbers(step)["unusable_empty"] == 1
    assert list(LearnSites(str(tmp_path))(None, 1, 2)) == []
    model = sitesieve.load(tmp_path / "00000-of-00002.sieve")
    assert len(model.models.pages_of("harbourpost.example")) == len(SITE)
    assert len(sitesieve.load(tmp_path / "00001-of-00002.sieve").models) == 0


def test_a_task_cleans_by_the_sites_of_its_pages_and_needs_no_others(tmp_path: Path) -> None:
    others = generate(size=0)[1].pages
    folder = learned(tmp_path, documents([*SITE[::2], others[0]]), documents([*SITE[1::2]]))
    expected = sitesieve.clean_many([p.html for p in SITE], [p.url for p in SITE], jobs=0)
    cleaned = texts(CleanSites(folder)(documents([*SITE, others[0]])))
    # The only page of a site that was learned from has nothing to be compared with.
    alone = sitesieve.clean(others[0].html, url=others[0].url).text
    assert cleaned == {**dict(zip(expected["url"], expected["text"], strict=True)),
                       others[0].url: alone}  # fmt: skip


def test_models_that_are_not_those_of_one_whole_run_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="run LearnSites first"):
        list(CleanSites(str(tmp_path))(documents()[:1]))
    list(LearnSites(str(tmp_path))(documents()[:3], 0, 2))
    with pytest.raises(InputError, match=r"one whole run of LearnSites \(00000-of-00002\.sieve\)"):
        list(CleanSites(str(tmp_path))(documents()[:1]))
    list(LearnSites(str(tmp_path))(documents()[3:5], 1, 2))
    assert len(list(CleanSites(str(tmp_path))(documents()[:2]))) == 2
    list(LearnSites(str(tmp_path))(documents()[:3], 0, 1))
    with pytest.raises(InputError, match="empty it"):
        list(CleanSites(str(tmp_path))(documents()[:1]))


def test_only_models_that_can_be_put_together_are_learned(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="tag-filter has no models of sites"):
        LearnSites(str(tmp_path), method="tag-filter")
    list(LearnSites(str(tmp_path), method="site-style-tree")(documents()))
    cleaned = texts(CleanSites(str(tmp_path))(documents()))
    model = sitesieve.learn([(p.url, p.html) for p in SITE], method="site-style-tree")
    assert cleaned == {p.url: model.clean(p.html, url=p.url).text for p in SITE}


def test_without_datatrove_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "sitesieve.integrations.datatrove")
    monkeypatch.setitem(sys.modules, "datatrove.io", None)
    with pytest.raises(MissingExtra, match=r"sitesieve\[datatrove\]"):
        __import__("sitesieve.integrations.datatrove")
