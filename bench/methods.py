"""Every method on the same pages: word F, precision, recall, milliseconds.

    python bench/methods.py DATA [--only NAME]

The pages are the sample web's, and `news_sites.parquet` and `pages.parquet` of
the folder DATA. What `sitesieve compare --gold` shows, for all three.
"""

import argparse
import tempfile
from pathlib import Path

from rich.console import Console
from rich.table import Table

from sitesieve.cleaning.methods import METHODS
from sitesieve.cleaning.methods.nothing import Nothing
from sitesieve.report.comparison import rows_of
from sitesieve.run.comparing import Comparison, compare
from sitesieve.sample import sample_sites, write_jsonl
from sitesieve.sources.items import ReadOptions
from sitesieve.sources.source import Source

GOLD = "main_text"


def compared(path: Path, site_by: str) -> Comparison:
    """All methods on the pages of a file with gold text."""
    source = Source([str(path)], ReadOptions(carry=(GOLD,), site_by=site_by))
    try:
        methods = [Nothing(), *(kind() for kind in METHODS.values())]
        return compare(methods, source, GOLD, jobs=2)
    finally:
        source.close()


def sample_file(folder: str) -> Path:
    """The sample web as JSON Lines with gold text."""
    path = Path(folder, "sample.jsonl")
    write_jsonl(path, sample_sites())
    return path


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("data", type=Path)
    arguments.add_argument("--only", choices=("sample", "news_sites", "pages"))
    options = arguments.parse_args()
    console = Console()
    with tempfile.TemporaryDirectory() as folder:
        files = {
            "sample": (sample_file(folder), "domain"),
            "news_sites": (options.data / "news_sites.parquet", "site"),
            "pages": (options.data / "pages.parquet", "domain"),
        }
        for name, (path, site_by) in files.items():
            if options.only in (None, name):
                found = compared(path, site_by)
                table = Table(title=f"{name}: {found.pages:,} pages")
                for heading in ("method", "words kept", "ms a page", "F", "precision", "recall"):
                    table.add_column(heading, justify="left" if heading == "method" else "right")
                for row in rows_of(found):
                    table.add_row(*row)
                console.print(table)


if __name__ == "__main__":
    main()
