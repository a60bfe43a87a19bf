"""How long the studio takes to show something, on a learned model.

    python bench/studio_start.py PAGES MODEL [--runs 5]

Measured in Chromium (which runs already), from the start of the process `sitesieve studio PAGES
MODEL`: until it has printed its address, until the sites are shown, until the first page is shown
with its blocks tinted.
"""

import argparse
import re
import shutil
import statistics
import subprocess
import sys
import time
from typing import Any

from playwright.sync_api import sync_playwright


def measured(page: Any, arguments: list[str]) -> tuple[float, float, float]:
    """Seconds from the start of a studio until its address, its sites and a page are there."""
    command = [sys.executable, "-m", "sitesieve", "studio", "--no-open", *arguments]
    started = time.perf_counter()
    studio = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    try:
        assert studio.stdout is not None
        lines = (re.search(r"http://\S+", line) for line in studio.stdout)
        address = next(found[0] for found in lines if found)
        printed = time.perf_counter()
        page.goto(address)
        page.wait_for_selector(".site")
        sites = time.perf_counter()
        page.goto(f"{address.partition('?')[0]}#/page/1")
        page.wait_for_selector("iframe[data-tinted]")
        return printed - started, sites - started, time.perf_counter() - started
    finally:
        studio.terminate()
        studio.wait()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pages")
    parser.add_argument("model")
    parser.add_argument("--runs", type=int, default=5)
    options = parser.parse_args()
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=path, args=["--no-sandbox"])
        runs = []
        for _ in range(options.runs):
            context = browser.new_context()
            runs.append(measured(context.new_page(), [options.pages, options.model]))
            context.close()
        browser.close()
    for name, seconds in zip(
        ("address", "sites", "first page"), zip(*runs, strict=True), strict=True
    ):
        print(
            f"{name:10s} {statistics.median(seconds):.2f} s ({min(seconds):.2f}–{max(seconds):.2f})"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
