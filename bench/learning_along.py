"""What learning costs and brings while pages are cleaned as they come, as Scrapy's pipeline does.

    python bench/learning_along.py DATA

Time of the processor: pages of Python's documentation (one site) and of news (many), in the order
of the files, in one process. Accuracy: the sample web in a random order, phrase by phrase.
"""

import argparse
import random
import statistics
import time
from collections.abc import Callable, Iterable
from pathlib import Path

import sitesieve
from sitesieve import Document, Page, PageError
from sitesieve.integrations.learning_along import LearningAlong
from sitesieve.sample import sample_sites
from sitesieve.sample.judge import Agreement, judge
from sitesieve.sources.source import Source

Clean = Callable[[Page], Document]
_EVERY_OTHER = 1_000_000  # pages of a site: it is added up whenever two wait
FILES = ("docs_site.parquet", "news_sites.parquet")


def times(pages: Iterable[Page], clean: Clean) -> list[float]:
    """Milliseconds for each page, from bytes to text."""
    taken = []
    for page in pages:
        started = time.process_time()
        try:
            _ = clean(page).text
        except PageError:
            continue
        taken.append(1000 * (time.process_time() - started))
    return taken


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("data", type=Path)
    folder: Path = parser.parse_args().data
    _ = sitesieve.clean("<p>Loads what is loaded once.").text
    for name in FILES:
        pages = [item for item in Source([str(folder / name)]) if isinstance(item, Page)]
        cleaners: dict[str, Clean] = {
            "alone": sitesieve.clean,
            "added up every other page": LearningAlong(None, growth=_EVERY_OTHER).clean,
            "added up after a quarter": LearningAlong(None).clean,
        }
        for label, clean in cleaners.items():
            fresh = (Page(page.url, page.html, charset=page.charset) for page in pages)
            taken = sorted(times(fresh, clean))
            print(
                f"{name}, {label}: {statistics.mean(taken):.1f} ms a page, "
                f"99% within {taken[int(0.99 * len(taken))]:.0f}, all within {taken[-1]:.0f}"
            )
    truth = [page for site in sample_sites() for page in site.pages]
    random.Random(1).shuffle(truth)
    model = sitesieve.learn((page.url, page.html) for page in truth)
    cleaners = {
        "alone": sitesieve.clean,
        "as they come": LearningAlong(None).clean,
        "all learned first": model.clean,
    }
    for label, clean in cleaners.items():
        judged = (judge(clean(Page(page.url, page.html)), page) for page in truth)
        print(f"sample web, {label}: accuracy {sum(judged, Agreement()).accuracy:.3f}")


if __name__ == "__main__":
    main()
