"""The evidence of a site: what its other pages say of each paragraph of a page, and the term
that this adds to the log-odds which the page alone gives.

How many of them have its texts, with their numbers and with numbers masked; whether texts differ
at its kind of place; what pages of the site, each judged by itself, say of such places. A page
that is itself among those learned from is not counted as another. What is not known has the
value `UNKNOWN`: everything where there is no other page, and what a place is like where no other
page shows one of its kind.

The term is made of what held on every collection of pages that it was tried on:

    a place is what it mostly is: the log-odds are drawn to their mean over the pages of the site
    at that kind of place, and down to that of the element around it: what stands among noise is
    noise, but a date or an advert may stand among content;
    what most pages have, numbers and all, where texts do not differ is the site's, unless it is
    the label of a value;
    a value is a short text that is new beside a short text that most pages have ("Price:"). On a
    page with several the page is about a thing, and its values are content, with what stands
    among them.

It grows with the number of pages known. Weights that were fitted to sites followed those of one
kind, and made pages of others worse.
"""

from functools import cache

import numpy as np
import numpy.typing as npt

from sitesieve.cleaning.sieve.evidence import Surroundings, feature_names
from sitesieve.page.tables import leaves_in_tables
from sitesieve.page.tags import TAG_ID
from sitesieve.site.keyed_table import Keys, new_runs
from sitesieve.site.model import SiteModel
from sitesieve.site.phrases import both_ids
from sitesieve.site.place_odds import PlaceOdds
from sitesieve.site.placed_nodes import kind_keys

UNKNOWN = -9.0  # less than any value, log-odds included
NAMES = (  # of the columns, in their order
    "other pages known",
    *("text on another page", "share of pages with the text"),
    *("kind of place is noise", "place alike"),
    *("least share of a text", "share of the first text", "texts differ"),
    *("log-odds at the place", "pages judged there"),
    *("log-odds around", "pages judged around"),
)

_FEW, _MOST = 0.3, 0.7  # of the pages: from here on a text counts as the site's, from there fully
_PAGES = 2.0  # that must be known for half of what they say
_AT_PLACE, _AROUND = 0.8, 0.6  # how far log-odds are drawn to those of places
_OF_SITE = -5.0  # what is the site's
_OF_SITE_IN_DATA = -2.0  # at least, in tables of data and lists of terms: values need their labels
_OF_VALUE = 3.5  # a value
_VALUES = 6.0  # on a page that is about a thing, at least
_LABEL_WORDS, _VALUE_WORDS = 5.0, 12.0  # at most
_TERMS = TAG_ID["dl"]
_WORD = 0.9  # a paragraph with fewer words has none: a bullet, a rule

Column = npt.NDArray[np.float64]
Rows = npt.NDArray[np.float32]


def no_site(count: int) -> Rows:
    """The evidence about so many paragraphs where nothing is known of their site."""
    return np.full((count, len(NAMES)), UNKNOWN, np.float32)


def site_evidence(model: SiteModel, around: Surroundings) -> Rows:
    """A row for each paragraph, a column for each of `NAMES`."""
    return _evidence(model, around, only_for_term=False)


def term_evidence(model: SiteModel, around: Surroundings) -> Rows:
    """The same with `UNKNOWN` for what `site_term` does not need, which takes most of the time."""
    return _evidence(model, around, only_for_term=True)


