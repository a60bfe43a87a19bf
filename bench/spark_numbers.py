"""The numbers of `spark_scale.py` as the tables of docs/spark.md, and what a billion pages cost.

    python bench/spark_numbers.py FOLDER ... [--machines N] [--cores N] [--write]

Each folder is one that `spark_scale.py` has worked in. What a step has not measured is left out.
With --write the tables are put into the document.
"""

import argparse
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

DOCUMENT = Path(__file__).parents[1] / "docs" / "spark.md"
BEGIN, END = "<!-- numbers: begin -->\n", "<!-- numbers: end -->"
MANY = 1_000_000_000
Numbers = dict[str, Any]


def cpu(numbers: Numbers, step: str) -> float:
    """CPU seconds of all processes."""
    return float(numbers[step]["java_cpu"] + numbers[step]["python_cpu"])


def per_page(numbers: Numbers, seconds: float) -> str:
    return f"{1000 * seconds / numbers['generate']['pages']:.1f} ms"


def of_spark(step: str) -> dict[str, Callable[[Numbers], str]]:
    """The rows of a step."""

    def spent(n: Numbers) -> str:
        python, java = n[step]["python_cpu"], n[step]["java_cpu"]
        return f"{per_page(n, cpu(n, step))} ({per_page(n, python)}, {per_page(n, java)})"

    def shuffled(n: Numbers) -> str:
        size = n[step]["shuffle_bytes"]
        return f"{size / 1e6:,.0f} MB ({size / n['generate']['pages'] / 1000:.1f} kB per page)"

    def memory(n: Numbers) -> str:
        return f"{n[step]['python_mb']:,.0f} MB, {n[step]['java_mb']:,.0f} MB"

    def waited(n: Numbers) -> str:
        seconds, (_, load, _) = n[step]["seconds"], n[step]["load"]
        return f"{seconds:,.0f} s ({load:.0f})"

    return {
        f"{step}: CPU per page (Python, Java)": spent,
        f"{step}: shuffled": shuffled,
        f"{step}: largest Python worker, largest Java process": memory,
        f"{step}: seconds (load of the machine's two cores)": waited,
    }


def by_command_line(n: Numbers) -> str:
    return f"{per_page(n, n['command-line']['cpu'])}, {n['command-line']['largest_mb']:,.0f} MB"


def waited_for_command_line(n: Numbers) -> str:
    load = n["command-line"].get("load")
    return f"{n['command-line']['seconds']:,.0f} s" + (f" ({load[1]:.0f})" if load else "")


def same(n: Numbers) -> str:
    return f"{n['compare']['same']:,} of {n['compare']['texts']:,}"


ROWS: dict[str, Callable[[Numbers], str]] = {
    "largest site": lambda n: f"{n['generate']['largest']:,} pages",
    "HTML, in Parquet files": lambda n: (
        f"{n['generate']['html_bytes'] / 1e6:,.0f} MB, {n['generate']['file_bytes'] / 1e6:,.0f} MB"
    ),
    **of_spark("learn"),
    "models": lambda n: f"{n['learn']['models_bytes'] / 1e6:,.0f} MB",
    **of_spark("clean"),
    "Spark, both: pages a second of CPU": lambda n: (
        f"{n['generate']['pages'] / (cpu(n, 'learn') + cpu(n, 'clean')):,.0f}"
    ),
    "command line, both: CPU per page, largest process": by_command_line,
    "command line: pages a second of CPU": lambda n: (
        f"{n['generate']['pages'] / n['command-line']['cpu']:,.0f}"
    ),
    "command line: seconds (load)": waited_for_command_line,
    "texts that are the same": same,
}


def table(runs: list[Numbers]) -> str:
    sizes = [run["generate"] for run in runs]
    head = [f"{size['pages']:,} pages, {size['sites']:,} sites" for size in sizes]
    lines = [f"| | {' | '.join(head)} |", "|---" * (len(runs) + 1) + "|"]
    for name, cell in ROWS.items():
        cells = []
        for run in runs:
            try:
                cells.append(cell(run))
            except (KeyError, ZeroDivisionError):
                cells.append("")
        lines.append(f"| {name} | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def cost(run: Numbers, machines: int, cores: int) -> str:
    """What a billion such pages take, by the numbers of one run."""
    pages, together = run["generate"]["pages"], machines * cores
    lines = []
    for step in ("learn", "clean"):
        if "java_cpu" not in run.get(step, {}):
            continue
        each = cpu(run, step) / pages
        hours = each * MANY / together / 3600
        moved = run[step]["shuffle_bytes"] / pages * MANY / 1e12
        lines.append(
            f"| {step} | {1000 * each:.1f} ms | {each * MANY / 3600:,.0f} | {hours:.1f} h | "
            f"{moved:.1f} TB, {moved * 1e3 / machines:,.0f} GB per machine |"
        )
    head = (
        f"| {MANY:,} pages | CPU per page | core hours | on {machines} × {cores} cores | shuffled |"
    )
    return "\n".join([head, "|---|---|---|---|---|", *lines]) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--machines", type=int, default=32)
    parser.add_argument("--cores", type=int, default=16)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    runs = [json.loads((folder / "results.json").read_text()) for folder in options.folders]
    measured = [run for run in runs if "java_cpu" in run.get("clean", {})]
    text = table(runs)
    if measured:
        size = measured[-1]["generate"]["pages"]
        text += (
            f"\nBy the run of {size:,} pages, on a cluster of {options.machines} machines with "
            f"{options.cores} cores each:\n\n{cost(measured[-1], options.machines, options.cores)}"
        )
    print(text)
    if options.write:
        document = DOCUMENT.read_text("utf-8")
        before, _, rest = document.partition(BEGIN)
        DOCUMENT.write_text(before + BEGIN + text + END + rest.partition(END)[2], "utf-8")


if __name__ == "__main__":
    main()
