"""What rules say and would change, in lines for people."""

from collections.abc import Sequence

from sitesieve.rules.effects import Effect
from sitesieve.rules.inference import Filing


def filing_lines(filing: Filing) -> list[str]:
    """What rules say about a case, and by which of them, for people."""
    if not filing.paths:
        return ["→ no category: no rule fires"]
    lines = [f"→ {', '.join(filing.categories) or 'no category'}"]
    for path in filing.paths:
        steps = " ⟶ ".join(f"[{rule.id}] {rule}" for rule in path)
        lines.append(f"    {steps}")
    return lines


def change_lines(changes: Sequence[Effect], most: int) -> list[str]:
    """Stored cases that a change would file otherwise, for people."""
    if not changes:
        return []
    lines = [f"  {len(changes):,} stored {'case' if len(changes) == 1 else 'cases'} would change:"]
    for effect in changes[:most]:
        corner = ", ".join(map(str, effect.cornerstone_of))
        lines.append(f"    {effect}" + (f"  (cornerstone of rule {corner})" if corner else ""))
    if len(changes) > most:
        lines.append(f"    and {len(changes) - most:,} more")
    return lines
