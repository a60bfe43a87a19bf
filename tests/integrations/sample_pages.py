"""Pages of the sample web as tests of other programs need them, and how examples are run."""

import os
import subprocess
import sys
from pathlib import Path

from sitesieve.sample import SamplePage, sample_sites

EXAMPLES = Path(__file__).parents[2] / "examples"


def pages() -> list[SamplePage]:
    """All pages of the sample web that ships, site by site."""
    return [page for site in sample_sites() for page in site.pages]


def run_example(name: str, *arguments: str | Path) -> str:
    """What an example prints."""
    done = subprocess.run(
        [sys.executable, str(EXAMPLES / name), *map(str, arguments)],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {"PYTHONWARNINGS": "ignore"},
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
