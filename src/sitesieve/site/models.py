"""SiteModels: the models of many sites, learned together within bounded memory."""

import pickle
import zlib
from collections import Counter
from dataclasses import dataclass
from typing import Any

import numpy.typing as npt

from sitesieve.errors import ModelError
from sitesieve.page.features import FeatureOptions, features
from sitesieve.page.page import Page
from sitesieve.site import storing
from sitesieve.site.counts import Use
from sitesieve.site.model import SiteModel
from sitesieve.site.model_file import SavedModel
from sitesieve.site.placing import Alignment

SAMPLE = 500  # pages that are enough for a site (thesis §4.2.5)
MOST_ROWS = 2_000_000  # of counts in memory, over all sites: some 200 MB
_BYTES_A_ROW = 100
_NAMED = 3  # sites that a remark names


@dataclass(frozen=True, slots=True)
class Observation:
    """What one page adds to the model of its site."""

    site: str
    digest: int
    model: SiteModel


class SiteModels:
    """A model for each site.

    A copy of a page is not a second page, and after `sample` pages a site is
    known well enough. When the counts of all sites fill the memory, they are
    pruned, and the first page of a new site is put away, packed, until there is a
    second; when that fills the memory too, further sites are refused.
    """

    def __init__(
        self,
        alignment: Alignment = "keyed",
        leaf_height: int = 0,
        merge_elements: bool = True,
        sample: int = SAMPLE,
        options: FeatureOptions | None = None,
        use: Use = "clean",
        most_rows: int = MOST_ROWS,
    ) -> None:
        if alignment not in ("exact", "keyed"):
            raise ValueError(f"the alignment must be exact or keyed, not {alignment!r}")
        if leaf_height < 0:
            raise ValueError(f"the height of leaves must be 0 or more, not {leaf_height}")
        if sample < 1:
            raise ValueError(f"the sample must be 1 page or more, not {sample}")
        self.alignment = alignment
        self.leaf_height = leaf_height
        self.merge_elements = merge_elements
        self.sample = sample
        self.options = options or FeatureOptions()
        self.use: Use = use
        self.most_rows = most_rows
        self.sites: dict[str, SiteModel] = {}
        self.copies: Counter[str] = Counter()  # pages of a site that were seen before
        self.refused = 0  # pages of sites that came when the memory was full
        self._pruned: set[str] = set()  # sites pruned to stay within memory
        self._prune_at = most_rows
        self._waiting: dict[str, bytes] = {}  # first pages of sites, packed
        self._packed = 0  # bytes of these
        self.beyond = 0  # pages of sites of which enough were known
        self._seen: dict[str, set[int]] = {}
        self._named: dict[str, set[str]] = {}
        self._held: dict[str, int] = {}
        self._rows = 0

    @property
    def pruned(self) -> int:
        """How many models were pruned to stay within memory."""
        return len(self._pruned)

    def new_model(self) -> SiteModel:
        """A model that knows nothing yet."""
        return SiteModel(self.alignment, self.leaf_height, self.merge_elements, self.use)

    def observe(self, page: Page) -> Observation:
        """What a page adds to the model of its site."""
        model = self.new_model()
        model.update(page, features(page.tree, self.options))
        return Observation(page.site, page.tree.digest, model)

    def absorb(self, observation: Observation) -> bool:
        """Add what a page adds; say whether its site's model changed."""
        site = observation.site
        if site not in self.sites:
            first = self._unpacked(site)
            if first is None and self._rows > self.most_rows:
                self._pack(observation)
                return False
            self.sites[site] = self.new_model()
            if first is not None:
                self._add(first)
        return self._add(observation)

    def _add(self, observation: Observation) -> bool:
        site = observation.site
        model, seen = self.sites[site], self._digests(site)
        addresses = self._addresses(site)
        name = observation.model.counts.seen[observation.digest].name
        if observation.digest in seen or name in addresses:
            self.copies[site] += 1
            return False
        if model.pages >= self.sample:
            self.beyond += 1
            return False
        seen.add(observation.digest)
        if "://" in name:
            addresses.add(name)
        model.merge(observation.model)
        self._count(site, model)
        if self._rows > self._prune_at:
            self._make_room()
        return True

    def _pack(self, observation: Observation) -> None:
        """Put the first page of a site away, until there is a second to compare it with."""
        packed = zlib.compress(pickle.dumps(observation), level=1)
        if self._packed + len(packed) > self.most_rows * _BYTES_A_ROW:
            self.refused += 1
            return
        self._packed += len(packed)
        self._waiting[observation.site] = packed

    def _unpacked(self, site: str) -> Observation | None:
        packed = self._waiting.pop(site, None)
        if packed is None:
            return None
        self._packed -= len(packed)
        observation: Observation = pickle.loads(zlib.decompress(packed))
        return observation

    def merge(self, other: "SiteModels") -> None:
        """Add what was learned elsewhere, in the same way; pages that both have seen are
        refused, for they would look repeated."""
        mine = (self.alignment, self.leaf_height, self.options)
        if mine != (other.alignment, other.leaf_height, other.options):
            raise ModelError("these models were learned with different settings")
        for site in other.sites:
            both = self._digests(site) & other._digests(site) if site in self.sites else set()
            if both:
                pages = f"{len(both):,} {'page' if len(both) == 1 else 'pages'}"
                raise ModelError(f"both models have learned from {pages} of {site or '(no site)'}")
        for site, model in other.sites.items():
            mine_now = self.sites.setdefault(site, self.new_model())
            mine_now.merge(model)
            self._seen[site] = self._digests(site) | other._digests(site)
            self._named.pop(site, None)
            self._count(site, mine_now)
        self.copies += other.copies
        self.beyond += other.beyond
        self.refused += other.refused
        self._pruned |= other._pruned

    def _digests(self, site: str) -> set[int]:
        """The pages a site's model was learned from."""
        if site not in self._seen:
            self._seen[site] = set(self.sites[site].counts.seen)
        return self._seen[site]

    def _addresses(self, site: str) -> set[str]:
        """The addresses of the pages a site's model was learned from: a page that was changed
        a little since is no second page either."""
        if site not in self._named:
            pages = self.sites[site].counts.seen.values()
            self._named[site] = {page.name for page in pages if "://" in page.name}
        return self._named[site]

    def _count(self, site: str, model: SiteModel) -> None:
        held = model.counts.held
        self._rows += held - self._held.get(site, 0)
        self._held[site] = held

    def _make_room(self) -> None:
        for site in sorted(self._held, key=lambda s: -self._held[s]):
            if self._rows <= self.most_rows // 2:
                break
            before = self._held[site]
            self.sites[site].prune()
            self._count(site, self.sites[site])
            if self._held[site] < before:
                self._pruned.add(site)
        self._prune_at = max(self.most_rows, 2 * self._rows)  # not again for every page

    def only(self, site: str | None = None) -> tuple[str, SiteModel]:
        """The model of a site, or of the one site there is."""
        if site is None:
            if not self.sites:
                raise ValueError("nothing was learned")
            if len(self.sites) != 1:
                raise ValueError(f"name one of {len(self.sites):,} sites: {_listed(self.sites)}")
            site = next(iter(self.sites))
        if site not in self.sites:
            raise ValueError(f"no model of {site!r}; there are {_listed(self.sites)}")
        return site, self.sites[site]

    def remarks(self) -> list[str]:
        """What a person should know about the pages learned from."""
        odd: dict[str, list[str]] = {}
        for site, model in self.sites.items():
            if self.copies[site] and model.pages == 1:
                warnings = [f"all {self.copies[site] + 1:,} pages are copies of one"]
            else:
                warnings = model.warnings()
            for warning in warnings:
                odd.setdefault(warning, []).append(site)
        said = [f"{_listed(sites)}: {warning}" for warning, sites in odd.items()]
        if self.copies.total() and len(said) < len(self.sites):
            said.append(
                f"{self.copies.total():,} pages were copies of others or had their addresses, and "
                "count once"
            )
        if self.beyond:
            said.append(
                f"{self.beyond:,} pages came when {self.sample:,} of their site were known, which "
                "are enough: a larger `sample` takes more, a new model forgets the old pages"
            )
        if self.pruned:
            models = "1 model was" if self.pruned == 1 else f"{self.pruned:,} models were"
            said.append(f"{models} pruned while learning, to stay within memory")
        if self._waiting:
            said.append(
                f"{len(self._waiting):,} sites with a single page were left out, to stay within "
                "memory"
            )
        if self.refused:
            said.append(
                f"{self.refused:,} pages of further sites came when the memory was full, and "
                "were not learned from: learn from fewer sites at a time"
            )
        return said

    def prune(self) -> None:
        """Forget what cannot change a verdict, in all models."""
        for site, model in self.sites.items():
            model.prune()
            self._count(site, model)

    def tables(self) -> dict[str, Any]:
        """What is to be saved as plain data."""
        table = [
            {"site": site, "copies": self.copies[site], **storing.to_table(model.counts)}
            for site, model in sorted(self.sites.items())
        ]
        return {"sites": table}

    def arrays(self) -> dict[str, npt.NDArray[Any]]:
        """What is to be saved as numbers: the columns of each site, by its number."""
        return {
            f"{number}.{name}": array
            for number, (_, model) in enumerate(sorted(self.sites.items()))
            for name, array in storing.to_arrays(model.counts, model.merges).items()
        }

    def restore(self, saved: SavedModel) -> None:
        """Take over the models of a model file."""
        columns: dict[str, dict[str, npt.NDArray[Any]]] = {}
        for name, array in saved.arrays.items():
            number, _, column = name.partition(".")
            columns.setdefault(number, {})[column] = array
        self.sites, self._seen, self._named, self._held, self._rows = {}, {}, {}, {}, 0
        for position, row in enumerate(saved.tables["sites"]):
            counts, merges = storing.from_arrays(
                columns[str(position)], row, self.alignment, self.leaf_height, self.use
            )
            site = str(row["site"])
            self.sites[site] = SiteModel.restored(counts, merges, self.merge_elements)
            self.copies[site] = int(row["copies"])
            self._count(site, self.sites[site])


def _listed(sites: Any) -> str:
    names = [site or "(no site)" for site in sites]
    more = f" and {len(names) - _NAMED:,} more" if len(names) > _NAMED else ""
    return ", ".join(names[:_NAMED]) + more
