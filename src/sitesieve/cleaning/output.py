"""What a reader wants of a cleaned page, whatever the method that cleaned it."""

from dataclasses import dataclass, fields
from typing import Any, Self, Unpack

from sitesieve.cleaning.dials import OutputDials, Profile, check_value
from sitesieve.cleaning.kind_names import kinds_named
from sitesieve.cleaning.kinds import Kind
from sitesieve.cleaning.noise.profiles import PROFILES


@dataclass(frozen=True, slots=True)
class OutputOptions:
    """The dials of the output.

    >>> OutputOptions(links=False, keep="breadcrumbs").keep
    frozenset({<Kind.DIRECTORY_HIERARCHIC: 'directory-hierarchic'>})

    Parameters
    ----------
    links : without them their text stays.
    images : whether pictures are in HTML and Markdown.
    tables : without them their text goes too, but not that of tables which only arrange the page.
    hidden : brings in what the page does not show to its readers.
    remove : kinds of blocks. The method's decision does not count then: all stays but these.
    keep : kinds of blocks that stay besides what stays anyway.
    once : kinds of blocks that go whatever else is said; their texts are for the site's card.
    """

    links: bool = True
    images: bool = True
    tables: bool = True
    hidden: bool = False
    remove: frozenset[Kind] | None = None
    keep: frozenset[Kind] = frozenset()
    once: frozenset[Kind] = frozenset()

    def __post_init__(self) -> None:
        for name in ("links", "images", "tables", "hidden"):
            if not isinstance(getattr(self, name), bool):
                raise TypeError(f"{name} is True or False, not {getattr(self, name)!r}")
        for name in ("remove", "keep", "once"):
            if getattr(self, name) is not None:
                object.__setattr__(self, name, kinds_named(getattr(self, name)))
        _refuse_both(self.keep & (self.remove or frozenset()), "kept and removed")
        _refuse_both(self.keep & self.once, "kept on every page and once for the site")

    @classmethod
    def of(cls, **dials: Unpack[OutputDials]) -> Self:
        """The options that dials ask for. A `profile` stands for the kinds that a task removes;
        what is to be kept is not removed then."""
        options: dict[str, Any] = {name: dial for name, dial in dials.items() if dial is not None}
        profile = options.pop("profile", None)
        if profile is not None:
            if "remove" in options:
                raise ValueError("a profile says what to remove: give one of the two")
            check_value("profile", profile, Profile)
            options["remove"] = PROFILES[profile] - kinds_named(options.get("keep", ()))
        return cls(**options)

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


def _refuse_both(kinds: frozenset[Kind], said: str) -> None:
    if kinds:
        raise ValueError(f"{', '.join(sorted(kinds))} cannot be both {said}")
