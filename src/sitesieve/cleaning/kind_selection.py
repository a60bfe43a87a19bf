"""What stays because of its kind, where somebody has chosen by kind.

With `remove` the method's decision does not count, with `keep` kinds are added to what it
keeps, and `once` takes kinds out in any case.
"""

from functools import cached_property

from sitesieve.cleaning.kinds import Kind
from sitesieve.cleaning.noise.page_kinds import PageKinds
from sitesieve.cleaning.output import OutputOptions
from sitesieve.cleaning.verdicts import Leaves


class KindSelection:
    """What the kinds chosen mean for the texts of a page."""

    def __init__(self, kinds: PageKinds, output: OutputOptions, kept: Leaves) -> None:
        self._kinds = kinds
        self._output = output
        self._kept = kept  # by the method
        self._unwanted = (output.remove or frozenset()) | output.once

    @cached_property
    def gone(self) -> Leaves:
        """Texts that go because of their kind."""
        return self._kinds.are(self._unwanted)

    @cached_property
    def whole(self) -> Leaves:
        """Texts that stay because of their kind and not because of the method; they stay whole."""
        if self._output.remove is not None:
            return ~self.gone
        return self._kinds.are(self._output.keep) & ~self.gone & ~self._kept

    @property
    def keep(self) -> Leaves:
        """Texts that stay, all in all."""
        return (self._kept | self.whole) & ~self.gone

    def decides(self, leaf: int) -> bool:
        """Whether a text stays or goes because of its kind."""
        return bool(self.whole[leaf] or self.gone[leaf])

    def reason(self, leaf: int) -> str:
        """Why a text stays or goes because of its kind."""
        return self._reason(self._kinds.kind_of(leaf))

    def on_item(self, keep: bool, kind: Kind | None) -> tuple[bool, str] | None:
        """Whether an item without text stays, and why; None where the method decides."""
        if kind in self._unwanted:
            return False, self._reason(kind)
        if not keep and (self._output.remove is not None or kind in self._output.keep):
            return True, self._reason(kind)
        return None

    def _reason(self, kind: Kind | None) -> str:
        if kind in self._output.once:
            return f"{kind}: kept once for the site"
        if kind in self._unwanted:
            return f"{kind}: to be removed"
        if kind in self._output.keep:
            return f"{kind}: to be kept"
        return f"{kind or 'of no kind'}: not to be removed"
