"""Page types: five folds by domain, and pages of other sets whose type is known.

    python bench/page_types.py DATA

DATA is a folder with pages.parquet (url, html, page_type) and, where there are any,
news_sites.parquet and articles.parquet (articles only), products.parquet (products only)
and docs_site.parquet (documentation, with a column role).
"""

import argparse
import sys
import time
import zlib
from collections import Counter
from pathlib import Path

import numpy as np

from sitesieve.cleaning.page_type import guess_type
from sitesieve.cleaning.page_type.guess import TYPES
from sitesieve.cleaning.page_type.mending import Told, mended, told_by_address
from sitesieve.page import Page
from sitesieve.sources import ReadOptions, Source
from training.page_type import TypedPages, read_labelled, train, typed_pages

_FOLDS = 5
_EVERY = 4  # of the pages of the other sets


def folds(labelled: TypedPages, told: list[Told]) -> None:
    """Accuracy and F by type over folds that share no site, and what confidence is worth."""
    fold = np.array([zlib.crc32(site.encode()) % _FOLDS for site in labelled.sites])
    shares = np.zeros((len(fold), len(TYPES)))
    for number in range(_FOLDS):
        here = fold == number
        sites = [site for site, out in zip(labelled.sites, here, strict=True) if not out]
        trees = train(TypedPages(labelled.rows[~here], labelled.types[~here], sites))
        odds = np.exp(trees.score(labelled.rows[here]))
        shares[here] = odds / odds.sum(axis=1, keepdims=True)
    for row, address in zip(shares, told, strict=True):
        row[:] = list(mended(dict(zip(TYPES, row.tolist(), strict=True)), address).values())
    best, truth = shares.argmax(axis=1), labelled.types
    print(f"\nfive folds by domain: accuracy {(best == truth).mean():.3f}")
    print(f"{'type':15}{'pages':>6}{'precision':>11}{'recall':>8}{'F':>7}")
    for number, name in enumerate(TYPES):
        hits = ((best == number) & (truth == number)).sum()
        found, real = (best == number).sum(), (truth == number).sum()
        print(
            f"{name:15}{real:6}{hits / max(found, 1):11.3f}{hits / real:8.3f}"
            f"{2 * hits / (found + real):7.3f}"
        )
    confidence = shares.max(axis=1)
    print("\nconfidence    pages  mean  right")
    for low, high in ((0.0, 0.5), (0.5, 0.7), (0.7, 0.9), (0.9, 0.97), (0.97, 1.01)):
        at = (confidence >= low) & (confidence < high)
        if at.any():
            right = (best == truth)[at].mean()
            mean = confidence[at].mean()
            print(f"{low:.2f} to {min(high, 1):.2f}{at.sum():7}{mean:6.2f}{right:7.2f}")


def others(data: Path) -> None:
    """What the shipped model says of pages whose type is known by where they are from."""
    print(f"\nother sets, one page in {_EVERY}, the shipped model")
    for name in ("news_sites", "articles", "products", "docs_site", "project_site"):
        path = data / f"{name}.parquet"
        if not path.exists():
            continue
        found: dict[str, Counter[str]] = {}
        carry = ("role",) if name in ("docs_site", "project_site") else ()
        for number, page in enumerate(Source([str(path)], ReadOptions(carry=carry))):
            if number % _EVERY == 0 and isinstance(page, Page):
                role = str(page.extra.get("role", ""))
                found.setdefault(role, Counter())[guess_type(page).type] += 1
        for role, counts in found.items():
            shown = ", ".join(f"{kind} {n}" for kind, n in counts.most_common())
            print(f"{name} {role}".strip() + f": {shown}")


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("data", type=Path)
    data = parser.parse_args().data
    path = data / "pages.parquet"
    if not path.exists():
        print(f"{path} is missing", file=sys.stderr)
        return 1
    started = time.process_time()
    labelled = read_labelled(path)
    seconds = time.process_time() - started
    print(
        f"{len(labelled.types)} pages, {1000 * seconds / len(labelled.types):.1f} ms each to read"
    )
    folds(labelled, [told_by_address(page.tree) for page, _ in typed_pages(path)])
    others(data)
    return 0


if __name__ == "__main__":
    sys.exit(main())
