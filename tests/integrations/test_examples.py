"""The examples that no other test here runs do what they show."""

import pytest
from sample_pages import EXAMPLES, run_example

RUN_ELSEWHERE = {"datatrove_sites.py", "mcp_client.py", "scrapy_cleaning.py"}


@pytest.mark.parametrize("name", ["data_frames.py", "scikit_learn.py"])
def test_an_example_prints_what_the_document_shows(name: str) -> None:
    assert run_example(name)


def test_every_example_is_run() -> None:
    assert {path.name for path in EXAMPLES.glob("*.py")} == {
        *RUN_ELSEWHERE,
        "data_frames.py",
        "scikit_learn.py",
    }
