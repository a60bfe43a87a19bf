"""What the papers report of their own experiments, to stand beside ours.

N no cleaning, T template based, S site style tree, W structure-tree weights;
thesis, tables 5-3 to 5-16, on 5,460 product pages and 10,610 news pages.
"""

from dataclasses import dataclass

INPUTS = {
    "none": "N",
    "pagelet-templates": "T",
    "site-style-tree": "S",
    "structure-tree": "W",
}


@dataclass(frozen=True, slots=True)
class Reported:
    """The averages of one data set; four values each, for N, T, S and W."""

    name: str
    k_means: tuple[float, ...]
    f: dict[int, tuple[float, ...]]  # by configuration
    accuracy: dict[int, tuple[float, ...]]


THESIS = (
    Reported(
        "products (thesis)",
        (0.506, 0.631, 0.751, 0.794),
        {
            1: (0.9477, 0.8822, 0.8924, 0.9474),
            2: (0.6965, 0.7483, 0.8890, 0.9231),
            3: (0.5577, 0.6799, 0.8804, 0.9196),
        },
        {
            1: (0.9788, 0.9384, 0.9506, 0.9748),
            2: (0.7998, 0.8490, 0.9374, 0.9568),
            3: (0.6413, 0.7597, 0.9261, 0.9479),
        },
    ),
    Reported(
        "news (thesis)",
        (0.593, 0.731, 0.747, 0.753),
        {
            1: (0.9186, 0.9278, 0.9195, 0.9370),
            2: (0.7470, 0.8829, 0.8952, 0.9188),
            3: (0.6025, 0.8626, 0.8990, 0.9191),
        },
        {
            1: (0.9269, 0.9333, 0.9087, 0.9407),
            2: (0.7737, 0.8964, 0.8949, 0.9273),
            3: (0.6434, 0.8775, 0.9018, 0.9265),
        },
    ),
)
# Das, table 2: naive Bayes before and after the featured DOM tree, mean of ten pairs.
BAYES_BEFORE = (0.696, 0.792)  # F, accuracy
BAYES_AFTER = (0.914, 0.940)
