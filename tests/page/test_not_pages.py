"""What is served as a page and is none has a reason of its own; what is a page stays one."""

import contextlib
import json
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sitesieve
from sitesieve.errors import PageError
from sitesieve.page import Page
from sitesieve.page.not_pages import begins_as_feed, refuse_others

RSS = '<rss version="2.0"><channel><title>A</title><item><title>B</title></item></channel></rss>'
ATOM = '<feed xmlns="http://www.w3.org/2005/Atom"><title>A</title></feed>'
RDF = (
    '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" '
    'xmlns="http://purl.org/rss/1.0/"><channel/></rdf:RDF>'
)
XML = '<?xml version="1.0" encoding="UTF-8"?>\n'
OTHERS = {
    "feed": [
        RSS,
        XML + RSS,
        f"\ufeff{XML}<?xml-stylesheet href='a.xsl'?>\n<!-- made - by -- hand -->\n{RSS}",
        f'{XML}<!DOCTYPE rss PUBLIC "-//Netscape//DTD RSS 0.91//EN" "http://a.example/x.dtd">{RSS}',
        f"\n\n  {XML}{ATOM}",
        ATOM.replace("<feed xmlns", "<atom:feed xmlns:atom").replace("</feed", "</atom:feed"),
        f"{XML}<!DOCTYPE rdf:RDF [ <!ENTITY x 'y'> ]>{RDF}",
    ],
    "sitemap": [
        f'{XML}<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url/></urlset>',
        "<sitemapindex><sitemap><loc>https://a.example/</loc></sitemap></sitemapindex>",
    ],
    "json": [
        '{"a": 1}',
        ' \n[{"html": "<html><body><p>x</p></body></html>"}]',
        "{}",
        "[1, 2, 3]",
        '["a", "b"]',
        '{"html": "<p>' + "x" * 10_000 + '</p>"}',
        '{"a": 1}\n{"a": 2}\n',
    ],
    "script": [
        "(function(){ var a = '<div>b</div>'; })();",
        "/*! library v1 (c) Jane Roe */\n!function(e,t){}(window);",
        "'use strict';\nconst a = 1;",
        "var tracker = tracker || [];",
        "window.dataLayer = window.dataLayer || [];",
        "import {a} from 'b';\nexport default a;",
        'callback({"a": 1});',
        '// what it does\nfunction start() { document.write("<p>now</p>"); }',
        "const page = (a, b) => { return a };",
        "/* by <a href='https://a.example/'>Jane</a> */\nconst options = { a: 1 };",
    ],
    "style-sheet": [
        "@charset 'utf-8';\nbody { margin: 0; }",
        "/* theme of <p> */ :root { --ink: black; }",
        "a:hover, .menu > li { color: red; text-decoration: none }",
        "@media print { nav { display: none } }",
    ],
    "plain-text": [
        "User-agent: *\nDisallow: /private/",
        "Dear Jane <jane@a.example>,\n\nif a < b and b > c then come.\n",
        "1.2.3\n1.2.4\n",
        "Words\r\n\r\nof a letter",
    ],
    "binary": ["%PDF-1.7 <p>", "\n\n%PDF-1.4\n", "{\\rtf1\\ansi Words}", "%!PS-Adobe-3.0\n"],
}
PAGES = [
    "Words",
    "Words &amp; more\nof a fragment",
    "<!DOCTYPE html>Words\nof a page",
    "<!-- a comment -->\nWords\nof a page",
    "<!--><img src=x> Words -->",
    "<p>Words",
    "Words <b>and more</b>",
    f'{XML}<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/'
    'DTD/xhtml1-strict.dtd"><html xmlns="http://www.w3.org/1999/xhtml"><body><p>Words</p></body></html>',
    f"{XML}<html><body><p>Words</p></body></html>",
    f"{XML}<div><p>Words</p></div>",
    "<!-- saved from url=(0022)https://a.example/ -->\n<!DOCTYPE html><html><body>Words</html>",
    f"<!-- {RSS} --><html><body><p>Words",
    f"<html><body><pre>{RSS}</pre><p>Words",
    "Warning: something in line 3\n<!DOCTYPE html><html><body><p>Words</p>",
    '{"debug": true}\n<!DOCTYPE html><html><body><p>Words</p></body></html>',
    "var a = 1;\n<html><body><p>Words</p></body></html>",
    ".a { color: red; }\n<div>Words of a page</div>",
    "[1] A note that begins with a number.<p>Words",
    "[caption] <img src=a.png> Words",
    "{{ title }} <h1>Words</h1>",
    "<feedback>Words</feedback>",
    "<rss-reader>Words</rss-reader><p>and more",
    "<svg><path/></svg><main>Words</main>",
    "/* no comment */ <p>Words",
    "text " * 5000 + "<p>Words",
    f"<!-- {'-' * 9000} --><p>Words",
    '<rdf:RDF xmlns="http://a.example/terms"><p>Words</p></rdf:RDF>',
]


@pytest.mark.parametrize(
    ("reason", "content"), [(reason, one) for reason, all_ in OTHERS.items() for one in all_]
)
def test_what_is_no_page_is_refused_with_its_reason(reason: str, content: str) -> None:
    for html in (content, content.encode(), content.encode("utf-16")):
        with pytest.raises(PageError) as raised:
            sitesieve.clean(html)
        assert raised.value.reason == reason


@pytest.mark.parametrize("html", PAGES)
def test_what_is_a_page_is_cleaned(html: str) -> None:
    assert "Words" in sitesieve.clean(html, profile="archive").text
    assert "Words" in " ".join(Page(None, html.encode()).tree.texts)


def test_a_feed_is_known_by_its_first_bytes_in_any_encoding() -> None:
    for feed in OTHERS["feed"]:
        for encoding in ("utf-8", "utf-16", "utf-16-be", "latin-1"):
            if encoding != "latin-1" or feed.isascii():
                assert begins_as_feed(feed.encode(encoding))
    assert not any(begins_as_feed(html.encode()) for html in PAGES)
    assert not begins_as_feed(OTHERS["sitemap"][0].encode())


@given(st.recursive(st.none() | st.booleans() | st.floats() | st.text(), st.lists, max_leaves=5))
def test_objects_of_json_are_json(value: object) -> None:
    with pytest.raises(PageError) as raised:
        refuse_others(json.dumps({"name": value}).encode())
    assert raised.value.reason == "json"


@given(st.text())
def test_whatever_stands_in_front_html_is_a_page_or_json(text: str) -> None:
    html = f"<!DOCTYPE html><html><body>{text}<p>Words"
    refuse_others(html.encode("utf-8", "replace"))


HOSTILE = [
    "{",
    "[",
    "[[",
    "<!--",
    "<?",
    "/*",
    "a{b:",
    "a ",
    " ",
    "- ",
    '{"',
    "(",
    "//\n",
    "<a",
    "&",
]


@settings(deadline=None, max_examples=50)
@given(st.sampled_from(HOSTILE))
def test_looking_takes_time_in_proportion_at_most(piece: str) -> None:
    for start in ("", "function", "a", "var a", "import", '"', "<", "a{"):
        data = (start + piece * 100_000).encode()
        started = time.process_time()
        with contextlib.suppress(PageError):
            refuse_others(data)
        assert time.process_time() - started < 0.5
