"""The best labelling of a tree: what is kept and what is removed, under prices for cuts.

Every node is kept (1) or removed (0). A node adds its gain when it is kept; it costs its
price when its parent is labelled otherwise, and its other price when the sibling before it
is. The labelling with the largest sum is found exactly, in one pass up and one down: going
up, for every label of the parent and of the node, the best sum over the node and the siblings
after it; going down, the best label given those of the parent and the sibling before.
"""

import numpy as np

from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.stdlib cimport calloc, free, malloc


cdef struct Chain:
    # Of a node and its siblings after it: best[label of the parent][label of the node].
    double best[2][2]


def cost_of_cuts(
    const uint8_t[::1] label,
    const int32_t[::1] parent,
    const int64_t[::1] before,
    const double[::1] to_parent,
    const double[::1] to_sibling,
):
    """What a labelling costs: the prices of nodes that are labelled otherwise than their parent,
    and of those that are labelled otherwise than the sibling before, which is -1 for none."""
    cdef Py_ssize_t node
    cdef double cost = 0
    with nogil:
        for node in range(1, parent.shape[0]):
            if label[node] != label[parent[node]]:
                cost += to_parent[node]
            if before[node] >= 0 and label[node] != label[before[node]]:
                cost += to_sibling[node]
    return cost


def best_labels(
    const int32_t[::1] parent,
    const double[::1] gain,
    const double[::1] to_parent,
    const double[::1] to_sibling,
):
    """The label of each node. Parents stand before their children, siblings in order, and the
    root, whose parent is -1, first. Of two equally good labellings the one that keeps more."""
    cdef Py_ssize_t count = parent.shape[0], node
    labels = np.zeros(count, np.uint8)
    if not count:
        return labels
    cdef uint8_t[::1] label = labels
    cdef Chain *chains = <Chain *> malloc(count * sizeof(Chain))
    cdef int32_t *first = <int32_t *> calloc(count, sizeof(int32_t))  # child seen last, going up
    cdef double own[2]
    cdef double chosen, other
    cdef int above, here, before
    cdef int32_t sibling, up
    cdef int32_t *last = first  # going down: the sibling before
    if chains == NULL or first == NULL:
        free(chains)
        free(first)
        raise MemoryError
    with nogil:
        for node in range(count - 1, -1, -1):
            own[0], own[1] = 0, gain[node]
            if first[node]:
                for here in range(2):
                    chosen = chains[first[node]].best[here][0]
                    other = chains[first[node]].best[here][1]
                    own[here] += other if other >= chosen else chosen
            up = parent[node]
            sibling = first[up] if up >= 0 else 0
            for above in range(2):
                for here in range(2):
                    chosen = own[here] - (to_parent[node] if above != here else 0)
                    if sibling:
                        other = chains[sibling].best[above][1 - here] - to_sibling[sibling]
                        if other < chains[sibling].best[above][here]:
                            other = chains[sibling].best[above][here]
                        chosen += other
                    chains[node].best[above][here] = chosen
            if up >= 0:
                first[up] = <int32_t> node
        for node in range(count):
            first[node] = -1
        label[0] = chains[0].best[1][1] >= chains[0].best[0][0]
        for node in range(1, count):
            up = parent[node]
            above = label[up]
            chosen = chains[node].best[above][1]
            other = chains[node].best[above][0]
            if last[up] >= 0:
                before = label[last[up]]
                chosen -= to_sibling[node] if before == 0 else 0
                other -= to_sibling[node] if before == 1 else 0
            label[node] = chosen >= other
            last[up] = <int32_t> node
    free(chains)
    free(first)
    return labels