def _evidence(model: SiteModel, around: Surroundings, only_for_term: bool) -> Rows:
    tree, paragraphs = around.tree, around.paragraphs
    learned = int(tree.digest in model.counts.seen)  # then the page itself is among those
    others = model.pages - learned
    if others <= 0:
        return no_site(len(paragraphs))
    columns = {"other pages known": np.full(len(paragraphs), np.log2(others + 1.0))}
    (masked, exact), linked = both_ids(tree), tree.in_link[tree.leaves]

    def share_with(phrases: Keys) -> Column:
        return np.clip((model.pages_with(phrases, linked) - learned) / others, 0, 1)

    if not only_for_term:
        columns |= _means(model, around, masked, share_with(masked))
    kind = kind_keys(tree.parent, tree.style)
    columns |= _texts(model, kind, around, share_with(exact))
    at_place, around_it = _kinds(kind, around)
    odds = model.counts.place_odds
    columns["log-odds at the place"], columns["pages judged there"] = odds.means(
        at_place, tree.digest
    )
    columns["log-odds around"], columns["pages judged around"] = odds.means(around_it, tree.digest)
    rows = no_site(len(paragraphs))
    for number, name in enumerate(NAMES):
        if name in columns:
            rows[:, number] = columns[name]
    return rows


def places_told(around: Surroundings, odds: Column) -> PlaceOdds:
    """What one page of a site by itself says of the places of the site."""
    told = PlaceOdds()
    for kinds in _kinds(kind_keys(around.tree.parent, around.tree.style), around):
        told.add(around.tree.digest, kinds, odds, np.sqrt(np.maximum(around.words, 1.0)))
    return told


def site_term(site: Rows, evidence: Rows, around: Surroundings, odds: Column) -> Column:
    """What a site adds to the log-odds of content that the page alone gives; `evidence` is
    what the page says (`sieve.evidence`)."""
    known = {name: site[:, i].astype(np.float64) for i, name in enumerate(NAMES)}
    common = _share(known["least share of a text"])
    label, value = _labelled(common, _share(known["share of the first text"]), evidence, around)
    about_a_thing = min(1.0, float(value.sum()) / _VALUES)
    among = _among(value, around)
    common = common * (1 - label) * (1 - np.minimum(1, 2 * among))
    differ = np.maximum(known["texts differ"], 0)
    term: Column = _OF_SITE * common * (1 - differ)
    term = np.where(_in_data(around), np.maximum(term, _OF_SITE_IN_DATA), term)
    term += _OF_VALUE * about_a_thing * np.maximum(value, among)
    term *= _trust(2 ** known["other pages known"] - 1)
    here, around_it = known["log-odds at the place"], known["log-odds around"]
    term += _AT_PLACE * _trust(known["pages judged there"]) * (here - odds)
    term += _AROUND * _trust(known["pages judged around"]) * np.minimum(around_it - odds, 0)
    return term


def _labelled(
    common: Column, first: Column, evidence: Rows, around: Surroundings
) -> tuple[Column, Column]:
    """How far each paragraph is the label of a value in the next, and how far a value, with its
    label before it or in the paragraph itself. What says that it is an advert, a list of related
    pages and so on is no label (`lexicon`)."""
    words, (linked_share, says) = around.words, _columns_of_labels()
    linked = evidence[:, linked_share]
    plain = ~(evidence[:, says] > 0).any(axis=1)
    short = (words >= _WORD) & (words <= _LABEL_WORDS)
    holder = around.larger[1]
    beside = np.append(holder[1:] == holder[:-1], False)
    new = 1 - common
    follows = np.append(new[1:] * (words[1:] <= _VALUE_WORDS), 0.0)
    label = common * short * (linked < 0.5) * plain * beside * follows
    inside = first * plain * (words <= _VALUE_WORDS + _LABEL_WORDS)
    return label, new * np.maximum(np.append(0.0, label[:-1]), inside)


@cache
def _columns_of_labels() -> tuple[int, list[int]]:
    """Where the page's evidence has the linked share, and what a paragraph says (`lexicon`)."""
    names = feature_names()
    return names.index("linked share"), [i for i, n in enumerate(names) if n.startswith("says ")]


def _among(value: Column, around: Surroundings) -> Column:
    """How far each paragraph stands among values: their share in the element around it, unless
    that is half of the page."""
    _, group = np.unique(around.larger[2], return_inverse=True)
    size = np.bincount(group)
    share = np.where(2 * size < len(value), np.bincount(group, value) / size, 0.0)
    among: Column = share[group]
    return among


