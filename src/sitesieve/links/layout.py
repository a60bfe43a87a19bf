"""Where the pages of a structure are drawn: articles around the contents pages they are of."""

import math

import numpy as np
import numpy.typing as npt

from sitesieve.links.structure import Structure

_TURN = math.pi * (3 - math.sqrt(5))  # the golden angle: discs fill evenly
_ROOM = 1.6  # left around a disc, in steps between neighbours
_WIDTH = 2.8  # of the picture, for an area of 1: wider than high


def layout(structure: Structure) -> npt.NDArray[np.float64]:
    """The place of each page: a disc for each contents page, its articles around it, and one
    disc for all other pages. The largest discs come first, in rows."""
    owner = owners(structure)
    discs: dict[int, list[int]] = {page: [] for page in structure.contents}
    rest: list[int] = []
    for page, role in enumerate(structure.roles):
        if role == "article":
            discs[int(owner[page])].append(page)
        elif role == "other":
            rest.append(page)
    groups = [[page, *articles] for page, articles in discs.items()] + ([rest] if rest else [])
    groups.sort(key=len, reverse=True)
    places = np.zeros((structure.graph.pages, 2))
    radii = [math.sqrt(len(group)) + _ROOM for group in groups]
    width = max(_WIDTH * math.sqrt(sum(radius**2 for radius in radii)), 2 * max(radii, default=0.0))
    x = y = 0.0
    height = radii[0] if radii else 0.0
    for group, radius in zip(groups, radii, strict=True):
        if x and x + 2 * radius > width:
            x, y, height = 0.0, y + height + radius, radius
        places[group] = _disc(len(group)) + np.array([x + radius, y])
        x += 2 * radius
    return places


def owners(structure: Structure) -> npt.NDArray[np.int64]:
    """For each page, the contents page whose link to it says most; -1 for none."""
    graph = structure.graph
    links = np.flatnonzero(structure.distilled)
    weight = (1 - graph.entropy[links]) * (1 + graph.agreement[links])
    owner = np.full(graph.pages, -1, np.int64)
    strongest_last = links[np.argsort(weight, kind="stable")]
    owner[graph.target[strongest_last]] = graph.source[strongest_last]
    return owner


def _disc(pages: int) -> npt.NDArray[np.float64]:
    number = np.arange(pages)
    return np.stack([np.cos(number * _TURN), np.sin(number * _TURN)], 1) * np.sqrt(number)[:, None]
