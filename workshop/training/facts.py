"""Labels of entity pages, on which people marked only values: a price, an author, a date.

A paragraph with a value is certainly content; what is on nearly every page of the site and not
beside a value is certainly noise. The rest has no label.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from sitesieve.cleaning.sieve.evidence import Surroundings
from sitesieve.page.tree import PageTree
from sitesieve.site.phrases import both_ids
from sitesieve.site.placing import place

_EVERYWHERE = 0.8  # of a site's pages, from which a text belongs to the site
_ALL = 0.99  # of the words of a paragraph: all but those in a bullet or a rule
_USUAL = 0.5  # of the pages with a kind of place, from which it is one of values
_ENOUGH = 5  # pages that show a kind of place, for that to be believed
_LONGEST = 4  # paragraphs of one value; a longer run of words met by chance
_NEAR = 2  # paragraphs before and after a value that may be its label
_UNIT = (6, 12)  # paragraphs of the row or list around a value, at most

Flags = npt.NDArray[np.bool_]
Occurrence = tuple[int, ...]  # the paragraphs it runs over


@dataclass(frozen=True, eq=False, slots=True)
class FactLabels:
    """Which paragraphs hold values, and for which paragraphs that is certain."""

    content: Flags
    known: Flags


def occurrences(around: Surroundings, values: Sequence[str]) -> list[list[Occurrence]]:
    """The paragraphs with each value. Values are words in lower case with spaces between."""
    tree = around.tree
    words: list[str] = []
    paragraph: list[int] = []
    for leaf in np.flatnonzero(~tree.hidden_leaves).tolist():
        here = re.findall(r"\w+", tree.texts[leaf].lower())
        words += here
        paragraph += [int(around.paragraphs.of_leaf[leaf])] * len(here)
    text = f" {' '.join(words)} "
    number, at = {}, 1
    for i, word in enumerate(words):
        number[at] = i
        at += len(word) + 1
    places = []
    for value in values:
        shown, length = [], len(value.split())
        at = text.find(f" {value} ") if length else -1
        while at >= 0:
            first = number[at + 1]
            shown.append(tuple(sorted(set(paragraph[first : first + length]))))
            at = text.find(f" {value} ", at + 1)
        places.append(shown)
    return places


def label_site(pages: Sequence[Surroundings], values: Sequence[Sequence[str]]) -> list[FactLabels]:
    """The labels of all pages of a site, with the values marked on each."""
    kinds = [place(around.tree).kind[around.paragraphs.element] for around in pages]
    phrases = [both_ids(around.tree)[1] for around in pages]
    shown = [occurrences(*page) for page in zip(pages, values, strict=True)]
    with_value: Counter[int] = Counter()
    with_place: Counter[int] = Counter()
    with_text: Counter[int] = Counter()
    for kind, of_page, texts in zip(kinds, shown, phrases, strict=True):
        with_place.update(set(kind.tolist()))
        with_text.update(set(texts.tolist()))
        with_value.update({int(kind[i]) for value in of_page for run in value for i in run})

    def usual(kind: int) -> float:
        there = with_place[kind]
        return with_value[kind] / there * min(1.0, there / _ENOUGH)

    labels = []
    for around, kind, of_page, texts in zip(pages, kinds, shown, phrases, strict=True):
        content, possible = np.zeros((2, len(around.paragraphs)), np.bool_)
        for value in of_page:
            trust = [min(usual(int(kind[i])) for i in run) for run in value]
            for run, here in zip(value, trust, strict=True):
                possible[list(run)] = True
                if len(run) <= _LONGEST and (here >= _USUAL or here == max(trust)):
                    content[list(run)] = True
        common = np.array([with_text[t] >= _EVERYWHERE * len(pages) for t in texts.tolist()])
        noise = (share_in(around, common) > _ALL) & ~possible & ~_near(around, content)
        labels.append(FactLabels(content, content | noise))
    return labels


def share_in(around: Surroundings, leaves: Flags) -> npt.NDArray[np.float64]:
    """The share of the words of each paragraph that stand in such leaves."""
    weight = np.maximum(around.tree.leaf_words, 0.1)
    first = around.paragraphs.first_leaf[:-1]
    share: npt.NDArray[np.float64] = np.add.reduceat(leaves * weight, first)
    return share / np.add.reduceat(weight, first)


def _near(around: Surroundings, content: Flags) -> Flags:
    """What stands beside a value, or in the same row or short list: its label, perhaps."""
    near = content.copy()
    tree, of_leaf = around.tree, around.paragraphs.of_leaf
    for paragraph in np.flatnonzero(content).tolist():
        near[max(0, paragraph - _NEAR) : paragraph + _NEAR + 1] = True
        for height, most in enumerate(_UNIT, start=1):
            first, last = _paragraphs_in(tree, of_leaf, int(around.larger[height][paragraph]))
            if last - first < most:
                near[first : last + 1] = True
    return near


def _paragraphs_in(tree: PageTree, of_leaf: npt.NDArray[np.int32], node: int) -> tuple[int, int]:
    first, last = tree.leaf_start[node], tree.leaf_start[tree.end[node]] - 1
    return int(of_leaf[first]), int(of_leaf[last])
