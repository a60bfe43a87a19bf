"""XML and TEI: what stays of a page by the names corpus tools know, valid whatever the page has."""

import re
import xml.etree.ElementTree as ET
from importlib.resources import as_file, files
from io import StringIO

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sitesieve
from sitesieve.sinks import Formatter
from sitesieve.sinks.xml_body import fill

TEI = "{http://www.tei-c.org/ns/1.0}"
HEAD = (
    '<html lang="en"><head><title>Tall ships | News</title><meta name="author" content="Jane Roe">'
    '<meta property="article:published_time" content="2024-03-02">'
    '<meta name="description" content="On &quot;ships&quot; &amp; more"></head><body><article>'
)
PARAGRAPH = (
    "<p>The tall ships came home, and everybody in town went to the harbour to see them.</p>"
)
PAGE = (
    f"{HEAD}<h1>Tall ships</h1>{PARAGRAPH}<p>A <b>bold</b> and <i>leaning</i> word, H<sub>2</sub>O,"
    ' <del>not</del> <code>x &lt; y</code>, <a href="/more?a=1&amp;b=2">a link in a sentence</a>'
    " as well.</p><h2>Parts</h2>"
    "<ul><li>Masts of the ships<ul><li>Main mast</li></ul></li><li>Sails of them</li></ul>"
    "<ol><li>Come home</li></ol><blockquote>They were a sight to see.</blockquote>"
    '<pre><code class="language-python">if a &lt; b:\n    go()</code></pre>'
    "<table><caption>Ships</caption><tr><th>Name</th><th>Masts</th></tr>"
    "<tr><td>Anna</td><td>3</td></tr></table><p>One line<br>and another one of it</p>"
    f'<img src="/ship.png" alt="A ship"><dl><dt>Jib</dt><dd>A sail</dd></dl>{PARAGRAPH}'
)


def written(html: str, form: str, url: str | None = "https://a.example/ships") -> str:
    document = sitesieve.clean(html, url=url, profile="archive")
    return (Formatter(form)(document, "page.html").encoded or b"").decode()


def test_a_page_as_xml() -> None:
    doc = ET.fromstring(written(PAGE, "xml"))
    assert doc.tag == "doc"
    assert doc.attrib == {
        "sitename": "a.example",
        "title": "Tall ships",
        "author": "Jane Roe",
        "date": "2024-03-02",
        "url": "https://a.example/ships",
        "hostname": "a.example",
        "description": 'On "ships" & more',
        "language": "en",
        "pagetype": doc.get("pagetype"),
    }
    assert [part.tag for part in doc] == ["main", "comments"]
    main = doc[0]
    shapes = [(part.tag, part.get("rend")) for part in main]
    assert shapes == [
        ("head", "h1"),
        *[("p", None)] * 2,
        ("head", "h2"),
        ("list", "ul"),
        ("list", "ol"),
        ("quote", None),
        ("code", None),
        ("table", None),
        *[("p", None)] * 2,
        ("list", "dl"),
        ("p", None),
    ]
    sentence = main[2]
    inline = [(part.tag, part.get("rend"), part.text) for part in sentence]
    assert inline[:4] == [
        ("hi", "#b", "bold"),
        ("hi", "#i", "leaning"),
        ("hi", "#sub", "2"),
        ("del", "overstrike", "not"),
    ]
    assert inline[4:] == [("code", None, "x < y"), ("ref", None, "a link in a sentence")]
    assert sentence[5].get("target") == "https://a.example/more?a=1&b=2"
    assert [item.text for item in main[4].iter("item")] == [
        *("Masts of the ships", "Main mast", "Sails of them")
    ]
    assert (main[7].get("lang"), main[7].text) == ("python", "if a < b:\n    go()")
    assert [(cell.get("role"), cell.text) for cell in main[8].iter("cell")] == [
        *(("head", "Name"), ("head", "Masts"), (None, "Anna"), (None, "3"))
    ]
    assert main[8].findtext("head") == "Ships"
    assert main[9].find("lb") is not None
    assert main[10][0].attrib == {"src": "https://a.example/ship.png", "alt": "A ship"}
    assert [item.get("rend") for item in main[11]] == ["dt-1", "dd-1"]


def test_readers_comments_stand_apart() -> None:
    comment = "<p>I was there too and it was a wonderful day for everybody who came along.</p>"
    comments = f'<section id="comments" class="comments"><h3>Comments</h3>{comment}</section>'
    html = f"{HEAD}<h1>Tall ships</h1>{PARAGRAPH * 4}</article>{comments}"
    document = sitesieve.clean(html, url="https://a.example/ships", comments="apart")
    assert document.comments
    doc = ET.fromstring(Formatter("xml")(document, None).encoded or b"")
    assert "I was there too" in "".join(doc.find("comments").itertext())  # type: ignore[union-attr]
    assert "I was there too" not in "".join(doc[0].itertext())
    tei = ET.fromstring(Formatter("xmltei")(document, None).encoded or b"")
    assert [div.get("type") for div in tei.iter(f"{TEI}div")] == ["entry", "comments"]


