"""Accuracy on real pages as a gate: nothing may fall below the floors of `gate.json`.

    python bench/gate.py DATA [--set]

The shipped models clean every eighth labelled page, alone and with pages of its site learned.
They were trained on pages of these files, so the figures are higher than those of
`bench/cleaner.py`; they are for noticing that a change made something worse. With --set the
figures of this run become the floors: a lower one is a decision, and its line in `gate.json`
shows it.
"""

import argparse
import json
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any

import numpy as np

import sitesieve
from measures import read_rows, values_kept, word_f1

FLOORS = Path(__file__).with_name("gate.json")
ONE_OF = 8
TOLERANCE = 0.001
KNOWN = 25  # pages of a site that are learned


def figures(data: Path) -> dict[str, float]:
    """The mean of each measure over the pages it applies to."""
    scores: defaultdict[str, list[float]] = defaultdict(list)

    def add_f(name: str, text: str, row: dict[str, Any]) -> None:
        scores[name].append(word_f1(text, row["main_text"] or "")[0])

    for name in ("pages", "articles"):
        for row in read_rows(data, f"{name}.parquet")[::ONE_OF]:
            add_f(f"{name}, alone", sitesieve.clean(row["html"], url=row.get("url")).text, row)
    for row, alone, known in with_sites(read_rows(data, "news_sites.parquet")):
        add_f("news_sites, alone", alone, row)
        add_f("news_sites, site known", known, row)
    for row, *texts in with_sites(read_rows(data, "facts.parquet")):
        for label, text in zip(("alone", "site known"), texts, strict=True):
            kept = values_kept(text, row["html"], row["values"])
            if kept is not None:
                scores[f"facts, {label}: values there"].append(kept[0])
                scores[f"facts, {label}: words gone"].append(1 - kept[1])
    return {name: round(float(np.mean(found)), 4) for name, found in scores.items()}


def with_sites(rows: list[dict[str, Any]]) -> list[tuple[dict[str, Any], str, str]]:
    """Some rows with their text, cleaned alone and with pages of the site known."""
    sites: defaultdict[str, list[dict[str, Any]]] = defaultdict(list)
    for row in rows:
        sites[row["site"]].append(row)
    cleaned = []
    for site, members in sites.items():
        pages = [sitesieve.Page(row.get("url"), row["html"], site=site) for row in members]
        model = sitesieve.learn(pages[:KNOWN])
        for row, page in list(zip(members, pages, strict=True))[::ONE_OF]:
            alone = sitesieve.clean(row["html"], url=row.get("url")).text
            cleaned.append((row, alone, model.clean(page).text))
    return cleaned


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("data", type=Path)
    arguments.add_argument("--set", action="store_true", help="make these figures the floors")
    options = arguments.parse_args()
    floors: dict[str, float] = json.loads(FLOORS.read_text()) if FLOORS.exists() else {}
    now = figures(options.data)
    fallen = [name for name, floor in floors.items() if now.get(name, 0.0) < floor - TOLERANCE]
    for name, figure in now.items():
        mark = "  below its floor" if name in fallen else ""
        print(f"{name:36} {figure:.4f}  floor {floors.get(name, 0.0):.4f}{mark}")
    if options.set:
        FLOORS.write_text(json.dumps(now, indent=2) + "\n")
    elif fallen:
        sys.exit(f"{len(fallen)} figures have fallen")


if __name__ == "__main__":
    main()
