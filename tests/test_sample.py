"""The sample web: pages, their truth, and how they are served."""

import json
import os
import re
import subprocess
import sys
import urllib.error
import urllib.request
from collections import Counter, defaultdict
from hashlib import sha256
from itertools import chain
from math import sqrt
from pathlib import Path
from xml.etree import ElementTree

import pytest
from selectolax.lexbor import LexborHTMLParser, LexborNode

from sample_web import SamplePage, SampleSite, generate, serve, write
from sitesieve.cleaning.kinds import Kind
from sitesieve.sample import sample_sites

TOPICS = {"gardening", "astronomy", "sailing", "baking", "cycling"}
TEMPLATES = {"article", "listing", "product", "forum"}
UNSEEN = {"script", "style", "template", "noscript", "svg", "title", "iframe"}


@pytest.fixture(scope="module")
def web() -> list[SampleSite]:
    return generate()


@pytest.fixture(scope="module")
def large_web() -> list[SampleSite]:
    """One of another seed and three times the size."""
    return generate(seed=2, size=3.0)


@pytest.fixture(scope="module")
def pages(web: list[SampleSite]) -> list[SamplePage]:
    return [page for site in web for page in site.pages]


def visible_phrases(html: str) -> list[str]:
    """The body's text nodes, by a real parser: what the truth has to equal."""
    body = LexborHTMLParser(html, scripting=True).body
    assert body is not None
    texts: list[str] = [""]

    def walk(node: LexborNode) -> None:
        child = node.first_child
        while child is not None:
            if child.tag == "-text":
                texts[-1] += child.text_content or ""
            elif child.tag not in ("-comment", "_comment", "!--"):
                texts.append("")
                if child.tag not in UNSEEN:
                    walk(child)
                texts.append("")
            child = child.next

    walk(body)
    return [phrase for text in texts if (phrase := " ".join(text.split()))]


def test_truth_is_the_walked_text(web: list[SampleSite], large_web: list[SampleSite]) -> None:
    for site in [*web, *generate(seed=7, size=0.1), *large_web]:
        for page in site.pages:
            phrases = [phrase for block in page.blocks for phrase in block.phrases]
            assert visible_phrases(page.html) == phrases, page.url


def test_another_seed_gives_other_pages_on_the_same_sites(
    web: list[SampleSite], large_web: list[SampleSite]
) -> None:
    assert [site.name for site in large_web] == [site.name for site in web]
    assert large_web[0].pages[0].html != web[0].pages[0].html


def test_what_is_shipped_is_what_is_made(web: list[SampleSite]) -> None:
    # If not: `python -m sample_web --ship`.
    assert list(sample_sites()) == web


def test_hash_seed_does_not_matter() -> None:
    program = (
        "import hashlib, sample_web as s;"
        "print(hashlib.sha256(repr(s.generate(size=0)).encode()).hexdigest())"
    )
    seed = "1" if os.environ.get("PYTHONHASHSEED") != "1" else "2"  # not that of this process
    other = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
        check=True,
        capture_output=True,
        text=True,
    )
    assert other.stdout.strip() == sha256(repr(generate(size=0)).encode()).hexdigest()


@pytest.mark.parametrize("size", [0.0, 0.25])
def test_every_site_has_every_template_for_every_topic(size: float) -> None:
    sites = generate(seed=5, size=size)
    assert len(sites) >= 4
    for site in sites:
        have = {(page.topic, page.template) for page in site.pages}
        assert have >= {(topic, template) for topic in TOPICS for template in TEMPLATES}
        contents = {page.topic for page in site.pages if page.template == "index"}
        assert contents == TOPICS | {""}
        assert {page.role for page in site.pages} == {"contents", "article", "other"}
        paths = {page.path for page in site.pages}
        assert {"/", "/shop/", "/forum/", "/about.html", "/contact.html"} <= paths


def test_every_kind_occurs(web: list[SampleSite]) -> None:
    seen = Counter(block.kind for site in web for page in site.pages for block in page.blocks)
    assert set(seen) == set(Kind)
    for site in web:
        kinds = {block.kind for page in site.pages for block in page.blocks}
        assert len(kinds) >= 13, site.name


def test_main_text_is_the_content_blocks(pages: list[SamplePage]) -> None:
    for page in pages:
        phrases = chain.from_iterable(b.phrases for b in page.blocks if b.kind is Kind.CONTENT)
        squeezed = "".join("".join(phrases).split())
        assert squeezed == "".join(page.main_text.split()), page.url
        assert page.title.split()[0] in page.main_text


