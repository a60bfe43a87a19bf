"""`python -m kill_points`: kill every durable action at its writes and go on."""

import argparse
import sys
import tempfile
import time
from collections.abc import Iterable
from pathlib import Path

from kill_points.actions import ACTIONS, Action, warm_up
from kill_points.killing import left_in, points_of, run_apart, run_killed


def try_points(action: Action, every: int, first: int = 1) -> tuple[int, list[str]]:
    """Kill an action at every so many-th of its points, from the first (or, if that is less than
    0, of the last so many): how often, and what was wrong then."""
    warm_up()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        run_apart(lambda: action.prepare(folder))
        points = points_of(lambda: action.begin(folder))
        undisturbed = action.result(folder)
    first = first if first > 0 else max(1, points + first)
    problems, tried = [], 0
    for point in range(first, points + 1, every):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            run_apart(lambda folder=folder: action.prepare(folder))  # type: ignore[misc]
            if not run_killed(lambda folder=folder: action.begin(folder), point):  # type: ignore[misc]
                break  # it had fewer points this time
            tried += 1
            try:
                action.check(folder, undisturbed)
                run_apart(lambda folder=folder: action.take_up(folder))  # type: ignore[misc]
                assert action.result(folder) == undisturbed, "the result is another one"
            except Exception as error:
                problems.append(f"{action.name}, point {point}: {error!r}; {left_in(folder)}")
    return tried, problems


def main(arguments: Iterable[str] | None = None) -> None:
    """Kill what the arguments ask for; exit with 1 if anything was wrong."""
    parser = argparse.ArgumentParser(prog="kill_points", description=__doc__)
    parser.add_argument("--every", type=int, default=1, help="only every so many-th point")
    parser.add_argument("--action", help="this one alone")
    options = parser.parse_args(None if arguments is None else list(arguments))
    total, wrong = 0, 0
    for action in ACTIONS:
        if options.action not in (None, action.name):
            continue
        started = time.monotonic()
        tried, problems = try_points(action, options.every)
        total, wrong = total + tried, wrong + len(problems)
        print(f"{action.name:20} {tried:5,} kills  {time.monotonic() - started:6.1f} s  "
              f"{len(problems)} problems", flush=True)  # fmt: skip
        for problem in problems[:5]:
            print(f"  {problem[:1000]}", flush=True)
    print(f"{total:,} kills, {wrong} problems")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
