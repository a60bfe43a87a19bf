"""How the experiments cluster and classify: as usual here, or to the letter of the papers."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, Self, get_args, get_type_hints

ITERATIONS = 30  # thesis §5.1.1
_TASKS_OF = {  # what goes by each setting
    "unit": ("k-means", "svm"),
    **dict.fromkeys(("init", "iterations", "match"), ("k-means",)),
    **dict.fromkeys(("kernel", "degree", "gamma", "loss", "c", "f"), ("svm",)),
    **dict.fromkeys(("sets", "set_classes", "set_share"), ("gaussian-bayes",)),
}
_KERNEL_OF = {"degree": "polynomial", "gamma": "rbf"}


@dataclass(frozen=True, slots=True)
class MiningSettings:
    """The switches of k-means, the SVM and naive Bayes.

    Parameters
    ----------
    unit : whether pages are vectors of length 1, or as long as their values make them.
    init : the first centroids: "pages" drawn at random (thesis §5.1.1), or "spread" (pages far
        from those already drawn are likelier).
    iterations : of k-means, at most.
    match : which cluster stands for a class: "one-to-one", the assignment with the best mean F
        (thesis §5.4); or "free", for each class the cluster with the best F.
    kernel, degree, gamma : of the SVM: "linear" ⟨a, b⟩, "polynomial" (⟨a, b⟩ + 1)^degree, or
        "rbf" exp(−gamma ‖a − b‖²), as in SVM-light.
    loss : "squared-hinge" (a linear machine whose offset is kept small with its weights), or
        "hinge", the machine of SVM-light.
    c : what errors in training cost; 0 for SVM-light's usual one, 1 / (mean length of the
        training pages)².
    f : of two classes the "mean" F, or that of the "first". The thesis does not say which it
        means; its tables do: F is above accuracy where class 1 is the larger (170 of 180
        figures of pairs whose sizes differ by 15 %).
    sets, set_classes, set_share : random sets of pages for naive Bayes with normal
        distributions (Das §4.1): how many, of how many classes (the largest), and which share
        of their pages is drawn for each.
    """

    unit: bool = True
    init: Literal["pages", "spread"] = "pages"
    iterations: int = ITERATIONS
    match: Literal["one-to-one", "free"] = "one-to-one"
    kernel: Literal["linear", "polynomial", "rbf"] = "linear"
    degree: int = 3
    gamma: float = 1.0
    loss: Literal["squared-hinge", "hinge"] = "squared-hinge"
    c: float = 1.0
    f: Literal["mean", "first"] = "mean"
    sets: int = 10
    set_classes: int = 4
    set_share: float = 0.5

    PAPER: ClassVar[Mapping[str, Any]] = {"unit": False, "loss": "hinge", "c": 0.0, "f": "first"}
    """Thesis §5.1 and §5.5: vectors as TFIDF or the structure tree makes them, SVM-light as it
    comes, F of class 1. The rest of it is usual here, too."""

    def __post_init__(self) -> None:
        for name, kind in get_type_hints(type(self)).items():
            choices, value = get_args(kind), getattr(self, name)
            if name != "PAPER" and choices and value not in choices:
                raise ValueError(f"{name} is one of {', '.join(choices)}, not {value!r}")
        for name, least in {"iterations": 1, "degree": 1, "sets": 1, "set_classes": 2}.items():
            if getattr(self, name) < least:
                raise ValueError(f"{name} must be {least} or more, not {getattr(self, name)}")
        if not 0 <= self.c < float("inf"):
            raise ValueError(f"c must be 0 or more, not {self.c}")
        if not 0 < self.gamma < float("inf"):
            raise ValueError(f"gamma must be more than 0, not {self.gamma}")
        if not 0 < self.set_share <= 1:
            raise ValueError(f"set_share must be more than 0 and at most 1, not {self.set_share}")
        if self.kernel != "linear" and self.loss != "hinge":
            raise ValueError(f"the kernel {self.kernel} goes with the loss hinge")

    def check_used(self, names: Iterable[str], tasks: Iterable[str]) -> None:
        """Refuse settings, of which these were asked for, that would change nothing."""
        for name in names:
            users = _TASKS_OF[name]
            if not set(users).intersection(tasks):
                raise ValueError(f"{name} is a setting of the task {' or '.join(users)}")
            kernel = _KERNEL_OF.get(name, self.kernel)
            if kernel != self.kernel:
                raise ValueError(f"{name} goes with the kernel {kernel}, not {self.kernel}")

    @classmethod
    def by_paper(cls, **settings: Any) -> Self:
        """The settings of the thesis, but for those given here."""
        return cls(**{**cls.PAPER, **settings})
