"""Does an installed sitesieve work? For `make wheel` and for every wheel that is built.

It must be imported from site-packages, or from the folder that is the one argument.
"""

import importlib
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import sitesieve

PAGE = (
    "<title>Tides</title><nav><a href=/>Home</a> <a href=/news>News</a></nav>"
    "<article><h1>Tides</h1><p>The sea rises and falls twice a day, because the moon pulls at the "
    "water and the earth turns below it. Sailors read the tables before they leave.</article>"
)
SENTENCE = "The sea rises and falls twice a day"


def main() -> None:
    package = Path(sitesieve.__file__).parent
    expected = Path(sys.argv[1] if len(sys.argv) > 1 else sysconfig.get_path("platlib"))
    assert package.parent.samefile(expected), f"imported from {package.parent}, not {expected}"

    stubs = sorted(package.rglob("*.pyi"))  # compiled modules have one, and no others do
    assert stubs, "no compiled modules"
    for stub in stubs:
        name = ".".join(("sitesieve", *stub.relative_to(package).with_suffix("").parts))
        file = Path(importlib.import_module(name).__file__ or "")
        assert file.parent == stub.parent, f"{name} is at {file}"
        assert file.name.endswith(tuple(EXTENSION_SUFFIXES)), f"{name} is not compiled"

    assert SENTENCE in sitesieve.clean(PAGE).text
    command = shutil.which("sitesieve", path=sysconfig.get_path("scripts"))
    assert command, "no command"
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder, "page.html")
        page.write_text(PAGE, encoding="utf-8")
        done = subprocess.run([command, "clean", page], stdout=subprocess.PIPE, check=True)
    assert SENTENCE.encode() in done.stdout, done.stdout
    print(f"sitesieve {sitesieve.__version__} works, with {len(stubs)} compiled modules")


if __name__ == "__main__":
    main()
