"""The index of a crawl: a line of JSON for every address, for people and other programs."""

import json
from pathlib import Path

from sitesieve.atomic import atomic_write
from sitesieve.crawl.frontier import Frontier


def write_index(path: Path, frontier: Frontier) -> None:
    """Write what is known of every address; what is not known is left out."""
    with atomic_write(path) as file:
        for page in frontier.pages():
            page["outcome"] = page["outcome"] or "waiting"
            fields = {name: value for name, value in page.items() if value is not None}
            file.write(json.dumps(fields, ensure_ascii=False).encode() + b"\n")
