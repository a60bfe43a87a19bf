"""Train the cleaner: python -m training FOLDER -o sieve.npz

FOLDER holds Parquet files of pages with their gold texts: pages.parquet, articles.parquet
and news_sites.parquet (columns: url, html, main_text; where there are, site, comments and
page_type). The same files give the same models.
"""

import argparse
import sys
from pathlib import Path

from sitesieve.errors import SitesieveError
from training.corpus import read_labelled
from training.fitting import train


def main() -> int:
    """Read, fit, write; errors in one line."""
    parser = argparse.ArgumentParser(prog="python -m training", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("folder", type=Path, help="where the Parquet files are")
    parser.add_argument("-o", "--output", type=Path, required=True, help="file to write")
    given = parser.parse_args()
    try:
        train(read_labelled(given.folder)).save(given.output)
    except (SitesieveError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    print(f"{given.output}: {given.output.stat().st_size:,} bytes", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
