"""Stored cases, and what rules do or would do to them; both also as lines for people."""

from collections.abc import Sequence
from dataclasses import dataclass

from sitesieve.rules.cases import Case
from sitesieve.rules.inference import Filing, Rule


@dataclass(frozen=True, slots=True)
class StoredCase:
    """A case that a person has judged, and the categories that were agreed on."""

    case: Case
    categories: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Effect:
    """The categories of a case before and after a change of the rules."""

    case: Case
    before: tuple[str, ...]
    after: tuple[str, ...]
    cornerstone_of: tuple[int, ...] = ()

    def __str__(self) -> str:
        was, will = (", ".join(names) or "nothing" for names in (self.before, self.after))
        return f"{self.case.title or self.case.id}: {was} → {will}"


@dataclass(frozen=True, slots=True)
class Proposal:
    """A rule that could be added, and its effects."""

    rule: Rule
    case: Case | None  # the one it is made for
    own: Effect | None  # its effect on that case
    captured: tuple[Effect, ...]  # its effect on other stored cases that satisfy it

    @property
    def changes(self) -> tuple[Effect, ...]:
        """The captured cases that would be filed differently."""
        return tuple(effect for effect in self.captured if effect.before != effect.after)

    def does_as(self, other: "Proposal") -> bool:
        """Whether both have the same effect on their own case and on all others."""
        return (self.own, self.changes) == (other.own, other.changes)

    @property
    def objection(self) -> str:
        """Why it needs confirmation."""
        changes = self.changes
        if not changes:
            return f"the rules have changed since; now it would be {self.own}"
        return (
            f"{self.rule} would file {len(changes):,} stored "
            f"{'case' if len(changes) == 1 else 'cases'} differently, first {changes[0]}"
        )


def filing_lines(filing: Filing) -> list[str]:
    """The categories of a case, and the rules of each path."""
    if not filing.paths:
        return ["→ no category: no rule fires"]
    lines = [f"→ {', '.join(filing.categories) or 'no category'}"]
    for path in filing.paths:
        steps = " ⟶ ".join(f"[{rule.id}] {rule}" for rule in path)
        lines.append(f"    {steps}")
    return lines


def change_lines(changes: Sequence[Effect], most: int) -> list[str]:
    """The stored cases that would be filed differently."""
    if not changes:
        return []
    lines = [f"  {len(changes):,} stored {'case' if len(changes) == 1 else 'cases'} would change:"]
    for effect in changes[:most]:
        corner = ", ".join(map(str, effect.cornerstone_of))
        lines.append(f"    {effect}" + (f"  (cornerstone of rule {corner})" if corner else ""))
    if len(changes) > most:
        lines.append(f"    and {len(changes) - most:,} more")
    return lines
