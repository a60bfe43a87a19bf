"""What a person sees while a job runs and when it is done."""

import io

import pytest
from rich.console import Console

from sitesieve.cli import show
from sitesieve.run.job import no_report
from sitesieve.run.tally import Tally


@pytest.fixture
def screen(monkeypatch: pytest.MonkeyPatch) -> io.StringIO:
    written = io.StringIO()
    terminal = Console(file=written, force_terminal=True, width=100, highlight=False)
    monkeypatch.setattr(show, "console", lambda: terminal)
    return written


def test_progress_shows_phase_pages_and_rate(screen: io.StringIO) -> None:
    with show.progress(quiet=False) as report:
        report("learning", 1, 0.1)
        report("learning", 40, 0.9)
        report("cleaning", 1, None)
    assert "learning" in screen.getvalue()
    assert "40 pages" in screen.getvalue()
    assert "cleaning" in screen.getvalue()


def test_progress_is_not_shown_when_quiet_or_piped(
    screen: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    with show.progress(quiet=True) as report:
        assert report is no_report
    monkeypatch.setattr(show, "console", lambda: Console(file=io.StringIO()))
    with show.progress(quiet=False) as report:
        report("learning", 1, 0.5)
        assert report is no_report
    assert screen.getvalue() == ""


def test_the_summary_says_what_was_cut_failed_skipped_and_forgotten(screen: io.StringIO) -> None:
    tally = Tally(cleaned=1200, empty=1, words_before=1000, words_kept=250)
    tally.failures.update({"empty": 2, "corrupt": 1})
    tally.cuts.update({"depth": 3})
    tally.sites.update((1, 2))
    show.summary(tally, 7, ["4 entries were forgotten"], ["a.example changed"], 10.0, "out.jsonl")
    text = screen.getvalue()
    for expected in (
        "1,200 cleaned, from 2 sites",
        "1,000 read, 250 kept (75.0% removed)",
        "1 page with nothing left",
        "3 depth",
        "1 corrupt, 2 empty",
        "7 records that are not HTML pages",
        "4 entries were forgotten",
        "a.example changed",
        "10.0 s, 120 pages/s",
        "out.jsonl",
    ):
        assert expected in text
