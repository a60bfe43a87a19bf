"""What word weights are worth: SVM and k-means on product pages of many sites.

    python bench/mining.py DATA [--experiment auto|camera] [--runs N]

DATA is a folder with `products.parquet` (site, url, html, label, experiment). Takes minutes.
"""

import argparse
from pathlib import Path

from rich.console import Console
from rich.table import Table

from measures import mining_scores, read_rows
from sitesieve import Page
from sitesieve.mining import SiteVectorizer

VECTORIZERS = {
    "letter of the thesis": SiteVectorizer.by_paper(),
    "letter of 2003": SiteVectorizer.by_paper("2003"),
    **{f"power {power}": SiteVectorizer(power=power) for power in (None, 1, 2, 4)},
}


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("data", type=Path)
    arguments.add_argument("--experiment", choices=("auto", "camera"), action="append")
    arguments.add_argument("--runs", type=int, default=20, help="k-means runs")
    options = arguments.parse_args()
    rows = read_rows(options.data, "products.parquet")
    table = Table(title="structure-tree weights on products.parquet")
    for heading in ("experiment", "weights", "SVM F1", "SVM F2", "SVM F3", "k-means F"):
        table.add_column(heading, justify="right")
    for experiment in options.experiment or ("auto", "camera"):
        chosen = [row for row in rows if row["experiment"] == experiment]
        pages = [Page(row["url"], row["html"], site=row["site"]) for row in chosen]
        for name, vectorizer in VECTORIZERS.items():
            weights = vectorizer.fit_transform(pages)
            labels = [(row["label"], row["site"]) for row in chosen]
            scores = mining_scores(labels, weights, options.runs)
            values = (f"{scores[name]:.3f}" for name in ("F1", "F2", "F3", "kmeans"))
            table.add_row(experiment, name, *values)
    Console().print(table)


if __name__ == "__main__":
    main()
