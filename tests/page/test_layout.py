"""A parser whose nodes lie otherwise in memory is refused before any of them is read."""

import os
import subprocess
import sys

import pytest

# What `walk` asks the parser to read when it is imported. A parser that holds something else
# is one whose members are not where they are looked for.
READ = (
    "<p hidden data-long-name-of-an-attribute='1 é' id=x>some text<b></b><x-a></x-a>"
    "<a-long-name-of-an-element></a-long-name-of-an-element></p><p></p>"
)
PROGRAM = """
import sys
from selectolax import lexbor
parser = lexbor.LexborHTMLParser
lexbor.LexborHTMLParser = lambda html: parser(html and sys.argv[1])
try:
    import sitesieve.page.lexbor
except ImportError as error:
    print(error)
"""


def said(page: str) -> str:
    """What is said when `walk` is imported and the parser holds this page."""
    answer = subprocess.run(
        [sys.executable, "-c", PROGRAM, page],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        check=True,
        capture_output=True,
        text=True,
    )
    return answer.stdout.strip()


@pytest.mark.parametrize(
    ("instead", "what"),
    [
        (("<b></b>", "<b>x</b>"), "nodes"),
        (("some text", "some more text"), "texts"),
        (("<p hidden", "<p class=y"), "values of attributes"),
        (("1 é", "one"), "values of attributes"),
        (("data-long-name-of-an-attribute", "title"), "numbers of attributes"),
        (("long-name", "longer-name"), "names of attributes"),
        (("<x-a></x-a>", "<i></i>"), "names"),
        (("<a-long-name", "<b-long-name"), "names"),
    ],
)
def test_what_is_elsewhere_is_named(instead: tuple[str, str], what: str) -> None:
    answer = said(READ.replace(*instead, 1))
    assert answer.startswith(f"the parser has {what} elsewhere than expected: sitesieve needs ")


def test_the_parser_that_is_installed_is_not_refused() -> None:
    assert said(READ) == ""
