"""Notebooks of the docs, run anew and as pages: python -m docs_site.notebooks

The notebooks are kept with what their cells give, so that they can be read anywhere. The tests run
them and compare; this writes what they give now.
"""

import sys
from pathlib import Path
from typing import Any

import nbformat

FOLDER = Path(__file__).parents[2] / "docs" / "notebooks"


def run(path: Path, folder: Path) -> Any:
    """A notebook whose cells have run, in a folder."""
    from nbclient import NotebookClient

    notebook = nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]
    client = NotebookClient(
        notebook,
        timeout=120,
        kernel_name="python3",
        coalesce_streams=True,
        resources={"metadata": {"path": str(folder)}},
    )
    client.execute()
    for cell in notebook.cells:  # when it ran is of no interest
        cell.metadata.pop("execution", None)
    notebook.metadata = {
        "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}
    }
    return notebook


def as_markdown(path: Path) -> str:
    """A notebook as a page."""
    notebook = nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]
    pieces = []
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            pieces.append(cell.source)
        elif cell.cell_type == "code":
            pieces.append(f"```python\n{cell.source}\n```")
            pieces += [_output(output) for output in cell.outputs]
    name = f"[{path.name}]({path.name})"
    pieces.append(f'<p class="notebook-file" markdown>This page is a notebook: {name}</p>')
    return "\n\n".join(pieces) + "\n"


def _output(output: Any) -> str:
    """What a cell gave: as HTML where it has that, else as text."""
    data = output.get("data", {})
    if "text/html" in data:
        html = "".join(data["text/html"]).replace("\n\n", "\n")  # a blank line would end it
        # A section: what the search leaves out ends with the first element of the same name.
        return f'<section class="notebook-output" data-search-exclude>{html}</section>'
    text = output.get("text") or data.get("text/plain") or ""
    return f"```text {{ .notebook-output }}\n{''.join(text).rstrip()}\n```"


def main() -> int:
    """Run all of them and keep what they give."""
    import tempfile

    for path in sorted(FOLDER.glob("*.ipynb")):
        with tempfile.TemporaryDirectory() as folder:
            nbformat.write(run(path, Path(folder)), path)  # type: ignore[no-untyped-call]
        print(path)
    return 0


if __name__ == "__main__":
    sys.exit(main())
