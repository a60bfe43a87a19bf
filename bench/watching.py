"""What a watch reports of sites that change over simulated days, against what happened.

    python bench/watching.py [--days 10] [--size 1] [--seed 0] [--seeds 1] [--site NAME]

Every site of the sample web is served on localhost and visited twice a day. A report is right
when it is of the right kind (new, changed, redesign, gone), of the right page and of the right
day; each is right once. On every visit adverts, counters, dates, the weather and related links are
others, and comments are added: reports of these are wrong.
"""

import argparse
import tempfile
import time
from collections import Counter
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import urlsplit

from sample_web import Calendar, ChangingWeb, serve_changing
from sample_web.plan import SiteSpec
from sample_web.web import CHINESE, COMMUNITY, HOBBY, MAGAZINE, NEWS
from sitesieve.watch import FetchOptions, SimulatedClock, Watcher

DAY = 86_400.0
START = datetime(2025, 3, 3, 6, tzinfo=UTC).timestamp()
SITES = (
    (NEWS, "press", "board-new"),
    (HOBBY, "tables", "press"),
    (MAGAZINE, "soup", "pavilion"),
    (COMMUNITY, "board-old", "board-new"),
    (CHINESE, "pavilion", "press"),
)

REPORTED_AS: dict[str, str] = {"removed": "gone"}
Report = tuple[int, str, str]


@dataclass(frozen=True)
class Result:
    """What was reported of one site, what should have been, and what it cost."""

    reported: Counter[Report]
    true: Counter[Report]
    pages: int
    seconds: float
    size: int

    @property
    def right(self) -> int:
        return (self.reported & self.true).total()

    def __add__(self, other: "Result") -> "Result":
        return Result(
            self.reported + other.reported,
            self.true + other.true,
            self.pages + other.pages,
            self.seconds + other.seconds,
            self.size + other.size,
        )


def watched(web: ChangingWeb, folder: Path) -> Result:
    """Watch a site from its first day to its last."""
    clock, state = SimulatedClock(START), folder / "state.sqlite"
    reported: Counter[Report] = Counter()
    pages, began = 0, time.perf_counter()
    options = FetchOptions(allow_private=True)
    with serve_changing(web) as address, Watcher(state, options, clock) as watcher:
        watcher.add(f"{address}/", kind="site", every=DAY / 2, max_pages=1000)
        for half in range(2 * web.calendar.days):
            web.day = half // 2
            clock.set(START + half * DAY / 2)
            done = watcher.run(everything=True)
            pages += sum(visit.fetched + visit.unchanged for visit in done.visits)
            for item in done.items:
                path = "" if item.kind == "redesign" else urlsplit(item.url).path
                reported[web.day, item.kind, path] += 1
    seconds = time.perf_counter() - began
    true = Counter((c.day, REPORTED_AS.get(c.what, c.what), c.path) for c in web.changes)
    return Result(reported, true, pages, seconds, state.stat().st_size)


def kinds(reports: Counter[Report], kind: str) -> int:
    return sum(number for (_, what, _), number in reports.items() if what == kind)


def line(name: str, result: Result) -> str:
    right = result.reported & result.true
    told = "  ".join(
        f"{kinds(right, kind):>3} of {kinds(result.true, kind):<3}"
        for kind in ("new", "changed", "redesign", "gone")
    )
    wrong = result.reported.total() - result.right
    precision = result.right / max(1, result.reported.total())
    recall = result.right / max(1, result.true.total())
    cost = 1000 * result.seconds / max(1, result.pages)
    return (
        f"{name:22} {told}  {wrong:>5}  {precision:.3f}  {recall:.3f}  {result.pages:>6,}"
        f"  {cost:>5.0f}  {result.size / 1000:>6,.0f}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--days", type=int, default=10)
    parser.add_argument("--size", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=0, help="the first one")
    parser.add_argument("--seeds", type=int, default=1, help="how many")
    parser.add_argument("--site", help="only this one")
    options = parser.parse_args()
    days = options.days
    calendar = Calendar(
        days=days,
        new_a_day=2,
        longer=(days // 4, days // 2, days - 2),
        renamed=(days // 5, days - 3),
        removed=(days // 3,),
        redesign=6 * days // 10,
    )
    print(f"{'site':22} {'new':>10}{'changed':>12}{'redesign':>12}{'gone':>12}  wrong"
          "   prec.    rec.   pages  ms/page    kB")  # fmt: skip
    every: list[Result] = []
    for spec, design, new_design in SITES:
        if options.site in (None, spec.host):
            every.append(of_site(spec, design, new_design, calendar, options))
            print(line(spec.host, every[-1]), flush=True)
            for report, number in (every[-1].reported - every[-1].true).items():
                print("    wrong:", number, *report)
            for report in every[-1].true - every[-1].reported:
                print("    missed:", *report)
    total = every[0]
    for result in every[1:]:
        total += result
    print(line("all", total))


def of_site(
    spec: SiteSpec,
    design: str,
    new_design: str,
    calendar: Calendar,
    options: argparse.Namespace,
) -> Result:
    """A site made from several seeds."""
    results = []
    for seed in range(options.seed, options.seed + options.seeds):
        web = ChangingWeb(spec, design, new_design, calendar, options.size, seed)
        with tempfile.TemporaryDirectory() as folder:
            results.append(watched(web, Path(folder)))
    total = results[0]
    for result in results[1:]:
        total += result
    return total


if __name__ == "__main__":
    main()
