"""A whole site from Parquet to Markdown on the command line, against trafilatura's.

    python bench/end_to_end.py DATA [--pages N]

The first N pages (500) of docs_site.parquet in the folder DATA. sitesieve reads the Parquet
file, learns the site and cleans it; trafilatura, which reads no Parquet, gets the same pages
as files. Both with two processes, and from start to finish as a person waits for them.
"""

import argparse
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import pyarrow.parquet as pq


def seconds(command: Sequence[str]) -> float:
    start = time.perf_counter()
    subprocess.run(command, check=True, capture_output=True)
    return time.perf_counter() - start


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("data", type=Path)
    arguments.add_argument("--pages", type=int, default=500)
    options = arguments.parse_args()
    table = pq.read_table(options.data / "docs_site.parquet", columns=["url", "html"])
    table = table.slice(0, options.pages)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        pq.write_table(table, folder / "site.parquet")
        (folder / "pages").mkdir()
        for number, row in enumerate(table.to_pylist()):
            (folder / "pages" / f"{number}.html").write_text(row["html"], "utf-8", "replace")
        ours = seconds(
            [
                *(sys.executable, "-m", "sitesieve", "clean", str(folder / "site.parquet")),
                *("--markdown", "--output-dir", str(folder / "ours"), "-j", "2", "-q"),
            ]
        )
        theirs = seconds(
            [
                *(str(Path(sys.executable).with_name("trafilatura")), "--markdown", "--links"),
                *("--input-dir", str(folder / "pages"), "--output-dir", str(folder / "theirs")),
                *("--parallel", "2"),
            ]
        )
        sides = {"sitesieve": ("ours", ours), "trafilatura": ("theirs", theirs)}
        found = {tool: list((folder / side).rglob("*")) for tool, (side, _) in sides.items()}
        files = {tool: sum(path.is_file() for path in paths) for tool, paths in found.items()}
    for tool, (_, spent) in sides.items():
        rate = table.num_rows / spent
        print(f"{tool:12} {spent:6.1f} s  {rate:6.1f} pages/s  {files[tool]} files written")


if __name__ == "__main__":
    main()
