"""The names people import: adding one is a decision, losing one is a break."""

import subprocess
import sys

import sitesieve
from sitesieve import clean, links, monitor, page, sample, sinks, sources
from sitesieve.clean import methods


def test_the_public_names() -> None:
    assert sorted(sitesieve.__all__) == [
        *("Block", "Document", "InputError", "Kind", "Limits", "MissingExtra", "ModelError"),
        *("OutputError", "OutputOptions", "Page", "PageError", "RuleError", "SitesieveError"),
        *("__version__", "clean", "learn", "load"),
    ]


def test_every_public_name_exists() -> None:
    for module in (sitesieve, links, monitor, page, sample, sinks, sources, methods):
        for name in module.__all__:
            assert hasattr(module, name), f"{module.__name__}.{name}"


def test_clean_is_a_function_and_a_package() -> None:
    import sitesieve.clean.methods as by_path

    assert by_path is methods
    assert clean("<p>x").text == "x"


def test_importing_opens_no_connection_and_needs_no_extra() -> None:
    code = (
        "import socket, sys\n"
        "def refuse(*a, **k): raise AssertionError('network at import')\n"
        "socket.socket.connect = refuse\n"
        "for extra in ('pyarrow', 'fastwarc', 'zstandard', 'html_to_markdown'):\n"
        "    sys.modules[extra] = None\n"
        "import sitesieve, sitesieve.cli\n"
        "print(sitesieve.clean('<p>hello').text)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout == "hello\n", done.stderr
