"""What `sitesieve structure --evaluate` and `--evaluate-text` print."""

from collections.abc import Iterator, Sequence
from typing import Any

from sitesieve.cli.show import counted
from sitesieve.errors import InputError
from sitesieve.links import Structure
from sitesieve.links import evaluation as experiments
from sitesieve.links.ranking import Degrees

_LEAST = 2  # pages with text to be found; of fewer no entropy can be told


def evaluations(
    structures: list[Structure],
    degrees: Degrees,
    label: str | None,
    text: str | None,
    rankings: Sequence[str] = (),
) -> list[dict[str, Any]]:
    """The experiments of the paper on some sites, as data, with these rankings beside the
    paper's. A site of which the input does not say what is asked for has the rest."""
    data = [evaluation(structure, degrees, rankings) for structure in structures]
    if label is not None and not any("rankings" in of_site for of_site in data):
        names = " or ".join(experiments.CONTENTS)
        raise InputError(f"the column {label!r} calls no page {names}")
    if text is not None and not any("features" in of_site for of_site in data):
        raise InputError(f"no site has {_LEAST} pages with text in the column {text!r}")
    return data


def evaluation(
    structure: Structure, degrees: Degrees, rankings: Sequence[str] = ()
) -> dict[str, Any]:
    """The experiments on a site, as far as its contents are known."""
    graph, ranking = structure.graph, structure.ranking
    data: dict[str, Any] = {"site": structure.site} | experiments.site_data(graph)
    contents = experiments.contents_labelled(graph)
    if contents.any():
        found = [page for page in structure.contents if contents[page]]
        data["contents_pages"] = int(contents.sum())
        names = [*rankings, ranking.name]
        data["rankings"] = experiments.ranking_scores(graph, contents, names, degrees)
        data["found"] = {
            "ranking": ranking.name,
            "contents_pages": len(structure.contents),
            "precision": round(len(found) / max(1, len(structure.contents)), 4),
            "recall": round(len(found) / int(contents.sum()), 4),
        }
        data["hub_values"] = experiments.hub_values(graph, ranking.name, degrees)
    if sum(len(terms) > 0 for terms in graph.wanted) >= _LEAST:
        data["features"] = experiments.feature_scores(graph)
    return data


def evaluation_lines(data: dict[str, Any], links: bool) -> Iterator[str]:
    """The same for people: a table for each of the paper's. Where links are not asked for, only
    those of texts, and nothing of a site whose texts are not known."""
    if not links and "features" not in data:
        return
    contents = data.get("contents_pages") if links else None
    of_these = f", {counted(contents, 'contents page')}" if contents else ""
    yield (
        f"{data['site'] or '(no site)'}: {counted(data['pages'], 'page')}{of_these}, "
        f"{counted(data['links'], 'link')}, {counted(data['blocks'], 'block')}"
    )
    if links and data["links"]:
        yield from _link_lines(data)
    if contents:
        yield from _ranking_lines(data)
    if "features" in data:
        yield from _feature_lines(data["features"])
    yield ""


def _link_lines(data: dict[str, Any]) -> Iterator[str]:
    yield (
        f"links with an entropy above 0.8: {data['redundant_links']:.1%} "
        f"(paper: {data['redundant_links_paper']:.1%})"
    )
    for bound, joined in data["joined_below"].items():
        yield (
            f"links with an entropy below {bound}: {joined['links']:,}, "
            f"between {counted(joined['pages'], 'page')}"
        )


def _ranking_lines(data: dict[str, Any]) -> Iterator[str]:
    yield ""
    width = max(len(row["ranking"]) for row in data["rankings"])
    yield f"{'':{width}}  R-precision  paper  at 20  precision at recall 0, .1 … 1"
    for row in data["rankings"]:
        paper = row["r_precision_paper"]
        shown = f"{_share(paper) if paper is not None else '':>5}"
        levels = " ".join(map(_share, row["precision_at_recall"]))
        yield (
            f"{row['ranking']:{width}}  {_share(row['r_precision']):>11}  {shown}  "
            f"{_share(row['precision_at_20']):>5}  {levels}"
        )
    found = data["found"]
    yield (
        f"found by {found['ranking']}: {counted(found['contents_pages'], 'contents page')}, "
        f"precision {_share(found['precision'])}, recall {_share(found['recall'])}"
    )
    hubs = data["hub_values"]
    yield ""
    yield (
        f"hub values of {hubs['ranking']}: {hubs['at_zero']:.1%} are 0 after "
        f"{len(hubs['iterations'])} iterations (paper: {hubs['at_zero_paper']:.1%})"
    )
    yield "by rank: " + ", ".join(f"{n}: {value:.3f}" for n, value in hubs["by_rank"].items())
    yield "iteration  largest change of a hub  of an authority  hubs of the first pages"
    for number, turn in enumerate(hubs["iterations"], 1):
        traced = " ".join(f"{value:.3f}" for value in turn["hubs"].values())
        hub, authority = (
            "" if change is None else f"{change:.4f}"
            for change in (turn["hub_change"], turn["authority_change"])
        )
        yield f"{number:9}  {hub:>23}  {authority:>15}  {traced}"


def _feature_lines(features: dict[str, Any]) -> Iterator[str]:
    yield ""
    yield (
        f"features of informative blocks over {counted(features['training_pages'], 'page')}: "
        f"threshold {features['threshold']:.1f}, recall {_share(features['recall'])}, "
        f"precision {_share(features['precision'])} (paper: both .956 or more on 11 of 13 sites)"
    )
    yield "threshold  recall  precision"
    for row in features["by_threshold"]:
        yield f"{row['threshold']:9.1f}  {_share(row['recall']):>6}  {_share(row['precision']):>9}"
    yield "training pages  threshold  recall  precision"
    for row in features["by_examples"]:
        yield (
            f"{row['pages']:14}  {row['threshold']:9.1f}  {_share(row['recall']):>6}  "
            f"{_share(row['precision']):>9}"
        )


def _share(number: float) -> str:
    """Two digits, as in the paper's tables."""
    return f"{number:.2f}".removeprefix("0")
