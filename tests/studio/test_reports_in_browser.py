"""The static reports in a real browser: readable in light and dark, wide and narrow."""

import json
from pathlib import Path
from typing import Any

import pytest
from reading_checks import NAMELESS, TOO_FAINT
from running_studio import Shown, make_pages

from sitesieve.cli import cli
from sitesieve.page.page import Page
from sitesieve.report import html

NAMES = ("none", "sieve", "site-style-tree")
VALUES: list[list[float | None]] = [[0.5, 0.7, 0.9], [0.2, None, 1.0]]


@pytest.fixture(scope="module")
def reports(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """One of each."""
    folder = tmp_path_factory.mktemp("reports")
    links = "".join(f"<p><a href=/{n}.html>Ships {n}</a></p>" for n in range(1, 6))
    index = Page("https://post.example/", f"<title>Index</title>{links}", extra={"gold": "x"})
    lines = [
        json.dumps({"url": page.url, "html": page.decoded.text, "gold": page.extra["gold"]})
        for page in [index, *make_pages(5)]
    ]
    pages, one = folder / "pages.jsonl", folder / "page.html"
    pages.write_text("\n".join(lines))
    one.write_text(make_pages(1)[0].decoded.text)
    made = {name: str(folder / f"{name}.html") for name in ("compare", "noise", "map", "explained")}
    for command in (
        ["compare", pages, "--gold", "gold", "--report", made["compare"], "-j", 1],
        ["noise", pages, "--report", made["noise"], "-j", 1],
        ["structure", pages, "-o", made["map"], "-j", 1],
        ["explain", one, "--report", made["explained"]],
    ):
        cli.main([str(word) for word in command], standalone_mode=False)
    plots = html.page(  # what the report of an experiment is made of
        "Plots",
        html.legend(NAMES),
        html.grouped_bars(["k-means F", "SVM F1"], NAMES, VALUES),
        html.clouds(NAMES, [[0.1, 0.9]] * 3),
        html.histograms(NAMES, [[0.1, 0.9]] * 3),
        html.folded("A long table", html.table([f"column {n}" for n in range(20)], [["x"] * 20])),
    )
    (folder / "plots.html").write_text(plots)
    return [*map(Path, made.values()), folder / "plots.html"]


@pytest.mark.parametrize(("width", "scheme"), [(400, "dark"), (1280, "light")])
def test_every_report_can_be_read(
    browser: Any, reports: list[Path], width: int, scheme: str
) -> None:
    shown = Shown(browser, width, scheme)
    for report in reports:
        shown.page.goto(report.as_uri())
        shown.page.evaluate(
            "document.querySelectorAll('details').forEach((one) => one.open = true)"
        )
        assert shown.page.evaluate(TOO_FAINT) == [], report.name
        assert shown.page.evaluate(NAMELESS) == [], report.name
        wide = shown.page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, report.name
    shown.context.close()
    assert shown.errors == []


def test_gold_text_colours_and_labels_are_there(shown_reports: dict[str, Any]) -> None:
    compared, noise, site = (shown_reports[name] for name in ("compare", "noise", "map"))
    assert compared.locator("section.gold pre").first.inner_text()
    table = compared.locator(".heat").first
    assert table.bounding_box()["width"] <= 1280  # all of it, not cut off at the right
    bars = noise.locator(".bars i").all()
    assert len({bar.get_attribute("style").partition(";")[2] for bar in bars}) == len(bars) > 1
    assert site.locator(".contents .row").first.inner_text().startswith("Index")


@pytest.fixture
def shown_reports(browser: Any, reports: list[Path]) -> Any:
    """Each in a page of its own."""
    context = browser.new_context(viewport={"width": 1280, "height": 850})
    pages = {}
    for report in reports:
        pages[report.stem] = context.new_page()
        pages[report.stem].goto(report.as_uri())
    yield pages
    context.close()
