"""A census of noise: what the pages of sites are made of, by kind.

A block here is a run of neighbouring paragraphs of one kind, as a reader sees it: a menu, a
footer, a list of related pages.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from itertools import groupby
from typing import Any, NamedTuple

import numpy as np

from sitesieve.cleaning.kinds import KINDS, Kind
from sitesieve.cleaning.methods import SiteMethod
from sitesieve.cleaning.noise.site_card import compared
from sitesieve.cleaning.noise.target_likeness import TargetPages
from sitesieve.links.page_links import url_of
from sitesieve.links.site_graphs import SiteGraphs
from sitesieve.page.page import Page
from sitesieve.run.job import Report, learn, mapped, no_report
from sitesieve.run.roles import roles_in
from sitesieve.run.tally import Failures
from sitesieve.run.tasks import Learner
from sitesieve.run.together import LearnTogether
from sitesieve.sources.items import Failure
from sitesieve.sources.source import Source

LONGEST = 160  # characters of an example
_HELD = 200  # texts of a kind on a site that are counted at a time


class NamedBlock(NamedTuple):
    """A run of paragraphs of one kind."""

    kind: Kind
    words: int
    confidence: float
    text: str  # its beginning
    compared: str  # the form in which it is compared with others
    targets: int = 0  # links to known pages, and how alike those are, added up:
    content: float = 0.0
    style: float = 0.0
    leaf: int = 0  # the first of it


def name_blocks(
    method: SiteMethod, roles: Mapping[str, str], page: Page, targets: TargetPages | None = None
) -> tuple[str, list[NamedBlock]]:
    """The site of a page, and its blocks, named with what is known of the site and of the roles
    of pages by address; and compared with the pages that their links lead to."""
    kinds, tree = method.clean_page(page).kinds, page.tree
    if roles:
        kinds = kinds.with_roles(roles, url_of(page))
    kind, confidence = kinds.of_leaf.tolist(), kinds.confidence.tolist()
    alike = {} if targets is None else targets.of_links(page)
    led_to = {int(tree.leaf_start[node]): pair for node, pair in alike.items()}
    visible = np.flatnonzero(~tree.hidden_leaves).tolist()
    blocks = []
    for number, run in groupby(visible, key=lambda leaf: kind[leaf]):
        leaves = list(run)
        texts = (" ".join(tree.texts[leaf].split()) for leaf in leaves)
        if text := " · ".join(filter(None, texts)):
            mean = sum(confidence[leaf] for leaf in leaves) / len(leaves)
            words = int(tree.leaf_words[leaves].sum())
            start = text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"
            key = compared(text) or text[:LONGEST]
            pairs = [led_to[leaf] for leaf in leaves if leaf in led_to]
            sums = (len(pairs), sum(c for c, _ in pairs), sum(s for _, s in pairs))
            blocks.append(NamedBlock(KINDS[number], words, mean, start, key, *sums, leaves[0]))
    return page.site, blocks


@dataclass(slots=True)
class KindCount:
    """What there is of one kind."""

    blocks: int = 0
    words: int = 0
    pages: int = 0  # that have it
    confidence: float = 0.0  # the sum over blocks
    targets: int = 0  # links to known pages, and how alike those are, added up:
    content: float = 0.0
    style: float = 0.0
    texts: dict[str, tuple[str, int]] = field(default_factory=dict)  # compared -> text, times

    @property
    def mean_confidence(self) -> float:
        """How sure the kind of a block is, on average."""
        return self.confidence / self.blocks if self.blocks else 0.0

    @property
    def alike(self) -> dict[str, float]:
        """How alike the pages that its links lead to are to those they stand on; nothing where
        none was compared."""
        if not self.targets:
            return {}
        means = {"content": self.content / self.targets, "style": self.style / self.targets}
        return {"links": self.targets} | {name: round(mean, 3) for name, mean in means.items()}

    def examples(self, most: int) -> list[tuple[str, int]]:
        """Different texts with their numbers, the most frequent first."""
        return sorted(self.texts.values(), key=lambda one: -one[1])[:most]

    def add(self, block: NamedBlock) -> None:
        self.blocks += 1
        self.words += block.words
        self.confidence += block.confidence
        self.targets += block.targets
        self.content += block.content
        self.style += block.style
        self.count_text(block.compared, block.text, 1)

    def count_text(self, key: str, text: str, times: int) -> None:
        """Count a text; when there are too many, the rarer half is forgotten."""
        first_text, number = self.texts.get(key, (text, 0))
        self.texts[key] = (first_text, number + times)
        if len(self.texts) > _HELD:
            ranked = sorted(self.texts.items(), key=lambda entry: -entry[1][1])
            self.texts = dict(ranked[: _HELD // 2])

    def absorb(self, other: "KindCount") -> None:
        """Add what another has counted."""
        for name in ("blocks", "words", "pages", "confidence", "targets", "content", "style"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for key, (text, times) in other.texts.items():
            self.count_text(key, text, times)


@dataclass(slots=True)
class SiteCensus:
    """The kinds of block on the pages of a site, or of all sites."""

    pages: int = 0
    kinds: dict[Kind, KindCount] = field(default_factory=dict)

    @property
    def words(self) -> int:
        return sum(count.words for count in self.kinds.values())

    @property
    def noise_share(self) -> float:
        """The share of words that are of no content."""
        content = self.kinds.get(Kind.CONTENT, KindCount()).words
        return 1 - content / self.words if self.words else 0.0

    @property
    def ranked(self) -> list[tuple[Kind, KindCount]]:
        """Content first, then the kinds of noise with the most words."""
        return sorted(self.kinds.items(), key=lambda e: (e[0] != Kind.CONTENT, -e[1].words, e[0]))

    def share(self, kind: Kind) -> float:
        """The share of all words that are of a kind."""
        return self.kinds[kind].words / self.words if self.words else 0.0

    def add(self, blocks: list[NamedBlock]) -> None:
        self.pages += 1
        for block in blocks:
            self.kinds.setdefault(block.kind, KindCount()).add(block)
        for kind in {block.kind for block in blocks}:
            self.kinds[kind].pages += 1

    def as_data(self, examples: int) -> dict[str, Any]:
        return {
            "pages": self.pages,
            "words": self.words,
            "noise_share": round(self.noise_share, 4),
            "kinds": {
                str(kind): {
                    "blocks": count.blocks,
                    "words": count.words,
                    "share": round(self.share(kind), 4),
                    "pages": count.pages,
                    "confidence": round(count.mean_confidence, 3),
                    **({"targets": count.alike} if count.targets else {}),
                    "examples": [{"text": t, "times": n} for t, n in count.examples(examples)],
                }
                for kind, count in self.ranked
            },
        }


@dataclass(slots=True)
class Census:
    """The census of all sites of an input."""

    sites: dict[str, SiteCensus] = field(default_factory=dict)
    failures: Failures = field(default_factory=Failures)

    @property
    def overall(self) -> SiteCensus:
        whole = SiteCensus()
        for site in self.sites.values():
            whole.pages += site.pages
            for kind, count in site.kinds.items():
                whole.kinds.setdefault(kind, KindCount()).absorb(count)
        return whole

    @property
    def largest_first(self) -> list[tuple[str, SiteCensus]]:
        """The sites, those with the most pages first."""
        return sorted(self.sites.items(), key=lambda entry: (-entry[1].pages, entry[0]))

    def as_data(self, examples: int) -> dict[str, Any]:
        return {
            "overall": self.overall.as_data(examples),
            "sites": {name: site.as_data(examples) for name, site in self.largest_first},
            "failed": dict(self.failures),
        }


def take_census(
    method: SiteMethod,
    source: Source,
    jobs: int = 0,
    report: Report = no_report,
    learned: bool = False,
    links: bool = True,
    failures: Failures | None = None,
    targets: bool = False,
) -> Census:
    """Name every block of the pages of a source. With `links`, the roles of the pages that
    links lead to are evidence, too. With `targets`, these pages are compared with those that the
    links stand on (thesis §6.1). A method that has not `learned` learns first."""
    roles: Mapping[str, str] = {}
    graphs, target_pages = SiteGraphs(), TargetPages() if targets else None
    learners: list[Learner] = [] if learned else [method]
    learners += [graphs] if links else []
    learners += [target_pages] if target_pages is not None else []
    if learners:
        one = learners[0] if len(learners) == 1 else LearnTogether(learners)
        learn(one, source, jobs, report)
    if links:
        graphs.redirect(source.redirects)
        roles = roles_in(graphs)
    census = Census(failures=Failures() if failures is None else failures)
    task = partial(name_blocks, method, roles, targets=target_pages)
    with mapped(task, source, jobs, source.options.limits.seconds) as results:
        for number, result in enumerate(results, 1):
            if isinstance(result, Failure):
                census.failures.note(result)
            else:
                site, blocks = result
                census.sites.setdefault(site, SiteCensus()).add(blocks)
            report("naming", number, source.fraction)
    return census
