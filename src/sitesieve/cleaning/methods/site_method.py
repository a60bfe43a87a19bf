"""What the methods have in common that keep a model for each site."""

from abc import abstractmethod
from typing import Any, ClassVar

from sitesieve.cleaning.method import LearningMethod
from sitesieve.page import Page
from sitesieve.site.describe import Description
from sitesieve.site.model import Rung, SiteModel


class SiteMethod(LearningMethod):
    """A method that lays the pages of each site over each other."""

    judging: ClassVar[tuple[str, ...]] = ()  # settings that can be changed after learning

    @property
    @abstractmethod
    def sites(self) -> dict[str, SiteModel]:
        """The model of each site."""

    @abstractmethod
    def model_for(self, site: str) -> SiteModel | None:
        """The model of a site, if there is one."""

    @abstractmethod
    def prune(self) -> None:
        """Forget what cannot change a verdict of the style tree."""

    @abstractmethod
    def describe(self, site: str | None = None) -> Description:
        """What is known of a site, for people."""

    @abstractmethod
    def thresholds(self, site: str | None = None) -> list[Rung]:
        """What a ladder of thresholds would remove of a site."""

    @abstractmethod
    def fit_of(self, page: Page) -> float:
        """How much of a page its site's model recognises, in [0, 1]; 0 without a model."""

    def judge_by(self, **settings: Any) -> None:
        """Change settings of judging: no need to learn again."""
        for name in settings:
            if name not in self.judging:
                raise ValueError(f"{name} is a setting of learning: learn again to change it")
        self._judge_by(settings)

    @abstractmethod
    def _judge_by(self, settings: dict[str, Any]) -> None:
        """Take over settings of judging; `ValueError` for one that means nothing."""
