"""Thresholds tried on pages of a site, and one chosen by a person (thesis §5.3)."""

import json
import zipfile
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from sample_web import generate
from sitesieve.cleaning import methods
from sitesieve.cleaning.methods import Sieve, SiteStyleTree
from sitesieve.cleaning.threshold_trial import TRIED
from sitesieve.errors import ModelError
from sitesieve.page import Page
from sitesieve.site.tree_options import USUAL_TREES

WORDS = "ships bread stars bikes trains clouds roses lakes songs wolves".split()
# Aligned by key: the menu has importance 0; of the note's two words one is on all ten pages
# (H = 1) and one is new (H = 0 for each of ten): 1 − 1/11 = 0.91; the story's are new: 1.
PAGES = [
    Page(
        f"http://a.example/{word}",
        f"<nav>menu</nav><p>note {word}</p>"
        f"<article>{word} old{word} red{word} big{word} far{word}</article>",
    )
    for word in WORDS
]


def model_of(pages: list[Page] = PAGES, **settings: object) -> SiteStyleTree:
    plain = {"kinds": False, "mend_lines": False}
    return SiteStyleTree(**(plain | settings)).learn(pages)  # type: ignore[arg-type]


def test_each_text_says_which_threshold_first_removes_it() -> None:
    (trial,) = model_of().thresholds_on(PAGES, [0.95, 0.1, 0.5, 0.5])
    assert trial.site == "a.example"
    assert trial.thresholds == (0.1, 0.5, 0.95)
    assert len(trial.pages) == 10
    for page in trial.pages:
        menu, note, story = page.texts
        assert (menu.text, menu.words, menu.gone_from, menu.importance) == ("menu", 1, 0.1, 0)
        assert note.gone_from == 0.95
        assert note.importance == pytest.approx(1 - 1 / 11)
        assert (story.gone_from, story.words) == (None, 5)
        assert [page.words_kept(t) for t in trial.thresholds] == [7, 7, 5]
        assert page.kept(0.95) == [story]
    assert trial.words == 80
    assert [trial.words_kept(t) for t in trial.thresholds] == [70, 70, 50]


def test_what_goes_between_neighbouring_thresholds() -> None:
    (trial,) = model_of().thresholds_on(PAGES, [0.1, 0.5, 0.95])
    (menu,) = trial.gone_from(0.1)
    assert (menu.text, menu.words, menu.pages) == ("menu", 1, 10)
    assert trial.gone_from(0.5) == []
    assert {gone.text for gone in trial.gone_from(0.95)} == {f"note {word}" for word in WORDS}


def test_pages_are_drawn_at_random_and_again_the_same() -> None:
    model = model_of()

    def drawn(pages: list[Page], seed: int = 0) -> list[str]:
        (trial,) = model.thresholds_on(pages, most=3, seed=seed)
        return [page.name for page in trial.pages]

    assert len(drawn(PAGES)) == 3
    assert drawn(PAGES) == drawn(PAGES[::-1])
    assert len({tuple(drawn(PAGES, seed)) for seed in range(6)}) > 1
    assert drawn(PAGES) != [page.label for page in PAGES[:3]]


def test_what_a_trial_says_is_what_cleaning_does() -> None:
    pages = [Page(p.url, p.html) for p in generate(size=0)[0].pages]
    model = SiteStyleTree().learn(pages)
    (trial,) = model.thresholds_on(pages, most=6)
    assert set(trial.thresholds) == {*TRIED, round(model.models[trial.site].threshold, 3)}
    by_name = {page.label: page for page in pages}
    removed = 0
    for t in trial.thresholds:
        at = model.judging_by(threshold=t)
        for page in trial.pages:
            kept = [b for b in at.clean(by_name[page.name]).blocks if b.keep and b.text.strip()]
            assert [" ".join(b.text.split()) for b in kept] == [b.text for b in page.kept(t)]
            removed += len(page.texts) - len(kept)
    assert removed


