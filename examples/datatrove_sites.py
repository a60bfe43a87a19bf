"""datatrove: learn sites in one step, clean pages by them in the next.

python examples/datatrove_sites.py FOLDER
"""

import sys
from pathlib import Path

from datatrove.executor import LocalPipelineExecutor
from datatrove.pipeline.readers import ParquetReader
from datatrove.pipeline.writers import ParquetWriter
from pyarrow import Table, parquet

from sitesieve.integrations.datatrove import CleanSites, LearnSites
from sitesieve.sample import sample_sites


def write_pages(folder: Path) -> None:
    """Two sample sites, dealt out to two files: neither has all pages of a site."""
    folder.mkdir(parents=True)
    pages = [page for site in sample_sites()[:2] for page in site.pages]
    for number in range(2):
        rows = [{"id": p.url, "url": p.url, "text": p.html} for p in pages[number::2]]
        parquet.write_table(Table.from_pylist(rows), folder / f"{number}.parquet")


def main(work: Path) -> None:
    if not (work / "pages").exists():
        write_pages(work / "pages")
    reader = ParquetReader(str(work / "pages"))
    learning = LocalPipelineExecutor(
        [reader, LearnSites(str(work / "models"))],
        tasks=2,
        logging_dir=str(work / "logs" / "learning"),
    )
    cleaning = LocalPipelineExecutor(
        [reader, CleanSites(str(work / "models")), ParquetWriter(str(work / "text"))],
        tasks=2,
        logging_dir=str(work / "logs" / "cleaning"),
        depends=learning,
    )
    cleaning.run()  # and what it depends on; what is done already is not done again


if __name__ == "__main__":
    main(Path(sys.argv[1]))
