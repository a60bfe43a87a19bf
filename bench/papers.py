"""Every command of docs/papers.md that ends in numbers, run anew into one report.

python bench/papers.py DATA [-o build/papers] [--only thesis] [--runs 800]

Takes an hour or two. `index.html` in the folder has what each printed, beside what the paper said;
longer reports and JSON lie there too. A step that fails is named, and the rest go on.
"""

import argparse
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from pathlib import Path

from sitesieve.report import html

HERE = Path(__file__).parent
SITESIEVE = [sys.executable, "-m", "sitesieve"]


@dataclass(frozen=True)
class Step:
    """A command, and what of which paper it repeats."""

    paper: str
    what: str
    command: list[str]
    said: str = ""  # by the paper


def sitesieve(*arguments: object) -> list[str]:
    return [*SITESIEVE, *map(str, arguments)]


def bench(name: str, *arguments: object) -> list[str]:
    return [sys.executable, str(HERE / name), *map(str, arguments)]


def steps(data: Path, out: Path, runs: int) -> Iterator[Step]:
    """All of them, in the order of docs/papers.md."""
    products, news = data / "products.parquet", data / "news_sites.parquet"
    web, filters = out / "web.jsonl", out / "phrases.sieve"
    rules = out / "products.rules"
    yield Step("thesis", "the sample web, for the steps below", sitesieve("sample", "-o", web))
    yield Step(
        "thesis",
        "§5.4, §5.5: tables 5-1 to 5-16, figures 5-3 to 5-8, and which findings hold",
        sitesieve(
            *("experiment", products, "--paper", "--runs", runs, "--brief", "-q"),
            *("-o", out / "chapter5.json", "--report", out / "chapter5.html"),
        ),
        "products: k-means .506 .631 .751 .794, SVM F3 .558 .680 .880 .920 (N, T, S, W); "
        "news: .593 .731 .747 .753, .603 .863 .899 .919",
    )
    yield Step(
        "thesis",
        "the same with vectors of length 1",
        sitesieve(
            *("experiment", products, "--paper", "--set", "unit=true", "--runs", runs, "--brief"),
            *("-q", "-o", out / "unit.json", "--report", out / "unit.html"),
        ),
    )
    yield Step(
        "thesis",
        "§4.2, §4.3, table 4-1: all methods to their letters, and as they usually are",
        sitesieve(
            *("compare", news, "--paper", "--gold", "main_text", "--site-by", "site", "-q"),
            *("--report", out / "letters.html"),
        ),
    )
    yield Step(
        "thesis",
        "the same, usual settings",
        sitesieve("compare", news, "--gold", "main_text", "--site-by", "site", "-q"),
    )
    yield Step(
        "thesis",
        "§5.3: thresholds on twenty pages of a site",
        sitesieve(
            *("thresholds", news, "--paper", "--site-by", "site", "-q"),
            *("--report", out / "thresholds.html"),
        ),
        "chosen by looking at about 20 pages",
    )
    yield Step("thesis", "§4.3: word weights, letter and usual", bench("mining.py", data))
    yield Step(
        "thesis",
        "§4.3: k-means of the thesis on weights to the letter",
        sitesieve(
            *("experiment", products, "--input", "structure-tree:paper", "--task", "k-means"),
            *("--input", "structure-tree", "--runs", runs, "--brief", "-q"),
        ),
        "W: .794 and .753",
    )
    yield Step("thesis", "§3.2: a tree for each design", bench("designs.py", data, "--mining"))
    yield Step("thesis", "§2.2: kinds of noise", bench("noise.py", data, "--folds", "0"))
    yield Step("thesis", "§1: global noise by name", bench("duplicates.py", "--data", data))
    yield Step(
        "thesis", "§6.1: recommendations by targets", sitesieve("noise", web, "--by-targets", "-q")
    )
    yield Step("Kang and Kim", "§III.C, table III, efficiency of filters", bench("phrases.py"))
    for name, pages in (("sample web", web), ("news", news), ("products", products)):
        site = ("--site-by", "site") if pages is not web else ()
        learn = ("learn", pages, *site, "--method", "redundant-phrases:paper", "-o", filters, "-q")
        yield Step("Kang and Kim", f"table III, {name}: learn", sitesieve(*learn))
        yield Step(
            "Kang and Kim",
            f"table III, {name}",
            sitesieve("describe", filters, pages, *site, "-q"),
            "averages a site: filter 50 phrases; words by tag 14 %, redundant 6 %, core 80 %",
        )
    expert = "simulated_expert.py"
    yield Step(
        "Kang and Kim",
        "§V.B: rules made by a simulated expert",
        bench(expert, "teach", data, "--set", "products", "-o", rules),
        "239 rules, 82 folders, 2.96 conditions a rule",
    )
    yield Step(
        "Kang and Kim",
        "tables IV and V",
        sitesieve("rules", "tables", "-r", rules),
        "articles a rule 12.8, 5.7, 2.9, 1.7, 2.3 by conditions, 4.1 in all; 12.0 a folder",
    )
    yield Step(
        "Kang and Kim",
        "table VI, and the cost of wrong filing in rules",
        bench(expert, "effect", data, "--set", "sample", "--set", "products", "--cost"),
        "conclusions a page 1.97 by phrases, 1.93 by words, 6.11 unfiltered",
    )
    yield Step(
        "Kang and Kim",
        "table VI with the letter of the filters",
        bench(expert, "effect", "--set", "sample", "--paper", "--least", "3"),
    )
    yield Step("Kang and Kim", "§III.A: watching", bench("watching.py", "--size", "2"))
    yield Step(
        "Das",
        "§4, table 2, figures 6 and 7",
        sitesieve(
            *("experiment", products, "--paper", "--task", "gaussian-bayes", "--brief", "-q"),
            *("-o", out / "das.json", "--report", out / "das.html"),
        ),
        "F .696 before, .914 after; accuracy .792, .940",
    )
    for name in ("project_site", "docs_site"):
        for letter in ((), ("--paper",)):
            yield Step(
                "Kao",
                f"tables 3 and 4, figures 5, 6, 9, 10, 12, 14, 15: {name} {' '.join(letter)}",
                sitesieve(
                    "structure", data / f"{name}.parquet", *letter, "--evaluate", "role", "-q"
                ),
                "mean R-precision .27 to .82; 91.7 % of hub values at zero",
            )
    yield Step(
        "Kao",
        "§5.3: table 5, figures 16 and 17",
        sitesieve(
            *("structure", news, "--paper", "--evaluate-text", "main_text", "-q"),
        ),
        "thresholds .1 to .7, recall and precision .956 and more on 11 of 13 sites",
    )
    yield Step("Kao", "all rankings on all sites", bench("structure_ranking.py", data))


