"""Block entropy, InfoDiscoverer (Kao §3.2, §4.3): blocks whose words are on every page are
redundant.

Pages are cut into blocks. A feature that the pages of a site use evenly has entropy
near 1, one that few of them use near 0; a block has the mean entropy of its features.
Blocks up to a threshold, found greedily for each site, are informative.

Over one page all entropies are 0, so nothing is redundant: a page of a site that is
not known, or known from one page, stays as it is.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from sitesieve.cleaning.document import Document
from sitesieve.cleaning.method import StoringMethod
from sitesieve.cleaning.methods.site_method import checked
from sitesieve.cleaning.verdicts import Evidence, Verdict
from sitesieve.page import Page, PageTree
from sitesieve.page.blocks import Partition, blocks_of, check_partition
from sitesieve.site.block_entropy import MIN_PAGES, SiteEntropies, page_blocks
from sitesieve.site.block_models import BlockModels, observed
from sitesieve.site.store import PageObservation, listed

SAMPLE = 10  # training pages of each site (Kao §5.3)


class BlockEntropy(StoringMethod):
    """Drops the blocks of a page whose words are spread evenly over the pages of its site.

    Parameters
    ----------
    threshold : entropy up to which a block is informative; "auto" finds one for each site.
    step : by which the search for it raises the threshold.
    growth : share of the features that a step may add and still count as adding none; 0 in
        the paper.
    sample : training pages of each site.
    partition : what blocks are, "tables", "containers", or "auto" by the look of each page.
    block_words : words a container must have to be a block of its own.
    """

    name = "block-entropy"
    models: BlockModels
    may_differ = ()

    def __init__(
        self,
        threshold: float | str = "auto",
        step: float = 0.1,
        growth: float = 0.0,
        sample: int = SAMPLE,
        partition: Partition = "auto",
        block_words: int = 10,
    ) -> None:
        self.threshold = checked(threshold)
        if not 0.001 <= step <= 1:
            raise ValueError(f"the step must be from 0.001 to 1, not {step}")
        if not 0 <= growth < 1:
            raise ValueError(f"the growth must be from 0 to less than 1, not {growth}")
        check_partition(partition, block_words)
        self.step = step
        self.growth = growth
        self.partition: Partition = partition
        self.block_words = block_words
        self.models = BlockModels(sample)

    def settings(self) -> dict[str, Any]:
        names = ("threshold", "step", "growth", "partition", "block_words")
        return {name: getattr(self, name) for name in names} | {"sample": self.models.sample}

    def observe(self, page: Page) -> PageObservation:
        return observed(page.site, page_blocks(page.tree, self._blocks(page.tree)))

    def describe(self, site: str | None = None) -> str:
        _, entropies = self.models.only(site)
        t = self._threshold(entropies)
        return f"{entropies.pages} training pages; blocks of entropy up to {t:.2f} stay"

    def _threshold(self, entropies: SiteEntropies) -> float:
        if isinstance(self.threshold, float):
            return self.threshold
        return entropies.threshold(self.step, self.growth)

    def _blocks(self, tree: PageTree) -> npt.NDArray[np.int32]:
        return blocks_of(tree, self.partition, self.block_words)

    def remarks(self) -> list[str]:
        remarks = super().remarks()
        all_stays = [
            site
            for site, entropies in sorted(self.models.items())
            if entropies.pages >= MIN_PAGES and self._threshold(entropies) >= 1
        ]
        if all_stays and self.threshold == "auto":
            remarks.append(
                f"{listed(all_stays)}: every step of the threshold added features, so nothing "
                "will be removed; set a threshold, or a growth (0.01, or more)"
            )
        return remarks

    def clean_page(self, page: Page) -> Document:
        tree = page.tree
        entropies = self.models.model_for(page.site)
        if entropies is None or entropies.pages < MIN_PAGES:
            return Document(page, [_ALONE] * len(tree.leaves), self.name)
        block, t = self._blocks(tree), self._threshold(entropies)
        verdicts: dict[int, Verdict] = {}
        columns = entropies.of_blocks(page_blocks(tree, block))
        for head, h, features in zip(*(column.tolist() for column in columns), strict=True):
            verdicts[head] = _verdict(tree, head, h, t, features, entropies.pages)
        for head in np.unique(block).tolist():  # a block without features goes with the one around
            if head not in verdicts:
                verdicts[head] = verdicts[int(block[tree.parent[head]])] if head else _SILENT
        return Document(page, [verdicts[head] for head in block[tree.leaves].tolist()], self.name)


_ALONE = Verdict(True, "no other page of the site is known")
_SILENT = Verdict(True, "no features in its block, nor in those around it")


def _verdict(tree: PageTree, head: int, h: float, t: float, features: int, pages: int) -> Verdict:
    keep = h <= t + 1e-9
    spread = "no more evenly spread than content" if keep else "spread evenly"
    entropy = f"block entropy {h:.2f}, {'at most' if keep else 'above'} {t:.2f}"
    reason = f"its words are {spread} over {pages} pages ({entropy})"
    numbers = {"entropy": round(h, 4), "threshold": t, "features": features, "of": pages}
    evidence = Evidence(lambda: {"path": tree.xpath(head)} | numbers)
    return Verdict(keep, reason, evidence, importance=1 - h)
