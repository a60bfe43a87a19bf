"""What the experiments of the paper show of a site whose contents pages, or contents, are known.

Rankings: R-precision (Kao table 4), precision at 20 (figure 15) and at the 11 standard recall
levels (figure 12); what links of low entropy join (figures 5 and 6); hub values (figure 9) and
how they settle (figure 10). InfoDiscoverer: recall and precision of the features of informative
blocks, by threshold (figure 16, table 5) and by number of training pages (figure 17).
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from sitesieve.links.graph import LinkGraph
from sitesieve.links.ranking import ITERATIONS, Degrees, Variant, rank
from sitesieve.site.block_entropy import SiteEntropies
from sitesieve.site.keyed_table import Keys, Numbers, find, new_runs

Marks = npt.NDArray[np.bool_]

# Rankings, and the mean R-precision over eight news sites that the paper has for them (table 4).
PAPER_R_PRECISION: dict[str, float] = {
    "OL": 0.57,
    "HITS": 0.27,
    "HITS-LN": 0.59,
    "LAMIS": 0.42,
    "LAMIS-LN": 0.64,
    "HITS-CB": 0.32,
    "HITS-LN-CB": 0.49,
    "LAMIS-CB": 0.39,
    "LAMIS-LN-CB": 0.75,
    "LAMIS-LN-CB-HR": 0.77,
    "LAMIS-LN-CB-HR-TW": 0.82,
}
PAPER_REDUNDANT_LINKS = 0.716  # of all have an entropy above 0.8 (§5.2)
PAPER_HUBS_AT_ZERO = 0.917  # of all pages, after 10 iterations (§4.2)
CONTENTS = ("contents", "toc")  # what a contents page is called by those who label it
_LEVELS = np.arange(11) / 10
_BOUNDS = (0.8, 0.4)
_FIRST = 20
_EXAMPLES = range(5, 45, 5)
_TRAINING = 10  # pages (§5.3)
_ZERO = 0.0005  # a hub value that three digits, as in table 2, show as 0
_SHOWN_RANKS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000)
_TRACED = 3  # pages, whose values are followed from iteration to iteration


def r_precision(scores: Numbers, relevant: Marks) -> float:
    """The precision where it equals recall: of the first R, R the number of relevant pages."""
    return precision_at(scores, relevant, int(relevant.sum()))


def precision_at(scores: Numbers, relevant: Marks, number: int) -> float:
    """The share of relevant pages among the first, so many; 0 where there are none."""
    first = relevant[np.argsort(-scores, kind="stable")[:number]]
    return float(first.mean()) if len(first) else 0.0


def eleven_points(scores: Numbers, relevant: Marks) -> list[float]:
    """The interpolated precision at recall 0, 0.1 … 1: the highest at that recall or more.

    >>> eleven_points(np.array([4.0, 3.0, 2.0, 1.0]), np.array([True, False, True, False]))[5:7]
    [1.0, 0.6666666666666666]
    """
    hits = np.cumsum(relevant[np.argsort(-scores, kind="stable")])
    if not len(hits) or not hits[-1]:
        return [0.0] * len(_LEVELS)
    precision = hits / np.arange(1, len(hits) + 1)
    best_from = np.maximum.accumulate(precision[::-1])[::-1]
    at = np.searchsorted(hits, np.ceil(_LEVELS * hits[-1] - 1e-9))
    return [float(value) for value in best_from[at]]


def joined_below(graph: LinkGraph, bound: float) -> tuple[int, int]:
    """The pages and links of the graph of links with a smaller entropy; several links from a
    page to another are one."""
    low = graph.entropy < bound
    source, target = graph.source[low], graph.target[low]
    order = np.lexsort((target, source))
    links = int(new_runs(source[order], target[order]).sum())
    return len(np.union1d(source, target)), links


def hub_values(
    graph: LinkGraph, ranking: Variant | str, degrees: Degrees = "weights"
) -> dict[str, Any]:
    """The hub values of a ranking in descending order, and how they come about: the largest
    change from an iteration to the next, and the values of the first pages."""
    turns = [rank(graph, ranking, n, degrees) for n in range(1, ITERATIONS + 1)]
    hub = np.sort(turns[-1].hub)[::-1]
    first = np.argsort(-turns[-1].hub, kind="stable")[:_TRACED].tolist()
    return {
        "ranking": turns[-1].name,
        "at_zero": _share(hub < _ZERO),
        "at_zero_paper": PAPER_HUBS_AT_ZERO,
        "by_rank": {str(n): _short(hub[n - 1]) for n in _SHOWN_RANKS if n <= len(hub)},
        "iterations": [
            {
                "hub_change": _change(before.hub if before else None, turn.hub),
                "authority_change": _change(before.authority if before else None, turn.authority),
                "hubs": {graph.urls[page]: _short(turn.hub[page]) for page in first},
            }
            for before, turn in zip([None, *turns], turns, strict=False)
        ],
    }


def ranking_scores(
    graph: LinkGraph,
    contents: Marks,
    rankings: Sequence[Variant | str] = (),
    degrees: Degrees = "weights",
) -> list[dict[str, Any]]:
    """How well rankings find the contents pages: those of the paper, and others."""
    names = [v.name if isinstance(v, Variant) else Variant.named(v).name for v in rankings]
    rows = []
    for name in dict.fromkeys([*PAPER_R_PRECISION, *names]):
        scores = rank(graph, name, degrees=degrees).score
        rows.append(
            {
                "ranking": name,
                "r_precision": _short(r_precision(scores, contents)),
                "r_precision_paper": PAPER_R_PRECISION.get(name),
                "precision_at_20": _short(precision_at(scores, contents, _FIRST)),
                "precision_at_recall": [_short(p) for p in eleven_points(scores, contents)],
            }
        )
    return rows


def site_data(graph: LinkGraph) -> dict[str, Any]:
    """A site as tables and figures of the paper count it."""
    joined = {str(bound): joined_below(graph, bound) for bound in _BOUNDS}
    return {
        "pages": graph.pages,
        "links": joined_below(graph, np.inf)[1],
        "blocks": len(graph.block_page),
        "redundant_links": _share(graph.entropy > _BOUNDS[0]),
        "redundant_links_paper": PAPER_REDUNDANT_LINKS,
        "joined_below": {b: {"pages": n, "links": links} for b, (n, links) in joined.items()},
    }


def contents_labelled(graph: LinkGraph) -> Marks:
    """The pages that the input calls contents pages."""
    return np.array([label.lower() in CONTENTS for label in graph.labels], np.bool_)


def feature_scores(graph: LinkGraph) -> dict[str, Any]:
    """Recall and precision of the features of informative blocks, where the input says what is
    to be found: by threshold over ten training pages, with the one the greedy heuristic finds,
    and with that of 5, 10 … 40 training pages."""
    pages = [page for page in range(graph.pages) if len(graph.wanted[page])]
    pages.sort(key=lambda page: graph.words[page].digest)  # left to chance, but always the same
    ten = pages[:_TRAINING]
    entropies = SiteEntropies(*(graph.words[page] for page in ten))
    found = entropies.threshold()
    rows = {t: _features_at(graph, ten, entropies, t) for t in [*_LEVELS.tolist(), found]}
    by_examples = []
    for number in _EXAMPLES:
        if number <= len(pages):
            training = pages[:number]
            of_these = SiteEntropies(*(graph.words[page] for page in training))
            bound = of_these.threshold()
            scores = _features_at(graph, training, of_these, bound)
            by_examples.append({"pages": number, "threshold": bound} | scores)
    return {
        "training_pages": len(ten),
        "threshold": found,
        **rows[found],
        "by_threshold": [{"threshold": t} | rows[t] for t in _LEVELS.tolist()],
        "by_examples": by_examples,
    }


def _features_at(
    graph: LinkGraph, pages: Sequence[int], entropies: SiteEntropies, bound: float
) -> dict[str, float]:
    """Recall and precision over the features of all pages, each counted once a page."""
    hits = found = wanted = 0
    for page in pages:
        words = graph.words[page]
        blocks, h, _ = entropies.of_blocks(words)
        kept = np.isin(words.block, blocks[h <= bound + 1e-9])
        features: Keys = np.unique(words.features[words.feature[kept]])
        hits += int((find(graph.wanted[page], features) >= 0).sum())
        found += len(features)
        wanted += len(graph.wanted[page])
    return {"recall": _short(hits / max(1, wanted)), "precision": _short(hits / max(1, found))}


def _change(before: Numbers | None, now: Numbers) -> float | None:
    """The largest, if there was anything before."""
    return None if before is None else _short(float(np.abs(now - before).max(initial=0.0)))


def _share(marks: Marks) -> float:
    return _short(float(marks.mean())) if len(marks) else 0.0


def _short(number: float) -> float:
    return float(f"{number:.4g}")
