"""Several learners, one reading of the pages."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from sitesieve.page.page import Page
from sitesieve.run.tasks import Learner


class LearnTogether:
    """A learner made of several: each of them looks at every page."""

    def __init__(self, learners: Sequence[Learner]) -> None:
        self.learners = learners
        self.unusable: Counter[str] = Counter()

    def observe(self, page: Page) -> list[Any]:
        return [learner.observe(page) for learner in self.learners]

    def absorb(self, observations: list[Any]) -> None:
        for learner, observation in zip(self.learners, observations, strict=True):
            learner.absorb(observation)
