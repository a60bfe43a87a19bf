"""Pages through everything that is made of one."""

import json
import random
import resource
import time
from functools import cache

import sitesieve
from fuzzing.page_checks import markup_of_text, unsafe_in_html
from fuzzing.page_fragments import FRAGMENTS
from fuzzing.page_mutations import changed
from sample_web import generate
from sitesieve import OutputOptions, Page, PageError
from sitesieve.cleaning.document import Document
from sitesieve.cleaning.verdicts import Verdict
from sitesieve.crawl.page_leads import leads_of
from sitesieve.links.page_links import read_links
from sitesieve.page.writing.safe_html import sanitized

NAME = "pages"
URL = "https://a.example/d/page.html"
_SECONDS = (4.0, 30e-6)  # of processor time for a page, and for each byte of it
_MEMORY = (300_000, 0.5)  # kB more than before
_MOST_BLOCKS = 5  # that are explained


@cache
def _pages() -> list[str]:
    pages = [page.html for site in generate(size=0) for page in site.pages]
    return [*pages[::3], *("".join(FRAGMENTS[i::9]) for i in range(9))]


def seeds() -> list[bytes]:
    """Pages of the sample web, and what is made to harm."""
    return [page.encode() for page in _pages()]


def prepared(data: bytes, rng: random.Random) -> bytes:
    """Bytes that were damaged, changed as a page half of the time."""
    if rng.random() < 0.25:
        return data
    return changed(data.decode("utf-8", "replace"), rng, _pages()).encode("utf-8", "replace")


def run(data: bytes, rng: random.Random) -> None:
    """Make everything of a page, and look at it."""
    data = prepared(data, rng)
    memory, started = _memory(), time.process_time()
    results = everything(data)
    taken, grown = time.process_time() - started, _memory() - memory
    if results is None:
        return
    assert taken < _SECONDS[0] + _SECONDS[1] * len(data), f"{taken:.1f} s for {len(data)} bytes"
    assert grown < _MEMORY[0] + _MEMORY[1] * len(data), f"{grown} kB for {len(data)} bytes"
    _check(*results)


def _memory() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def everything(data: bytes) -> tuple[Document, Document] | None:
    """A page cleaned, and as it is with all its texts; all of both was asked for once. None where
    it is no page."""
    page = Page(URL, data)
    try:
        page.tree  # noqa: B018
    except PageError:
        return None
    read_links(page)
    leads_of(page, None)
    cleaned = sitesieve.clean(page)
    verdicts = [Verdict(True, "kept")] * len(page.tree.leaves)
    whole = Document(page, verdicts, "all").with_output(OutputOptions(hidden=True))
    for document in (cleaned, whole):
        json.dumps(document.to_dict())
        for post in document.posts:
            json.dumps(post.to_dict())
        document.markdown, document.html, document.comments, document.words  # noqa: B018
    for block in cleaned.blocks[:: max(1, len(cleaned.blocks) // _MOST_BLOCKS)]:
        json.dumps(block.to_dict())
    return cleaned, whole


def _check(*documents: Document) -> None:
    for document in documents:
        assert not (faults := unsafe_in_html(document.html)), faults
        body = document.html.partition("<body>\n")[2].rpartition("\n</body>")[0]
        assert sanitized(body) == body, "safe HTML is changed by another reading"
        if not document.posts:  # which have headings of their own
            assert not (texts := markup_of_text(document.markdown, document.html)), texts
        else:
            for post in document.posts:
                assert not (texts := markup_of_text(post.markdown, post.html)), texts
        document.text.encode()
        document.markdown.encode()
