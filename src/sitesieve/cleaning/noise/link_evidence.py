"""Where the links of a paragraph and of its containers lead."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from sitesieve.cleaning.columns import Columns
from sitesieve.cleaning.noise.containers import LEVELS, Containers, Floats
from sitesieve.cleaning.noise.page_context import Known
from sitesieve.cleaning.noise.targets import TARGETS, PageTargets, leads_down
from sitesieve.page.addresses import absolute, normal_form

_ROLES = ("contents", "article")
_WAYS = ("go down the path", "stand side by side")
_LINKS = (1, 3, 6, 12, 30)
_LISTED = 0.85  # links a paragraph, in a list of them
_LONGEST = 2000  # characters of an address that are looked at


def add_links(columns: Columns, known: Known, boxes: Containers) -> None:
    """Add where the links of each paragraph lead, and those of its containers."""
    around, tree = known.around, known.around.tree
    count = len(around.paragraphs)
    nodes = np.array([node for node, _ in tree.anchors], np.int64)
    leaf = tree.leaf_start[nodes]
    shown = np.flatnonzero(leaf < tree.leaf_start[tree.end[nodes]])
    at = around.paragraphs.of_leaf[leaf[shown]]
    written = [tree.anchors[i][1][:_LONGEST] for i in shown.tolist()]
    page = PageTargets(known.url, tree.base)
    targets = [page.of(target) for target in written]
    kinds = np.array([number for number, _ in targets], np.int64)
    cells = np.bincount(at * len(TARGETS) + kinds, minlength=count * len(TARGETS))
    counts = cells.reshape(count, -1).astype(np.float32)
    links = counts.sum(axis=1, keepdims=True)
    roles = _roles(known, written, at, count)
    chain = _chain([path for _, path in targets], at, count)
    columns.add("leads to {}", counts / np.maximum(links, 1), TARGETS)
    means = boxes.means_of(counts, roles, chain, links)
    for level, size, per_paragraph in zip(LEVELS, boxes.size, means, strict=True):
        leads, to_roles, ways, density = per_paragraph
        some = np.maximum(density, 1e-6)
        columns.add(f"container {level} leads to {{}}", np.minimum(leads / some, 1), TARGETS)
        shares = np.minimum(to_roles / some, 1)
        columns.add(f"container {level} leads to pages that are {{}}", shares, _ROLES)
        columns.add(f"links of container {level} {{}}", np.minimum(ways / some, 1), _WAYS)
        many = density * size[:, None] > np.array(_LINKS)
        columns.add(f"links in container {level} > {{}}", many, _LINKS)
        columns.add(f"every paragraph of container {level} is a link", density[:, 0] > _LISTED)


def _chain(paths: Sequence[str], at: npt.NDArray[np.int32], count: int) -> Floats:
    """How many links of each paragraph go further down the path than the one before, and how
    many lead beside it (thesis §2.2.3: a hierarchic directory shows where the page stands)."""
    found = np.zeros((count, len(_WAYS)), np.float32)
    numbers = at.tolist()
    for i, (path, following) in enumerate(pairwise(paths)):
        if path and following:
            found[numbers[i + 1], 0 if leads_down(path, following) else 1] += 1
    return found


def _roles(known: Known, written: Sequence[str], at: npt.NDArray[np.int32], count: int) -> Floats:
    """How many links of each paragraph lead to pages of each role, where that is known."""
    found = np.zeros((count, len(_ROLES)), np.float32)
    if known.roles:
        for paragraph, target in zip(at.tolist(), written, strict=True):
            role = known.roles.get(normal_form(absolute(target, known.around.tree.base)))
            if role in _ROLES:
                found[paragraph, _ROLES.index(role)] += 1
    return found
