"""What pins do to a page: the texts under them stay or go, whatever the method decided."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from sitesieve.cleaning.kinds import Kind
from sitesieve.cleaning.noise.page_kinds import Told
from sitesieve.cleaning.verdicts import Verdict, Verdicts
from sitesieve.page.page import Page, Pages, as_pages
from sitesieve.page.tags import TEXT
from sitesieve.page.tree import Ints, PageTree
from sitesieve.site.pins import Pin, Pins, pin_at

if TYPE_CHECKING:
    from sitesieve.cleaning.methods.site_method import SiteMethod


@dataclass(frozen=True, eq=False, slots=True)
class _Pinned:
    """Makes the verdicts of a page of which some texts are pinned."""

    pins: list[Pin]
    of_leaf: list[int]  # number of the pin of each text, or -1
    verdicts: Verdicts

    def verdict_on(self, leaf: int) -> Verdict:
        number = self.of_leaf[leaf]
        if number < 0:
            return self.verdicts[leaf]
        pin, other = self.pins[number], self.verdicts[leaf]
        what = "content" if pin.keep else pin.kind or "noise"
        where = "here" if pin.page is not None else f"at every such place ({pin.where})"
        reason = f"you said that this is {what}, {where}"
        if other.keep != pin.keep:
            reason += f" (else: {other.reason})"
        return Verdict(
            pin.keep, reason, {"pin": str(pin), **other.evidence}, None, other.importance
        )


def pinned(
    page: Page, pins: Pins, verdicts: Sequence[Verdict]
) -> tuple[Sequence[Verdict], list[Told]]:
    """The verdicts with what pins say, and the kinds of the texts that they say it of."""
    if not len(pins):
        return verdicts, []
    tree = page.tree
    here, of_node = pins.at(tree, page.site, page.label)
    of_leaf = of_node[tree.leaves]
    if not (of_leaf >= 0).any():
        return verdicts, []
    made = Verdicts.of(verdicts)
    keeps = np.array([pin.keep for pin in here])
    keep = np.where(of_leaf >= 0, keeps[of_leaf], made.keep)
    parts = {leaf: part for leaf, part in made.parts.items() if of_leaf[leaf] < 0}
    source = _Pinned(here, of_leaf.tolist(), made)
    return Verdicts(keep, source.verdict_on, parts), list(_told(here, of_leaf))


def proposed_pin(page: Page, address: str, keep: bool, kind: str | None, everywhere: bool) -> Pin:
    """The pin of the block, or of the element, at an address; ValueError where there is none."""
    if keep and kind not in (None, Kind.CONTENT):
        raise ValueError(f"what stays is content, not {kind}")
    if kind is not None and kind not in set(Kind):
        raise ValueError(f"no kind {kind!r}; there are {', '.join(Kind)}")
    tree = page.tree
    node = node_at(tree, address)
    if tree.tag[node] == TEXT:
        node = int(tree.parent[node])
    where = None if everywhere else page.label
    return pin_at(tree, node, page.site, keep, page=where, kind=None if keep else kind)


def node_at(tree: PageTree, address: str) -> int:
    """The node at an XPath as blocks have it; ValueError where there is none."""
    nodes = [0] if len(tree) else []
    while nodes:
        node = nodes.pop()
        here = tree.xpath(node)
        if here == address:
            return node
        if address.startswith(f"{here}/"):
            nodes = tree.children(node)
    raise ValueError(f"the page has nothing at {address}")


@dataclass(frozen=True, slots=True)
class PinEffect:
    """What a pin changes on one page."""

    page: str
    gained: list[str]  # texts that would stay, and go now
    lost: list[str]


def effects(method: "SiteMethod", pin: Pin, pages: Pages) -> list[PinEffect]:
    """What a pin would change on pages, by a method."""
    taught = method.with_pin(pin)
    changes = []
    for page in as_pages(pages):
        before, after = (m.clean_page(page).leaves_kept for m in (method, taught))
        texts = page.tree.texts
        gained = [" ".join(texts[i].split()) for i in np.flatnonzero(after & ~before).tolist()]
        lost = [" ".join(texts[i].split()) for i in np.flatnonzero(before & ~after).tolist()]
        if gained or lost:
            changes.append(PinEffect(page.label, gained, lost))
    return changes


def _told(pins: list[Pin], of_leaf: Ints) -> Iterable[Told]:
    sure = np.ones(len(of_leaf))
    told: dict[Kind, set[int]] = {}  # numbers of pins
    for number in set(of_leaf.tolist()) - {-1}:
        pin = pins[number]
        if pin.keep or pin.kind:
            told.setdefault(Kind.CONTENT if pin.keep else Kind(pin.kind), set()).add(number)
    for kind, numbers in told.items():
        yield Told(kind, np.isin(of_leaf, [*numbers]), sure)
