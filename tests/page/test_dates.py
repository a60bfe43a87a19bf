"""Dates as pages write them."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sitesieve.page.metadata.dates import (
    date_in_address,
    find_date,
    is_list_of_dates,
    read_date,
)


@pytest.mark.parametrize(
    "written",
    [
        "2024-03-05",
        "2024-03-05T23:59:59+02:00",
        "2024/3/5",
        "2024.03.05",
        "20240305",
        "20240305T101500Z",
        "March 5, 2024",
        "Mar. 5th, 2024",
        "5 March 2024",
        "5th of March 2024",
        "Tuesday, March 5, 2024 at 9:30",
        "05-Mar-2024",
        "5. März 2024",
        "5 mars 2024",
        "5 de marzo de 2024",
        "5 de março de 2024",
        "5 marzo 2024",
        "5 maart 2024",
        "5 marca 2024",
        "5. března 2024",
        "5 марта 2024",
        "5 березня 2024",
        "5 Mart 2024",
        "5 Μαρτίου 2024",
        "5. maaliskuuta 2024",
        "2024. március 5",
        "2024年3月5日",
        "2024년 3월 5일",
        "05.03.2024",
        "5.3.24",
    ],
)
def test_a_date_is_read_however_it_is_written(written: str) -> None:
    assert read_date(written) == "2024-03-05"
    if written[:8] != "20240305":  # figures without signs between them are a date only if alone
        assert read_date(f"Posted: {written}") == "2024-03-05"


@pytest.mark.parametrize(
    ("written", "month_first", "day"),
    [
        ("3/4/2024", True, "2024-03-04"),
        ("3/4/2024", False, "2024-04-03"),
        ("25/12/2023", True, "2023-12-25"),
        ("12/25/2023", False, "2023-12-25"),
        ("3.4.2024", True, "2024-04-03"),  # with dots the day comes first everywhere
    ],
)
def test_figures_are_read_as_the_country_does_where_they_leave_a_choice(
    written: str, month_first: bool, day: str
) -> None:
    assert read_date(written, month_first) == day


@pytest.mark.parametrize(
    "text",
    [
        *("", "no date", "2024", "March 2024", "31 February 2024", "2024-13-01", "2024-00-10"),
        *("5 Smarch 2024", "1066-10-14", "1 January 2999", "version 1.2.3", "192.168.100.12"),
        *("12345678901234", "tel. 030 2024 0305 11"),
    ],
)
def test_what_is_no_plausible_date_is_none(text: str) -> None:
    assert read_date(text) is None


def test_the_first_date_of_a_text_counts_and_its_place_is_known() -> None:
    assert find_date("Ann Lee, 3 May 2024, updated 2024-06-01") == (9, "2024-05-03")


@pytest.mark.parametrize(
    ("url", "day"),
    [
        ("https://a.example/2024/03/05/story.html", "2024-03-05"),
        ("https://a.example/news/2024-03-05-story", "2024-03-05"),
        ("https://a.example/2024/story", None),
        ("https://a.example/?from=/2024/03/05/", None),
        (None, None),
    ],
)
def test_a_date_in_the_path_of_an_address_is_found(url: str | None, day: str | None) -> None:
    assert date_in_address(url) == day


def test_the_newest_first_is_a_list_of_pages_the_oldest_first_a_thread() -> None:
    days = ["2024-05-09", "2024-05-04", "2024-04-28", "2024-04-01"]
    assert is_list_of_dates(days)
    assert not is_list_of_dates(days[::-1])
    assert not is_list_of_dates(days[:2])
    assert not is_list_of_dates(["2024-05-09"] * 5)


@given(st.text(max_size=300))
def test_any_text_gives_a_date_or_none(text: str) -> None:
    day = read_date(text)
    assert day is None or date.fromisoformat(day) >= date(1990, 1, 1)


@given(st.dates(date(1990, 1, 1), date(2024, 12, 31)))
def test_every_day_is_read_back_in_figures_and_in_words(day: date) -> None:
    assert read_date(day.isoformat()) == day.isoformat()
    assert read_date(f"{day:%d %B %Y}") == day.isoformat()
