"""A page in a frame: what it may not do to the studio around it."""

import time

import pytest

from sitesieve.page.page import Page
from sitesieve.report.framed import framed


@pytest.mark.parametrize(
    "html",
    [
        "<ul><li>" * 20_000,
        "<p " + " ".join(f"a{n}=1" for n in range(30_000)) + ">x",
        "".join(f"<font a{n}=1><p>x" for n in range(1_000)),
    ],
    ids=["deep", "attributes", "fonts"],
)
def test_a_page_made_to_be_slow_is_framed_quickly(html: str) -> None:
    started = time.process_time()
    assert "words" in framed(Page("https://a.example/", f"<p>words</p>{html}"))
    assert time.process_time() - started < 1.5


def test_elements_do_not_take_the_place_of_methods_of_the_document() -> None:
    html = "<img name=createElement><form name=evaluate><input name=q></form><a name=top>x</a>"
    frame = framed(Page("https://a.example/", html))
    assert "createElement" not in frame
    assert "evaluate" not in frame
    assert 'name="top"' in frame  # harmless