def _in_data(around: Surroundings) -> npt.NDArray[np.bool_]:
    """Which paragraphs are in tables of data or lists of terms."""
    tree = around.tree
    inside: npt.NDArray[np.bool_] = leaves_in_tables(tree) | tree.below(_TERMS)[tree.leaves]
    return inside[around.paragraphs.first_leaf[:-1]]


def _share(share: Column) -> Column:
    """How far a text that this share of the pages has is the site's, in [0, 1]."""
    return np.clip((share - _FEW) / (_MOST - _FEW), 0, 1)


def _trust(pages: Column) -> Column:
    """How far so many pages are believed, in [0, 1)."""
    return np.maximum(pages, 0) / (np.maximum(pages, 0) + _PAGES)


def _kinds(kind: Keys, around: Surroundings) -> tuple[Keys, Keys]:
    """The kind of place of each paragraph, and of the element around it, given that of nodes."""
    tree = around.tree
    weight = np.maximum(tree.leaf_words, 0.1)
    heaviest = _heaviest(weight, around.paragraphs.of_leaf, len(around.paragraphs))
    return kind[tree.leaves[heaviest]], kind[around.larger[1]]


def _means(
    model: SiteModel, around: Surroundings, phrases: Keys, share: Column
) -> dict[str, Column]:
    """What is known of the texts of each paragraph, on average by their words."""
    tree, first = around.tree, around.paragraphs.first_leaf[:-1]
    weight = np.maximum(tree.leaf_words, 0.1)
    placing = model.place(tree)
    rows = model.tree.rows(placing)
    at = rows[np.where(placing.leaf >= 0, placing.leaf, np.arange(len(tree)))][tree.leaves]
    several = (at >= 0) & (model.tree.pages[np.maximum(at, 0)] > 1)
    noise = [why is not None for why in model.kinds.noisy(tree, placing, phrases)]
    importance = model.tree.importance[np.maximum(at, 0)]
    columns = {}
    for name, of_leaf in {
        "text on another page": (share > 0).astype(np.float64),
        "share of pages with the text": share,
        "kind of place is noise": np.array(noise, np.float64),
        "place alike": np.where(several, 1 - importance, UNKNOWN),
    }.items():
        known = of_leaf >= 0
        sums = np.add.reduceat(np.where(known, of_leaf * weight, 0), first)
        there = np.add.reduceat(np.where(known, weight, 0), first)
        columns[name] = np.where(there > 0, sums / np.maximum(there, 0.05), UNKNOWN)
    return columns


def _texts(model: SiteModel, kind: Keys, around: Surroundings, share: Column) -> dict[str, Column]:
    """The texts of each paragraph that say most, with their numbers. One that is new makes a
    paragraph new; the first may be the label of the rest."""
    tree, first = around.tree, around.paragraphs.first_leaf[:-1]
    text = tree.leaf_words >= 0.5
    wordless = np.add.reduceat(text, first, dtype=np.int64) == 0
    least = np.minimum.reduceat(
        np.where(text | wordless[around.paragraphs.of_leaf], share, 1), first
    )
    texts = np.flatnonzero(text)
    lead = texts[np.searchsorted(texts, first[~wordless])]
    leads = np.zeros(len(first))
    leads[~wordless] = share[lead] * ~tree.in_link[tree.leaves[lead]]
    differ = model.kinds.differing(kind[tree.leaves])
    most = np.maximum.reduceat(differ, first)
    return {
        "least share of a text": least,
        "share of the first text": leads,
        "texts differ": np.where(most < 0, UNKNOWN, most),
    }


def _heaviest(
    weight: Column, paragraph: npt.NDArray[np.int32], count: int
) -> npt.NDArray[np.int64]:
    """The leaf of each paragraph with most words."""
    first = np.searchsorted(paragraph, np.arange(count))
    most = np.maximum.reduceat(weight, first)
    heaviest = np.flatnonzero(weight == most[paragraph])
    return heaviest[new_runs(paragraph[heaviest])]  # the first of equals
