"""Site cards: what a site says on page after page, kept once.

The phone numbers and addresses of a footer are noise on a page and facts about its site. A
card has each text once, with the pages that show it. Texts that differ in years, dates and
small numbers are one; a telephone number is part of what is said.
"""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from sitesieve.cleaning.kinds import Kind
from sitesieve.page.hashing import stable_id
from sitesieve.page.numbers import NUMBER

MOST = 50  # texts of a kind on a card
LONGEST = 500  # characters of a text
_HELD = 4 * MOST  # texts of a kind that are counted while pages come in

_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_TELEPHONE = re.compile(r"\+?\d(?:[ ()/.\-]{0,2}\d){6,}")  # seven digits, however they are set
_SIGNS = re.compile(r"[\W_]+")


@dataclass(slots=True)
class CardText:
    """A text and the pages that show it."""

    text: str
    url: str | None  # of the first page that shows it
    pages: int = 1


@dataclass(slots=True)
class SiteCard:
    """What a site says on its pages, by kind."""

    site: str
    pages: int = 0  # that were looked at
    texts: dict[Kind, dict[str, CardText]] = field(default_factory=dict)  # by what is compared
    forgotten: Counter[Kind] = field(default_factory=Counter)  # texts given up, by kind

    def add(self, texts: Iterable[tuple[Kind, str]], url: str | None = None) -> None:
        """Take in the texts of one page."""
        self.pages += 1
        seen = set()
        for kind, text in texts:
            key = compared(text)
            if not key or (kind, key) in seen:
                continue
            seen.add((kind, key))
            known = self.texts.setdefault(kind, {})
            if key in known:
                known[key].pages += 1
            else:
                known[key] = CardText(_shortened(text), url)
                if len(known) > _HELD:
                    self._forget(kind)

    def _forget(self, kind: Kind) -> None:
        """Give up the rarer half; of equally rare ones, the later."""
        ranked = _by_pages(self.texts[kind])
        self.texts[kind] = dict(ranked[: _HELD // 2])
        self.forgotten[kind] += len(ranked) - _HELD // 2

    def as_data(self) -> dict[str, Any]:
        """The card as it is written: texts by kind, those on most pages first."""
        card: dict[str, Any] = {"site": self.site, "pages": self.pages}
        cut = Counter(self.forgotten)
        for kind in sorted(self.texts):
            ranked = _by_pages(self.texts[kind])
            cut[kind] += max(0, len(ranked) - MOST)
            card[str(kind)] = [
                {"text": one.text, "pages": one.pages, "example_url": one.url}
                for _, one in ranked[:MOST]
            ]
        if cut.total():
            card["left_out"] = {str(kind): number for kind, number in sorted(cut.items()) if number}
        return card

    def to_state(self) -> dict[str, Any]:
        """All that is counted, as plain data, for an interrupted job to go on with."""
        return {
            "pages": self.pages,
            "texts": {
                str(kind): [[key, t.text, t.url, t.pages] for key, t in known.items()]
                for kind, known in self.texts.items()
            },
            "forgotten": {str(kind): number for kind, number in self.forgotten.items()},
        }

    @classmethod
    def from_state(cls, site: str, state: dict[str, Any]) -> "SiteCard":
        """What `to_state` gave."""
        texts = {
            Kind(kind): {key: CardText(text, url, pages) for key, text, url, pages in rows}
            for kind, rows in state["texts"].items()
        }
        forgotten = Counter({Kind(kind): n for kind, n in state["forgotten"].items()})
        return cls(site, state["pages"], texts, forgotten)


def compared(text: str) -> str:
    """A text in the form in which two are compared; empty where it says nothing.

    >>> compared("© 2023 Harbour Post") == compared("© 2024–2026  Harbour Post")
    True
    >>> compared("Call 040 555 1234") == compared("Call 040 555 9876")
    False
    """
    said = _YEAR.sub(" ", text[: 4 * LONGEST].casefold())
    pieces, last = [], 0
    for found in _TELEPHONE.finditer(said):
        pieces += [NUMBER.sub(" ", said[last : found.start()]), found[0]]
        last = found.end()
    pieces.append(NUMBER.sub(" ", said[last:]))
    plain = _SIGNS.sub(" ", "".join(pieces)).strip()
    return plain if len(plain) <= 100 else f"{plain[:80]}… {stable_id(plain):016x}"


def _by_pages(known: dict[str, CardText]) -> list[tuple[str, CardText]]:
    return sorted(known.items(), key=lambda entry: -entry[1].pages)  # stable: first seen first


def _shortened(text: str) -> str:
    plain = " ".join(text.split())
    return plain if len(plain) <= LONGEST else plain[: LONGEST - 1] + "…"
