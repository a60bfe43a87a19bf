"""`sitesieve clean --drop-duplicates`: copies are dropped, counted and listed."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from command_line import BY_TAGS, lines_file, records_of, sitesieve

from sample_web import generate
from sitesieve.atomic import read_sealed
from sitesieve.cleaning import methods
from sitesieve.errors import OutputError
from sitesieve.page import Page
from sitesieve.run import job as job_module
from sitesieve.run.job import Job
from sitesieve.sinks import FileSink, Formatter, open_sink
from sitesieve.sources import Source
from sitesieve.sources.items import Item

AD = "<div><a href=https://ads.example/>Sunny shoes</a> now half the price</div></body>"
LEARNING = ("redundant-phrases", "site-style-tree", "pagelet-templates")


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Pages of one site, a broken line, then some pages again: as they were, and with an
    advertisement."""
    site = generate(size=0)[0].pages[:12]
    records: list[dict[str, str] | str] = [{"url": p.url, "html": p.html} for p in site]
    records.insert(3, '{"url": "https://a.example/", "html')
    records += [{"url": f"{p.url}?b=1&a=2", "html": p.html} for p in site[:5]]
    records += [{"url": f"{p.url}?ad=1", "html": p.html.replace("</body>", AD)} for p in site[5:8]]
    return lines_file(tmp_path_factory.mktemp("in") / "pages.jsonl", *records)


def lines(path: Path) -> list[str]:
    return path.read_text().splitlines(keepends=True)


def urls(path: Path) -> list[str]:
    return [record["url"] for record in records_of(path)]


@pytest.mark.parametrize("jobs", [1, 2])
def test_copies_are_dropped_counted_and_listed(pages: Path, tmp_path: Path, jobs: int) -> None:
    out, errors = tmp_path / "out.jsonl", tmp_path / "errors.jsonl"
    options = (*BY_TAGS, "-j", jobs, "--errors", errors, "-o", out, "--drop-duplicates")
    done = sitesieve("clean", pages, *options)
    assert done.code == 0
    assert "duplicates  8 pages dropped" in done.err
    assert "failed  1 malformed-json" in done.err
    assert len(urls(out)) == 12
    assert not any("?" in url for url in urls(out))
    dropped = [r for r in records_of(errors) if r["reason"] == "duplicate"]
    assert len(dropped) == 8
    first = urls(out)[0]
    assert dropped[0]["url"] == f"{first}?b=1&a=2"
    assert dropped[0]["detail"] == f"is the same page as {first}"  # which it names as canonical
    assert dropped[0]["relation"] == "same page"


def test_duplicates_are_no_failures(pages: Path, tmp_path: Path) -> None:
    good = tmp_path / "good.jsonl"
    good.write_text("".join(x for x in lines(pages) if x.endswith("}\n")))
    options = (*BY_TAGS, "-o", tmp_path / "o.jsonl", "--strict")
    assert sitesieve("clean", good, *options, "--drop-duplicates").code == 0


@pytest.mark.parametrize("method", LEARNING)
def test_copies_teach_nothing(pages: Path, tmp_path: Path, method: str) -> None:
    with_copies, without = tmp_path / "a.jsonl", tmp_path / "b.jsonl"
    sitesieve("clean", pages, "--method", method, "-o", with_copies, "--drop-duplicates")
    plain = tmp_path / "plain.jsonl"
    plain.write_text("".join(line for line in lines(pages) if "?" not in line[:200]))
    sitesieve("clean", plain, "--method", method, "-o", without)
    texts = [[(r["url"], r["text"]) for r in records_of(p)] for p in (with_copies, without)]
    assert texts[0] == texts[1]


def test_a_saved_model_can_be_used(pages: Path, tmp_path: Path) -> None:
    model, out = tmp_path / "m.sieve", tmp_path / "out.jsonl"
    sitesieve("learn", pages, "-o", model)
    done = sitesieve("clean", pages, "--model", model, "-o", out, "--drop-duplicates")
    assert done.code == 0
    assert len(urls(out)) == 12


def test_without_the_option_every_page_is_written(pages: Path, tmp_path: Path) -> None:
    done = sitesieve("clean", pages, *BY_TAGS, "-o", tmp_path / "out.jsonl")
    assert len(urls(tmp_path / "out.jsonl")) == 20
    assert "duplicates" not in done.err


class Interrupted(Source):
    """A source at which somebody presses Ctrl-C after some items of its second pass."""

    def __init__(self, location: Path, after: int) -> None:
        super().__init__([str(location)])
        self._after = after
        self._passes = 0

    def __iter__(self) -> Iterator[Item]:
        self._passes += 1
        for i, item in enumerate(super().__iter__()):
            if self._passes == 2 and i == self._after:
                raise KeyboardInterrupt
            yield item


def make_job(source: Source, folder: Path, method: str, drop: bool = True) -> Job:
    folder.mkdir(exist_ok=True)
    return Job(
        source,
        methods.named(method),
        open_sink(folder / "out.jsonl", "jsonl", folder=False),
        Formatter("jsonl"),
        jobs=0,
        errors=FileSink(folder / "errors.jsonl", "jsonl"),
        drop_duplicates=drop,
    )


