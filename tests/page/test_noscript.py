"""Pages that scripts build have their text in `noscript`."""

import time

import pytest

from sitesieve.page.encode import encode

POST = "<p>" + "A post of the thread with something to say. " * 10 + "</p>"


def test_is_read_where_the_page_has_little_else() -> None:
    tree = encode(f"<body><div>Loading</div><noscript><div>{POST * 3}</div></noscript>")
    assert tree.texts[0].strip() == "Loading"
    assert [text.split()[:2] for text in tree.texts[1:]] == [["A", "post"]] * 3
    assert tree.xpath(int(tree.leaves[1])) == "/html/body/noscript[1]/div[1]/p[1]/text()[1]"


@pytest.mark.parametrize(
    "html",
    [
        f"{POST * 20}<noscript>{POST * 3}</noscript>",
        f"{POST}<noscript>{POST * 3}</noscript>",
        "<div id=app></div><noscript>You need to enable JavaScript to run this app.</noscript>",
        f"<head><noscript><meta name=x>{'<link href=y>' * 100}</noscript></head><p>a",
        "<p>a</p><noscript><img src=pixel.gif></noscript>",
    ],
)
def test_is_not_read_where_it_repeats_the_page_or_says_little(html: str) -> None:
    tree = encode(html)
    assert "noscript" not in tree.names.values()


def test_that_is_not_closed_is_read_to_the_end() -> None:
    assert len(encode(f"<body><NoScript>{POST * 3}").texts) == 3


def test_what_is_nested_in_it_without_end_takes_no_time() -> None:
    html = f"<body><noscript>{POST * 3}" + "<div>" * 60_000
    started = time.monotonic()
    tree = encode(html)
    assert time.monotonic() - started < 10
    assert len(tree.texts) == 3
    assert [cut.cap for cut in tree.cuts] == ["depth"]
