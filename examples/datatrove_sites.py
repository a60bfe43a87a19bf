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
    """The sample web, dealt out to three files: no file has all pages of a site."""
    folder.mkdir(parents=True)
    pages = [page for site in sample_sites() for page in site.pages]
    for number in range(3):
        rows = [{"id": p.url, "url": p.url, "text": p.html} for p in pages[number::3]]
        parquet.write_table(Table.from_pylist(rows), folder / f"{number}.parquet")


def main(work: Path) -> None:
    if not (work / "pages").exists():
        write_pages(work / "pages")
    reader = ParquetReader(str(work / "pages"))
    learning = LocalPipelineExecutor(
        [reader, LearnSites(str(work / "models"))],
        tasks=3,
        workers=2,
        logging_dir=str(work / "logs" / "learning"),
    )
    cleaning = LocalPipelineExecutor(
        [reader, CleanSites(str(work / "models")), ParquetWriter(str(work / "text"))],
        tasks=3,
        workers=2,
        logging_dir=str(work / "logs" / "cleaning"),
        depends=learning,
    )
    cleaning.run()  # and what it depends on; what is done already is not done again


if __name__ == "__main__":
    main(Path(sys.argv[1]))
