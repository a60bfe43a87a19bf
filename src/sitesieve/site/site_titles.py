"""SiteTitles: what the pages of a site have taught of its titles."""

from dataclasses import dataclass

from sitesieve.page.hashing import stable_ids
from sitesieve.page.metadata.titles import lower_key, title_key
from sitesieve.site.keyed_table import Keys, Numbers, find

_FEWEST = 3  # pages that have something in common
_NAMES_SITE = 0.4  # of the pages: sections of a site have less, its name nearly all


@dataclass(frozen=True, eq=False, slots=True)
class SiteTitles:
    """On how many pages of a site each part of a title stands."""

    part: Keys  # in order
    pages: Numbers
    of: int

    def _pages_with(self, key: str) -> float:
        row = int(find(self.part, stable_ids([key]))[0]) if key and len(self.part) else -1
        return float(self.pages[row]) if row >= 0 else 0.0

    def names_site(self, part: str) -> bool:
        """Whether a part of a title stands on so many pages that it says nothing of one."""
        return self._pages_with(title_key(part)) >= max(_FEWEST, _NAMES_SITE * self.of)

    def is_repeated(self, title: str) -> bool:
        """Whether several pages have this title, or this part of one."""
        return self._pages_with(title_key(title)) >= _FEWEST

    def is_lower_repeated(self, heading: str) -> bool:
        """Whether several pages have this heading, which is not of the first level."""
        return self._pages_with(lower_key(heading)) >= _FEWEST
