"""Global noise, named (thesis ch. 1: mirror sites, duplicated pages, old versions of pages): groups
of pages that say the same, which of each group is kept, and what the others are to it.

Kept is the page that others of its group ask to be known by (`rel=canonical`); else, among the
addresses of one page, the usual form rather than one to print or for small screens, the newest
version, https rather than http; else the page that came first. Two hosts mirror each other when
pages of one copy those at the same paths of the other, several of them and most of the one's; then
all these are kept of one host.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import combinations
from typing import NamedTuple

from sitesieve.page.page import Page
from sitesieve.site.address_variants import (
    AddressCard,
    Relation,
    card_of,
    relation_by_address,
)
from sitesieve.site.duplicates import NO_ADDRESS, OVERLAP, Duplicates
from sitesieve.site.page_sketch import PageSketch, sketch_of

MIRRORED = 3  # pages that two hosts must have alike at the same paths
MOST = 0.5  # and their share of the pages of the smaller host
_MOST_HOSTS = 20  # of one page that are compared with each other: thousands may have a default page

FIRST = "it came first"
CANONICAL = "others name it as canonical"
USUAL = "it is the usual form"
NEWEST = "it is the newest version"
SECURE = "it is read by https"
ITS_HOST = "more pages are of its host"


class Superseded(NamedTuple):
    """What a page is that is left out."""

    kept: int  # the number of the page that stands for it
    relation: Relation  # to that page
    why: str  # that one is kept


class _Member(NamedTuple):
    number: int
    card: AddressCard


@dataclass
class DuplicateGroups:
    """Takes pages one after the other, and tells at the end which are left out."""

    known: Duplicates = field(default_factory=Duplicates)
    _groups: dict[int, list[_Member]] = field(default_factory=dict)  # by the first of each
    _firsts: dict[int, AddressCard] = field(default_factory=dict)
    _hosts: Counter[int] = field(default_factory=Counter)  # pages of each

    def add(self, sketch: PageSketch | None, number: int, card: AddressCard = NO_ADDRESS) -> bool:
        """Take a page; whether it is the first of its kind."""
        self._hosts[card.host] += 1
        first = self.known.original_of(sketch, number, card)
        if first is None:
            self._firsts[number] = card
            return True
        group = self._groups.setdefault(first, [_Member(first, self._firsts[first])])
        group.append(_Member(number, card))
        return False

    def left_out(self) -> dict[int, Superseded]:
        """The pages that are left out, by number."""
        mirrors = self._mirrors()
        found = {}
        for group in self._groups.values():
            kept, why = self._kept(group, mirrors)
            for member in group:
                if member.number != kept.number:
                    relation = relation_by_address(member.card, kept.card)
                    # A mirror may well name its original as canonical.
                    named = relation in (Relation.COPY, Relation.SAME)
                    if named and _hosts(member, kept) in mirrors:
                        relation = Relation.MIRROR
                    found[member.number] = Superseded(kept.number, relation, why)
        return dict(sorted(found.items()))

    def _kept(self, group: list[_Member], mirrors: set[tuple[int, int]]) -> tuple[_Member, str]:
        """The page of a group that is kept, and why."""
        named = Counter(member.card.canonical for member in group if member.card.canonical)
        kept, why = group[0], FIRST
        for member in group[1:]:
            votes, before = named[member.card.same], named[kept.card.same]
            if votes != before:
                better = CANONICAL if votes > before else None
            elif member.card.base and member.card.base == kept.card.base:
                better = _better(member.card, kept.card)
            elif _hosts(member, kept) in mirrors:
                more = self._hosts[member.card.host] > self._hosts[kept.card.host]
                better = ITS_HOST if more else None
            else:
                better = None
            if better is not None:
                kept, why = member, better
        return kept, why if kept is not group[0] else self._first_why(group, named)

    def _first_why(self, group: list[_Member], named: Counter[int]) -> str:
        """Why the first of a group is kept."""
        first = group[0].card
        if named[first.same]:
            return CANONICAL
        others = [m.card for m in group[1:] if first.base and m.card.base == first.base]
        reasons = {_better(first, other) for other in others} - {None}
        return reasons.pop() or FIRST if len(reasons) == 1 else FIRST

    def _mirrors(self) -> set[tuple[int, int]]:
        """Pairs of hosts that mirror each other, both ways round."""
        pairs = Counter[tuple[int, int]]()
        for group in self._groups.values():
            at_path = defaultdict(set)
            for member in group:
                if member.card.same:
                    at_path[member.card.path].add(member.card.host)
            for hosts in at_path.values():
                pairs.update(combinations(sorted(hosts)[:_MOST_HOSTS], 2))
        mirrors = set()
        for (one, other), pages in pairs.items():
            smaller = min(self._hosts[one], self._hosts[other])
            if pages >= MIRRORED and pages >= MOST * smaller:
                mirrors |= {(one, other), (other, one)}
        return mirrors


def _hosts(member: _Member, other: _Member) -> tuple[int, int]:
    """The hosts of two pages at one path; nothing that mirrors for others."""
    same_path = member.card.path == other.card.path and member.card.same and other.card.same
    return (member.card.host, other.card.host) if same_path else (0, 0)


def _better(card: AddressCard, other: AddressCard) -> str | None:
    """Why one of two forms or versions of a page is kept and not the other; None if it is not."""
    facts = (
        (not card.form, not other.form, USUAL),
        (card.version, other.version, NEWEST),
        (card.secure, other.secure, SECURE),
    )
    for mine, theirs, why in facts:
        if mine != theirs:
            return why if mine > theirs else None  # type: ignore[operator]
    return None


def global_noise(
    pages: Iterable[Page], threshold: float = OVERLAP, versions: bool = True
) -> dict[int, Superseded]:
    """Of some pages, those that are copies, forms, mirrors or old versions of others: by the number
    of each, which page is kept and what the other is to it."""
    groups = DuplicateGroups(Duplicates(threshold, versions))
    for number, page in enumerate(pages):
        groups.add(sketch_of(page), number, card_of(page))
    return groups.left_out()
