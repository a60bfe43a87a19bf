"""The names people import: adding one is a decision, losing one is a break."""

import importlib
import inspect
import subprocess
import sys

import pytest

import sitesieve
from sitesieve import cleaning, links, page, rules, sample, sinks, sources, spark, watch
from sitesieve.cleaning import methods


def test_the_public_names() -> None:
    assert sorted(sitesieve.__all__) == [
        *("Block", "Document", "InputError", "Kind", "Limits", "MissingExtra", "ModelError"),
        *("OutputError", "OutputOptions", "Page", "PageError", "PluginError", "RuleError"),
        *("SitesieveError", "__version__", "clean", "clean_many", "fetch", "learn", "load"),
        "methods",
    ]


def test_every_public_name_exists() -> None:
    rooms = (cleaning, links, page, rules, sample, sinks, sources, spark, watch)
    for module in (sitesieve, methods, *rooms):
        for name in module.__all__:
            assert hasattr(module, name), f"{module.__name__}.{name}"


def test_clean_is_only_a_function() -> None:
    assert sitesieve.clean("<p>x").text == "x"
    with pytest.raises(ModuleNotFoundError):
        importlib.import_module("sitesieve.clean")


def test_fetch_is_only_a_function_whatever_is_imported() -> None:
    import sitesieve.crawl
    import sitesieve.sources.web

    assert inspect.isfunction(sitesieve.fetch)
    with pytest.raises(ModuleNotFoundError):
        importlib.import_module("sitesieve.fetch")


def test_importing_the_package_imports_none_of_its_rooms() -> None:
    code = (
        "import sys, sitesieve; print(*(m for m in sys.modules if m.count('.') and 'sieve' in m))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert set(done.stdout.split()) <= {
        *("sitesieve._version", "sitesieve.errors", "sitesieve.on_demand")
    }


def test_importing_opens_no_connection_and_needs_no_extra() -> None:
    code = (
        "import socket, sys\n"
        "def refuse(*a, **k): raise AssertionError('network at import')\n"
        "socket.socket.connect = refuse\n"
        "for extra in ('pyarrow', 'zstandard', 'html_to_markdown'):\n"
        "    sys.modules[extra] = None\n"
        "import sitesieve, sitesieve.cli\n"
        "print(sitesieve.clean('<p>hello').text)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout == "hello\n", done.stderr


def test_methods_can_be_imported_by_the_name_that_documents_use() -> None:
    from sitesieve.methods import SiteStyleTree

    assert SiteStyleTree is sitesieve.methods.SiteStyleTree is methods.SiteStyleTree
    with pytest.raises(ImportError):
        from sitesieve.methods import Siteve  # type: ignore[attr-defined]  # noqa: F401
