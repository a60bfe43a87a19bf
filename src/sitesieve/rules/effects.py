"""What a person has agreed on for cases, and what rules do or would do to them."""

from dataclasses import dataclass

from sitesieve.rules.cases import Case
from sitesieve.rules.inference import Rule


@dataclass(frozen=True, slots=True)
class StoredCase:
    """A case that a person has judged, and the categories that were agreed on."""

    case: Case
    categories: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Disagreement:
    """A stored case that is not filed as was agreed."""

    case: Case
    agreed: tuple[str, ...]
    now: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Effect:
    """What a rule would do to a case."""

    case: Case
    before: tuple[str, ...]
    after: tuple[str, ...]
    cornerstone_of: tuple[int, ...] = ()

    def __str__(self) -> str:
        was, will = (", ".join(names) or "nothing" for names in (self.before, self.after))
        return f"{self.case.title or self.case.id}: {was} → {will}"


@dataclass(frozen=True, slots=True)
class Proposal:
    """A rule that could be added, and what it would do."""

    rule: Rule
    case: Case | None  # the one it is made for
    own: Effect | None  # what it does to that case
    captured: tuple[Effect, ...]  # other stored cases that meet the rule

    @property
    def changes(self) -> tuple[Effect, ...]:
        """The captured cases that would be filed otherwise."""
        return tuple(effect for effect in self.captured if effect.before != effect.after)

    def does_as(self, other: "Proposal") -> bool:
        """Whether both do the same to their own case and to all others."""
        return (self.own, self.changes) == (other.own, other.changes)

    @property
    def objection(self) -> str:
        """What somebody may have against it."""
        changes = self.changes
        if not changes:
            return f"the rules have changed since; now it would be {self.own}"
        return (
            f"{self.rule} would file {len(changes):,} stored "
            f"{'case' if len(changes) == 1 else 'cases'} otherwise, first {changes[0]}"
        )
