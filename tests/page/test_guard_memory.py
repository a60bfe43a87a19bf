"""What a page costs the parser is bounded, in memory and in time, whatever the page tries."""

import subprocess
import sys
import time
from collections.abc import Callable

import pytest
from page_helpers import at_most

from sitesieve.page.encode import encode
from sitesieve.page.guard import guard
from sitesieve.page.limits import Limits

_SIZE = 3_000_000  # bytes of the pages
_MEGABYTES = 400  # that the parser may take of them; several gigabytes where nothing is cut
_NAMES = "b big code em font i s small strike strong tt u".split()


def repeated(piece: str) -> Callable[[int], str]:
    """A page of pieces, each with a number of its own."""
    return lambda size: "".join(piece.replace("#", str(n)) for n in range(size // (len(piece) + 4)))


# Formatting elements with attributes stay open, though an end tag follows that looks as if it
# closed them: where it stands the parser takes no notice of it.
UNCLOSED = {
    "in a cell": "<font a#=1><table><tr><td></font></table><p>x",
    "in a row": "<font a#=1><table><tr></font></table><p>x",
    "in a select": "<font a#=1><select></font></select><p>x",
    "in a template": "<font a#=1><template></font></template><p>x",
    "in an object": "<font a#=1><object></font></object><p>x",
    "in a formula": "<font a#=1><math><mtext></font></math><p>x",
    "in a textarea": "<font a#=1><textarea></font></textarea><p>x",
    "in an inner table": "<font a#=1><table><td><table></font></td></table></td></table><p>x",
    "in a cell that stays": "<font a#=1><table><td><object></td></table></object></font><p>x",
}
PAGES = {
    "fonts": repeated("<font a#=1><p>x"),
    "all open": lambda size: "".join(3 * f"<{n}>" for n in _NAMES) + "<p>x" * (size // 4),
    **{name: repeated(piece) for name, piece in UNCLOSED.items()},
    "paragraphs": repeated("<p>x"),
    "comments": repeated("a<!>"),
    "attributes": repeated("<p " + " ".join(f"a{n}" for n in range(250)) + ">"),
    "names of attributes": repeated("<p a# b# c#>"),
    "names of elements": repeated("<x#>y</x#>"),
}
_MEASURED = """
import resource, sys
resource.setrlimit(resource.RLIMIT_AS, (3 << 30, 3 << 30))
from sitesieve.page.encode import encode
page = sys.stdin.buffer.read()
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
encode(page)
print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) // 1024)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="memory is measured in kB")
@pytest.mark.parametrize("name", PAGES)
def test_of_memory(name: str) -> None:
    page = PAGES[name](_SIZE).encode()
    done = subprocess.run(
        [sys.executable, "-c", _MEASURED], input=page, capture_output=True, check=False
    )
    assert done.returncode == 0, done.stderr.decode()[-300:]
    assert int(done.stdout) < _MEGABYTES


@pytest.mark.parametrize("name", ["names of attributes", "names of elements"])
def test_names_that_all_differ_are_cut(name: str) -> None:
    with at_most(0.5):
        tree = encode(PAGES[name](1_000_000))
    assert "names" in [cut.cap for cut in tree.cuts]


def test_names_that_are_read_stay_however_many_there_are() -> None:
    many = "".join(f"<x-{n} y{n}=1>a</x-{n}>" for n in range(10_000))
    tree = encode(f"{many}<article z=1><a q=1 href=/x>b</a><script>c</script></article>")
    assert [link.target for link in tree.links] == ["/x"]
    assert tree.tag_name(int(tree.parent[tree.link_nodes[0]])) == "article"
    assert tree.words == ["a"] * 10_000 + ["b"]


def test_old_pages_with_fonts_in_cells_stay_as_they_are() -> None:
    cell = "<td><font color=red size=2><b>x</b> y</font></td><td><font size=1>z</td>"
    page = f"<table>{('<tr>' + 5 * cell + '</tr>') * 1500}</table>".encode()
    guarded, cuts = guard(page, Limits())
    assert guarded is page
    assert cuts == []


def test_nesting_costs_little_below_the_number_of_tags_that_is_looked_at() -> None:
    for piece in ("<ul><li>x", "<div>x", "<div title='a > b <i>'>", "<h1><div>x"):
        times = []
        for count in (2_900, 29_000):
            started = time.process_time()
            encode(piece * (count // piece.count("<")))
            times.append(time.process_time() - started)
        assert times[1] < 0.3 + 25 * times[0]
