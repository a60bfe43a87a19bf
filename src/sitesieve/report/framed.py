"""A page as it looks, in a frame that can neither run nor fetch anything.

Elements stay where they are, so that addresses of blocks hold in the frame as on the page; what
could fetch, run or lead away loses its attributes. That is the third fence: the frame is
sandboxed (no scripts, no forms, no plug-ins, no way up), and the policy it is sent with forbids
everything but its own styles and images that are in the page itself.
"""

from selectolax.lexbor import LexborHTMLParser

from sitesieve.page.guard import guard
from sitesieve.page.page import Page

POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; "
    "base-uri 'none'; form-action 'none'; sandbox allow-same-origin"
)
_EMPTIED = "base, link, meta, script, iframe, frame, object, embed, applet, portal, fencedframe"
# The browser finds the first by name at the document, in the place of its own methods.
_NAMING = ("img", "form")
_FETCHING = ("src", "srcset", "poster", "background", "action", "formaction", "ping", "srcdoc")


def framed(page: Page) -> str:
    """The page for the frame."""
    document = _as_it_was_read(page)
    for element in document.css(_EMPTIED):
        for name in list(element.attributes):
            del element.attrs[name]
    for element in document.css("*"):
        for name, value in list(element.attributes.items()):
            fetches = name in _FETCHING and not _within(value)
            if fetches or name.startswith("on") or (name == "name" and element.tag in _NAMING):
                del element.attrs[name]
    for element in document.css("a[href], area[href]"):
        element.attrs["href"] = "#"
    return document.html or ""


def _as_it_was_read(page: Page) -> LexborHTMLParser:
    """The document that the page's tree was made of, in which its addresses hold.

    The frame has no scripts, so it would read what stands in `noscript`; most trees have not.
    """
    scripting = "noscript" not in page.tree.names.values()
    guarded, _ = guard(page.decoded.utf8.replace(b"\0", b""), page.limits, scripting)
    document = LexborHTMLParser(guarded, scripting=scripting)
    if scripting:
        for element in document.css("noscript"):
            element.inner_html = ""
    return document


def _within(address: str | None) -> bool:
    """Whether an address is of an image that is in the page itself."""
    return (address or "").strip().lower().startswith("data:image/")
