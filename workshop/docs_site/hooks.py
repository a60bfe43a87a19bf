"""What MkDocs calls when the site is built (mkdocs.yml names this file)."""

import re
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

from docs_site import command_pages, notebooks, record_page

# Pages that lie at the top of the repository, where people look for them.
_AT_THE_TOP = {
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "SECURITY.md": "policy.md",
}
_LINK = re.compile(r"\]\((docs/)?([\w./-]+)")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """The pages that are made: of commands, notebooks, the record, and what lies elsewhere."""
    docs = Path(config.docs_dir)
    made = {f"commands/{name}.md": text for name, text in command_pages.command_pages()}
    made["record.md"] = record_page.record_page(docs / "record.schema.json")
    for path in sorted((docs / "notebooks").glob("*.ipynb")):
        made[f"notebooks/{path.stem}.md"] = notebooks.as_markdown(path)
    for name, page in _AT_THE_TOP.items():
        made[page] = _LINK.sub(_link_on_the_site, (docs.parent / name).read_text("utf-8"))
    for name, text in made.items():
        files.append(File.generated(config, name, content=text))
    return files


def _link_on_the_site(match: re.Match[str]) -> str:
    """A link of a page at the top, as it is among the pages of the site."""
    return f"]({match[2] if match[1] else _AT_THE_TOP.get(match[2], match[2])}"
