"""The default cleaner on the command line: its dials, and models that serve two methods."""

import json
from pathlib import Path

import pytest
from command_line import lines_file, sitesieve

STORY = "The ferry was late again, and the people on the pier had stopped looking at the clock. "
COMMENTS = "".join(
    f'<li class="comment" id="comment-{n}"><div class="comment-author">reader{n}</div>'
    f"<p>I was on that ferry too, number {n}, and it was cold out there.</p></li>"
    for n in range(6)
)
PAGE = f"""<html><head><title>Late again</title></head><body>
<nav><ul><li><a href="/">Home</a></li><li><a href="/news">News</a></li></ul></nav>
<main><article><h1>Late again</h1>{"<p>" + STORY * 3 + "</p>"}{"<p>" + STORY * 2 + "</p>"}
<p>{STORY}</p></article>
<section id="comments" class="comments"><h2>6 comments</h2><ol class="comment-list">{COMMENTS}</ol>
</section></main>
<aside class="related"><h3>Related</h3><a href="/x">Another ferry</a></aside>
<footer>Copyright 2024 The Pier. All rights reserved.</footer></body></html>"""


@pytest.fixture
def page(tmp_path: Path) -> Path:
    return lines_file(tmp_path / "in.jsonl", {"url": "https://pier.example/a", "html": PAGE})


def cleaned(*arguments: object) -> dict[str, object]:
    done = sitesieve("clean", *arguments)
    assert done.code == 0, done.err
    record: dict[str, object] = json.loads(done.out)
    return record


def test_it_is_the_default(page: Path) -> None:
    record = cleaned(page)
    assert record["method"] == "sieve"
    assert "The ferry was late again" in str(record["text"])
    assert "All rights reserved" not in str(record["text"])
    assert record["title"] == "Late again"


def test_the_headline_is_in_or_out(page: Path) -> None:
    assert str(cleaned(page)["text"]).startswith("Late again\n")
    assert "Late again" not in str(cleaned(page, "--headline", "out")["text"])
    assert "Late again" not in str(cleaned(page, "--set", "headline=out")["text"])
    assert sitesieve("clean", page, "--headline", "above").code == 2
    refused = sitesieve("clean", page, "--method", "tag-filter", "--headline", "out")
    assert refused.code == 2
    assert "dials of the sieve" in refused.err


def test_comments_in_out_and_apart(page: Path) -> None:
    apart = cleaned(page, "--comments", "apart")
    assert "on that ferry too" not in str(apart["text"])
    assert "number 3" in str(apart["comments"])
    inside = cleaned(page, "--comments", "in")
    assert "number 3" in str(inside["text"])
    assert inside["comments"] == ""
    out = cleaned(page, "--no-comments")
    assert "on that ferry too" not in str(out["text"])
    assert out["comments"] == ""


def test_precision_keeps_no_more_than_recall(page: Path) -> None:
    kept = [cleaned(page, *dial)["words_kept"] for dial in (("--precision",), (), ("--recall",))]
    assert kept == sorted(kept, key=lambda number: int(str(number)))


def test_explain_says_what_counted(page: Path) -> None:
    done = sitesieve("explain", page)
    shown = done.out.decode()
    assert "likely to be content" in shown
    assert "log-odds from:" in shown
