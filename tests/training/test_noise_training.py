"""Training to name noise: weak labels, hiding, designs drawn at random, the whole of it."""

from itertools import islice

import numpy as np
import pytest

from sample_web.motley_web import motley_site
from sitesieve.cleaning.kinds import KINDS, Kind
from sitesieve.cleaning.noise.naming import Naming
from sitesieve.cleaning.sieve.trained import shipped
from sitesieve.page import Page
from training import noise
from training.corpus import Gold
from training.declared import agreement_labels, declarations, declared_by, weak_kinds
from training.hiding import undressed
from training.noise import (
    UNKNOWN,
    footer_labels,
    known_of,
    real_examples,
    sample_examples,
    train,
)


@pytest.mark.parametrize(
    ("look", "part"),
    [
        ("ol class=breadcrumb", "breadcrumb"),
        ("div class=relatedPosts", "related"),
        ("div class=comment-form", "form"),
        ("section id=comments", "comments"),
        ("div class=site-footer", "footer"),
        ("div role=navigation", "navigation"),
        ("nav", "navigation"),
        ("form class=x", "form"),
        ("div class=commentary", None),
        ("div class=header", None),
        ("div class=download", None),
    ],
)
def test_what_elements_declare(look: str, part: str | None) -> None:
    assert declared_by(look) == part


def test_hiding_takes_names_and_landmarks_but_not_alikeness() -> None:
    html = (
        '<nav class="menu" role=navigation><a class="item x" href="/a">A</a>'
        '<a class="item y" href="/b">B</a></nav><FOOTER id=foot>c</FOOTER>'
        '<script type="application/ld+json">{"@type":"BreadcrumbList"}</script>'
    )
    hidden = undressed(html)
    for word in ("nav", "menu", "item", "foot", "FOOTER", "role", "Breadcrumb"):
        assert word not in hidden
    tree, before = Page(None, hidden).tree, Page(None, html).tree
    assert tree.texts == before.texts
    assert [target for _, target in tree.anchors] == ["/a", "/b"]
    names = [
        part for part in hidden.split('"') if " " in part and "<" not in part and "=" not in part
    ]
    assert names[0].split()[0] == names[1].split()[0] != names[0].split()[1]


def gold(html: str, text: str = "") -> Gold:
    return Gold("pages", 0, "", "a.example", "https://a.example/x", html, text, None, None)


PAGE = (
    "<div class=nav><a href=/a>Alpha</a> <a href=/b>Beta</a></div>"
    "<article><p>" + "Some words of the text that stays. " * 12 + "</p></article>"
    "<footer><p>Small print</p><nav><a href=/c>Gamma</a></nav></footer>"
)


def test_weak_labels() -> None:
    evidence = known_of(Page("https://a.example/x", PAGE), shipped())
    assert evidence is not None
    declared = declarations(evidence[0].around)
    assert declared == [("navigation",), (), ("footer",), ("navigation", "footer")]
    content = np.array([False, True, False, False])
    assert weak_kinds(declared, content) == [
        Kind.DIRECTORY_GLOBAL, Kind.CONTENT, None, Kind.DIRECTORY_GLOBAL,
    ]  # fmt: skip
    assert footer_labels(declared).tolist() == [0, 0, 1, 1]
    assert footer_labels([("form",), ()]).tolist() == [UNKNOWN, UNKNOWN]
    assert agreement_labels("navigation", declared, content).tolist() == [1, 0, -1, 1]
    assert agreement_labels("footer", declared, content).tolist() == [0, 0, 1, 1]
    assert agreement_labels("related", declared, content).tolist() == [0, 0, -1, -1]


def test_a_real_page_is_shown_open_and_hidden() -> None:
    text = "Some words of the text that stays. " * 12
    shown, hidden = real_examples([gold(PAGE, text)], shipped())
    assert shown.kinds.tolist() == hidden.kinds.tolist()
    assert KINDS.index(Kind.CONTENT) in shown.kinds.tolist()
    assert (shown.rows != hidden.rows).any()


def test_every_text_of_a_random_design_has_its_truth() -> None:
    for seed in (0, 14, 28):
        for page in islice(motley_site(seed, 0.1).pages, 0, None, 5):
            phrases = [phrase for block in page.blocks for phrase in block.phrases]
            texts = [" ".join(text.split()) for text in Page(page.url, page.html).tree.texts]
            assert phrases == texts


def test_a_seed_gives_one_design_and_others_differ() -> None:
    first, again, other = motley_site(4, 0.1), motley_site(4, 0.1), motley_site(5, 0.1)
    assert first == again
    assert first.pages[0].html != other.pages[0].html


def test_training_on_a_few_sites_names_another(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(noise, "_ROUNDS", 15)
    sieve = shipped()
    examples = [
        e for seed in range(5) for e in sample_examples(motley_site(seed, 0.1).pages, sieve, 3)
    ]
    naming = Naming(train(examples))
    hits = total = 0
    for example in sample_examples(motley_site(9, 0.1).pages, sieve, 4):
        likely = naming.likelihoods(example.containers, example.rows.astype(np.float32))
        hits += int((likely.argmax(axis=1) == example.kinds).sum())
        total += len(example.kinds)
    assert hits / total > 0.5  # seventeen kinds, five small sites
