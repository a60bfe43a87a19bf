"""Models that grow, are merged and pruned, and sites that no longer look as learned."""

from functools import cache
from pathlib import Path

import pytest
from command_line import BY_TREE, html, lines_file, sitesieve

from sample_web import generate
from sitesieve.sample.store import file_of

BY_PHRASES = ("--method", "redundant-phrases")
CHANGED = "no longer looks as learned"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The pages of a sample site in two halves, and of a site before and after its redesign."""
    folder = tmp_path_factory.mktemp("site")
    for number, page in enumerate(generate(size=0)[0].pages):
        _save(folder / ("first" if number % 2 else "second"), file_of(page), page.html)
        _save(folder / "both", file_of(page), page.html)
    redesigned = next(s for s in generate(size=0) if s.name == "tinkerfolk.example")
    for page in redesigned.pages:
        _save(folder / page.design, file_of(page), page.html)
    for name in ("first", "second", "both", "board-old"):
        assert sitesieve("learn", folder / name, "-o", model_of(folder, name), *BY_TREE).code == 0
    return folder


def _save(folder: Path, name: str, text: str) -> None:
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(text)


def model_of(site: Path, name: str) -> Path:
    return site / f"{name}.sieve"


@cache
def cleaned(site: Path, model: Path) -> bytes:
    done = sitesieve("clean", site / "both", "--model", model, "-q", "-j", 1)
    assert done.code == 0
    assert len(done.records) == 35
    return done.out


def test_merged_models_clean_as_one_learned_from_all_pages(site: Path, tmp_path: Path) -> None:
    merged = tmp_path / "merged.sieve"
    parts = [x for name in ("first", "second") for x in ("--model", model_of(site, name))]
    done = sitesieve("learn", *parts, "-o", merged)
    assert (done.code, done.out) == (0, b"")
    assert "merged 2 models" in done.err
    assert cleaned(site, merged) == cleaned(site, model_of(site, "both"))
    assert cleaned(site, merged) != cleaned(site, model_of(site, "first"))
    (told,) = sitesieve("describe", merged, "--json").records
    (directly,) = sitesieve("describe", model_of(site, "both"), "--json").records
    assert told["pages"] == directly["pages"] == 35
    assert told["words_kept"] == pytest.approx(directly["words_kept"])


def test_a_model_updated_with_more_pages_cleans_as_one_learned_from_all(
    site: Path, tmp_path: Path
) -> None:
    model = tmp_path / "m.sieve"
    model.write_bytes(model_of(site, "first").read_bytes())
    done = sitesieve("learn", site / "second", "--model", model, "-o", model)
    assert done.code == 0
    assert "learned from 18 pages" in done.err
    assert cleaned(site, model) == cleaned(site, model_of(site, "both"))


def test_pages_that_a_model_knows_already_change_nothing(site: Path, tmp_path: Path) -> None:
    again = tmp_path / "again.sieve"
    first = model_of(site, "first")
    assert sitesieve("learn", site / "first", "--model", first, "-o", again, "-q").code == 0
    assert cleaned(site, again) == cleaned(site, first)


def test_pages_that_a_model_knows_already_are_said_to_be_known(site: Path, tmp_path: Path) -> None:
    arguments = ("--model", model_of(site, "first"), "-o", tmp_path / "again.sieve")
    done = sitesieve("learn", site / "first", *arguments)
    assert "learned from 17 pages" not in done.err


@pytest.mark.parametrize("names", [("first", "both"), ("both", "first"), ("both", "both")])
def test_pages_that_both_models_have_count_once(
    site: Path, tmp_path: Path, names: tuple[str, str]
) -> None:
    out = tmp_path / "m.sieve"
    parts = [x for name in names for x in ("--model", model_of(site, name))]
    done = sitesieve("learn", *parts, "-o", out)
    assert (done.code, done.out) == (0, b"")
    assert cleaned(site, out) == cleaned(site, model_of(site, "both"))


def test_models_of_different_sites_are_merged_side_by_side(site: Path, tmp_path: Path) -> None:
    out = tmp_path / "m.sieve"
    parts = [x for name in ("both", "board-old") for x in ("--model", model_of(site, name))]
    assert sitesieve("learn", *parts, "-o", out, "-q").code == 0
    sites = [record["site"] for record in sitesieve("describe", out, "--json").records]
    assert sites == ["harbourpost.example", "tinkerfolk.example"]
    assert cleaned(site, out) == cleaned(site, model_of(site, "both"))


def test_a_pruned_model_is_smaller_and_cleans_the_same(site: Path, tmp_path: Path) -> None:
    model, later = model_of(site, "both"), tmp_path / "later.sieve"
    done = sitesieve("learn", "--model", model, "--prune", "-o", later)
    assert (done.code, done.out) == (0, b"")
    assert later.stat().st_size < 0.9 * model.stat().st_size
    assert cleaned(site, later) == cleaned(site, model)
    at_once = tmp_path / "at-once.sieve"
    assert sitesieve("learn", site / "both", *BY_TREE, "--prune", "-o", at_once, "-q").code == 0
    assert cleaned(site, at_once) == cleaned(site, model)


def test_a_pruned_model_can_be_described_and_pruned_again(site: Path, tmp_path: Path) -> None:
    once, twice = tmp_path / "once.sieve", tmp_path / "twice.sieve"
    for model, out in ((model_of(site, "both"), once), (once, twice)):
        assert sitesieve("learn", "--model", model, "--prune", "-o", out, "-q").code == 0
    assert cleaned(site, twice) == cleaned(site, once)
    (record,) = sitesieve("describe", twice, "--json").records
    assert record["pages"] == 35


@pytest.fixture(scope="module")
def phrases(site: Path) -> Path:
    model = site / "phrases.sieve"
    assert sitesieve("learn", site / "first", "-o", model, *BY_PHRASES, "-q").code == 0
    return model


@pytest.mark.parametrize(
    ("arguments", "code", "complaint"),
    [
        (("--model", "{site}/first.sieve"), 2, "Nothing to read"),
        (("--model", "nowhere.sieve", "--prune"), 1, "no such model: nowhere.sieve"),
        (("--model", "{site}/both/truth", "--prune"), 1, "no such model"),
        (
            ("--model", "{site}/first.sieve", "{site}/second", "--method", "tag-filter"),
            *(2, "which tag-filter cannot use"),
        ),
        (("--model", "{site}/first.sieve", "{site}/second", "--set", "x=1"), 2, "has the settings"),
        (
            ("--model", "{site}/first.sieve", "{site}/second", "--set", "leaf_height=1"),
            *(2, "learn again"),
        ),
        (("--model", "{site}/first.sieve", "nowhere"), 1, "no such file or folder: nowhere"),
        (("--model", "{site}/phrases.sieve", "--prune"), 2, "as small as can be"),
        (("{site}/first", "--prune", *BY_PHRASES), 2, "as small as can be"),
        (
            ("--model", "{site}/first.sieve", "--model", "{site}/phrases.sieve"),
            *(1, "cannot merge {site}/phrases.sieve: models of site-style-tree and redundant-"),
        ),
        (
            ("--model", "{site}/phrases.sieve", "--model", "{site}/first.sieve"),
            *(1, "cannot merge {site}/first.sieve"),
        ),
        (("{site}/first", *BY_TREE, "--set", "threshold=2"), 2, "threshold must be auto or from"),
        pytest.param(*(("{site}/first", *BY_TREE, "--set", "threshold=high"), 2, "threshold")),
        pytest.param(*(("--model", "{site}/phrases.sieve", "{site}/second"), 1, "phrases.sieve")),
    ],
)
def test_what_cannot_be_learned_is_said_and_nothing_is_written(
    site: Path,
    phrases: Path,
    tmp_path: Path,
    arguments: tuple[str, ...],
    code: int,
    complaint: str,
) -> None:
    assert phrases.exists()
    out = tmp_path / "m.sieve"
    done = sitesieve("learn", *(a.format(site=site) for a in arguments), "-o", out, "-j", 1)
    assert (done.code, done.out) == (code, b"")
    assert complaint.format(site=site) in done.err
    assert "Traceback" not in done.err
    assert list(tmp_path.iterdir()) == []


def test_models_learned_in_different_ways_are_not_merged(site: Path, tmp_path: Path) -> None:
    exact = tmp_path / "exact.sieve"
    setting = (*BY_TREE, "--set", "alignment=exact")
    assert sitesieve("learn", site / "second", "-o", exact, *setting, "-q").code == 0
    done = sitesieve(
        *("learn", "--model", model_of(site, "first"), "--model", exact),
        *("-o", tmp_path / "m.sieve"),
    )
    assert done.code == 1
    assert f"cannot merge {exact}: these models were learned with different settings" in done.err
    assert not (tmp_path / "m.sieve").exists()


def test_odd_samples_are_remarked_on(site: Path, tmp_path: Path) -> None:
    few = lines_file(
        tmp_path / "few.jsonl",
        *({"url": f"https://a.example/{i}", "html": html(f"page {i}")} for i in range(3)),
    )
    done = sitesieve("learn", few, *BY_TREE, "-o", tmp_path / "few.sieve", "-j", 1)
    assert "a.example: only 3 pages" in done.err
    parts = (site / "board-old", site / "board-new")
    done = sitesieve("learn", *parts, *BY_TREE, "-o", tmp_path / "both.sieve")
    assert "tinkerfolk.example: groups of 21 and 14 pages" in done.err
    assert "redesign?" in done.err


def test_a_redesign_is_warned_of_and_a_site_that_did_not_change_is_not(site: Path) -> None:
    model = ("--model", model_of(site, "board-old"), "-j", 1)
    same = sitesieve("clean", site / "board-old", *model)
    assert same.code == 0
    assert CHANGED not in same.err
    new = sitesieve("clean", site / "board-new", *model)
    assert new.code == 0
    assert len(new.records) == 21
    messages = " ".join(new.err.split())
    assert f"tinkerfolk.example {CHANGED}" in messages
    assert "learn again" in messages
    assert CHANGED.encode() not in new.out


def test_one_page_more_of_a_site_is_not_taken_for_a_redesign(site: Path) -> None:
    model = ("--model", model_of(site, "first"), "-j", 1)
    done = sitesieve("clean", site / "second", *model)
    assert done.code == 0
    assert CHANGED not in " ".join(done.err.split())


def test_a_quiet_job_and_one_with_its_own_model_do_not_warn(site: Path) -> None:
    quiet = ("--model", model_of(site, "board-old"), "-q", "-j", 1)
    assert sitesieve("clean", site / "board-new", *quiet).err == ""
    own = sitesieve("clean", site / "board-new", *BY_TREE, "-j", 1)
    assert CHANGED not in " ".join(own.err.split())


def test_a_pruned_model_notices_a_redesign_too(site: Path, tmp_path: Path) -> None:
    model = tmp_path / "pruned.sieve"
    old = model_of(site, "board-old")
    assert sitesieve("learn", "--model", old, "--prune", "-o", model, "-q").code == 0
    new = sitesieve("clean", site / "board-new", "--model", model, "-j", 1)
    assert CHANGED in " ".join(new.err.split())
    same = sitesieve("clean", site / "board-old", "--model", model, "-j", 1)
    assert CHANGED not in " ".join(same.err.split())


def test_a_redesigned_page_without_an_address_is_warned_of(site: Path) -> None:
    page = max((site / "board-new").rglob("*.html"), key=lambda path: path.stat().st_size)
    arguments = ("clean", "-", "--model", model_of(site, "board-old"))
    done = sitesieve(*arguments, stdin=page.read_bytes())
    assert done.code == 0
    assert CHANGED in " ".join(done.err.split())


def test_a_threshold_can_be_chosen_for_a_model_that_was_learned(site: Path) -> None:
    arguments = ("clean", site / "first", "--model", model_of(site, "first"), "-q")
    everything, nothing = (
        sitesieve(*arguments, "--set", f"threshold={t}", "--set", "kinds=false") for t in (0, 1)
    )
    kept = [sum(r["words_kept"] for r in done.records) for done in (everything, nothing)]
    assert kept[0] > kept[1]
