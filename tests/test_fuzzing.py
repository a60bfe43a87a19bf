"""The fuzzer: a few cases of every target, and that it notices what goes wrong."""

import pkgutil
import random
from importlib import import_module
from pathlib import Path

import pytest

from fuzzing import targets
from fuzzing.__main__ import Target, fuzz
from fuzzing.mutator import mutated

NAMES = sorted(module.name for module in pkgutil.iter_modules(targets.__path__))


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", NAMES)
def test_what_is_whole_is_used_and_what_is_damaged_does_no_harm(name: str) -> None:
    module = import_module(f"fuzzing.targets.{name}")
    target = Target(module.NAME, module.seeds(), module.run)
    for number in range(len(target.seeds) + 12):
        error = target.try_case(1, number)
        assert error is None, f"case {number}: {error!r}"


def test_the_same_seed_and_number_give_the_same_case() -> None:
    inputs = [b"<p>some text</p>" * 20, b'{"a": [1, 2, 3]}']
    first, second = (
        [mutated(inputs[0], random.Random(n), inputs) for n in range(200)] for _ in range(2)
    )
    assert first == second
    assert len(set(first)) > 150


def test_what_is_found_is_counted_by_place_and_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def run(data: bytes, _: random.Random) -> None:
        assert b"<" in data, "no markup"

    target = Target("example", [b"<p>x"], run)
    fuzz(target, 1, 0.0, 300, tmp_path / "kept")
    assert target.cases == 300
    assert len(target.findings) == 1
    (kept,) = (tmp_path / "kept").iterdir()
    assert b"<" not in kept.read_bytes()
    assert "no markup" in capsys.readouterr().out


def test_a_case_that_takes_too_long_is_a_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fuzzing.__main__.SLOW", 1)

    def run(_: bytes, __: random.Random) -> None:
        while True:
            pass

    assert "more than 1 second" in str(Target("endless", [b""], run).try_case(1, 0))
