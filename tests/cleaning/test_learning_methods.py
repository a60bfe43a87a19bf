"""What every method that learns can do, whatever it learns."""

import itertools
from pathlib import Path

import pytest

from sample_web import generate
from sitesieve.cleaning.method import StoringMethod
from sitesieve.cleaning.methods import METHODS, LearningMethod, Sieve, SiteStyleTree
from sitesieve.page import Page

PAGES = [Page(p.url, p.html) for p in generate(size=0)[0].pages][:12]
LEARNING = [method for method in METHODS.values() if issubclass(method, LearningMethod)]
every_method = pytest.mark.parametrize("kind", LEARNING, ids=lambda kind: kind.name)


@every_method
def test_the_order_of_pages_does_not_matter(kind: type[LearningMethod]) -> None:
    method = kind().learn(PAGES)
    assert kind().learn(reversed(PAGES)).digest() == method.digest()
    assert kind().learn(PAGES[:5]).update(PAGES[5:]).digest() == method.digest()


@every_method
def test_merging_is_learning_together_also_where_both_know_a_page(
    kind: type[LearningMethod],
) -> None:
    merged = kind().learn(PAGES[:7])
    merged.merge(kind().learn(PAGES[5:]))
    twice = kind().learn([*PAGES, *PAGES[5:7]])
    assert merged.digest() == twice.digest()


@every_method
def test_what_was_learned_is_described_and_survives_being_saved(
    kind: type[LearningMethod], tmp_path: Path
) -> None:
    method = kind().learn(PAGES)
    method.save(tmp_path / "m.sieve")
    loaded = kind.load(tmp_path / "m.sieve")
    assert loaded.digest() == method.digest()
    assert str(loaded.describe()) == str(method.describe("harbourpost.example"))
    assert any(digit in str(method.describe()) for digit in "123456789")
    with pytest.raises(ValueError, match="nothing was learned"):
        kind().describe()


def test_a_saved_style_tree_can_be_used_by_the_sieve(tmp_path: Path) -> None:
    tree = SiteStyleTree().learn(PAGES)
    tree.save(tmp_path / "m.sieve")
    sieve = Sieve.load(tmp_path / "m.sieve")
    assert sieve.digest() == tree.digest()
    assert str(sieve.describe()) == str(tree.describe())
    shared = Sieve.sharing(tree, favour="recall")
    assert shared.sites["harbourpost.example"] is tree.sites["harbourpost.example"]


def _two_sections() -> list[Page]:
    """A site whose news were read before its shop."""
    return [
        Page(
            f"http://a.example/{section}/{name}.html",
            f"<div class={section}><p>{menu}</p><p>item {name} of thing{name}</p></div>",
        )
        for section, menu in (("news", "all our news"), ("shop", "buy in our shop"))
        for name in map("".join, itertools.islice(itertools.product("bcdfgklmn", repeat=3), 600))
    ]


@every_method
def test_a_sample_is_random_and_not_the_first_pages_read(kind: type[LearningMethod]) -> None:
    pages = _two_sections()
    method = kind().learn(pages)
    assert isinstance(method, StoringMethod)
    known = method.models.pages_of("a.example")
    digests = [kind().observe(page).digest for page in pages]
    news, shop = (len(known.intersection(part)) for part in (digests[:600], digests[600:]))
    assert len(known) == min(1200, method.models.sample)
    assert min(news, shop) >= 0.3 * len(known)
