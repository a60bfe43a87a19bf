"""Other extractors behind one door."""

import sys
from types import ModuleType

import pytest

from sitesieve import MissingExtra, peers

PAGE = (
    "<html><body><nav><a href=/>Home</a></nav><article><h1>Ships</h1>"
    + "<p>"
    + "The old ship came back to the harbour after a long and stormy night at sea, and "
    "all the people of the town were there to see it, for they had thought it was lost. "
    * 3
    + "</p>"
    + "</article><footer>Imprint</footer></body></html>"
)


@pytest.mark.parametrize("name", peers.PEERS)
def test_each_peer_that_is_installed_finds_the_story(name: str) -> None:
    pytest.importorskip(name)
    assert "stormy night" in peers.text_of(peers.named(name), PAGE, "https://a.example/")


def test_a_peer_that_fails_keeps_nothing() -> None:
    def fails(html: str, url: str | None) -> str:
        raise RuntimeError(html, url)

    assert peers.text_of(fails, PAGE) == ""


def test_what_is_not_installed_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(peers, "find_spec", lambda _: None)
    assert peers.installed() == {}
    with pytest.raises(MissingExtra, match=r"sitesieve\[peers\]"):
        peers.named("trafilatura")


def test_trafilatura_is_asked_without_comments(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: dict[str, object] = {}
    fake = ModuleType("trafilatura")
    fake.extract = lambda _, **options: asked.update(options) or None  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "trafilatura", fake)
    assert peers.trafilatura(PAGE, "https://a.example/") == ""
    assert asked == {"url": "https://a.example/", "include_comments": False}