def main() -> int:
    """Run them, write the report; 1 where a step failed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("data", type=Path, help="folder of Parquet files")
    parser.add_argument("-o", "--output", type=Path, default=Path("build/papers"))
    parser.add_argument("--only", default="", help="steps whose paper or subject has this text")
    parser.add_argument("--runs", type=int, default=800, help="of k-means")
    given = parser.parse_args()
    given.output.mkdir(parents=True, exist_ok=True)
    parts: list[str] = []
    failed = 0
    for step in steps(given.data, given.output, given.runs):
        if given.only.lower() not in f"{step.paper} {step.what}".lower():
            continue
        started = time.monotonic()
        done = subprocess.run(step.command, capture_output=True, text=True, check=False)
        seconds = time.monotonic() - started
        failed += bool(done.returncode)
        how = "failed" if done.returncode else "done"
        print(f"{how} in {seconds:.0f} s: {step.paper}, {step.what}", file=sys.stderr)
        parts += _shown(step, done, seconds)
        report = html.page("The papers, made anew", *parts)
        (given.output / "index.html").write_text(report, "utf-8")
    print(f"{given.output / 'index.html'}: {failed} failed")
    return 1 if failed else 0


def _shown(step: Step, done: "subprocess.CompletedProcess[str]", seconds: float) -> Iterator[str]:
    command = " ".join(step.command).replace(" ".join(SITESIEVE), "sitesieve")
    yield html.heading(f"{step.paper}: {step.what}")
    yield html.note(f"{command} ({seconds:.0f} s)")
    if step.said:
        yield html.note(f"The paper: {step.said}.")
    if done.returncode:
        yield html.note(f"FAILED with {done.returncode}: {done.stderr.strip()[-1000:]}")
    yield f"<pre>{escape(done.stdout)}</pre>"


if __name__ == "__main__":
    sys.exit(main())
