"""How long finding the copies among many pages takes: made-up sketches, without parsing.

    python bench/duplicates.py [PAGES]

One page in ten copies an earlier one, with a tenth of its signature changed. All
pages share a template: its part of the text is the first column.
"""

import sys
import time

import numpy as np

from sitesieve.site.duplicates import Duplicates
from sitesieve.site.page_sketch import SIZE, TITLE_WORDS, WORDS, PageSketch


def main() -> None:
    pages = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    print("template  seconds  found")
    for share in (0.0, 0.6, 0.8):
        seconds, found = _run(pages, share)
        print(f"{share:8.0%} {seconds:8.1f}  {found:,} of {pages // 10:,}")


def _run(pages: int, share: float) -> tuple[float, int]:
    rng = np.random.default_rng(0)
    template = rng.integers(0, 65_536, SIZE).astype(np.uint16)
    known, originals = Duplicates(), list[PageSketch]()
    seconds, found = 0.0, 0
    for number in range(pages):
        own = rng.integers(0, 65_536, SIZE).astype(np.uint16)
        if number % 10 == 9:
            sketch = originals[int(rng.integers(len(originals)))]
            changed = np.where(rng.random(SIZE) < 0.1, own, sketch.signature)
            sketch = sketch._replace(signature=changed)
        else:
            words = np.sort(rng.integers(1, 1 << 30, WORDS)).astype(np.uint32)
            weights = np.full(WORDS, 10_000 // WORDS, np.uint16)
            signature = np.where(rng.random(SIZE) < share, template, own)
            sketch = PageSketch(signature, words, weights, words[:TITLE_WORDS])
            originals.append(sketch)
        start = time.perf_counter()
        found += known.original_of(sketch, number) is not None
        seconds += time.perf_counter() - start
    return seconds, found


if __name__ == "__main__":
    main()
