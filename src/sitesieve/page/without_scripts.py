"""Pages that show their text only to readers without scripts.

Some forums send an empty page that a script fills, and the whole thread for everyone else
in `noscript`. As a rule what stands there is a copy or a complaint, and is no part of the
page; where there is next to nothing else, it is the page.
"""

import re

from sitesieve.page.page import Page

_TAG = re.compile(r"<(/?)noscript\b[^>]*>", re.IGNORECASE)
_LITTLE = 100  # words; a page that shows more is no empty one
_MORE = 3  # times the words: then the text is what the page has to show


def as_shown_without_scripts(page: Page) -> Page:
    """The page with its `noscript` elements opened, where they hold nearly all its text; else
    the page itself."""
    words = len(page.tree.words)
    if words > _LITTLE or "<noscript" not in page.tree.source.lower():
        return page
    opened = page.rewritten(_TAG.sub(r"<\1div>", page.tree.source))
    return opened if len(opened.tree.words) > _MORE * words + _LITTLE / 2 else page
