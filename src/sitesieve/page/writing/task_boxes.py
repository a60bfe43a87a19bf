"""The boxes of task lists: which items are done, and which are not."""

import re

import numpy as np
import numpy.typing as npt

from sitesieve.page.tags import TAG_ID
from sitesieve.page.tree import PageTree
from sitesieve.page.writing.markup_things import TaskBox

_BETWEEN = frozenset((TAG_ID["p"], TAG_ID["label"], TAG_ID["span"]))
_CHECKBOX = re.compile(rb" type=checkbox(?= |$)", re.IGNORECASE)
_TASKS = re.compile(r"task|todo|check-?list")


def task_boxes(tree: PageTree, keep: npt.NDArray[np.bool_]) -> dict[int, TaskBox]:
    """The boxes of tasks, by the leaf to keep that they stand before.

    A box is a task's where it cannot be clicked, or the item or its list is named so; others
    are the fields of a form.
    """
    boxes: dict[int, TaskBox] = {}
    inputs = tree.tagged(TAG_ID["input"])
    if len(inputs):
        inputs = inputs[np.append(keep, False)[tree.leaf_start[inputs]]]
    for node in tree.looking_like(_CHECKBOX, inputs).tolist():
        item = int(tree.parent[node])
        while item > 0 and tree.tag[item] in _BETWEEN:
            item = int(tree.parent[item])
        leaf = int(tree.leaf_start[node])
        if tree.tag[item] != TAG_ID["li"] or leaf != tree.leaf_start[item]:
            continue
        if leaf >= tree.leaf_start[tree.end[item]]:
            continue
        attributes = tree.attributes_of(node)
        named = (tree.presentation(at) for at in (node, item, int(tree.parent[item])))
        if "disabled" in attributes or any(map(_TASKS.search, named)):
            boxes[leaf] = TaskBox("checked" in attributes)
    return boxes
