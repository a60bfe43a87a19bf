"""What the two redundancy filters share: a tag filter first, then groups by URL path."""

from abc import abstractmethod
from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from sitesieve.cleaning.method import LearningMethod
from sitesieve.cleaning.methods.tag_filter import NEGATIVE_TAGS, TagFilter
from sitesieve.page import Page
from sitesieve.site.model_file import SavedModel
from sitesieve.site.redundancy import Observation, PathGroups


class RedundancyFilter(LearningMethod):
    """Learns what the pages of each URL path repeat, outside negative tags."""

    group_type: ClassVar[type[PathGroups]]

    def __init__(
        self, negative: Iterable[str] = NEGATIVE_TAGS, positive: Iterable[str] = ()
    ) -> None:
        self.tag_filter = TagFilter(negative, positive)
        self.groups = self.group_type()

    @abstractmethod
    def counts(self, page: Page) -> Mapping[str, int]:
        """How often each word or phrase stands on the page, after the tag filter."""

    def observe(self, page: Page) -> Observation:
        return Observation(page.site, page.path, self.counts(page))

    def absorb(self, observation: Observation) -> None:
        self.groups.absorb(observation)

    def remarks(self) -> list[str]:
        said = super().remarks()
        if self.groups.forgotten:
            said.append(
                f"{self.groups.forgotten:,} entries seen on one page were forgotten "
                "to stay within memory"
            )
        if self.groups.refused:
            said.append(f"{self.groups.refused:,} pages came when the memory was full")
        return said

    def settings(self) -> dict[str, Any]:
        return self.tag_filter.settings()

    def tables(self) -> dict[str, Any]:
        return {"paths": self.groups.to_rows()}

    def restore(self, saved: SavedModel) -> None:
        self.groups = self.group_type.from_rows(saved.tables["paths"])
