"""What is not shown to readers, and what only seems so."""

import time

import pytest

from sitesieve.page.encode import encode
from sitesieve.page.hidden import hidden_leaves, hides

SHOWN = "<p>" + "words that are there to be read " * 5 + "</p>"


def hidden_texts(html: str) -> list[str]:
    tree = encode(html)
    hidden = hidden_leaves(tree)
    return [text.strip() for text, gone in zip(tree.texts, hidden, strict=True) if gone]


@pytest.mark.parametrize(
    "attributes",
    [
        "hidden",
        "hidden=hidden",
        'style="display:none"',
        'style="color:red; DISPLAY : none !important"',
        'style="display:/* x */none"',
        'style="visibility: hidden"',
        'style="opacity:0"',
        'style="opacity: 0.0;color:red"',
        'style="font-size:0"',
        'style="font-size: 0px"',
        'style="height:0;overflow:hidden"',
        'style="overflow:hidden;max-height:0px"',
        'style="width:1px;height:1px;overflow:hidden"',
        'style="position:absolute;left:-9999px"',
        'style="top:-1000em;position:fixed"',
        'style="text-indent:-9999px"',
        'style="clip:rect(0 0 0 0)"',
        'style="clip: rect(1px, 1px, 1px, 1px)"',
        'style="clip-path:inset(50%)"',
        'style="transform:scale(0)"',
    ],
)
def test_an_element_is_hidden_by(attributes: str) -> None:
    assert hidden_texts(f"{SHOWN}<div {attributes}>a <b>b</b></div>c") == ["a", "b"]


@pytest.mark.parametrize(
    "attributes",
    [
        "aria-hidden=true",
        "hidden=until-found",
        "hidden id=S:1a",  # streamed, and put in place by a script
        "role=tabpanel hidden",
        'style="display:block"',
        'style="opacity:0.9"',
        'style="opacity:.5"',
        'style="font-size:0.9em"',
        'style="height:0"',
        'style="overflow:hidden"',
        'style="height:100px;overflow:hidden"',
        'style="left:-9999px"',
        'style="position:absolute;left:-10px"',
        'style="--display:none"',
        'style="background:url(display:none)"',
        'style=""',
        "style",
        "class=hidden",
        "data-hidden",
    ],
)
def test_an_element_is_not_hidden_by(attributes: str) -> None:
    assert hidden_texts(f"{SHOWN}<div {attributes}>a</div>") == []


def test_a_dialog_is_hidden_until_it_is_open() -> None:
    assert hidden_texts(f"{SHOWN}<dialog>a</dialog><dialog open>b</dialog>") == ["a"]
    assert hidden_texts(f"{SHOWN}<dialog hidden>a</dialog>") == ["a"]


def test_details_are_not_hidden() -> None:
    assert hidden_texts(f"{SHOWN}<details><summary>a</summary>b</details>") == []


def test_a_page_that_waits_for_its_styles_is_not_hidden() -> None:
    assert hidden_texts(f'<body style="opacity:0">{SHOWN}<p hidden>a</p>') == ["a"]
    assert hidden_texts(f'<div style="display:none">{SHOWN}</div><p>b</p>') == []


def test_paragraphs_that_wait_to_be_scrolled_to_are_not_hidden() -> None:
    html = "".join(f'<p style="opacity:0">paragraph {n} of the story</p>' for n in range(9))
    assert hidden_texts(f"<h1>Headline</h1>{html}") == []


@pytest.mark.parametrize("piece", ["display:none;", "a", ";", "/*", "overflow:hidden;"])
def test_a_hostile_style_takes_no_time(piece: str) -> None:
    started = time.monotonic()
    encode(f'{SHOWN}<div style="{piece * 50_000}">a</div>')
    assert time.monotonic() - started < 5


@pytest.mark.parametrize(
    "style",
    [
        "font-size:1px",
        "font-size:.1px",
        "opacity:.01",
        "color:transparent",
        "transform:scale(0,0)",
        "transform:translateX(-9999px)",
        "text-indent:-99em",
        "zoom:0",
        "x:" + "y" * 5000 + ";display:none",
    ],
)
def test_other_ways_to_hide(style: str) -> None:
    assert hides({"style": style})


@pytest.mark.parametrize(
    "attributes",
    [
        {"class": "accordion__content", "style": "display:none"},
        {"class": "tab-pane", "style": "display:none"},
        {"style": "opacity:0;transform:translateY(30px)"},
        {"style": "font-size:16px;opacity:1;color:#333"},
    ],
)
def test_what_readers_can_open_or_scroll_to_is_not_hidden(attributes: dict[str, str]) -> None:
    assert not hides(attributes)


def test_a_dialog_with_a_label_is_hidden() -> None:
    assert hides({"role": "dialog", "hidden": ""})
