"""What the trees of a site follow, where the papers and this project differ.

The defaults are this project's; `docs/methods.md` says which settings are the letter of a paper.
"""

from dataclasses import dataclass
from typing import Literal, get_args

from sitesieve.page.digests import digest_of
from sitesieve.page.page import Page
from sitesieve.page.style_sheets import with_display_properties
from sitesieve.page.tree import PageTree

Merging = Literal["quick", "styles", "any"]
Display = Literal["attributes", "css"]


@dataclass(frozen=True, slots=True)
class TreeOptions:
    """Constants and readings of the papers.

    Parameters
    ----------
    gamma : γ of composite importance, which attenuates the part of what is below an element
        (thesis eq. 5-2).
    frequent : γ' of characteristic features: the share of an element's tag nodes that have one.
    alike : λ, from which Jaccard similarity of these sets elements are one.
    merging : which elements of one look below one parent may be one, given exact alignment.
        "any" pair (Yi and Liu §3.2, step 3; thesis §4.3.1); those under different "styles"
        (thesis §4.2.5); "quick" is the latter for families of no more than sixty, by the
        features that one leaf of the element has.
    empty_elements : whether elements without features have the importance that the equations
        give them, 1 for what one page has (thesis eq. 5-4), and not 0.
    whole_code : whether preformatted text is one virtual leaf, however high it is.
    virtual_root : whether BODY, with its attributes, is an element below a root of all pages
        (Yi and Liu §3.1; thesis §4.1.2), and not that root itself.
    display : what tells the looks of elements apart. "css": the display properties that
        attributes and the CSS in the page give them, widths of images too (Yi and Liu §3.1);
        "attributes": class, id and display attributes, numbers that count things masked.
    copies : whether pages that say the same at different addresses all count, and not one.
    """

    gamma: float = 0.9
    frequent: float = 0.85
    alike: float = 0.85
    merging: Merging = "quick"
    empty_elements: bool = False
    whole_code: bool = True
    virtual_root: bool = False
    display: Display = "attributes"
    copies: bool = False

    def __post_init__(self) -> None:
        if not 0 <= self.gamma <= 1:
            raise ValueError(f"gamma must be from 0 to 1, not {self.gamma}")
        for name in ("frequent", "alike"):
            if not 0 < getattr(self, name) <= 1:
                raise ValueError(
                    f"{name} must be more than 0, at most 1, not {getattr(self, name)}"
                )
        for name, values in (("merging", get_args(Merging)), ("display", get_args(Display))):
            if getattr(self, name) not in values:
                allowed = f"{', '.join(values[:-1])} or {values[-1]}"
                raise ValueError(f"{name} must be {allowed}, not {getattr(self, name)!r}")

    def check_alignment(self, alignment: str) -> None:
        """ValueError where nothing could be merged as asked."""
        if self.merging != "quick" and alignment != "exact":
            raise ValueError(f"merging={self.merging} needs alignment=exact, not {alignment}")

    def digest_of(self, page: Page) -> int:
        """What a page is known by: those with the same are one."""
        if not self.copies:
            return page.tree.digest
        return digest_of(f"{page.url or page.name or ''}\n{page.tree.digest}")

    def tree_of(self, page: Page) -> PageTree:
        """A page, with the looks by which it is laid over others."""
        return page.tree if self.display == "attributes" else with_display_properties(page)


USUAL_TREES = TreeOptions()
