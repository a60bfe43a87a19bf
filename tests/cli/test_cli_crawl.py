"""The words of `sitesieve crawl`."""

from pathlib import Path

import pytest
from command_line import sitesieve


@pytest.mark.parametrize(
    ("arguments", "code", "complaint"),
    [
        (("news.html",), 1, "not a web address"),
        (("http://a.example/", "--max-pages", "0"), 2, "--max-pages"),
        (("http://a.example/", "--path-depth", "news=2"), 2, "is not like /archive/=2"),
        (("http://a.example/", "--path-depth", "/news/=many"), 2, "is not like /archive/=2"),
        (("http://a.example/", "--since", "nothing.warc.gz"), 1, "no earlier crawl"),
    ],
)
def test_what_cannot_be_done_is_said_before_anything_is_fetched(
    tmp_path: Path, arguments: tuple[str, ...], code: int, complaint: str
) -> None:
    done = sitesieve("crawl", *arguments, "-o", tmp_path / "site.warc.gz")
    assert done.code == code
    assert complaint in done.err
    assert "Traceback" not in done.err
    assert not list(tmp_path.iterdir())


def test_an_output_that_is_no_archive_is_refused(tmp_path: Path) -> None:
    done = sitesieve("crawl", "http://a.example/", "-o", tmp_path / "site.html")
    assert done.code == 1
    assert ".warc.gz" in done.err
