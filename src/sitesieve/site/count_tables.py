"""The tables that the counts of a site are: what a row of each has."""

from typing import Literal, NamedTuple

from sitesieve.site.keyed_table import Keys, Numbers

Counted = Literal[
    "elements", "styles", "features", "below", "phrases", "texts", "looks", "sketches", "titles"
]


class Elements(NamedTuple):
    """The element nodes of a site, in the order of their keys: facts, then sums.

    `once_…` is what pruning has folded in: features and styles seen on one page,
    and children seen on one page (see `pruning`).
    """

    element: Keys
    parent: Keys
    look: Keys  # tag and display attributes
    under: Keys  # with rank, the step from the parent (see `placing`)
    rank: Keys
    tag: Keys
    pages: Numbers  # that show it
    leaf_pages: Numbers  # that show it as a virtual leaf
    share: Numbers  # Σ 1/|siblings with itself|
    position: Numbers  # Σ number of the node on its page
    once_features: Numbers
    once_words: Numbers
    once_styles: Numbers
    once_share: Numbers  # Σ CompImp/|siblings| of children
    once_meaningful: Numbers  # children with features


FACTS = 6  # columns of Elements before the sums


class FeatureSums(NamedTuple):
    """Features at virtual leaves: Σf, Σf·ln f, and the pages that have them there."""

    leaf: Keys
    feature: Keys
    total: Numbers
    weighted: Numbers
    pages: Numbers


class KindSums(NamedTuple):
    """Kinds of places, in the order of their keys; `once_…` is what pruning has folded in."""

    kind: Keys
    parent: Keys
    alike: Keys  # the looks of a place of this kind and of the one around it
    look: Keys
    pages: Numbers  # that show it
    once_words: Numbers
    once_own: Numbers
    once_led_to: Numbers


class SeenPage(NamedTuple):
    """A page learned from: how often, and what it is called."""

    times: int
    name: str

    def joined(self, other: "SeenPage") -> "SeenPage":
        """The same page, seen here and elsewhere."""
        name = min(filter(None, (self.name, other.name)), default="")
        return SeenPage(self.times + other.times, name)


SMALL: tuple[Counted, ...] = ("looks", "sketches", "titles")  # next to nothing, beside the tables
# What is counted together, and how many keys, sums and facts a row has.
TABLES: dict[str, tuple[Counted, tuple[int, int, int]]] = {
    "elements": ("elements", (1, 9, 5)),
    "styles": ("styles", (2, 1, 0)),
    "leaf_features": ("features", (2, 3, 0)),
    "features_below": ("below", (2, 1, 0)),
    "feature_kinds": ("features", (1, 1, 0)),
    "kind_features": ("features", (2, 2, 0)),
    "site_features": ("features", (1, 2, 0)),
    "kinds": ("phrases", (1, 4, 3)),
    "alike_kinds": ("phrases", (1, 4, 0)),
    "kind_phrases": ("phrases", (2, 3, 0)),
    "phrases": ("phrases", (1, 2, 0)),
    "title_parts": ("titles", (1, 1, 0)),
}

# Which of the sums is pages; the others have none.
PAGES_COLUMN = {
    **dict.fromkeys(("elements", "styles", "feature_kinds", "kinds"), 0),
    **dict.fromkeys(("alike_kinds", "kind_phrases", "phrases", "features_below"), 0),
    "leaf_features": 2,
}
