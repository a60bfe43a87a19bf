"""Slow work in threads."""

import pytest

from sitesieve.crawl.loop import in_thread


def test_what_comes_of_the_work_is_what_is_waited_for() -> None:
    assert in_thread(divmod, 7, 2).result(10) == (3, 1)
    with pytest.raises(ZeroDivisionError):
        in_thread(divmod, 7, 0).result(10)
