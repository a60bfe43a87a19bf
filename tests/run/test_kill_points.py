"""Every durable action, killed at some of its writes, is gone on with as if nothing had been.

`python -m kill_points` does it at all of them.
"""

import pytest

from kill_points.__main__ import try_points
from kill_points.actions import ACTIONS, Action

# How many points are passed over between two that are tried: so that all takes seconds.
STEPS = {"clean to out.jsonl": 97, "clean to folder": 199, "crawl": 199, "watch": 401, "rules": 13}


@pytest.mark.parametrize("action", ACTIONS, ids=lambda action: str(action.name))
def test_a_kill_costs_nothing(action: Action) -> None:
    tried, problems = try_points(action, STEPS.get(action.name, 151), first=5)
    assert tried
    assert problems == []


@pytest.mark.parametrize("action", ACTIONS[:5], ids=lambda action: str(action.name))
def test_nor_does_one_at_the_very_end(action: Action) -> None:
    """Where the outputs of a job are published one after the other."""
    tried, problems = try_points(action, every=15, first=-30)
    assert tried
    assert problems == []
