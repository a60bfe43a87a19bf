"""Pages through everything that is made of one."""

import json
import random
import resource
import time
from collections.abc import Collection, Sequence
from functools import cache

import sitesieve
from fuzzing.page_checks import markup_of_text, unsafe_in_html
from fuzzing.page_fragments import FRAGMENTS
from fuzzing.page_mutations import changed
from sample_web import generate
from sitesieve import OutputOptions, Page, PageError
from sitesieve.cleaning.document import Document
from sitesieve.cleaning.posts import Post
from sitesieve.cleaning.verdicts import Verdict
from sitesieve.crawl.page_leads import leads_of
from sitesieve.links.page_links import read_links
from sitesieve.page.addresses import image_address
from sitesieve.page.tree import PageTree
from sitesieve.page.writing.safe_html import sanitized

NAME = "pages"
URL = "https://a.example/d/page.html"
_SECONDS = (4.0, 30e-6)  # of processor time for a page, and for each byte of it
_MEMORY = (300_000, 0.5)  # kB more than before
_LARGEST = 200_000  # bytes: what Markdown is read with takes 40 s for a megabyte
_PART = 3_000  # characters: many small pages say more than few large ones
_ALL_IN = 5  # one page of so many is asked for everything, the others for what is written of them


@cache
def _pages() -> list[str]:
    pages = [page.html for site in generate(size=0) for page in site.pages]
    return [*pages[::3], *("".join(FRAGMENTS[i::9]) for i in range(9))]


def seeds() -> list[bytes]:
    """Pages of the sample web, and what is made to harm."""
    return [page.encode() for page in _pages()]


def prepared(data: bytes, rng: random.Random) -> bytes:
    """Bytes that were damaged: as they are, or changed as a page; mostly a part of it."""
    text = data.decode("utf-8", "replace")
    is_small = rng.random() < 0.9
    if is_small and len(text) > _PART:
        start = text.find("<", rng.randrange(len(text) - _PART))
        text = text[max(start, 0) :][:_PART]
        data = text.encode("utf-8", "replace")
    if rng.random() < 0.75:
        data = changed(text, rng, _pages()).encode("utf-8", "replace")
    return data[: 2 * _PART if is_small else _LARGEST]


def run(data: bytes, rng: random.Random) -> None:
    """Make of a page what is written of it, of some everything; and look at it."""
    data = prepared(data, rng)
    memory, started = _memory(), time.process_time()
    documents = everything(data, rng) if rng.randrange(_ALL_IN) == 0 else _written(data, rng)
    taken, grown = time.process_time() - started, _memory() - memory
    assert taken < _SECONDS[0] + _SECONDS[1] * len(data), f"{taken:.1f} s for {len(data)} bytes"
    assert grown < _MEMORY[0] + _MEMORY[1] * len(data), f"{grown} kB for {len(data)} bytes"
    _check(documents, _leads_of(Page(URL, data).tree) if documents else [])


def _leads_of(tree: PageTree) -> list[str]:
    """The links, frames and images of a page, as they are named where they are read in Markdown."""
    links = [(URL if link.address.startswith("#") else "") + link.address for link in tree.links]
    links += [image_address(frame, tree.base or URL) for frame in tree.frames]
    images = [image_address(image.source, tree.base or URL) for image in tree.images]
    return [f"a {link.removesuffix('#')}" for link in links] + [f"img {i}" for i in images]


def _memory() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def _page_of(data: bytes) -> Page | None:
    page = Page(URL, data)
    try:
        page.tree  # noqa: B018
    except PageError:
        return None
    return page


def _whole(page: Page) -> Document:
    """A page as it is with all its texts."""
    verdicts = [Verdict(True, "kept")] * len(page.tree.leaves)
    return Document(page, verdicts, "all").with_output(OutputOptions(hidden=True))


def _written(data: bytes, rng: random.Random) -> list[Document]:
    """A page cleaned, or whole."""
    page = _page_of(data)
    if page is None:
        return []
    return [sitesieve.clean(page) if rng.random() < 0.7 else _whole(page)]


def everything(data: bytes, rng: random.Random) -> list[Document]:
    """A page cleaned, and whole; all of both was asked for once. Nothing where it is no page."""
    page = _page_of(data)
    if page is None:
        return []
    read_links(page)
    leads_of(page, None)
    documents = [sitesieve.clean(page), _whole(page)]
    for document in documents:
        json.dumps(document.to_dict())
        for post in document.posts:
            json.dumps(post.to_dict())
        document.comments, document.words  # noqa: B018
    if blocks := documents[0].blocks:
        json.dumps(rng.choice(blocks).to_dict())
    return documents


def _check(documents: list[Document], named: Collection[str]) -> None:
    for document in documents:
        assert not (faults := unsafe_in_html(document.html)), faults
        body = document.html.partition("<body>\n")[2].rpartition("\n</body>")[0]
        assert sanitized(body) == body, "safe HTML is changed by another reading"
        # Where there are posts, the whole has headings of their own.
        parts: Sequence[Document | Post] = document.posts or [document]
        for part in parts:
            assert not (texts := markup_of_text(part.markdown, part.html, named)), texts
        document.text.encode()
        document.markdown.encode()
