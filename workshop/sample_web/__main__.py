"""`python -m sample_web`: the sample web in any size, on disk, or into the package."""

import argparse
import lzma
from pathlib import Path

import sitesieve.sample
from sample_web.web import generate
from sitesieve.sample.store import SHIPPED, lines_of, write, write_jsonl


def main() -> None:
    """Write what the arguments ask for."""
    arguments = argparse.ArgumentParser(description="Make the sample web.")
    arguments.add_argument("folder", nargs="?", type=Path)
    arguments.add_argument("--seed", type=int, default=0)
    arguments.add_argument("--size", type=float, default=1.0, help="1: some 300 pages")
    arguments.add_argument("--jsonl", type=Path, help="one file, a page a line with the truth")
    arguments.add_argument("--ship", action="store_true", help="put it into the package")
    options = arguments.parse_args()
    if not (options.folder or options.jsonl or options.ship):
        arguments.error("name a folder to write to, or --jsonl FILE, or --ship")
    sites = generate(seed=options.seed, size=options.size)
    if options.folder:
        print(f"wrote {len(write(options.folder, sites)) - 1:,} pages to {options.folder}")
    if options.jsonl:
        print(f"wrote {write_jsonl(options.jsonl, sites):,} pages to {options.jsonl}")
    if options.ship:
        packed = lzma.compress(b"".join(lines_of(sites)), preset=9 | lzma.PRESET_EXTREME)
        (Path(sitesieve.sample.__file__).parent / SHIPPED).write_bytes(packed)


if __name__ == "__main__":
    main()
