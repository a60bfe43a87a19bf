# cython: boundscheck=False, wraparound=False, cdivision=True
"""The score of rows under many small trees (QuickScorer: Lucchese et al., SIGIR 2015).

The splits of all trees are sorted by feature and threshold. For a row, the splits of a feature
whose threshold its value exceeds are the first so many of them: each rules out the leaves on its
left. The first leaf of a tree that no split rules out is the one the row falls into.
"""

from libc.stdint cimport int32_t, uint16_t, uint32_t
from libc.stdlib cimport free, malloc


cdef extern from *:
    """
    #if defined(_MSC_VER)
    #include <intrin.h>
    static int lowest_bit(unsigned int set) { unsigned long at; _BitScanForward(&at, set); return (int)at; }
    #else
    static int lowest_bit(unsigned int set) { return __builtin_ctz(set); }
    #endif
    """
    int lowest_bit(uint32_t set) noexcept nogil


def add_scores(
    const float[:, :] rows,
    const int32_t[::1] features,
    const int32_t[::1] begins,
    const float[::1] thresholds,
    const uint16_t[::1] trees,
    const uint32_t[::1] leaves_left,
    const int32_t[::1] offsets,
    const float[::1] values,
    double[:, ::1] scores,
):
    """Add to the scores of each row. The splits of `features[i]` are those from `begins[i]` to
    `begins[i + 1]`, in order of their thresholds; the leaves of tree `t` begin at `offsets[t]`;
    tree `t` adds to score `t % outputs`."""
    cdef Py_ssize_t block, row, i, split, begin, end, tree, rows_here
    cdef Py_ssize_t count = offsets.shape[0], outputs = scores.shape[1]
    cdef float value
    cdef uint32_t* here
    cdef uint32_t* alive = <uint32_t*> malloc(8 * (count + 1) * sizeof(uint32_t))
    if alive == NULL:
        raise MemoryError
    try:
        with nogil:
            for block in range(0, rows.shape[0], 8):
                rows_here = rows.shape[0] - block
                if rows_here > 8:  # what is left of the trees of eight rows stays in the nearest cache
                    rows_here = 8
                for i in range(rows_here * count):
                    alive[i] = 0xFFFFFFFF
                for i in range(features.shape[0]):
                    begin = begins[i]
                    end = begins[i + 1]
                    for row in range(rows_here):
                        value = rows[block + row, features[i]]
                        here = alive + row * count
                        for split in range(begin, end):
                            if value <= thresholds[split]:  # no number is above all
                                break
                            here[trees[split]] &= leaves_left[split]
                for row in range(rows_here):
                    here = alive + row * count
                    for tree in range(count):
                        scores[block + row, tree % outputs] += values[
                            offsets[tree] + lowest_bit(here[tree])
                        ]
    finally:
        free(alive)
