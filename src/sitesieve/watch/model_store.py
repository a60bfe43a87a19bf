"""The models of sites in a state. A site that gets another design starts a new generation."""

from sitesieve.errors import ModelError
from sitesieve.watch.site_knowledge import SiteKnowledge
from sitesieve.watch.state import State


class Models:
    """What is known of each site."""

    def __init__(self, state: State) -> None:
        self._state = state

    def of(self, site: str) -> tuple[SiteKnowledge, int]:
        """What is known of a site, and of which generation it is."""
        row = self._state.row("SELECT content, generation FROM model WHERE site = ?", site)
        if row is None:
            return SiteKnowledge(site), 0
        try:
            return SiteKnowledge.from_bytes(row[0], site), row[1]
        except ModelError:  # it can be learned again, and what was seen is kept elsewhere
            return SiteKnowledge(site), row[1]

    def pages(self, site: str) -> int:
        """Pages that a site was learned from."""
        row = self._state.row("SELECT pages FROM model WHERE site = ?", site)
        return int(row[0]) if row else 0

    def keep(self, knowledge: SiteKnowledge, generation: int, now: float) -> None:
        """Store what is known of a site."""
        self._state.write(
            "INSERT OR REPLACE INTO model VALUES (?, ?, ?, ?, ?)",
            *(knowledge.site, generation, now, knowledge.pages, knowledge.to_bytes()),
        )
