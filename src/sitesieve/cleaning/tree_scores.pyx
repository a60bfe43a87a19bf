# cython: boundscheck=False, wraparound=False, cdivision=True
"""The score of rows under many small trees (QuickScorer: Lucchese et al., SIGIR 2015).

The splits of all trees are sorted by feature and threshold. For a row, the splits of a feature
whose threshold its value exceeds are the first so many of them: each rules out the leaves on its
left. The first leaf of a tree that no split rules out is the one the row falls into. Eight rows are
looked at together (V-QuickScorer: Lucchese et al., SIGIR 2016).
"""

from libc.math cimport INFINITY
from libc.stdint cimport int32_t, uint16_t, uint32_t
from libc.stdlib cimport free, malloc


cdef extern from *:
    """
    #include <stdint.h>

    #if defined(_MSC_VER)
    #include <intrin.h>
    static int lowest_bit(uint32_t set) { unsigned long at; _BitScanForward(&at, set); return (int)at; }
    #else
    static int lowest_bit(uint32_t set) { return __builtin_ctz(set); }
    #endif

    /* Eight numbers in one: gcc and clang make of it what the processor has. */
    #if defined(__GNUC__)
    typedef float Floats __attribute__((vector_size(32), aligned(4), may_alias));
    typedef uint32_t Sets __attribute__((vector_size(32), aligned(4), may_alias));
    #endif
    /* Where the linker can choose, also for processors that have more than all have. */
    #if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && defined(__GLIBC__) \\
        && !defined(__SANITIZE_ADDRESS__)
    #define FOR_SEVERAL_PROCESSORS __attribute__((target_clones("avx2", "default")))
    #else
    #define FOR_SEVERAL_PROCESSORS
    #endif

    /* Rule out leaves of the trees by one feature of eight rows: by its splits with a threshold
       below `most`, which is the largest of the values. */
    FOR_SEVERAL_PROCESSORS static void rule_out(
        uint32_t *alive, const float *value, float most, int32_t splits,
        const float *threshold, const uint16_t *tree, const uint32_t *leaves_left)
    {
    #if defined(__GNUC__)
        const Floats values = *(const Floats *)value;
        for (int32_t i = 0; i < splits && !(most <= threshold[i]); i++) {
            Sets *here = (Sets *)(alive + 8 * (size_t)tree[i]);
            *here &= leaves_left[i] | (Sets)(values <= threshold[i]);
        }
    #else
        for (int32_t i = 0; i < splits && !(most <= threshold[i]); i++) {
            uint32_t *here = alive + 8 * (size_t)tree[i];
            for (int row = 0; row < 8; row++)
                if (!(value[row] <= threshold[i]))
                    here[row] &= leaves_left[i];
        }
    #endif
    }
    """
    int lowest_bit(uint32_t set) noexcept nogil
    void rule_out(
        uint32_t *alive, const float *value, float most, int32_t splits,
        const float *threshold, const uint16_t *tree, const uint32_t *leaves_left
    ) noexcept nogil


def add_scores(
    const float[::1, :] rows,
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
    cdef Py_ssize_t block, row, i, tree, rows_here
    cdef Py_ssize_t count = offsets.shape[0], outputs = scores.shape[1]
    cdef const float *value
    cdef float last[8]  # rows that are not there are below every threshold
    cdef float most
    cdef uint32_t* alive = <uint32_t*> malloc(8 * (count + 1) * sizeof(uint32_t))
    if alive == NULL:
        raise MemoryError
    try:
        with nogil:
            for row in range(8):
                last[row] = -INFINITY
            for block in range(0, rows.shape[0], 8):
                rows_here = min(rows.shape[0] - block, 8)
                for i in range(8 * count):
                    alive[i] = 0xFFFFFFFF
                for i in range(features.shape[0]):
                    value = &rows[block, features[i]]
                    if rows_here < 8:
                        for row in range(rows_here):
                            last[row] = value[row]
                        value = last
                    most = value[0]
                    for row in range(1, 8):
                        if most == most and not value[row] <= most:  # no number is above all
                            most = value[row]
                    rule_out(
                        alive, value, most, begins[i + 1] - begins[i], &thresholds[begins[i]],
                        &trees[begins[i]], &leaves_left[begins[i]],
                    )
                for row in range(rows_here):
                    for tree in range(count):
                        scores[block + row, tree % outputs] += values[
                            offsets[tree] + lowest_bit(alive[8 * tree + row])
                        ]
    finally:
        free(alive)
