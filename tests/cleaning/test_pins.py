"""What a person says of blocks: it counts on the command line and in Python, and is saved."""

from pathlib import Path
from unittest import mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sitesieve
from sitesieve import Page, methods
from sitesieve.cleaning.pinning import node_at
from sitesieve.errors import ModelError
from sitesieve.site.pins import Pin, Pins

STORY = "The harbour was full of ships that day, and nobody knew where they had come from. " * 3
BOX = "Our shop sells anchors and ropes of every kind for every ship."


def html(number: int, box: str = BOX) -> str:
    return (
        f"<title>Ships {number}</title><main><h1>Ships {number}</h1><p>{STORY} Ship {number}.</p>"
        f"<div class=offer><p>{box} {number}</p></div></main><footer>Copyright</footer>"
    )


def pages(count: int = 4) -> list[tuple[str, str]]:
    return [(f"https://a.example/{n}.html", html(n)) for n in range(count)]


@pytest.fixture
def model() -> methods.Sieve:
    return sitesieve.learn(pages())


def address_of(document: sitesieve.Document, text: str) -> str:
    return next(block.address for block in document.blocks if text in block.text)


def box_address(model: methods.SiteMethod) -> str:
    return address_of(model.clean(html(0), url="https://a.example/0.html"), BOX)


@pytest.mark.parametrize("kind", ["sieve", "site-style-tree"])
def test_a_pin_holds_wherever_the_place_occurs(kind: str) -> None:
    model = sitesieve.learn(pages(), method=kind)
    assert isinstance(model, methods.SiteMethod)
    new = html(9, "An advert that nobody has seen yet.")
    for keep in (False, True):
        model.pin(html(0), box_address(model), keep=keep, url="https://a.example/0.html")
        assert ("nobody has seen" in model.clean(new, url="https://a.example/9.html").text) is keep
    assert len(model.pins) == 1  # the later one counts


def test_a_pin_of_one_page_holds_there_only(model: methods.Sieve) -> None:
    url = "https://a.example/0.html"
    before = model.clean(html(1), url="https://a.example/1.html").text
    pin = model.pin(html(0), box_address(model), keep=False, everywhere=False, url=url)
    assert BOX not in model.clean(html(0), url=url).text
    assert model.clean(html(1), url="https://a.example/1.html").text == before
    model.pins.remove(pin)
    assert not model.pins


def test_the_reason_and_the_kind_are_what_was_said(model: methods.Sieve) -> None:
    url = "https://a.example/0.html"
    model.pin(html(0), box_address(model), keep=False, kind="advertisement", url=url)
    document = model.clean(html(0), url=url)
    block = next(block for block in document.blocks if BOX in block.text)
    assert (block.keep, block.kind, block.confidence) == (False, "advertisement", 1.0)
    assert block.reason.startswith("you said that this is advertisement, at every such place (")


def test_the_innermost_pin_counts_and_one_of_the_page_before_one_of_the_site() -> None:
    model = sitesieve.learn(pages())
    url = "https://a.example/0.html"
    box = box_address(model)
    around = box.rpartition("/p[")[0]  # the div
    model.pin(html(0), around, keep=False, url=url)
    assert BOX not in model.clean(html(0), url=url).text
    model.pin(html(0), box, keep=True, url=url)
    assert BOX in model.clean(html(0), url=url).text
    model.pin(html(0), box, keep=False, everywhere=False, url=url)
    assert BOX not in model.clean(html(0), url=url).text
    assert BOX in model.clean(html(1), url="https://a.example/1.html").text


def test_what_a_pin_would_change_is_known_before_it_is_taken(model: methods.Sieve) -> None:
    taught = sitesieve.learn(pages())
    kept = BOX in model.clean(html(0), url="https://a.example/0.html").text
    pin = taught.pin(html(0), box_address(model), keep=not kept, url="https://a.example/0.html")
    effects = model.effect_of(pin, pages())
    assert [effect.page for effect in effects] == [url for url, _ in pages()]
    changed = [text for effect in effects for text in (effect.lost if kept else effect.gained)]
    assert len(changed) == 4
    assert all(text.startswith(BOX) for text in changed)
    assert not model.pins


def test_pins_are_saved_merged_and_shared(model: methods.Sieve, tmp_path: Path) -> None:
    pin = model.pin(html(0), box_address(model), keep=False, url="https://a.example/0.html")
    model.save(tmp_path / "a.sieve")
    loaded = sitesieve.load(tmp_path / "a.sieve")
    assert list(loaded.pins) == [pin]
    other = sitesieve.learn(pages())
    other.merge(loaded)
    assert list(other.pins) == [pin]
    assert list(methods.SiteStyleTree.sharing(other).pins) == [pin]
    assert list(other.judging_by(favour="recall").pins) == [pin]


def test_a_site_that_is_not_known_has_pins_too() -> None:
    model = methods.Sieve()
    url = "https://a.example/0.html"
    model.pin(html(0), box_address(model), keep=False, url=url)
    assert BOX not in model.clean(html(0), url=url).text
    assert BOX not in model.clean(html(0)).text  # no address: taken to be of the one site


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"address": "/html/body/nothing[1]", "keep": True}, "the page has nothing at"),
        ({"address": "", "keep": True}, "the page has nothing at"),
        ({"address": "/html/body", "keep": False, "kind": "spam"}, "no kind 'spam'"),
        ({"address": "/html/body", "keep": True, "kind": "comments"}, "what stays is content"),
    ],
)
def test_what_cannot_be_pinned_is_named(arguments: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        methods.Sieve().pin(html(0), **arguments)  # type: ignore[arg-type]


def test_what_is_no_pin_is_refused() -> None:
    with pytest.raises(ValueError, match="not a pin"):
        Pins.from_table([{"site": "a"}])


PINS = st.builds(
    Pin,
    site=st.sampled_from("ab"),
    key=st.integers(0, 2**64 - 1),
    keep=st.booleans(),
    page=st.none() | st.text(max_size=5),
    kind=st.none() | st.just("comments"),
)


@given(st.lists(PINS))
def test_pins_come_back_from_a_table(pins: list[Pin]) -> None:
    assert list(Pins.from_table(Pins(pins).to_table())) == list(Pins(pins))


@given(st.integers(0, 60))
def test_every_node_is_found_by_its_address(number: int) -> None:
    tree = Page("https://a.example/", html(1) + "<p>a<b>c</b>d<br>e</p><custom-tag>x").tree
    node = number % len(tree)
    assert node_at(tree, tree.xpath(node)) == node


@pytest.mark.parametrize(
    "wrong",
    [
        {"key": "-000000000000001"},
        {"key": "f" * 20},
        {"key": 1},
        {"site": 1},
        {"page": ["x"]},
        {"kind": 5},
        {"where": None},
        {"kind": "no such kind"},
    ],
)
def test_a_model_with_a_wrong_pin_is_damaged(
    model: methods.Sieve, tmp_path: Path, wrong: dict[str, object]
) -> None:
    path = tmp_path / "site.sieve"
    model.pins.add(Pin("a.example", 1, keep=False))
    (row,) = model.pins.to_table()
    with mock.patch.object(Pins, "to_table", return_value=[row | wrong]):
        model.save(path)
    with pytest.raises(ModelError, match="damaged"):
        sitesieve.load(path)
