"""Block entropy: blocks whose words are on every page of the site go (Kao §3.2, §4.3)."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import sitesieve
from sample_web import generate
from sitesieve.cleaning.methods import BlockEntropy
from sitesieve.errors import ModelError
from sitesieve.page import Page
from sitesieve.page.blocks import Partition, blocks_of
from sitesieve.page.hashing import stable_id
from sitesieve.sample.judge import Agreement, judge
from sitesieve.site.block_entropy import SiteEntropies, greedy_threshold, page_blocks

MENU = "<table><tr><td>home weather sports</table>"
STORIES = ("ships sail far", "bread rises slowly", "stars shine bright", "bikes roll fast")
Site = list[tuple[str, str]]


def site_of(*bodies: str, host: str = "a.example") -> Site:
    return [(f"https://{host}/{n}", f"<html lang=xx>{body}") for n, body in enumerate(bodies)]


TABLES = site_of(*(f"{MENU}<table><tr><td>{story}</table>" for story in STORIES))


def entropies(*texts: str) -> SiteEntropies:
    pages = [Page(None, f"<html lang=xx><p>{text} page{n}").tree for n, text in enumerate(texts)]
    observed = [page_blocks(tree, blocks_of(tree)) for tree in pages]
    return SiteEntropies(*observed)


def entropy_of(word: str, *texts: str) -> float:
    ids = np.array([stable_id(word)], np.uint64)
    return float(entropies(*texts).of_features(ids)[0])


def heads(html: str, partition: Partition = "auto", words: int = 10) -> list[tuple[str, str]]:
    """For each text the element whose block it is in."""
    tree = Page(None, html).tree
    blocks = blocks_of(tree, partition, words)[tree.leaves].tolist()
    return [(t.strip(), tree.tag_name(b)) for t, b in zip(tree.texts, blocks, strict=True)]


# Entropies


def test_of_two_pages_a_feature_on_both_has_entropy_1_and_one_on_one_has_0() -> None:
    assert entropy_of("both", "both", "both one") == 1
    assert entropy_of("one", "both", "both one") == 0
    assert entropy_of("unseen", "both", "both one") == 0


@pytest.mark.parametrize(
    ("counts", "entropy"),
    [((1, 1, 1), 0.682), ((2, 2, 1), 0.655), ((1, 1, 1, 1), 0.861), ((1, 1), 0.430)],
)
def test_feature_entropies_over_five_pages_are_those_of_the_paper(
    counts: tuple[int, ...], entropy: float
) -> None:
    texts = ["word " * n for n in (*counts, 0, 0, 0)[:5]]
    # The table of the paper cuts the third digit of .6826 (log_5 3) and .6555.
    assert entropy_of("word", *texts) == pytest.approx(entropy, abs=1e-3)


def test_the_entropy_of_a_block_is_the_mean_of_its_features() -> None:
    model = entropies("both both", "both one")
    tree = Page(None, "<html lang=xx><p>both one one one").tree
    _, of_blocks, sizes = model.of_blocks(page_blocks(tree, blocks_of(tree)))
    both = entropy_of("both", "both both", "both one")
    assert of_blocks.tolist() == [pytest.approx(both / 2)]  # a feature counts once
    assert sizes.tolist() == [2]


# The greedy threshold


@pytest.mark.parametrize(
    ("lowest", "boundary"),
    [
        ([0.15, 0.25, 0.95], 0.3),  # the step to 0.4 adds none
        ([0.0, 0.05, 0.3], 0.1),
        ([0.45, 0.5, 0.55], 0.6),  # steps before the first feature do not count
        ([0.1, 0.2, 0.3], 0.3),  # at the boundary is within it
        ([1.0], 1.0),
        ([n / 10 for n in range(11)], 1.0),  # every step adds: nothing is redundant
        ([], 1.0),
    ],
)
def test_the_threshold_rises_while_features_are_added(lowest: list[float], boundary: float) -> None:
    assert greedy_threshold(np.array(lowest)) == boundary


def test_with_growth_a_few_features_count_as_none() -> None:
    lowest = np.array([0.0] + [0.25] * 98 + [0.35] + [0.95] * 10)
    assert greedy_threshold(lowest) == 0.0  # one odd feature is enough to stop too early
    assert greedy_threshold(lowest, growth=0.02) == 0.3


@given(st.lists(st.floats(0, 1)), st.sampled_from([0.01, 0.1, 0.3, 1.0]))
def test_a_threshold_is_from_0_to_1_and_includes_something(
    lowest: list[float], step: float
) -> None:
    boundary = greedy_threshold(np.array(lowest), step)
    assert 0 <= boundary <= 1
    assert not lowest or min(lowest) <= boundary + 1e-9


# Blocks


def test_every_table_is_a_block_and_the_rest_is_one() -> None:
    # Figure 3-1 of the thesis: strings outside of all tables make the special block.
    nested = "<table><tr><td>S1<table><tr><td>S3</table>S4</table>"
    tree = Page(None, f"<p>S2</p>{nested}<p>S5</p><table><tr><td>S6</table>").tree
    at = blocks_of(tree, "tables")[tree.leaves].tolist()
    block = dict(zip(tree.texts, at, strict=True))
    assert block["S1"] == block["S4"]
    assert block["S2"] == block["S5"] == 0
    assert len({block[text] for text in ("S1", "S2", "S3", "S6")}) == 4


def test_pages_with_half_of_their_words_in_tables_are_cut_along_tables() -> None:
    in_table = "<div>one two three</div><table><tr><td><div>four five six</div></table>"
    assert heads(in_table) == [("one two three", "body"), ("four five six", "table")]
    less = in_table.replace("one", "zero one")
    assert {head for _, head in heads(less, words=3)} == {"div"}


def test_containers_with_too_few_words_belong_to_the_block_around_them() -> None:
    html = (
        "<div><nav><ul><li>a b c</ul></nav><article>one two three four<div>five</div>"
        "<p>six</p></article></div>"
    )
    assert heads(html, words=3) == [
        ("a b c", "ul"),
        *((text, "article") for text in ("one two three four", "five", "six")),
    ]
    assert heads(html, words=1)[2] == ("five", "div")
    assert {head for _, head in heads(html, words=100)} == {"body"}


# Cleaning


def test_a_block_that_is_on_every_page_goes_and_the_story_stays() -> None:
    model = BlockEntropy().learn(TABLES)
    document = model.clean(TABLES[0][1], url=TABLES[0][0])
    assert model.describe("a.example").endswith("up to 0.00 stay")
    assert document.text == "ships sail far"
    menu, story = document.blocks
    assert (
        menu.reason == "its words are spread evenly over 4 pages (block entropy 1.00, above 0.00)"
    )
    assert menu.evidence == {
        "path": "/html/body/table[1]",
        "entropy": 1.0,
        "threshold": 0.0,
        "features": 3,
        "of": 4,
        "kind": menu.evidence["kind"],
    }
    assert (menu.importance, story.importance) == (0, 1)
    assert story.reason == (
        "its words are no more evenly spread than content over 4 pages "
        "(block entropy 0.00, at most 0.00)"
    )


def test_pages_without_tables_are_cleaned_just_so() -> None:
    page = "<nav>{}</nav><article>{}</article>"
    frame = " ".join(f"menu{n}" for n in range(10))
    stories = [" ".join(f"{w}{n}" for n in range(10)) for w in ("ship", "bread", "star")]
    pages = site_of(*(page.format(frame, story) for story in stories))
    model = BlockEntropy().learn(pages)
    assert [model.clean(html, url=url).text for url, html in pages] == stories


def test_a_page_never_seen_is_cleaned_with_the_entropies_of_the_site() -> None:
    model = BlockEntropy().learn(TABLES)
    html = f"<html lang=xx>{MENU}<table><tr><td>something new</table>"
    assert model.clean(html, url="https://a.example/new").text == "something new"
    assert model.clean(html).text == "something new"  # of the only site that is known


def test_a_block_without_features_follows_the_block_around_it() -> None:
    numbers = "<table><tr><td>12</table>"
    pages = [(url, html.replace("sports", f"sports{numbers}") + numbers) for url, html in TABLES]
    document = BlockEntropy().learn(pages).clean(pages[0][1], url=pages[0][0])
    last = document.blocks[-1]
    assert [block.keep for block in document.blocks if block.text == "12"] == [False, True]
    assert last.reason == "no features in its block, nor in those around it"


# Where it breaks


def test_a_site_that_is_not_known_is_left_alone() -> None:
    document = BlockEntropy().learn(TABLES).clean(TABLES[0][1], url="https://b.example/")
    assert document.words_kept == document.words_before
    assert document.blocks[0].reason == "no other page of the site is known"


def test_one_training_page_removes_nothing_and_that_is_said() -> None:
    twice = [TABLES[0], ("https://a.example/copy", TABLES[0][1])]  # a copy is no second page
    model = BlockEntropy().learn(twice)
    document = model.clean(TABLES[0][1], url=TABLES[0][0])
    assert document.words_kept == document.words_before
    assert model.remarks() == [
        "a.example: there is one training page, so every entropy is 0 and nothing will be removed",
        "1 pages were copies of others or had their addresses, and count once",
    ]


def test_with_a_single_block_on_a_page_there_is_nothing_to_choose_from() -> None:
    pages = site_of(*(f"<p>home weather</p><p>{story}</p>" for story in STORIES))
    document = BlockEntropy().learn(pages).clean(pages[0][1], url=pages[0][0])
    assert document.words_kept == document.words_before
    assert {block.evidence["path"] for block in document.blocks} == {"/html/body"}


def test_a_threshold_that_rises_to_1_is_said() -> None:
    table = "<table><tr><td>{}</table>"
    own, half, menu = table.format("own{0}"), table.format("half{0} both"), table.format("menu")
    pages = site_of(*((own + half + menu).format(n) for n in range(2)))  # entropies 0, 1/2 and 1
    assert BlockEntropy().learn(pages).remarks() == []
    model = BlockEntropy(step=0.5).learn(pages)
    assert model.describe("a.example").endswith("up to 1.00 stay")
    assert model.remarks() == [
        "a.example: every step of the threshold added features, so nothing will be removed; "
        "set a threshold, or a growth (0.01, or more)"
    ]


@pytest.mark.parametrize(
    "html", ["<p>", "<title>x</title>", "<div>" * 3000 + "ships", "港口", "<p>12"]
)
def test_odd_pages_are_learned_from_and_get_a_verdict_for_every_leaf(html: str) -> None:
    url = "https://a.example/odd"
    for pages in ([*TABLES, (url, html)], [(url, html), (url, html + "x")]):
        document = BlockEntropy().learn(pages).clean(html, url=url)
        assert len(document.blocks) == len(Page(None, html).tree.leaves)


# The sample of pages


def many(first: int, last: int) -> Site:
    bodies = (f"{MENU}<table><tr><td>story{n} about{n % 7}</table>" for n in range(first, last))
    return [(f"https://a.example/{n}", f"<html lang=xx>{body}") for n, body in enumerate(bodies)]


def test_ten_pages_of_a_site_are_enough_and_do_not_depend_on_their_order() -> None:
    pages = many(0, 30)
    model = BlockEntropy().learn(pages)
    assert model.models["a.example"].pages == 10
    assert model.describe().startswith("10 training pages; blocks of entropy up to 0.")
    assert model.remarks()[-1].startswith("20 pages were left out: a random 10 of a site")
    assert BlockEntropy().learn(reversed(pages)).digest() == model.digest()
    assert BlockEntropy(sample=20).learn(pages).digest() != model.digest()


@pytest.mark.parametrize("sample", [1, 2, 10, 100])
def test_merging_is_learning_together(sample: int) -> None:
    one, other = BlockEntropy(sample=sample), BlockEntropy(sample=sample)
    one.learn(many(0, 12)).merge(other.learn(many(8, 25)))
    assert one.digest() == BlockEntropy(sample=sample).learn(many(0, 25)).digest()
    assert one.update(many(25, 30)).digest() == (
        BlockEntropy(sample=sample).learn(many(0, 30)).digest()
    )


def test_models_that_do_not_go_together_are_not_merged() -> None:
    with pytest.raises(ModelError, match="different settings: partition"):
        BlockEntropy().merge(BlockEntropy(partition="tables"))
    with pytest.raises(ModelError, match="cannot be merged"):
        BlockEntropy().merge(sitesieve.learn(TABLES))


def test_sites_that_come_when_the_memory_is_full_are_refused_and_counted() -> None:
    model = BlockEntropy()
    model.models.most_rows = 5
    model.learn([*TABLES, *site_of("<p>x", "<p>y", host="b.example")])
    assert list(model.models) == ["a.example"]
    assert model.remarks()[-1].startswith("2 pages of further sites came when the memory was full")


# Saving and settings


def test_a_saved_model_cleans_and_learns_as_before(tmp_path: Path) -> None:
    model = BlockEntropy(sample=7, growth=0.01).learn([*many(0, 30), *site_of("<p>x", host="b.c")])
    model.save(tmp_path / "m.sieve")
    again = BlockEntropy.load(tmp_path / "m.sieve")
    assert again.settings() == model.settings()
    assert again.digest() == model.digest()
    assert again.update(many(30, 60)).digest() == model.update(many(30, 60)).digest()
    BlockEntropy().save(tmp_path / "empty.sieve")
    assert BlockEntropy.load(tmp_path / "empty.sieve").models == {}


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("row.feature", lambda a: a + 1000),
        ("features", lambda a: a - 1),
        ("rows", lambda a: -a),
        ("count", lambda a: a * 0),
        ("count", lambda a: a[:-1]),
        ("feature", lambda a: a[::-1]),
        ("digest", lambda a: a[:-1]),
        ("digest", lambda a: a.astype(float)),
        ("row.block", lambda a: a.reshape(1, -1)),
    ],
)
def test_a_damaged_model_is_refused(
    name: str, change: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = BlockEntropy().learn(TABLES)
    arrays = model.arrays()
    arrays[name] = np.ascontiguousarray(change(arrays[name]))
    monkeypatch.setattr(model, "arrays", lambda: arrays)
    model.save(tmp_path / "m.sieve")
    with pytest.raises(ModelError, match="is damaged"):
        BlockEntropy.load(tmp_path / "m.sieve")


@pytest.mark.parametrize(
    ("settings", "complaint"),
    [
        ({"threshold": 2}, "threshold must be auto or from 0 to 1, not 2"),
        ({"threshold": "low"}, "threshold must be auto or from 0 to 1, not low"),
        ({"step": 0}, "step must be from 0.001 to 1, not 0"),
        ({"growth": 1}, "growth must be from 0 to less than 1, not 1"),
        ({"sample": 0}, "sample must be 1 page or more, not 0"),
        ({"partition": "spans"}, "one of auto, tables, containers, not 'spans'"),
        ({"block_words": 0}, "a block must have 1 word or more, not 0"),
    ],
)
def test_settings_that_make_no_sense_are_refused(settings: dict[str, Any], complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        BlockEntropy(**settings)


def test_a_threshold_can_be_given() -> None:
    model = BlockEntropy(threshold="1").learn(TABLES)  # as the command line gives it
    assert model.describe("a.example").endswith("up to 1.00 stay")
    assert model.clean(TABLES[0][1], url=TABLES[0][0]).text.startswith("home")
    assert model.remarks() == []


def test_by_the_paper_blocks_are_tables() -> None:
    assert BlockEntropy.by_paper().settings() == BlockEntropy(partition="tables").settings()
    assert BlockEntropy.by_paper(step=0.2).step == 0.2


def test_stems_and_stop_words_can_be_switched() -> None:
    pages = site_of(*("<p>the boats sail", "<p>the boat sails"))
    pages = [(url, html.replace("xx", "en")) for url, html in pages]

    def features(stems: bool = True, stop_words: bool = False) -> int:
        models = BlockEntropy(stems=stems, stop_words=stop_words).learn(pages).models
        return len({f for page in models["a.example"].sample for f in page.features.tolist()})

    assert features() == 2  # boat, sail
    assert features(stems=False) == 4
    assert features(stop_words=True) == 3
    assert features(stems=False, stop_words=True) == 5


# How well it does


def measured(method: BlockEntropy, size: float = 0.0) -> Agreement:
    pages = [page for site in generate(size=size) for page in site.pages]
    method.learn((p.url, p.html) for p in pages)
    return sum((judge(method.clean(p.html, url=p.url), p) for p in pages), Agreement())


def test_on_the_sample_web_the_greedy_threshold_removes_little() -> None:
    """The letter of the paper: with many small blocks some step always adds a feature."""
    letter = measured(BlockEntropy(), size=1.0)
    assert letter.precision >= 0.98
    assert letter.recall >= 0.13


def test_on_the_sample_web_entropies_tell_noise_well_at_a_threshold_in_the_papers_range() -> None:
    given = measured(BlockEntropy(threshold=0.4))
    assert given.precision >= 0.96
    assert given.recall >= 0.85
    assert given.fallout <= 0.15
    tolerant = measured(BlockEntropy(growth=0.01))
    assert tolerant.precision >= 0.98
    assert tolerant.recall >= 0.31
