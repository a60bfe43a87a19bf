"""What pages say is shown on terminals without letting them drive these."""

from pathlib import Path

import pytest
from command_line import lines_file, sitesieve

from sitesieve.cli.watch_terminal import show_items
from sitesieve.watch import WatchItem

CODE = "\x1b]0;owned\x07\x1b[2J"
PAGE = (
    f"<title>{CODE}Boats</title><h1>{CODE}Boats</h1>"
    f"<p>{'The boats came in late that night, and nobody was there. ' * 5}{CODE}</p>"
    f'<ul><li><a href="/a">{CODE}Home</a><li><a href="/b">{CODE}News</a></ul>'
)


@pytest.mark.parametrize("command", [("explain",), ("structure", "--top", "1"), ("noise",)])
def test_no_control_codes_of_a_page_reach_the_terminal(
    command: tuple[str, ...], tmp_path: Path
) -> None:
    addresses = ("https://s.example/", "https://s.example/a", "https://s.example/b")
    pages = lines_file(tmp_path / "in.jsonl", *({"url": u, "html": PAGE} for u in addresses))
    done = sitesieve(*command, pages)
    assert done.code == 0
    shown = done.out.decode() + done.err
    assert "\N{REPLACEMENT CHARACTER}" in shown
    assert "\x1b" not in shown
    assert "\x07" not in shown


def test_nor_those_of_what_a_watch_found(capsys: pytest.CaptureFixture[str]) -> None:
    address, title, text = f"https://s.example/{CODE}", f"Boats{CODE}", f"late{CODE}"
    show_items([WatchItem(1, "s", "new", address, title, 0.0, None, "", (CODE,), (text,), False)])
    shown = capsys.readouterr().out
    assert "owned" in shown
    assert "\x1b" not in shown