def test_nothing_gives_the_truth_away(pages: list[SamplePage]) -> None:
    noise = {kind.value for kind in Kind if "-" in kind.value} | {"content-block", "noise"}
    for page in pages:
        assert "data-kind" not in page.html
        for names in re.findall(r'\b(?:class|id)="([^"]*)"', page.html):
            assert not noise & set(names.split()), (page.url, names)


def test_one_site_is_redesigned(web: list[SampleSite]) -> None:
    designs = {site.name: Counter(page.design for page in site.pages) for site in web}
    redesigned = [counts for counts in designs.values() if len(counts) == 2]
    assert len(redesigned) == 1
    old, new = redesigned[0].values()
    assert min(old, new) >= 0.3 * (old + new)


def test_languages(web: list[SampleSite], pages: list[SamplePage]) -> None:
    counts = Counter(page.language for page in pages)
    assert set(counts) == {"en", "de", "zh"}
    assert counts["en"] > counts["de"]
    assert counts["en"] > counts["zh"]
    for site in web:
        assert {page.language for page in site.pages} == set(site.languages)
    for page in pages:
        chinese = sum("\u4e00" <= char <= "\u9fff" for char in page.main_text)
        assert (chinese > len(page.main_text) / 3) == (page.language == "zh"), page.url


def test_titles_and_addresses_are_unique(
    web: list[SampleSite], large_web: list[SampleSite]
) -> None:
    for site in [*web, *large_web]:
        assert len({page.title for page in site.pages}) == len(site.pages)
        assert len({page.url for page in site.pages}) == len(site.pages)


def test_no_slot_is_left_open(pages: list[SamplePage]) -> None:
    for page in pages:
        for block in page.blocks:
            for phrase in block.phrases:
                assert not re.search(r"[{}|]{1}\w|\w[{}]", phrase), (page.url, phrase)


def test_size_scales(web: list[SampleSite], large_web: list[SampleSite]) -> None:
    small, usual, large = (
        sum(len(site.pages) for site in sites) for sites in (generate(size=0), web, large_web)
    )
    assert small < usual
    assert all(50 <= len(site.pages) <= 70 for site in web)
    assert large > 2 * usual


def test_links_inside_a_site_lead_somewhere(
    web: list[SampleSite], large_web: list[SampleSite]
) -> None:
    for site in [*web, *large_web]:
        paths = {page.path for page in site.pages}
        linked = {
            href
            for page in site.pages
            for href in re.findall(r'<a [^>]*href="(/[^"]*)"', page.html)
            if not href.startswith(("/legal", "/recht", "/login", "/subscribe"))
        }
        assert linked <= paths
        # Every page can be reached by following links.
        assert paths <= linked, paths - linked


def test_some_articles_are_very_short_and_some_long(web: list[SampleSite]) -> None:
    for site in web:
        articles = [page for page in site.pages if page.template == "article" and page.topic]
        # The title is the first line, so a single paragraph makes two.
        assert any(page.main_text.count("\n") == 1 for page in articles), site.name
        assert any(page.main_text.count("\n") > 7 for page in articles), site.name


def test_articles_rarely_share_a_sentence(pages: list[SamplePage]) -> None:
    sentences: defaultdict[str, set[str]] = defaultdict(set)
    for page in pages:
        if page.template == "article" and page.topic:
            for sentence in re.split(r"(?<=[.。?])\s*", page.main_text.replace("\n", " ")):
                if len(sentence) > 20:
                    sentences[sentence].add(page.url)
    shared = sum(len(urls) > 1 for urls in sentences.values())
    assert 0 < shared < 0.1 * len(sentences)


@pytest.mark.parametrize("language", ["en", "de", "zh"])
def test_topics_differ_by_words(language: str, large_web: list[SampleSite]) -> None:
    """Nearest centroid over words, trained on other pages than it is tried on."""
    chosen = [
        page
        for site in large_web
        for page in site.pages
        if page.language == language and page.topic and page.template in ("article", "forum")
    ]
    bags = [Counter(features(page)) for page in chosen]
    right = 0
    for fold in range(5):
        centroids: defaultdict[str, Counter[str]] = defaultdict(Counter)
        for at, page in enumerate(chosen):
            if at % 5 != fold:
                centroids[page.topic].update(bags[at])
        weights = {word: 6 / (1 + sum(word in c for c in centroids.values())) - 1
                   for c in centroids.values() for word in c}  # fmt: skip
        for at in range(fold, len(chosen), 5):
            best = max(sorted(centroids), key=lambda t: cosine(bags[at], centroids[t], weights))
            right += best == chosen[at].topic
    assert right >= 0.9 * len(chosen), right / len(chosen)


