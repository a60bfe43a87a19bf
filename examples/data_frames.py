"""pandas, polars, Arrow: columns of pages in, columns of texts out, in several processes.

python examples/data_frames.py
"""

import pandas
import polars
import pyarrow

import sitesieve
from sitesieve.sample import sample_sites


def main() -> None:
    pages = [page for site in sample_sites()[:2] for page in site.pages]
    frame = pandas.DataFrame(
        {"url": [page.url for page in pages], "html": [page.html for page in pages]}
    )
    frame.loc[7, "html"] = None  # a page that was not to be had

    cleaned = sitesieve.clean_many(frame["html"], frame["url"]).to_pandas()
    frame = frame.join(cleaned.drop(columns="url"))
    print(frame[["title", "language", "words_kept", "error"]].iloc[5:9])

    # Columns of polars and Arrow are taken as they are, and dials as by sitesieve.clean.
    html, url = polars.Series(frame["html"]), polars.Series(frame["url"])
    table = sitesieve.clean_many(html, url, alone=True, favour="precision").to_polars()
    print(table.group_by("site").agg(polars.col("words_kept").sum()).sort("site"))

    column = pyarrow.array(frame["html"], from_pandas=True)
    model = sitesieve.learn((page.url, page.html) for page in pages)
    arrow = sitesieve.clean_many(column, frame["url"], model=model, add=["markdown"]).to_arrow()
    print(arrow.num_rows, "rows,", arrow["text"].null_count, "without a text")


if __name__ == "__main__":
    main()