def test_a_page_as_tei() -> None:
    root = ET.fromstring(written(PAGE, "xmltei"))
    assert root.tag == f"{TEI}TEI"
    assert [part.tag for part in root] == [f"{TEI}teiHeader", f"{TEI}text"]
    header = root[0]
    assert header.findtext(f".//{TEI}titleStmt/{TEI}title[@type='main']") == "Tall ships"
    assert header.findtext(f".//{TEI}author") == "Jane Roe"
    assert header.find(f".//{TEI}ptr").get("target") == "https://a.example/ships"  # type: ignore[union-attr]
    assert header.findtext(f".//{TEI}date") == "2024-03-02"
    assert header.findtext(f".//{TEI}abstract/{TEI}p") == 'On "ships" & more'
    entry = root.find(f".//{TEI}div[@type='entry']")
    assert entry is not None
    assert (entry[0].tag, entry[0].get("type"), entry[0].get("rend")) == (
        *(f"{TEI}ab", "header"),
        "h1",
    )


@pytest.fixture(scope="module")
def tei_schema():  # type: ignore[no-untyped-def]
    """TEI's own definition, as trafilatura ships it, with the elements of its modules for tables,
    figures and code, which that leaves out. They are members of the same classes in the whole."""
    etree = pytest.importorskip("lxml.etree")
    pytest.importorskip("trafilatura", reason="it brings the definition of TEI")
    with as_file(files("trafilatura") / "data" / "tei_corpus.dtd") as path:
        schema = path.read_text("utf-8")
    members = {"model.listLike": "table", "model.global": "figure", "model.emphLike": "code"}
    for model, name in members.items():
        schema, found = re.subn(rf'(<!ENTITY % {re.escape(model)} "[^"]*)', rf"\1 | {name}", schema)
        assert found == 1
    more = [
        "<!ELEMENT table ((head)*, (row)+)>",
        "<!ELEMENT row (cell)+>",
        "<!ATTLIST row role CDATA #IMPLIED>",
        "<!ELEMENT cell %macro.specialPara;>",
        "<!ATTLIST cell role CDATA #IMPLIED cols CDATA #IMPLIED rows CDATA #IMPLIED>",
        "<!ELEMENT code (#PCDATA)>",
        "<!ATTLIST code lang CDATA #IMPLIED>",
        "<!ELEMENT figure (graphic|figDesc)*>",
        "<!ELEMENT figDesc (#PCDATA)>",
    ]
    return etree.DTD(StringIO("\n".join([schema, *more])))


def validate(text: str, schema) -> None:  # type: ignore[no-untyped-def]
    from lxml import etree

    root = etree.fromstring(text.encode())
    assert schema.validate(root), schema.error_log.last_error


def test_tei_is_valid_by_its_public_definition(tei_schema) -> None:  # type: ignore[no-untyped-def]
    validate(written(PAGE, "xmltei"), tei_schema)
    validate(written(f"<p>{PARAGRAPH}", "xmltei", None), tei_schema)
    with pytest.raises(AssertionError):
        validate(written(PAGE, "xmltei").replace("<p>", "<p><p>x</p>", 1), tei_schema)


TAGS = (
    "p h1 h2 ul ol li dl dt dd blockquote pre code table caption thead tbody tr td th a b i del "
    "sub span div section article br img figure figcaption details summary q hr svg input"
).split()
BEFORE_TEXT = written("<p>Words", "xmltei", None).partition("\n")[2].rpartition("<text")[0]
texts = st.text(st.characters(), max_size=12)


@st.composite
def markup(draw: st.DrawFn) -> str:
    """Tags opened and closed in any order, with any text between them."""
    pieces = []
    for _ in range(draw(st.integers(0, 25))):
        tag = draw(st.sampled_from(TAGS))
        attributes = {"a": ' href="https://a.example/?x=1&amp;y"', "img": ' src="/p.png" alt="]]>"'}
        close = draw(st.booleans())
        pieces.append(f"</{tag}>" if close else f"<{tag}{attributes.get(tag, '')}>")
        pieces.append(draw(texts).replace("<", "&lt;"))
    return "".join(pieces)


@settings(deadline=None, max_examples=200)
@given(markup())
def test_any_nesting_makes_valid_tei(tei_schema, body: str) -> None:  # type: ignore[no-untyped-def]
    div = ET.Element("div")
    fill(div, f"<body>{body}</body>", tei=True)
    inside = ET.tostring(div, encoding="unicode")
    validate(f"{BEFORE_TEXT}<text><body><p/>{inside}</body></text></TEI>", tei_schema)


@settings(deadline=None, max_examples=100)
@given(title=texts, text=texts, form=st.sampled_from(["xml", "xmltei"]))
def test_any_text_makes_well_formed_xml(title: str, text: str, form: str) -> None:
    inside = f"{text}]]>&lt;!-- \x0c\x0b\x00 \ud800 \ufffe --&gt;"
    safe = title.replace("<", "&lt;")
    html = f"<title>{safe}]]>\x01</title><h1>{safe}]]></h1><p>Ships {inside.replace('<', '&lt;')}"
    url = "https://a.example/\x0b\ud800?]]>"
    root = ET.fromstring(written(html, form, url).encode("utf-8", "replace"))
    words = "".join(root.itertext())
    assert "Ships" in words
    assert "]]>" in words


def test_deep_nesting_is_written() -> None:
    html = "<ul><li>item " * 2000 + "x"
    root = ET.fromstring(written(html, "xml"))
    assert sum(1 for _ in root.iter("item")) > 100
