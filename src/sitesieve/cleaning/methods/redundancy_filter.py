"""What the two redundancy filters share: a tag filter first, then groups by URL path."""

from abc import abstractmethod
from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from sitesieve.cleaning.method import StoringMethod
from sitesieve.cleaning.methods.tag_filter import NEGATIVE_TAGS, TagFilter
from sitesieve.page import Page
from sitesieve.site.redundancy import MIN_PAGES, PathGroups, RedundancyModels
from sitesieve.site.store import PageObservation


class RedundancyFilter(StoringMethod):
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
        filters = [model.filter_of(g) for g in model.groups.values() if g.pages >= MIN_PAGES]
        repeated = set().union(*filters)
        return f"{len(filters):,} paths, whose pages repeat {len(repeated):,} words or phrases"

    def settings(self) -> dict[str, Any]:
        return self.tag_filter.settings()
