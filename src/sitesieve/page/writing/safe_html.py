"""HTML that is safe to show.

The fragment is written by `markup_output` and harmless already. It goes through a sanitizer all
the same: two independent programs have to be wrong before something harmful gets through.
"""

from html import escape

import nh3

_ELEMENTS = {
    *"p br h1 h2 h3 h4 h5 h6 ul ol li dl dt dd blockquote pre figure figcaption hr".split(),
    *"details summary table caption thead tbody tfoot tr td th a img".split(),
    *"b strong i em u s del ins sub sup q cite mark small abbr dfn var code".split(),
    *"ruby rt rp bdi article header time".split(),
}
_ATTRIBUTES = {
    "a": {"href"},
    "img": {"src", "alt"},
    "ol": {"start"},
    "td": {"colspan", "rowspan"},
    "th": {"colspan", "rowspan"},
    "code": {"class"},
    "time": {"datetime"},
}
_SCHEMES = {"http", "https", "mailto", "tel", "ftp"}


def sanitized(fragment: str) -> str:
    """A fragment of HTML with nothing in it but text and its structure."""
    return nh3.clean(
        fragment,
        tags=_ELEMENTS,
        attributes=_ATTRIBUTES,
        url_schemes=_SCHEMES,
        link_rel="noopener noreferrer",
    )


def document(fragment: str, title: str, language: str | None) -> str:
    """A fragment as a page that stands on its own."""
    lang = f' lang="{escape(language)}"' if language else ""
    return (
        f'<!DOCTYPE html>\n<html{lang}><head><meta charset="utf-8">'
        f"<title>{escape(title)}</title></head>\n<body>\n{sanitized(fragment)}\n</body></html>\n"
    )
