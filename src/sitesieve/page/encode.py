"""Text to `PageTree`: a page is guarded, parsed by lexbor as a browser would, and walked once."""

from selectolax.lexbor import LexborDocumentOptions, LexborHTMLParser, SelectolaxError

from sitesieve.errors import PageError, Reason
from sitesieve.page.guard import guard
from sitesieve.page.limits import Limits, PageClock
from sitesieve.page.tree import PageTree
from sitesieve.page.tree_arrays import read_tree

_WITHOUT_EVENTS = int(LexborDocumentOptions.WO_EVENTS)
# Pages that scripts build have little text, and may have it in `noscript` for other browsers.
_SHORT = 4000  # bytes of text; pages with more are read as they are
_MUCH_MORE = 4  # times the text of the page, in `noscript`
_APOLOGY = 500  # bytes; a shorter `noscript` only asks for scripts to be allowed


def encode(html: str | bytes, limits: Limits | None = None, url: str | None = None) -> PageTree:
    """Parse the text of a page, or its UTF-8, into a `PageTree`; `url` is where it is from.

    Never fails on what the page contains; raises `PageError` only when the
    page takes longer than `limits.seconds`, or there is no memory for it.
    """
    limits = limits or Limits()
    clock = PageClock(limits)
    # Browsers drop NULs; lone surrogates have no UTF-8.
    utf8 = html.encode("utf-8", "replace") if isinstance(html, str) else html
    if b"\0" in utf8:
        utf8 = utf8.replace(b"\0", b"")
    tree = _parsed(utf8, limits, clock, url)
    length = len(tree.leaf_texts.utf8)
    enough = max(_APOLOGY, _MUCH_MORE * length)
    if length < _SHORT and tree.noscript > enough:
        # About one page in hundreds is parsed twice.
        without = _parsed(utf8, limits, clock, url, scripting=False)
        if len(without.leaf_texts.utf8) - length > enough:
            return without
    return tree


def _parsed(
    utf8: bytes, limits: Limits, clock: PageClock, url: str | None, scripting: bool = True
) -> PageTree:
    """The document a browser would build before any script has run; without `scripting` one
    that reads what stands in `noscript`."""
    guarded, cuts = guard(utf8, limits, scripting)
    try:
        parser = LexborHTMLParser(guarded, scripting=scripting, options=_WITHOUT_EVENTS)
    except SelectolaxError as error:  # there is no memory left
        raise PageError(Reason.UNREADABLE, str(error)) from None
    clock.check()
    try:
        return read_tree(parser, limits, clock.deadline, url, cuts, scripting)
    except TimeoutError:
        raise clock.too_slow() from None
