"""Reasons are sentences that a person can check by looking at the page and its site."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sitesieve
from sitesieve import Block
from sitesieve.cleaning.methods import Sieve

STORY = (
    "The ship {} left the harbour in the morning, and nobody on the quay knew where it went. "
    "Some said that {} was bound for the islands, others that it would never come back. "
)
NAMES = ("Gull", "Tern", "Petrel", "Heron", "Plover", "Curlew", "Dunlin", "Avocet")
MENU = "".join(f"<li><a href=/{w}>{w}</a></li>" for w in "Home News Sport Weather Travel".split())


def page(name: str) -> tuple[str, str]:
    story = STORY.format(name, name) * 4
    html = (
        f"<title>{name}</title><nav><ul>{MENU}</ul></nav><main><article><h1>{name}</h1>"
        f"<p>{story}</p><p>{story}</p></article></main>"
        "<footer><p>© The Harbour Paper. All rights reserved.</p></footer>"
    )
    return f"https://a.example/{name}", html


SITE = [page(name) for name in NAMES]


def block(blocks: list[Block], text: str) -> Block:
    return next(block for block in blocks if text in block.text)


class TestOfAPageAlone:
    blocks = sitesieve.clean(SITE[0][1], url=SITE[0][0]).blocks

    def test_a_menu_is_called_so_with_its_links_counted(self) -> None:
        menu = block(self.blocks, "Weather")
        assert menu.reason.startswith("noise: a menu, 5 of 5 words here are links")
        assert menu.evidence["counts"]["linked words around"] == 5

    def test_running_text_has_its_words_counted(self) -> None:
        story = block(self.blocks, "The ship Gull")
        words = len(re.findall(r"\w+", story.text))
        assert story.reason.startswith(f"content: {words} words of running text")
        assert story.evidence["counts"]["words"] == words

    def test_where_it_stands_is_told(self) -> None:
        assert "in a footer" in block(self.blocks, "rights reserved").reason

    def test_how_sure_it_is_comes_last(self) -> None:
        for each in self.blocks:
            if "headline" not in each.reason:
                assert re.search(r"\d+% likely to be content( by itself)?\)$", each.reason)


class TestWithItsSite:
    model = sitesieve.learn(SITE)

    def test_a_text_of_other_pages_is_counted_on_them(self) -> None:
        blocks = self.model.clean(SITE[0][1], url=SITE[0][0]).blocks
        footer = block(blocks, "rights reserved")
        assert footer.reason.startswith("noise: the text stands on 7 of 7 other pages of the site")
        assert footer.evidence["counts"]["pages with the text"] == 7
        assert footer.evidence["counts"]["other pages"] == 7

    def test_a_page_that_was_not_learned_from_has_all_pages_for_others(self) -> None:
        url, html = page("Shearwater")
        footer = block(self.model.clean(html, url=url).blocks, "rights reserved")
        assert "stands on 8 of 8 other pages" in footer.reason

    def test_a_text_of_its_own_is_not_said_to_stand_elsewhere(self) -> None:
        blocks = self.model.clean(SITE[0][1], url=SITE[0][0]).blocks
        assert "stands on" not in block(blocks, "The ship Gull").reason


@pytest.mark.parametrize(
    ("method", "menu", "story"),
    [
        ("site-style-tree", "this part is alike on 8 of 8 pages", "this part differs from page"),
        (
            "block-entropy",
            "its words are spread evenly over 8 pages",
            "no more evenly spread than content",
        ),
        ("pagelet-templates", "its pagelet stands on 8 of 8 pages", "in no pagelet that several"),
        ("redundant-phrases", "inside an element whose text is left out", "on no other page"),
    ],
)
def test_other_methods_speak_in_words_too(method: str, menu: str, story: str) -> None:
    words = {name: " ".join(f"{name}{n}" for n in range(40)) for name in NAMES}
    site = [(f"https://a.example/{n}", f"<ul>{MENU * 3}</ul><div>{words[n]}</div>") for n in NAMES]
    url, html = site[0]
    blocks = sitesieve.learn(site, method=method).clean(html, url=url).blocks
    assert menu in block(blocks, "Weather").reason
    assert story in block(blocks, "Gull7").reason


@given(
    st.lists(st.sampled_from(["<p>", "<nav>", "<ul><li>", "<a href=/>", "</a>", "word ", "|", ""]))
)
def test_every_text_of_any_page_has_a_reason(pieces: list[str]) -> None:
    html = "<body>" + "".join(pieces)
    for method in (Sieve(), TestWithItsSite.model):
        for each in method.clean(html, url="https://a.example/x").blocks:
            assert each.reason
            assert each.evidence["counts"]["words"] >= each.evidence["counts"]["linked words"]
