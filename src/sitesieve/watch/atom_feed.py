"""New items as an Atom feed (RFC 4287)."""

import re
import uuid
from collections.abc import Iterable, Sequence
from xml.sax.saxutils import escape, quoteattr

from sitesieve._version import __version__
from sitesieve.watch.intervals import as_time
from sitesieve.watch.items import WatchItem

# Characters that XML 1.0 does not allow.
_UNWRITABLE = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_KINDS = {"new": "", "changed": "Changed: ", "redesign": "New design: ", "gone": "Gone: "}


def atom_feed(
    items: Iterable[WatchItem],
    of: uuid.UUID,
    watches: Sequence[str] = (),
    category: str | None = None,
) -> bytes:
    """A feed of items, the newest first. Ids are of the namespace `of`, and stay the same."""
    entries = list(items)
    selection = ", ".join((*watches, *((category,) if category else ()))) or "all watches"
    updated = max((item.at for item in entries), default=0.0)
    lines = [
        '<?xml version="1.0" encoding="utf-8"?>',
        '<feed xmlns="http://www.w3.org/2005/Atom">',
        f"<title>{_text(f'What is new: {selection}')}</title>",
        f"<id>{uuid.uuid5(of, ascii(('feed', sorted(watches), category))).urn}</id>",
        f"<updated>{as_time(updated)}</updated>",
        "<author><name>sitesieve</name></author>",
        f'<generator version="{__version__}">sitesieve</generator>',
    ]
    for item in entries:
        lines += _entry(item, uuid.uuid5(of, f"item/{item.id}").urn)
    return "\n".join((*lines, "</feed>", "")).encode()


def _entry(item: WatchItem, address: str) -> list[str]:
    lines = [
        "<entry>",
        f"<title>{_text(_KINDS[item.kind] + item.title)}</title>",
        f"<id>{address}</id>",
        f"<updated>{as_time(item.at)}</updated>",
        f'<link rel="alternate" href={quoteattr(_writable(item.url))}/>',
    ]
    if item.date is not None:
        lines.append(f"<published>{_text(item.date)}T00:00:00Z</published>")
    terms = dict.fromkeys((item.watch, *item.categories))
    lines += [f"<category term={quoteattr(_writable(term))}/>" for term in terms]
    paragraphs = "".join(f"<p>{_text(text)}</p>" for text in item.added or (item.note,))
    # HTML as text in XML: texts are escaped for HTML, then all of it for XML.
    return [*lines, f'<content type="html">{escape(paragraphs)}</content>', "</entry>"]


def _text(text: str) -> str:
    return escape(_writable(text))


def _writable(text: str) -> str:
    return _UNWRITABLE.sub("\ufffd", text)
