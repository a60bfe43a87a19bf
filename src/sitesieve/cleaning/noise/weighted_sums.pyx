# cython: boundscheck=False, wraparound=False
"""The sums of a linear model, on one core.

numpy's product of matrices starts threads, which wait for each other by spinning: on a machine whose
cores have other work (other pages) naming kinds took three times as long. Most evidence of a
paragraph is 0, which is passed over here.
"""

import numpy as np


def weighted_sums(const float[:, ::1] rows, const float[:, ::1] weights):
    """`rows @ weights`: a row for each row, a column for each outcome."""
    if rows.shape[1] != weights.shape[0]:
        raise ValueError("the weights do not match the rows")
    cdef Py_ssize_t count = rows.shape[0], features = rows.shape[1], outcomes = weights.shape[1]
    sums = np.zeros((count, outcomes), np.float32)
    cdef float[:, ::1] written = sums
    cdef Py_ssize_t row, feature, outcome
    cdef float value
    cdef float *here
    cdef const float *weight
    if not (count and features and outcomes):
        return sums
    for row in range(count):
        here = &written[row, 0]
        for feature in range(features):
            value = rows[row, feature]
            if value != 0:
                weight = &weights[feature, 0]
                for outcome in range(outcomes):
                    here[outcome] += value * weight[outcome]
    return sums