def features(page: SamplePage) -> list[str]:
    if page.language == "zh":
        return [page.main_text[at : at + 2] for at in range(len(page.main_text) - 1)]
    return re.findall(r"\w{3,}", page.main_text.lower())


def cosine(bag: Counter[str], centroid: Counter[str], weights: dict[str, float]) -> float:
    dot = sum(n * centroid[word] * weights.get(word, 0) ** 2 for word, n in bag.items())
    norm = sqrt(sum((n * weights[word]) ** 2 for word, n in centroid.items())) or 1.0
    return dot / norm


def test_furniture_is_not_the_same_on_every_page(web: list[SampleSite]) -> None:
    varied = {Kind.PAGE_RECOMMENDATION, Kind.INFORMATION_BOARD, Kind.ADVERTISEMENT}
    for site in web:
        for kind in varied:
            texts = [b.phrases for page in site.pages for b in page.blocks if b.kind is kind]
            assert len(set(texts)) > 0.5 * len(texts) > 10, (site.name, kind)
        menus = {
            b.phrases for page in site.pages for b in page.blocks if b.kind is Kind.DIRECTORY_GLOBAL
        }
        assert len(menus) <= 2


def test_write_round_trip(tmp_path: Path, web: list[SampleSite]) -> None:
    files = write(tmp_path, web)
    assert all(file.is_file() for file in files)
    lines = (tmp_path / "truth.jsonl").read_text(encoding="utf-8").splitlines()
    every = [page for site in web for page in site.pages]
    assert len(lines) == len(every) == len(files) - 1
    for line, page in zip(lines, every, strict=True):
        truth = json.loads(line)
        assert truth["url"] == page.url
        assert truth["main_text"] == page.main_text
        assert (tmp_path / truth["file"]).read_bytes() == page.html.encode()
        assert [(b["kind"], tuple(b["phrases"])) for b in truth["blocks"]] == [
            (block.kind.value, block.phrases) for block in page.blocks
        ]


def test_serve(web: list[SampleSite]) -> None:
    site = web[-1]
    with serve(site) as base:
        for page in site.pages[::9]:
            with urllib.request.urlopen(base + page.path) as answer:
                assert answer.headers["Content-Type"] == "text/html; charset=utf-8"
                assert answer.read() == page.html.encode()
        with urllib.request.urlopen(base + "/shop") as answer:
            assert answer.url == base + "/shop/"
        with urllib.request.urlopen(base + "/shop/index.html?x=1") as answer:
            assert answer.status == 200
        with pytest.raises(urllib.error.HTTPError) as caught:
            urllib.request.urlopen(base + "/no-such-page.html")
        assert caught.value.code == 404
        caught.value.close()


def status_of(url: str, **headers: str) -> int:
    """What a server answers when it is asked only for what has changed."""
    asked = {name.replace("_", "-"): value for name, value in headers.items()}
    try:
        with urllib.request.urlopen(urllib.request.Request(url, headers=asked)) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        with error:
            return error.code


def test_a_served_page_is_sent_again_only_when_it_is_another(web: list[SampleSite]) -> None:
    with serve(web[0]) as base:
        with urllib.request.urlopen(base + "/") as answer:
            etag, date = answer.headers["ETag"], answer.headers["Last-Modified"]
        with urllib.request.urlopen(base + web[0].pages[1].path) as answer:
            assert answer.headers["ETag"] != etag
        assert status_of(base + "/", If_None_Match=etag) == 304
        assert status_of(base + "/", If_None_Match=f'"other", W/{etag}') == 304
        assert status_of(base + "/", If_None_Match='"other"', If_Modified_Since=date) == 200
        assert status_of(base + "/", If_Modified_Since=date) == 304
        assert status_of(base + "/", If_Modified_Since="Sat, 01 Jan 2000 00:00:00 GMT") == 200
        assert status_of(base + "/", If_Modified_Since="yesterday") == 200


def test_a_served_site_has_a_robots_txt_that_names_a_sitemap_of_all_pages(
    web: list[SampleSite],
) -> None:
    with serve(web[-1]) as base:
        with urllib.request.urlopen(base + "/robots.txt") as answer:
            rules = answer.read().decode()
        assert f"Sitemap: {base}/sitemap.xml" in rules
        with urllib.request.urlopen(base + "/sitemap.xml") as answer:
            root = ElementTree.fromstring(answer.read())
        listed = {entry.text for entry in root.iter() if entry.tag.endswith("}loc")}
        assert listed == {base + page.path for page in web[-1].pages}
