"""The examples that no other test here runs do what they show."""

from sample_pages import EXAMPLES, run_example

RUN_ELSEWHERE = {"datatrove_sites.py", "mcp_client.py", "scrapy_cleaning.py"}


def test_columns_of_data_frames() -> None:
    printed = run_example("data_frames.py")
    assert "no-html: there is no HTML" in printed
    assert "│ harbourpost.example ┆" in printed
    assert "120 rows, 1 without a text" in printed


def test_a_grid_search_over_cleaning() -> None:
    texts, weights = run_example("scikit_learn.py").splitlines()
    assert texts.startswith("cleaned texts: 0.9")
    assert "'clean__favour': " in texts
    assert weights.startswith("weighed words: ")


def test_every_example_is_run() -> None:
    assert {path.name for path in EXAMPLES.glob("*.py")} == {
        *RUN_ELSEWHERE,
        "data_frames.py",
        "scikit_learn.py",
    }
