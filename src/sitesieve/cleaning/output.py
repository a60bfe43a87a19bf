"""What a reader wants of a cleaned page, whatever the method that cleaned it."""

from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import Any, NamedTuple

from sitesieve.cleaning.kind_names import kinds_named
from sitesieve.cleaning.kinds import Kind
from sitesieve.cleaning.noise.profiles import PROFILES

Kinds = str | Iterable[str]  # names of kinds or groups of them; a `Kind` is its name


@dataclass(frozen=True, slots=True)
class OutputOptions:
    """The dials of the output.

    Without `links` their text stays; without `tables` the text of tables goes too, but not
    that of tables which only arrange the page. `hidden` brings in what the page does not
    show to its readers.

    With `remove` the method's decision does not count: all stays but blocks of these kinds.
    Blocks of the kinds in `keep` stay besides what stays anyway, those of the kinds in `once`
    go whatever else is said: their texts are for the site's card.
    """

    links: bool = True
    images: bool = True
    tables: bool = True
    hidden: bool = False
    remove: frozenset[Kind] | None = None
    keep: frozenset[Kind] = frozenset()
    once: frozenset[Kind] = frozenset()

    def __post_init__(self) -> None:
        for name in ("remove", "keep", "once"):
            if getattr(self, name) is not None:
                object.__setattr__(self, name, kinds_named(getattr(self, name)))
        _refuse_both(self.keep & (self.remove or frozenset()), "kept and removed")
        _refuse_both(self.keep & self.once, "kept on every page and once for the site")

    @property
    def by_kind(self) -> bool:
        """Whether kinds of blocks have a say in what stays."""
        return self.remove is not None or bool(self.keep or self.once)

    def as_data(self) -> dict[str, Any]:
        """The dials as plain data, kinds in order; what is not used is not there."""
        data = {f.name: getattr(self, f.name) for f in fields(self)}
        for name in ("remove", "keep", "once"):
            kinds = data.pop(name)
            if kinds or (name == "remove" and kinds is not None):
                data[name] = sorted(map(str, kinds))
        return data


class Chosen(NamedTuple):
    """`remove` and `keep` of `OutputOptions`."""

    remove: frozenset[Kind] | None
    keep: frozenset[Kind]


def chosen_kinds(
    remove: Kinds | None = None, keep: Kinds = (), profile: str | None = None
) -> Chosen:
    """What to remove and to keep; a profile may stand for the first. What is to be kept is not
    removed then, whatever the profile says."""
    kept = kinds_named(keep)
    if profile is None:
        return Chosen(None if remove is None else kinds_named(remove), kept)
    if remove is not None:
        raise ValueError("a profile says what to remove: give one of the two")
    if profile not in PROFILES:
        raise ValueError(f"no profile {profile!r}; there are {', '.join(PROFILES)}")
    return Chosen(PROFILES[profile] - kept, kept)


def _refuse_both(kinds: frozenset[Kind], said: str) -> None:
    if kinds:
        raise ValueError(f"{', '.join(sorted(kinds))} cannot be both {said}")
