"""Shells complete commands, options, names and files, as docs/install.md says."""

import os
import shutil
import subprocess

import pytest
from click.shell_completion import ShellComplete, get_completion_class
from command_line import command

from sitesieve.cli import cli

SHELLS = ("bash", "zsh", "fish")


def completed(*words: str) -> list[str]:
    """What a shell offers for the last of some words."""
    offers = ShellComplete(cli, {}, "sitesieve", "_SITESIEVE_COMPLETE")
    return [item.value for item in offers.get_completions(list(words[:-1]), words[-1])]


def test_commands_are_completed() -> None:
    assert completed("st") == ["structure", "studio"]
    assert completed("watch", "f") == ["feed", "file", "folders"]


def test_options_are_completed() -> None:
    assert completed("clean", "--drop") == ["--drop-duplicates"]


@pytest.mark.parametrize(
    ("option", "word", "offered"),
    [
        ("--method", "si", ["site-style-tree", "sieve"]),
        ("--output-format", "xml", ["xml", "xmltei"]),
        ("--only", "article,for", ["article,forum"]),
    ],
)
def test_names_are_completed(option: str, word: str, offered: list[str]) -> None:
    assert completed("clean", option, word) == offered


@pytest.mark.parametrize("shell", SHELLS)
def test_each_shell_has_a_script(shell: str) -> None:
    kind = get_completion_class(shell)
    assert kind is not None
    script = kind(cli, {}, "sitesieve", "_SITESIEVE_COMPLETE").source()
    assert f"_SITESIEVE_COMPLETE={shell}_complete" in script


@pytest.mark.skipif(not shutil.which("bash"), reason="needs bash")
def test_bash_gets_script_and_words_from_the_program() -> None:
    """As it is called by a shell: the script comes out, and words do where it calls back."""
    asked = {
        **os.environ,
        **{"_SITESIEVE_COMPLETE": "bash_complete", "COMP_WORDS": "sitesieve clean --drop"},
        **{"COMP_CWORD": "2"},
    }
    done = subprocess.run(command(), env=asked, capture_output=True, text=True, check=False)
    assert done.stdout == "plain,--drop-duplicates\n"
    asked["_SITESIEVE_COMPLETE"] = "bash_source"
    done = subprocess.run(command(), env=asked, capture_output=True, text=True, check=False)
    assert "complete -o nosort -F _sitesieve_completion sitesieve" in done.stdout
    checked = subprocess.run(["bash", "-n"], input=done.stdout, text=True, check=False)
    assert checked.returncode == 0
