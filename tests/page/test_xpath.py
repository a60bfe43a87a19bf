"""Addresses of nodes lead to their nodes, in whatever parser reads the page."""

import re
from typing import Any

import lxml.etree
import lxml.html
import pytest
from hypothesis import example, given, reject
from page_helpers import PATIENT, collapse, page_of, sample_pages, soup
from selectolax.lexbor import LexborHTMLParser, LexborNode

from sitesieve.page.encode import encode
from sitesieve.page.tags import TEXT

WELL_FORMED = """<!DOCTYPE html><html><head><title>T</title></head><body class="x">
<div id="a">one <b>two</b> three<!-- remark --><i>four</i> five</div>
<div><p>six</p><p>se<br>ven</p><x-card>eight</x-card><my_tag>nine</my_tag></div>
<table><tr><td>ten</td><td>eleven</td></tr></table>
<ul><li>twelve<ul><li>thirteen</li></ul></li></ul>
<svg><g></g></svg><math><mi>x</mi></math><h1>end</h1>
</body></html>"""


def resolve(document: Any, xpath: str) -> Any:
    elements = document.xpath(xpath)
    assert len(elements) == 1, (xpath, elements)
    return elements[0]


def printable(text: str) -> str:
    """The text without the characters that XML does not have."""
    text = re.sub(r"[\x0b\x0c\x1c-\x1f]", " ", text)
    return re.sub(r"[^\s!-\ud7ff\ue000-\ufffd]", "?", text)


def as_browsers_build_it(html: str) -> Any:
    """The parser's document rebuilt for XPath, comments and scripts included."""

    def build(node: LexborNode) -> Any:
        element = lxml.etree.Element(node.tag)
        last = None
        child = node.first_child
        while child is not None:
            if child.tag == "-text":
                text = printable(child.text_content or "")
                if last is None:
                    element.text = (element.text or "") + text
                else:
                    last.tail = (last.tail or "") + text
            elif not (child.tag or "-")[0].isalpha():
                last = lxml.etree.Comment("remark")
                element.append(last)
            else:
                last = build(child)
                element.append(last)
            child = child.next
        return element

    root = LexborHTMLParser(html.replace("\0", ""), scripting=True).root
    assert root is not None
    return build(root).getroottree()


def as_browsers_write_it(html: str) -> str:
    """The page as the parser writes what it has read."""
    written = LexborHTMLParser(html, scripting=True).html
    assert written is not None
    return written


def check_addresses(html: str, document: Any) -> None:
    tree = encode(html)
    for node in range(len(tree)):
        target = resolve(document, tree.xpath(node))
        if tree.tag[node] == TEXT:
            leaf = tree.texts[int(tree.leaf_start[node])]
            # A comment parts the text for XPath, not for readers.
            assert collapse(printable(leaf)).startswith(collapse(target))
        else:
            assert target.tag == tree.tag_name(node)


class TestAddresses:
    @pytest.mark.parametrize("name", sample_pages())
    def test_lead_to_the_node_on_sample_pages(self, name: str) -> None:
        page = sample_pages()[name]
        check_addresses(page, as_browsers_build_it(page))

    # One design puts tables into paragraphs, which only browsers in quirks mode allow.
    @pytest.mark.parametrize("name", [name for name in sample_pages() if "tables" not in name])
    def test_lead_there_in_another_parser_too(self, name: str) -> None:
        page = sample_pages()[name]
        check_addresses(page, lxml.html.document_fromstring(as_browsers_write_it(page)))

    def test_lead_to_the_node_among_comments_tables_and_odd_names(self) -> None:
        check_addresses(
            WELL_FORMED, lxml.html.document_fromstring(as_browsers_write_it(WELL_FORMED))
        )

    @PATIENT
    @given(soup())
    @example("<p>a<!-- --> b<b>c</b>d<script>e</script>f")
    @example("<table>a<tr><td>b")
    @example("<div><frameset><frame src=a>")
    def test_lead_to_the_node_on_any_page(self, html: str) -> None:
        try:
            document = as_browsers_build_it(html)
        except ValueError:  # a name that XML does not have
            reject()
        check_addresses(html, document)

    def test_lead_to_the_node_in_the_source_as_well(self) -> None:
        tree = encode(page_of("en"))
        document = lxml.html.document_fromstring(page_of("en"))
        for leaf, text in zip(tree.leaves.tolist(), tree.texts, strict=True):
            assert collapse(resolve(document, tree.xpath(leaf))) == collapse(text)

    def test_count_siblings_of_the_same_name_only(self) -> None:
        tree = encode("<p>a</p><div>b</div><p>c<b>d</b>e</p>")
        assert tree.xpath(0) == "/html/body"
        assert [tree.xpath(leaf) for leaf in tree.leaves.tolist()] == [
            "/html/body/p[1]/text()[1]",
            "/html/body/div[1]/text()[1]",
            "/html/body/p[2]/text()[1]",
            "/html/body/p[2]/b[1]/text()[1]",
            "/html/body/p[2]/text()[2]",
        ]

    def test_count_texts_of_white_space_as_xpath_does(self) -> None:
        tree = encode("<div> <b>x</b> <i>y</i> z</div>")
        assert tree.xpath(int(tree.leaves[-1])) == "/html/body/div[1]/text()[3]"

    def test_start_at_the_frameset_of_a_page_of_frames(self) -> None:
        tree = encode("<frameset><frame src=a><frame src=b></frameset>")
        assert tree.xpath(2) == "/html/frameset/frame[2]"

    @PATIENT
    @given(soup())
    def test_are_different_for_different_nodes(self, html: str) -> None:
        tree = encode(html)
        addresses = [tree.xpath(node) for node in range(len(tree))]
        assert len(set(addresses)) == len(addresses)

    @pytest.mark.parametrize("name", ["a:b", "x_y", 'q"q', "x-é", "a.b", "x'y", "b\"'c"])
    def test_of_elements_with_odd_names_can_be_evaluated(self, name: str) -> None:
        tree = encode(f"<p>a</p><{name}>b</{name}>")
        document = lxml.html.document_fromstring("<p>x</p>")
        assert tree.tag_name(3) == name
        assert document.xpath(tree.xpath(3)) == []
