"""What is known of a page when its paragraphs are named."""

from collections.abc import Mapping
from dataclasses import dataclass

from sitesieve.cleaning.sieve.evidence import Surroundings
from sitesieve.cleaning.sieve.judging import Judged


@dataclass(frozen=True, eq=False, slots=True)
class Known:
    """A page as the cleaner judged it, its address, and what the link graph says."""

    found: Judged  # by the cleaner
    url: str = ""
    roles: Mapping[str, str] | None = None  # of the pages of the site, by their address

    @property
    def around(self) -> Surroundings:
        """The paragraphs and what stands around them."""
        return self.found.around

    def text_of(self, paragraph: int) -> str:
        """The text of a paragraph."""
        first, end = self.around.paragraphs.first_leaf[paragraph : paragraph + 2].tolist()
        return "".join(self.around.tree.texts[first:end]).strip()
