"""The compiled walk against a plain one over the parser's own nodes, on pages of every kind."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from page_helpers import PATIENT, sample_pages, soup
from selectolax.lexbor import LexborDocumentOptions, LexborHTMLParser, LexborNode

from sample_web import generate
from sitesieve.page import Limits, PageTree
from sitesieve.page.attributes import ATTRIBUTE_NAMES, PRESENTATION
from sitesieve.page.encode import encode
from sitesieve.page.guard import guard
from sitesieve.page.hashing import stable_id
from sitesieve.page.hidden import hides
from sitesieve.page.segmentation import is_unspaced
from sitesieve.page.styles import presentation
from sitesieve.page.tags import BLOCK_LEVEL, OPAQUE, TEXT, UNSEEN
from sitesieve.page.words import language_code

TIGHT = [
    Limits(depth=3),
    Limits(depth=1),
    Limits(nodes=7),
    Limits(attributes=2),
    Limits(depth=5, nodes=40, attributes=1),
]
JSON_LD = "application/ld+json"
# Letters, digits, the underscore, and the combining marks of living scripts.
MARKS = [(0x300, 0x1E00), (0x20D0, 0x2100), (0xA800, 0xAC00), (0xFE20, 0xFE30)]
WORD = re.compile(
    "[\\w{}]+".format(
        "".join(
            chr(code)
            for block in MARKS
            for code in range(*block)
            if unicodedata.category(chr(code)).startswith("M")
        )
    )
)


class FullError(Exception):
    """A page has as many nodes as it may have."""


@dataclass
class Expected:
    """What a tree must hold, found by the plainest means."""

    limits: Limits
    names: list[str] = field(default_factory=list)
    parent: list[int] = field(default_factory=list)
    end: list[int] = field(default_factory=list)
    attributes: list[dict[str, str]] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    leaves: list[int] = field(default_factory=list)
    ordinals: list[int] = field(default_factory=list)
    places: list[tuple[int, int]] = field(default_factory=list)  # block and breaks before
    breaks: int = 0
    lang: str | None = None
    titles: list[str] = field(default_factory=list)
    bases: list[str] = field(default_factory=list)
    metas: list[tuple[dict[str, str], int, int]] = field(default_factory=list)
    links: list[tuple[str, str]] = field(default_factory=list)
    scripts: list[str] = field(default_factory=list)

    def read(self, page: str) -> None:
        utf8 = page.encode("utf-8", "replace").replace(b"\0", b"")
        guarded, _ = guard(utf8, self.limits)
        options = int(LexborDocumentOptions.WO_EVENTS)
        html = LexborHTMLParser(guarded, scripting=True, options=options).root
        assert html is not None
        self.lang = language_code(html.attributes.get("lang"))
        root = html
        for part in children(html):
            if part.tag == "head":
                for element in children(part):
                    if element.tag in UNSEEN:
                        self.outside(element, -1)
            elif part.tag in ("body", "frameset") and root is html:
                root = part
        try:
            self.element(root, -1, -1, 0)
        except FullError:
            self.close()

    def element(self, node: LexborNode, up: int, block: int, depth: int) -> None:
        number = len(self.names)
        name = node.tag or ""
        self.put(name, up)
        pairs = list(node.attributes.items())[: self.limits.attributes]
        self.attributes[number] = {
            name: value or "" for name, value in pairs if name in ATTRIBUTE_NAMES
        }
        if name in ("video", "audio") and "src" not in node.attributes:
            sources = (child.attributes for child in children(node) if child.tag == "source")
            address = next((a["src"] for a in sources if a.get("src") is not None), None)
            if address is not None:
                self.attributes[number]["src"] = address
        if name in BLOCK_LEVEL or name == "br":
            self.breaks += 1
        if name in BLOCK_LEVEL or block < 0:
            block = number
        if name not in OPAQUE:
            self.inside(node, number, block, depth + 1, 0)
        self.end[number] = len(self.names)

    def inside(self, node: LexborNode, up: int, block: int, depth: int, texts: int) -> None:
        """What stands in an element; there were `texts` before where it is flattened."""
        for child in children(node):
            if len(self.names) >= self.limits.nodes:
                raise FullError
            tag = child.tag or ""
            if tag == "-text":
                texts += 1
                self.text(child.text_content or "", up, block, texts)
            elif not child.is_element_node:  # a comment, an instruction
                continue
            elif tag in UNSEEN and not is_formula(child):
                self.outside(child, up)
            elif depth < self.limits.depth:
                self.element(child, up, block, depth)
            else:  # it goes, what it holds stays, and no words grow together
                self.part()
                if tag not in OPAQUE:
                    self.inside(child, up, block, depth + 1, texts)
                    self.part()

    def text(self, text: str, up: int, block: int, ordinal: int) -> None:
        if not text or text.isspace():
            if self.texts:
                self.texts[-1] += text
        elif self.leaves and self.leaves[-1] == len(self.names) - 1 and self.parent[-1] == up:
            self.texts[-1] += text
        else:
            self.leaves.append(len(self.names))
            self.put("#text", up)
            self.texts.append(text)
            self.ordinals.append(ordinal)
            self.places.append((block, self.breaks))

    def part(self) -> None:
        if self.texts and not self.texts[-1][-1].isspace():
            self.texts[-1] += " "

    def put(self, name: str, up: int) -> None:
        self.names.append(name)
        self.parent.append(up)
        self.attributes.append({})
        self.end.append(len(self.names))

    def close(self) -> None:
        """All that is still open ends where the page was cut."""
        last = len(self.names) - 1
        while last >= 0:
            self.end[last] = len(self.names)
            last = self.parent[last]

    def outside(self, node: LexborNode, up: int) -> None:
        attributes = {
            name: value or "" for name, value in node.attributes.items() if name in ATTRIBUTE_NAMES
        }
        inner = [child.text_content or "" for child in children(node) if child.tag == "-text"]
        if node.tag == "title":
            self.titles.append("".join(inner))
        elif node.tag == "script" and attributes.get("type", "").lower() == JSON_LD:
            self.scripts.append("".join(inner))
        elif node.tag == "meta":
            self.metas.append((attributes, len(self.names), up))
        elif node.tag == "link":
            self.links.append((attributes.get("rel", ""), attributes.get("href", "")))
        elif node.tag == "base" and attributes.get("href", "").strip():
            self.bases.append(attributes["href"].strip())

    def lines(self) -> list[int]:
        nodes: list[int] = []
        for i, place in enumerate(self.places):
            same = i > 0 and place == self.places[i - 1]
            nodes.append(nodes[-1] + (not same) if nodes else 1)
        return nodes


def is_formula(node: LexborNode) -> bool:
    kind = node.attributes.get("type") or ""
    return node.tag == "script" and kind.lower().startswith("math/tex")


def children(node: LexborNode) -> Iterator[LexborNode]:
    child = node.first_child
    while child is not None:
        yield child
        child = child.next


def check(page: str, limits: Limits | None = None) -> None:
    limits = limits or Limits()
    tree = encode(page, limits, "https://a.example/b/")
    expected = Expected(limits)
    expected.read(page)
    assert [tree.tag_name(node) for node in range(len(tree))] == expected.names
    assert tree.parent.tolist() == expected.parent
    assert tree.end.tolist() == expected.end
    assert tree.leaves.tolist() == expected.leaves
    assert tree.texts == expected.texts
    assert tree.line.tolist() == expected.lines()
    assert tree.text_ordinal.tolist() == expected.ordinals
    check_attributes(tree, expected)
    check_words(tree)
    head = tree.head
    assert head.title == " ".join("".join(expected.titles[:1]).split())
    assert head.base == "".join(expected.bases[:1])
    assert [(m.attributes, m.before, m.parent) for m in head.metas] == expected.metas
    assert list(head.links) == expected.links
    assert list(head.scripts) == expected.scripts
    assert tree.lang == expected.lang


def check_attributes(tree: PageTree, expected: Expected) -> None:
    hiding = []
    for node, attributes in enumerate(expected.attributes):
        name = expected.names[node]
        assert tree.attributes_of(node) == attributes
        shown = [(name, value) for name, value in attributes.items() if name in PRESENTATION]
        assert tree.presentation(node) == presentation(name, shown)
        assert tree.style[node] == stable_id(tree.presentation(node))
        if hides(attributes) or (name == "dialog" and "open" not in attributes):
            hiding.append(node)
    assert tree.hiding.tolist() == hiding
    for name in ATTRIBUTE_NAMES:
        values = {
            n: attributes[name]
            for n, attributes in enumerate(expected.attributes)
            if name in attributes
        }
        assert tree.attributes(name) == values


def check_words(tree: PageTree) -> None:
    for leaf, text in zip(tree.leaves.tolist(), tree.texts, strict=True):
        if not is_unspaced(text):
            assert tree.words_of(leaf) == [word.lower() for word in WORD.findall(text)]
    assert tree.word_ids.tolist() == [stable_id(word) for word in tree.words]
    assert [tree.word(number) for number in range(len(tree.words))] == tree.words
    leaves = set(tree.leaves.tolist())
    for node in range(len(tree)):
        assert node in leaves or tree.word_start[node] == tree.word_start[node + 1]
        assert (tree.tag[node] == TEXT) == (node in leaves)


def all_sample_pages() -> list[str]:
    return [page.html for site in generate(size=0) for page in site.pages]


def test_sample_pages_are_walked_as_a_plain_walk_does() -> None:
    for page in all_sample_pages():
        check(page)


@pytest.mark.parametrize("limits", TIGHT, ids=str)
def test_sample_pages_under_tight_limits_too(limits: Limits) -> None:
    for page in all_sample_pages()[::9]:
        check(page, limits)


def mutated(page: str, rng: Random) -> str:
    """A page with pieces gone, doubled, moved, and bytes changed."""
    data = bytearray(page.encode())
    for _ in range(rng.randint(1, 12)):
        start = rng.randrange(len(data) + 1)
        end = start + rng.choice((1, 5, 40, 300))
        kind = rng.randrange(4)
        if kind == 0:
            del data[start:end]
        elif kind == 1:
            data[start:start] = data[start:end]
        elif kind == 2:
            at = rng.randrange(len(data) + 1)
            data[at:at] = data[start:end]
        else:
            for at in range(start, min(end, start + 5, len(data))):
                data[at] = rng.choice((rng.randrange(256), *b"<>\"'/=&!-\0"))
    return data.decode("utf-8", "replace")


@pytest.mark.parametrize("seed", range(6))
def test_broken_sample_pages_are_walked_as_a_plain_walk_does(seed: int) -> None:
    rng = Random(seed)
    pages = list(sample_pages().values())
    for _ in range(20):
        page = mutated(rng.choice(pages), rng)
        check(page)
        check(page, rng.choice(TIGHT))


ELEMENTS = (
    "div p span b i a ul li dl dd table caption colgroup col tr td th tbody h1 br hr img pre form "
    "button input select option optgroup details dialog marquee object ruby rt font nobr center "
    "area map time dir listing image keygen frameset frame head body html base meta link "
    "svg math mi mtext mglyph annotation-xml foreignObject foreignobject desc g clipPath clippath "
    "template noscript noembed noframes script style textarea title xmp iframe canvas video audio "
    "x-card my_tag a:b x-é b\"'c custom-element-with-a-long-name longername plaintext"
).split()
ODD_NAMES = ["data-x", "onclick", "xlink:href", "xml:lang", "xmlns", "=", '"', "<", "é", "viewBox"]
VALUES = [
    *("", " ", "a b", "x > y", "&lt;&eacute;&amp", "post-12", "ü 語", "top:1px;display:none", "/x"),
    *("canonical", "application/ld+json", "Application/LD+JSON", "description", "de-AT", "../"),
    *("\ud800", "\0", "a\nb", "none", "dialog"),
]
TEXTS = [
    *("word", " two words ", "\n", " ", "\xa0", "\u2003", "x\ty", "1.5", "Straße", "İstanbul"),
    *(
        "ΟΔΟΣ",
        "हिन्दी",
        "e\u0301t",
        "語彙",
        "かな",
        "한국어",
        "&lt;b&gt;",
        "&nbsp;",
        "&#x8a9e;",
        "&#0;",
    ),
    *("&#xd800;", "\ud800", "\0", "<!-- a -->", "<!-->", "<![CDATA[x <b> y]]>", "<?pi?>", "</ x>"),
    *(
        "<",
        "</",
        "<!",
        "]]>",
        "-->",
        "&",
        "{}",
        '{"@type": "Thing"}',
        "😀",
        "a_b",
        "\ufeff",
        "\x0b",
    ),
]


@st.composite
def opening(draw: st.DrawFn) -> str:
    """A start tag with attributes as people and programs write them."""
    names = st.sampled_from(ATTRIBUTE_NAMES) | st.sampled_from(ODD_NAMES)
    written = ""
    for name in draw(st.lists(names, max_size=5)):
        value = draw(st.sampled_from(VALUES))
        quote = draw(st.sampled_from(('="{}"', "='{}'", "={}", "", " = '{}'", '="{}')))
        before = draw(st.sampled_from((" ", " ", "\n", "/", "")))
        shown = name.upper() if draw(st.booleans()) else name
        written += before + shown + quote.format(value)
    name = draw(st.sampled_from(ELEMENTS))
    return f"<{name}{written}{draw(st.sampled_from(('>', '>', '>', '/>', ' ')))}"


CLOSING = st.sampled_from(ELEMENTS).map("</{}>".format)
CHARACTERS = st.sampled_from(TEXTS) | st.text(max_size=6)
MARKUP = st.recursive(
    st.lists(opening() | CLOSING | CHARACTERS | CHARACTERS, max_size=8).map("".join),
    lambda inner: st.builds(
        "<{0}>{1}</{0}>{2}".format, st.sampled_from(ELEMENTS[:-1]), inner, inner
    ),
    max_leaves=8,
)


@settings(PATIENT, max_examples=200)
@given(MARKUP)
@example("<svg><clipPath></clipPath></svg><clippath>x</clippath>")
@example("<math xlink:href=a href=b xml:lang=c><mi>x</mi></math>")
@example("<p>a<!-- b --> c<script>d</script>e <b> </b> f</p>")
@example("<dialog>a</dialog><dialog open>b</dialog>")
def test_any_markup_is_walked_as_a_plain_walk_does(page: str) -> None:
    check(page)


@settings(PATIENT, max_examples=100)
@given(st.one_of(MARKUP, soup()), st.sampled_from(TIGHT))
def test_any_markup_under_tight_limits_too(page: str, limits: Limits) -> None:
    check(page, limits)


def test_a_page_with_thousands_of_looks_names_and_words_keeps_them_apart() -> None:
    names = [a + b + c for a in "abcdefghijklm" for b in "nopqrstuvwxyz" for c in "aeiouy"]
    page = "".join(
        f"<x-{name} class='{name} k' style='top:1px;{name}:none'><p id={name}>{name} İ{name}"
        for name in names
    )
    check(page, Limits(depth=5000))
