"""How long the studio takes to show something, on a learned model.

    python bench/studio_start.py PAGES MODEL [--runs 5]

Measured in Chromium (which runs already), from the start of the process `sitesieve studio PAGES
MODEL`: until it has printed its address, until it answers, until the sites are shown, until the
first page is shown with its blocks tinted. Beside it the seconds of CPU that the server has used by
then (Linux), which say more where other programs run at the same time.
"""

import argparse
import http.client
import os
import re
import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

Moment = tuple[float, float]  # seconds since the start, and seconds of CPU of the server


def measured(page: Any, arguments: list[str]) -> list[Moment]:
    """When the address of a studio, an answer, its sites and a page are there."""
    command = [sys.executable, "-m", "sitesieve", "studio", "--no-open", *arguments]
    started = time.perf_counter()
    studio = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

    def moment() -> Moment:
        return time.perf_counter() - started, _used(studio.pid)

    try:
        assert studio.stdout is not None
        lines = (re.search(r"http://\S+", line) for line in studio.stdout)
        address = next(found[0] for found in lines if found)
        moments = [moment()]
        connection = http.client.HTTPConnection(address.split("/")[2])
        connection.request("GET", "/")  # without the token: refused, but answered
        connection.getresponse().read()
        moments.append(moment())
        page.goto(address)
        page.wait_for_selector(".site")
        moments.append(moment())
        page.goto(f"{address.partition('?')[0]}#/page/1")
        page.wait_for_selector("iframe[data-tinted]")
        return [*moments, moment()]
    finally:
        studio.terminate()
        studio.wait()


def _used(process: int) -> float:
    """Seconds of CPU that a process has used."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(") ")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


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
    for i, name in enumerate(("address", "answers", "sites", "first page")):
        seconds, used = zip(*(run[i] for run in runs), strict=True)
        middle, cpu = statistics.median(seconds), statistics.median(used)
        print(f"{name:10s} {middle:.2f} s ({min(seconds):.2f}–{max(seconds):.2f}), {cpu:.2f} s CPU")
    return 0


if __name__ == "__main__":
    sys.exit(main())
