"""The containers around each paragraph, as runs of paragraphs."""

from itertools import accumulate, pairwise

import numpy as np
import numpy.typing as npt

from sitesieve.cleaning.sieve.evidence import Surroundings

LEVELS = (1, 2, 3)  # above a paragraph, those that hold no more than the one below left out

Floats = npt.NDArray[np.float32]


class Containers:
    """For each level and paragraph, the paragraphs of the container it stands in."""

    def __init__(self, around: Surroundings) -> None:
        tree, paragraphs = around.tree, around.paragraphs
        nodes = around.larger[list(LEVELS)]
        self.first = paragraphs.of_leaf[tree.leaf_start[nodes]]
        self.last = paragraphs.of_leaf[tree.leaf_start[tree.end[nodes]] - 1] + 1  # one past
        self.size = np.maximum(self.last - self.first, 1)
        self._share = (1 / self.size).astype(np.float32)[:, :, None]
        self.path, self.members = around.paths  # those that look alike

    def means(self, values: Floats) -> list[Floats]:
        """For each level, the mean of some columns over the paragraphs of the container."""
        sums = np.zeros((len(values) + 1, values.shape[1]), np.float32)
        np.cumsum(values, axis=0, out=sums[1:])
        means = sums.take(self.last, axis=0)
        means -= sums.take(self.first, axis=0)
        means *= self._share
        return list(means)

    def means_of(self, *parts: Floats) -> list[list[Floats]]:
        """For each level, the means of each of several parts: quicker than one after the other."""
        bounds = list(accumulate((part.shape[1] for part in parts), initial=0))
        means = self.means(np.concatenate(parts, axis=1))
        return [[mean[:, start:end] for start, end in pairwise(bounds)] for mean in means]
