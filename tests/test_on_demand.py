"""Names are imported when somebody asks for them."""

import subprocess
import sys

import pytest

import sitesieve
from sitesieve.cleaning import methods
from sitesieve.on_demand import ClassesOnDemand, on_demand

RARELY_NEEDED = ("rich", "snowballstemmer", "rjieba", "http.client", "pyarrow", "numpy.random")


def test_a_name_is_what_its_module_calls_so() -> None:
    find = on_demand("a_package", {"Page": "sitesieve.page.page"})
    assert find("Page") is sitesieve.Page
    with pytest.raises(AttributeError, match="'a_package' has no attribute 'Pages'"):
        find("Pages")


def test_classes_by_name() -> None:
    classes: ClassesOnDemand[sitesieve.Page] = ClassesOnDemand(
        {"page": ("sitesieve.page.page", "Page"), "broken": ("sitesieve.nowhere", "Page")}
    )
    assert list(classes) == ["page", "broken"]
    assert "broken" in classes
    assert classes["page"] is sitesieve.Page
    with pytest.raises(KeyError):
        classes["pages"]


def test_every_method_has_the_name_that_it_is_found_by() -> None:
    assert {name: method.name for name, method in methods.METHODS.items()} == {
        name: name for name in methods.METHODS
    }
    assert all(getattr(methods, name) for name in methods.__all__)


def test_cleaning_a_page_loads_nothing_that_only_others_need() -> None:
    program = (
        "import sys, sitesieve.cli.clean; sitesieve.clean('<p>word').text; print(*sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert set(RARELY_NEEDED).isdisjoint(done.stdout.decode().split())
