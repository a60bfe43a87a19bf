"""Template detection (Bar-Yossef and Rajagopalan; thesis §3.3).

A page falls into pagelets by its links; pagelets with the same content on
several pages of a site are a template, and templates are noise. Content is the
same when its fingerprints are: here estimated resemblance of word shingles,
numbers masked, so that a changed date or counter makes no difference.
"""

from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from sitesieve.cleaning.document import Document
from sitesieve.cleaning.method import StoringMethod
from sitesieve.cleaning.verdicts import Verdict
from sitesieve.page import Page, PageTree
from sitesieve.page.hashing import stable_id
from sitesieve.site.link_graph import address_key, link_keys
from sitesieve.site.minhash import signature_keys
from sitesieve.site.pagelet_templates import LearnedPage, fingerprints
from sitesieve.site.pagelets import pagelets
from sitesieve.site.site_pagelets import PageletModels, SitePagelets
from sitesieve.site.store import SAMPLE, PageObservation

Algorithm = Literal["local", "global"]

_MOST = 1_000_000  # links, words or pages that a setting may ask for


class PageletTemplates(StoringMethod):
    """Drops the pagelets that several pages of the site have.

    Parameters
    ----------
    k : links that a child must contain for its parent to be split.
    algorithm : "local", or "global", which also asks that the pages that have a pagelet are
        linked with each other.
    width : words in a shingle.
    resemblance : the least estimated resemblance at which two pagelets are one.
    min_pages : pages that must have a pagelet.
    sample : pages learned from, of each site.
    """

    name = "pagelet-templates"
    models: PageletModels

    def __init__(
        self,
        k: int = 3,
        algorithm: Algorithm = "local",
        width: int = 4,
        resemblance: float = 0.8,
        min_pages: int = 2,
        sample: int = SAMPLE,
    ) -> None:
        if algorithm not in ("local", "global"):
            raise ValueError(f"the algorithm must be local or global, not {algorithm!r}")
        if not 0 < resemblance <= 1:
            raise ValueError(f"the resemblance must be above 0 and at most 1, not {resemblance}")
        for setting, value, least in (
            ("k", k, 1),
            ("width", width, 1),
            ("min_pages", min_pages, 2),
        ):
            if not least <= value <= _MOST:
                raise ValueError(f"{setting} must be from {least} to {_MOST:,}, not {value}")
        self.k = int(k)
        self.algorithm = algorithm
        self.width = int(width)
        self.resemblance = float(resemblance)
        self.min_pages = int(min_pages)
        linked = algorithm == "global"
        self.models = PageletModels(self.resemblance, self.min_pages, linked, int(sample))

    def settings(self) -> dict[str, Any]:
        names = ("k", "algorithm", "width", "resemblance", "min_pages")
        return {name: getattr(self, name) for name in names} | {"sample": self.models.sample}

    def observe(self, page: Page) -> PageObservation:
        signs = fingerprints(page.tree, self._with_words(page.tree), self.width)
        keys, first = np.unique(signature_keys(signs), return_index=True)
        # A copy of a page, also one with another date, is not a second page.
        digest = stable_id(keys.tobytes().hex())
        linked = self.algorithm == "global"
        links = link_keys(page) if linked else np.empty(0, np.uint64)
        address = address_key(page.url) if linked else 0
        learned = LearnedPage(digest, address, links, signs[np.sort(first)])
        return self.models.observed(page.site, learned)

    def describe(self, site: str | None = None) -> str:
        _, model = self.models.only(site)
        pages, templates = len(model.pages), len(model.templates.owners)
        return f"{pages:,} pages with {templates:,} templates of {self.min_pages} or more"

    def _with_words(self, tree: PageTree) -> npt.NDArray[np.int64]:
        nodes = pagelets(tree, self.k)
        return nodes[tree.word_start[tree.end[nodes]] > tree.word_start[nodes]]

    def clean_page(self, page: Page) -> Document:
        tree, model = page.tree, self.models.model_for(page.site)
        if model is None or len(model.pages) < self.min_pages:
            return Document(page, [NOTHING_KNOWN] * len(tree.leaves), self.name)
        nodes = self._with_words(tree)
        signs = fingerprints(tree, nodes, self.width)
        group, alike = model.templates.match(signs, self.resemblance)
        if self.algorithm == "global":
            near = model.linked_with(address_key(page.url), link_keys(page))
            group = np.array([g if g >= 0 and near[g] else -1 for g in group.tolist()], np.int64)
        verdicts = [OWN] * len(tree.leaves)
        for node, template, r in zip(nodes.tolist(), group.tolist(), alike.tolist(), strict=True):
            if template >= 0:
                first, last = tree.leaf_start[node], tree.leaf_start[tree.end[node]]
                verdict = _template(tree, node, int(model.templates.pages[template]), model, r)
                verdicts[first:last] = [verdict] * int(last - first)
        return Document(page, verdicts, self.name)


def _template(tree: PageTree, node: int, pages: int, model: SitePagelets, alike: float) -> Verdict:
    reason = f"its pagelet stands on {pages} of {len(model.pages)} pages of the site"
    evidence = {"pagelet": tree.xpath(node), "pages": pages, "of": len(model.pages)}
    return Verdict(False, reason, evidence | {"resemblance": round(alike, 2)})


OWN = Verdict(True, "in no pagelet that several pages have")
NOTHING_KNOWN = Verdict(True, "no other page of the site is known")
