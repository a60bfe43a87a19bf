"""What the two redundancy filters share: a tag filter first, then groups by URL path."""

from abc import abstractmethod
from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from sitesieve.cleaning.method import LearningMethod
from sitesieve.cleaning.methods.tag_filter import NEGATIVE_TAGS, TagFilter
from sitesieve.page import Page
from sitesieve.site.redundancy import PathGroups, RedundancyModels
from sitesieve.site.store import PageObservation


class RedundancyFilter(LearningMethod):
    """Learns what the pages of each URL path repeat, outside negative tags."""

    models: RedundancyModels
    group_type: ClassVar[type[PathGroups]]

    def __init__(
        self, negative: Iterable[str] = NEGATIVE_TAGS, positive: Iterable[str] = ()
    ) -> None:
        self.tag_filter = TagFilter(negative, positive)
        self.models = RedundancyModels(self.group_type)

    @abstractmethod
    def counts(self, page: Page) -> Mapping[str, int]:
        """How often each word or phrase stands on the page, after the tag filter."""

    def observe(self, page: Page) -> PageObservation:
        return self.models.observed(page.site, page.path, self.counts(page))

    def describe(self, site: str | None = None) -> str:
        _, model = self.models.only(site)
        filters = {path: model.filter_of(group) for path, group in model.groups.items()}
        entries = {name for path in filters for name in filters[path]}
        return f"{len(filters):,} paths, on which {len(entries):,} words or phrases repeat"

    def settings(self) -> dict[str, Any]:
        return self.tag_filter.settings()
