"""Names of kinds as people say them: each kind by its own, and some groups by friendlier ones."""

from collections.abc import Iterable

from sitesieve.cleaning.kinds import Kind
from sitesieve.errors import did_you_mean

GROUPS: dict[str, frozenset[Kind]] = {
    "noise": frozenset(Kind) - {Kind.CONTENT},
    "breadcrumbs": frozenset({Kind.DIRECTORY_HIERARCHIC}),
    "navigation": frozenset(
        {Kind.DIRECTORY_GLOBAL, Kind.DIRECTORY_HIERARCHIC, Kind.DIRECTORY_HYBRID}
    ),
    "ads": frozenset({Kind.ADVERTISEMENT}),
    "related": frozenset({Kind.PAGE_RECOMMENDATION}),
    "footer": frozenset({Kind.DECLARATION}),  # what it declares, not the links in it
    "cookies": frozenset({Kind.CONSENT}),
    "byline": frozenset({Kind.PAGE_DESCRIPTION}),
}


def kinds_named(names: str | Iterable[str]) -> frozenset[Kind]:
    """The kinds that some names stand for; one text may name several, with commas between.

    >>> sorted(kinds_named("ads,cookies"))
    [<Kind.ADVERTISEMENT: 'advertisement'>, <Kind.CONSENT: 'consent'>]
    """
    texts = [names] if isinstance(names, str) else list(names)
    if not all(isinstance(text, str) for text in texts):
        raise TypeError("kinds are given by their names, or as Kind")
    found: set[Kind] = set()
    for name in (part.strip().lower() for text in texts for part in text.split(",")):
        if name in GROUPS:
            found |= GROUPS[name]
        elif name in tuple(Kind):
            found.add(Kind(name))
        else:
            kinds, groups = ", ".join(Kind), ", ".join(GROUPS)
            hint = did_you_mean(name, [*Kind, *GROUPS])
            raise ValueError(
                f"no kind of block {name!r}; there are {kinds}; and groups: {groups}{hint}"
            )
    return frozenset(found)