def test_pages_of_sites_that_are_not_known_are_not_tried() -> None:
    assert model_of().thresholds_on([("http://b.example/", "<p>x")]) == []


def test_words_that_are_locally_noisy_are_not_counted() -> None:
    (trial,) = model_of(local_noise=True).thresholds_on(PAGES, [0.5])
    menu, note, story = trial.pages[0].texts
    assert (menu.gone_from, note.words, note.words_kept) == (0.5, 2, 1)  # without "note"
    assert (story.words, story.words_kept) == (5, 5)
    assert (trial.words, trial.words_kept(0.5)) == (80, 60)


@pytest.mark.parametrize("most", [0, -1])
def test_no_pages_cannot_be_tried(most: int) -> None:
    with pytest.raises(ValueError, match="at least 1 page"):
        model_of().thresholds_on(PAGES, most=most)


def test_only_thresholds_can_be_tried() -> None:
    with pytest.raises(ValueError, match=r"from 0 to 1, not 1\.5"):
        model_of().thresholds_on(PAGES, [1.5])


def kept(model: methods.Method, page: Page = PAGES[0]) -> list[str]:
    return [block.text for block in model.clean(page).blocks if block.keep]


def test_a_chosen_threshold_is_gone_by_described_and_saved(tmp_path: Path) -> None:
    model = model_of()
    before = kept(model)
    model.set_threshold("a.example", 0.5)
    assert before == ["ships oldships redships bigships farships"]
    assert kept(model) == ["note ships", *before]
    assert "threshold 0.50 (chosen by a person)" in str(model.describe())
    model.save(tmp_path / "site.sieve")
    loaded = SiteStyleTree.load(tmp_path / "site.sieve")
    assert loaded.models.chosen == {"a.example": 0.5}
    assert kept(loaded) == kept(model)
    loaded.set_threshold("a.example", None)
    assert kept(loaded) == before
    assert "chosen" not in str(loaded.describe())


def rewritten(path: Path, member: str, change: Callable[[Any], Any]) -> None:
    """Change one JSON member of a model file."""
    with zipfile.ZipFile(path) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    members[member] = json.dumps(change(json.loads(members[member]))).encode()
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in members.items():
            archive.writestr(name, content)


def test_a_model_from_before_there_were_these_settings_can_be_loaded(tmp_path: Path) -> None:
    path = tmp_path / "site.sieve"
    model = model_of()
    model.save(path)
    new = {"epsilon", *asdict(USUAL_TREES)}
    assert new <= model.settings().keys()

    def older(header: dict[str, Any]) -> dict[str, Any]:
        settings = {name: v for name, v in header["settings"].items() if name not in new}
        return header | {"settings": settings}

    rewritten(path, "header.json", older)
    loaded = SiteStyleTree.load(path)
    assert loaded.settings() == model.settings()
    assert kept(loaded) == kept(model)


@pytest.mark.parametrize("threshold", [7, "high", None])
def test_a_model_with_a_threshold_that_is_none_is_damaged(
    tmp_path: Path, threshold: object
) -> None:
    path = tmp_path / "site.sieve"
    model_of().save(path)
    rewritten(path, "sites.json", lambda sites: [{**sites[0], "threshold": threshold}])
    with pytest.raises(ModelError, match="damaged"):
        SiteStyleTree.load(path)


def test_a_threshold_that_is_set_for_all_sites_counts_more() -> None:
    model = model_of()
    model.set_threshold("a.example", 0.95)
    assert "note ships" in kept(model.judging_by(threshold=0.5))


def test_a_chosen_threshold_stays_when_more_is_learned_and_merged() -> None:
    model, other = model_of(PAGES[:5]), model_of(PAGES[5:])
    model.set_threshold("a.example", 0.95)
    model.update(PAGES[5:7])
    assert model.models["a.example"].threshold == 0.95
    other.merge(model)
    assert other.models["a.example"].threshold == 0.95
    other.set_threshold("a.example", 0.5)
    other.merge(model)  # one's own choice counts
    assert other.models["a.example"].threshold == 0.5
    other.prune()
    assert other.models["a.example"].threshold == 0.5


