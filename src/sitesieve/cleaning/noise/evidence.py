"""The evidence for naming a paragraph: for each a row of numbers from 0 to 1.

Structure and order, elements and names around it (`place_evidence`), words and signs in it and
in its container (`word_evidence`), where its links lead (`link_evidence`), what other pages of
the site show, and what the cleaner thinks.
"""

from functools import lru_cache

import numpy as np

from sitesieve.cleaning.boosting import Rows
from sitesieve.cleaning.columns import Columns
from sitesieve.cleaning.noise.containers import Containers
from sitesieve.cleaning.noise.link_evidence import add_links
from sitesieve.cleaning.noise.page_context import Known
from sitesieve.cleaning.noise.place_evidence import add_places
from sitesieve.cleaning.noise.word_evidence import add_words
from sitesieve.cleaning.sieve.evidence import smallest_page
from sitesieve.cleaning.sieve.judging import unjudged

__all__ = ["Known", "evidence_of", "noise_features"]


def evidence_of(known: Known, boxes: Containers) -> Rows:
    """A row for each paragraph, a column for each of `noise_features()`."""
    if not len(known.around.paragraphs):
        return np.zeros((0, len(noise_features())), np.float32)
    return _columns(known, boxes).rows()


def _columns(known: Known, boxes: Containers) -> Columns:
    columns = Columns()
    for add in (add_places, add_words, add_links):
        add(columns, known, boxes)
    return columns


@lru_cache(maxsize=1)
def noise_features() -> tuple[str, ...]:
    """The names of the columns of the evidence."""
    around = smallest_page()
    return _columns(Known(unjudged(around)), Containers(around)).names
