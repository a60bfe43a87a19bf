"""Other extractors, for comparison: what people use today, where it is installed.

Each is a function from a page's HTML and address to the text it would keep.
`pip install 'sitesieve[peers]'` installs them; none is needed otherwise.
"""

from collections.abc import Callable
from importlib.util import find_spec

from sitesieve.errors import MissingExtra

Extractor = Callable[[str, str | None], str]


def trafilatura(html: str, url: str | None = None) -> str:
    """trafilatura as its users call it, without comments."""
    from trafilatura import extract

    return extract(html, url=url, include_comments=False) or ""


def readability(html: str, url: str | None = None) -> str:  # noqa: ARG001 - one door for all
    """readability-lxml, its summary as text."""
    from lxml.html import fromstring
    from readability import Document

    summary = fromstring(Document(html).summary())
    return "\n".join(text.strip() for text in summary.itertext() if text.strip())


def resiliparse(html: str, url: str | None = None) -> str:  # noqa: ARG001
    """Resiliparse's main content."""
    from resiliparse.extract.html2text import extract_plain_text

    return str(extract_plain_text(html, main_content=True, links=False, list_bullets=False))


def justext(html: str, url: str | None = None) -> str:  # noqa: ARG001
    """jusText with the stop words of English: it must be told a language."""
    import justext as just

    paragraphs = just.justext(html, just.get_stoplist("English"))
    return "\n".join(p.text for p in paragraphs if not p.is_boilerplate)


PEERS: dict[str, Extractor] = {
    "trafilatura": trafilatura,
    "readability": readability,
    "resiliparse": resiliparse,
    "justext": justext,
}


def installed() -> dict[str, Extractor]:
    """The peers that can be used here."""
    return {name: peer for name, peer in PEERS.items() if find_spec(name) is not None}


def named(name: str) -> Extractor:
    """A peer by its name, if it is installed."""
    if find_spec(name) is None:
        raise MissingExtra(f"the comparison with {name}", "peers")
    return PEERS[name]


def text_of(peer: Extractor, html: str, url: str | None = None) -> str:
    """What a peer keeps of a page; nothing where it fails, as its users would get."""
    try:
        return peer(html, url)
    except Exception:  # theirs: any kind of error, on any kind of page
        return ""