def test_models_with_other_choices_have_other_digests() -> None:
    one, other = model_of(), model_of()
    assert one.digest() == other.digest()
    other.set_threshold("a.example", 0.5)
    assert one.digest() != other.digest()


@pytest.mark.parametrize("threshold", [-0.1, 1.1, float("nan")])
def test_what_is_no_threshold_cannot_be_chosen(threshold: float) -> None:
    with pytest.raises(ValueError, match="from 0 to 1"):
        model_of().set_threshold("a.example", threshold)


def test_only_a_site_that_is_known_has_a_threshold() -> None:
    with pytest.raises(ValueError, match=r"no model of 'b\.example'"):
        model_of().set_threshold("b.example", 0.5)


def test_what_the_sieve_has_learned_has_thresholds_too(tmp_path: Path) -> None:
    sieve = Sieve().learn(PAGES)
    sieve.set_threshold("a.example", 0.5)
    sieve.save(tmp_path / "site.sieve")
    loaded = SiteStyleTree.sharing(Sieve.load(tmp_path / "site.sieve"), kinds=False)
    assert kept(loaded) == ["note ships", "ships oldships redships bigships farships"]


# The letter of the thesis.


def test_the_letter_of_the_thesis_is_a_preset() -> None:
    model = SiteStyleTree.by_paper()
    settings = model.settings()
    assert {name: settings[name] for name in SiteStyleTree.PAPER} == dict(SiteStyleTree.PAPER)
    assert settings["alignment"] == "exact"
    assert settings["leaf_height"] == 1
    assert (settings["gamma"], settings["frequent"], settings["alike"]) == (0.9, 0.85, 0.85)
    assert settings["epsilon"] == 0.01
    assert SiteStyleTree.by_paper(leaf_height=2).settings()["leaf_height"] == 2


def test_a_model_to_the_letter_is_saved_and_goes_on(tmp_path: Path) -> None:
    pages = [Page(p.url, p.html) for p in generate(size=0)[0].pages][:12]
    model = SiteStyleTree.by_paper().learn(pages[:6])
    model.save(tmp_path / "site.sieve")
    loaded = SiteStyleTree.load(tmp_path / "site.sieve")
    assert loaded.settings() == model.settings()
    assert [kept(loaded, page) for page in pages] == [kept(model, page) for page in pages]
    loaded.update(pages[6:])
    whole = SiteStyleTree.by_paper().learn(pages)
    assert [kept(loaded, page) for page in pages] == [kept(whole, page) for page in pages]


def test_the_sieve_does_not_take_trees_to_the_letter(tmp_path: Path) -> None:
    SiteStyleTree.by_paper().learn(PAGES).save(tmp_path / "site.sieve")
    with pytest.raises(ModelError, match="sieve needs trees learned with the usual settings"):
        Sieve.load(tmp_path / "site.sieve")


def test_words_that_are_locally_noisy_go_by_epsilon() -> None:
    # On four of five pages "note" is twice, on one once: H = 0.98, 1 − H is between .01 and .05.
    pages = [
        Page(f"http://a.example/{w}", f"<p>note {'note' if n else ''} {w}</p>")
        for n, w in enumerate(WORDS[:5])
    ]
    texts = {
        epsilon: model_of(pages, local_noise=True, epsilon=epsilon, threshold=0.0)
        .clean(pages[0])
        .text.split()
        for epsilon in (0.01, 0.05)
    }
    assert texts == {0.01: ["note", "ships"], 0.05: ["ships"]}
    with pytest.raises(ValueError, match="epsilon must be from 0 to 1"):
        SiteStyleTree(epsilon=2)
