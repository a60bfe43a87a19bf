"""Training the model of page types."""

import json
from pathlib import Path

import numpy as np
import pytest

from sitesieve.cleaning.boosting import read_trees
from sitesieve.cleaning.page_type.evidence import type_features
from sitesieve.cleaning.page_type.guess import ENSEMBLE, TYPES, guess_type
from sitesieve.cleaning.page_type.types import PageType
from sitesieve.page import Page
from training.growing import Growth
from training.page_type import main, read_labelled


def made_up(kind: str, number: int) -> dict[str, str]:
    """A page of a type that shows by an element that only its type has."""
    tag = ("p", "li", "pre", "h2", "h3", "td", "blockquote")[list(TYPES).index(PageType(kind))]
    body = f"<{tag}>some words of a made up page {number}</{tag}>" * (number % 5 + 3)
    return {"url": f"https://s{number}.example/x", "html": body, "page_type": kind}


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("pages") / "pages.jsonl"
    records = [made_up(kind, number) for kind in TYPES for number in range(30)]
    records.append({"url": "https://a.example/", "html": "", "page_type": "article"})
    records.append({"url": "https://a.example/", "html": "<p>x", "page_type": "unheard-of"})
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
    return path


def test_pages_without_text_or_known_type_are_left_out(pages: Path) -> None:
    labelled = read_labelled(pages)
    assert labelled.rows.shape == (30 * len(TYPES), len(type_features()))
    assert np.bincount(labelled.types).tolist() == [30] * len(TYPES)


def test_the_model_tells_types_apart_and_is_the_same_every_time(
    pages: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    few = Growth(rounds=8, leaves=4, rate=0.3, rows_in_leaf=5)
    monkeypatch.setattr("training.page_type._GROWTH", few)
    assert main([str(pages), "-o", str(tmp_path / "a.npz")]) == 0
    assert main([str(pages), "-o", str(tmp_path / "b.npz")]) == 0
    assert (tmp_path / "a.npz").read_bytes() == (tmp_path / "b.npz").read_bytes()
    with (tmp_path / "a.npz").open("rb") as file:
        trees = read_trees(file, "a.npz")[ENSEMBLE]
    for kind in TYPES:
        page = Page("https://new.example/x", made_up(kind, 31)["html"])
        assert guess_type(page, trees).type == kind


def test_a_type_without_pages_is_an_error_in_words(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "pages.jsonl"
    path.write_text(json.dumps(made_up("article", 1)) + "\n")
    assert main([str(path), "-o", str(tmp_path / "m.npz")]) == 1
    assert "every type needs a page" in capsys.readouterr().err
    assert main([str(tmp_path / "missing.jsonl")]) == 1
