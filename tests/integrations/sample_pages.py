"""Pages of the sample web as tests of other programs need them, and how examples are run."""

import os
import re
import subprocess
import sys
from pathlib import Path

from sitesieve.sample import SamplePage, sample_sites

EXAMPLES = Path(__file__).parents[2] / "examples"


def pages() -> list[SamplePage]:
    """All pages of the sample web that ships, site by site."""
    return [page for site in sample_sites() for page in site.pages]


def run_example(name: str, *arguments: str | Path) -> str:
    """What an example prints, which is what docs/integrations.md shows, if that shows it."""
    done = subprocess.run(
        [sys.executable, str(EXAMPLES / name), *map(str, arguments)],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {"PYTHONWARNINGS": "ignore"},
    )
    assert done.returncode == 0, done.stdout + done.stderr
    shown = _shown(name)
    assert not shown or shown == _without_ports(done.stdout)
    return done.stdout


def _shown(name: str) -> str:
    """What the document shows below the command that runs an example."""
    text = (EXAMPLES.parent / "docs" / "integrations.md").read_text("utf-8")
    below = re.search(rf"^\$ python examples/{name}.*\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    return below[1] if below else ""


def _without_ports(text: str) -> str:
    return re.sub(r"127\.0\.0\.1:\d+", "127.0.0.1:8000", text)