@pytest.mark.parametrize("method", ["tag-filter", "redundant-phrases", "pagelet-templates"])
def test_a_resumed_job_drops_the_same_pages(
    pages: Path, tmp_path: Path, method: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(job_module, "_COMMIT_EVERY", -1.0)
    monkeypatch.setattr(job_module, "_SEAL_EVERY", 1)
    expected = make_job(Source([str(pages)]), tmp_path / "a", method).run()
    assert expected.duplicates == 8
    for after in (0, 5, 15, 20):
        folder = tmp_path / str(after)
        with pytest.raises(KeyboardInterrupt):
            make_job(Interrupted(pages, after), folder, method).run()
        tally = make_job(Source([str(pages)]), folder, method).run(resume=True)
        assert tally == expected, after
        for name in ("out.jsonl", "errors.jsonl"):
            assert (tmp_path / "a" / name).read_bytes() == (folder / name).read_bytes(), after


def test_a_job_cannot_be_resumed_with_the_option_changed(pages: Path, tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        make_job(Interrupted(pages, 4), tmp_path / "b", "tag-filter").run()
    with pytest.raises(OutputError, match="other inputs or settings"):
        make_job(Source([str(pages)]), tmp_path / "b", "tag-filter", drop=False).run(resume=True)


def test_what_was_found_must_be_readable_to_go_on(pages: Path, tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        make_job(Interrupted(pages, 4), tmp_path / "b", "tag-filter").run()
    (copies,) = (tmp_path / "b").rglob("copies.json")
    assert len(read_sealed(copies)) == 8
    copies.write_text("[[1]")
    with pytest.raises(OutputError, match=r"copies\.json is unreadable"):
        make_job(Source([str(pages)]), tmp_path / "b", "tag-filter").run(resume=True)


def test_old_versions_and_mirrors_are_named_in_the_summary_and_the_list(tmp_path: Path) -> None:
    site = [p for p in generate(size=0)[0].pages if p.role == "article"][:4]
    path = [p.url.partition("/")[2].lstrip("/").partition("/")[2] for p in site]
    records = [{"url": p.url, "html": p.html} for p in site]
    records += [
        {"url": f"https://mirror.example/{rest}", "html": p.html}
        for p, rest in zip(site, path, strict=True)
    ]
    records += [{"url": f"{site[0].url}?version=1.2", "html": site[0].html}]
    pages = lines_file(tmp_path / "pages.jsonl", *records)
    out, errors = tmp_path / "out.jsonl", tmp_path / "errors.jsonl"
    options = (*BY_TAGS, "--errors", errors, "-o", out, "--drop-duplicates")
    done = sitesieve("clean", pages, *options)
    assert done.code == 0
    said = " ".join(done.err.split())
    assert "duplicates 5 pages dropped: 4 mirror, 1 old version; mirrored: 4 mirror.example" in said
    assert f"of {Page(site[0].url, '').site}" in said
    old = next(r for r in records_of(errors) if r["relation"] == "old version")
    assert old["url"] == f"{site[0].url}?version=1.2"
    assert old["kept"] == site[0].url
    assert old["detail"] == f"is an old version of {site[0].url}"
    assert old["why"] == "others name it as canonical"
    kept = sitesieve("clean", pages, *BY_TAGS, "-o", out, "--drop-duplicates", "--keep-versions")
    assert kept.code == 0
    assert f"{site[0].url}?version=1.2" in urls(out)
    assert sitesieve("clean", pages, "-o", out, "--keep-versions").code == 2


def test_what_an_earlier_input_has_is_left_out(tmp_path: Path) -> None:
    site = [p for p in generate(size=0)[0].pages if p.role == "article"][:5]
    records = [{"url": p.url, "html": p.html} for p in site]
    earlier = lines_file(tmp_path / "earlier.jsonl", *records[:3])
    again = [{**r, "html": r["html"].replace("</body>", AD)} for r in records[:2]]
    pages = lines_file(tmp_path / "pages.jsonl", *again, *records[3:])
    out, errors = tmp_path / "out.jsonl", tmp_path / "errors.jsonl"
    options = ("-o", out, "--errors", errors, "--drop-duplicates", "--against", earlier)
    done = sitesieve("clean", pages, *options)
    assert done.code == 0
    assert urls(out) == [r["url"] for r in records[3:]]
    listed = records_of(errors)
    assert [(r["relation"], r["kept"]) for r in listed] == [
        ("same page", r["url"]) for r in records[:2]
    ]
    assert sitesieve("clean", pages, "--against", earlier).code == 2
    over = sitesieve("clean", pages, "-o", earlier, *options[-3:])
    assert over.code == 2
    assert records_of(earlier) == records[:3]
    assert sitesieve("clean", pages, *options[:-1], tmp_path / "nowhere").code == 1
