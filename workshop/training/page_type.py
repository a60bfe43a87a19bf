"""The model of page types: `python -m training.page_type PAGES -o FILE`.

PAGES is a file of pages with the columns url, html and page_type, as `sitesieve clean`
reads them. The same pages give the same model.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from sitesieve.cleaning.boosting import BoostedTrees, Rows, write_trees
from sitesieve.cleaning.page_type.evidence import (
    UNKNOWN,
    columns_named,
    evidence,
    modern_columns,
    type_features,
)
from sitesieve.cleaning.page_type.guess import ENSEMBLE, MODEL, TYPES
from sitesieve.cleaning.page_type.types import PageType
from sitesieve.errors import InputError, PageError, SitesieveError
from sitesieve.page import Page
from sitesieve.sources import ReadOptions, Source
from training.growing import Growth, grow

_GROWTH = Growth(rounds=90, leaves=6, rate=0.07, rows_in_leaf=20, columns=0.25)
# Pages without an address, and old ones without declarations and newer elements, are
# common elsewhere: each page is shown without them too, so that its make-up has to tell.
_BARE_WEIGHT = 0.25
_BALANCE = 0.3  # how far the rarer types are weighed up; 1 makes all types equal


@dataclass(frozen=True)
class TypedPages:
    """Pages as evidence, with their types and the sites they are from."""

    rows: Rows
    types: npt.NDArray[np.int64]  # places in TYPES
    sites: list[str]


def read_labelled(path: Path) -> TypedPages:
    """The pages of a file that say their type; those that cannot be used are left out."""
    rows, types, sites = [], [], []
    for page, kind in typed_pages(path):
        try:
            rows.append(evidence(page.tree))
        except PageError:
            continue
        types.append(TYPES.index(kind))
        sites.append(page.site)
    if len(set(types)) < len(TYPES):
        raise InputError(f"{path}: every type needs a page; the types are {', '.join(TYPES)}")
    return TypedPages(np.array(rows, np.float32), np.array(types, np.int64), sites)


def typed_pages(path: Path) -> Iterator[tuple[Page, PageType]]:
    """The pages of a file that say their type."""
    source = Source([str(path)], ReadOptions(carry=("page_type",)))
    for item in source:
        if isinstance(item, Page) and item.extra.get("page_type") in TYPES:
            yield item, PageType(item.extra["page_type"])


def train(labelled: TypedPages) -> BoostedTrees:
    """Trees that tell the types apart."""
    rows, types = labelled.rows, labelled.types
    shares = np.bincount(types, minlength=len(TYPES)) / len(types)
    weights = (1 / (len(TYPES) * shares)) ** _BALANCE
    no_address, bare = rows.copy(), rows.copy()
    address = columns_named("address:")
    no_address[:, address] = bare[:, address] = UNKNOWN
    bare[:, columns_named("declared:")] = bare[:, modern_columns()] = 0
    return grow(
        np.concatenate([rows, no_address, bare]),
        np.tile(types, 3),
        np.concatenate([share * weights[types] for share in (1.0, _BARE_WEIGHT, _BARE_WEIGHT)]),
        type_features(),
        _GROWTH,
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Train the model and write it."""
    parser = argparse.ArgumentParser(prog="python -m training.page_type")
    parser.add_argument("pages", type=Path, help="a file of pages with a column page_type")
    parser.add_argument("-o", "--output", type=Path, default=Path(MODEL))
    options = parser.parse_args(arguments)
    try:
        trees = train(read_labelled(options.pages))
        write_trees(options.output, {ENSEMBLE: trees})
    except (SitesieveError, OSError) as error:
        print(f"sitesieve: {error}", file=sys.stderr)
        return 1
    print(f"{options.output}: {len(trees.leaves)} trees, {options.output.stat().st_size:,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
