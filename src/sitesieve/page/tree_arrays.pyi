from selectolax.lexbor import LexborHTMLParser

from sitesieve.page.limits import Cut, Limits
from sitesieve.page.tree import PageTree

def read_tree(
    parser: LexborHTMLParser,
    limits: Limits,
    deadline: float,
    url: str | None,
    cuts: list[Cut],
    scripting: bool,
) -> PageTree:
    """A parsed page as arrays; `TimeoutError` when that lasts beyond the deadline."""
