"""Block entropy, InfoDiscoverer (Kao §3.2, §4.3): blocks whose words are on every page are
redundant.

Pages are cut into blocks. A feature that the pages of a site use evenly has entropy
near 1, one that few of them use near 0; a block has the mean entropy of its features.
Blocks up to a threshold, found greedily for each site, are informative.

Over one page all entropies are 0, so nothing is redundant: a page of a site that is
not known, or known from one page, stays as it is.
"""

from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from sitesieve.cleaning.document import Document
from sitesieve.cleaning.method import StoringMethod
from sitesieve.cleaning.methods.site_method import checked
from sitesieve.cleaning.verdicts import Evidence, Verdict
from sitesieve.page import Page, PageTree
from sitesieve.page.blocks import Partition, blocks_of, check_partition
from sitesieve.page.features import FeatureOptions
from sitesieve.site.block_entropy import MIN_PAGES, PageBlocks, SiteEntropies, page_blocks
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
    stems : whether words of one stem are one feature.
    stop_words : whether these are features.

    Where pages of a role are asked for (`clean --role`), it learns from these alone: in the
    paper (§4.3) contents pages and articles are a set of pages each.
    """

    name = "block-entropy"
    by_role = True
    PAPER: ClassVar = {"partition": "tables"}
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
        stems: bool = True,
        stop_words: bool = False,
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
        self.stems = stems
        self.stop_words = stop_words
        self.models = BlockModels(sample)

    def settings(self) -> dict[str, Any]:
        names = ("threshold", "step", "growth", "partition", "block_words", "stems", "stop_words")
        return {name: getattr(self, name) for name in names} | {"sample": self.models.sample}

    def observe(self, page: Page) -> PageObservation:
        return observed(page.site, self._words(page.tree, self._blocks(page.tree)))

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

    def _words(self, tree: PageTree, block: npt.NDArray[np.int32]) -> PageBlocks:
        options = FeatureOptions(stems=self.stems, stop_words=self.stop_words)
        return page_blocks(tree, block, options)

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
        columns = entropies.of_blocks(self._words(tree, block))
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
