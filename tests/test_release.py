"""What a release consists of agrees with itself (docs/releasing.md)."""

import re
import tomllib
from pathlib import Path

import pytest
import yaml

import sitesieve

HERE = Path(__file__).parent.parent
PROJECT = tomllib.loads((HERE / "pyproject.toml").read_text("utf-8"))
DOCKERFILE = (HERE / "Dockerfile").read_text("utf-8")


def test_the_newest_heading_of_the_changelog_is_this_version() -> None:
    heading = re.search(r"^## (.+)$", (HERE / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    assert heading is not None
    assert re.fullmatch(rf"{sitesieve.__version__} \((unreleased|\d{{4}}-\d\d-\d\d)\)", heading[1])


def test_the_citation_names_this_version_and_licence() -> None:
    citation = yaml.safe_load((HERE / "CITATION.cff").read_text("utf-8"))
    assert citation["version"] == sitesieve.__version__
    assert citation["license"] == PROJECT["project"]["license"]
    assert citation["abstract"].startswith(PROJECT["project"]["description"])


def test_extras_that_the_docs_name_exist() -> None:
    extras = PROJECT["project"]["optional-dependencies"]
    for path in [HERE / "README.md", *(HERE / "docs").rglob("*.md")]:
        for names in re.findall(r"sitesieve\[([\w,]+)\]", path.read_text("utf-8")):
            assert set(names.split(",")) <= set(extras), path


@pytest.mark.parametrize("page", sorted(HERE.glob("*.md")), ids=lambda page: page.name)
def test_links_of_pages_at_the_top_lead_somewhere(page: Path) -> None:
    """Those in docs are checked when the site is built."""
    text = re.sub(r"^```.*?^```$", "", page.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
    for target in re.findall(r"\]\((?!https?:)([^)#\s]+)", text):
        assert (HERE / target).exists(), target


def test_what_the_image_is_built_from_is_there_and_let_through() -> None:
    ignored = (HERE / ".dockerignore").read_text("utf-8").splitlines()
    for line in re.findall(r"^COPY (?!--from)(.+)$", DOCKERFILE, re.MULTILINE):
        for name in line.split()[:-1]:
            assert (HERE / name).exists(), name
            assert f"!{name}" in ignored, name


def test_the_image_runs_the_program_as_a_user_without_rights() -> None:
    last = DOCKERFILE.rpartition("\nFROM ")[2]
    assert re.search(r"^USER (?!root|0)\w+$", last, re.MULTILINE)
    assert 'ENTRYPOINT ["sitesieve"]' in last
    assert "apt-get" not in last
    assert "gcc" not in last
